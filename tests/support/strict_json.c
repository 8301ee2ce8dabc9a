/* strict_json.c: see strict_json.h. */
#include "support/strict_json.h"

#include <stdint.h>
#include <string.h>

#include "base/text.h"

static const char *skip_space(const char *s)
{
    return s + strspn(s, " \n");
}

static const char *skip_string(const char *s)
{
    uint32_t code;
    for (s++; *s != '"'; s++) {
        if (*s == '\\' && (!s[1] || !strchr("u\"\\", s[1])))
            return NULL;
        if (*s == '\\')
            s += s[1] == 'u' && strspn(s + 2, "0123456789abcdef") >= 4 ? 5 : 1;
        else if (text_decode(s, &code) < 1 || text_is_control(code))
            return NULL;
    }
    return s + 1;
}

static const char *skip_group(const char *s, char close)
{
    s = skip_space(s + 1);
    if (*s == close)
        return s + 1;
    for (;; s = skip_space(s + 1)) {
        if (close == '}' && (*s != '"' || !(s = skip_string(s)) || strncmp(s, ": ", 2) != 0))
            return NULL;
        if (close == '}')
            s += 2;
        if (!(s = strict_json_skip(s)))
            return NULL;
        s = skip_space(s);
        if (*s == close)
            return s + 1;
        if (*s != ',')
            return NULL;
    }
}

const char *strict_json_skip(const char *s)
{
    static const char *const words[] = {"true", "false", "null"};
    if (*s == '"')
        return skip_string(s);
    if (*s == '{' || *s == '[')
        return skip_group(s, *s == '{' ? '}' : ']');
    for (size_t i = 0; i < 3; i++) {
        if (strncmp(s, words[i], strlen(words[i])) == 0)
            return s + strlen(words[i]);
    }
    size_t whole = strspn(s + (*s == '-'), "0123456789");
    s += (*s == '-') + whole;
    if (*s == '.')
        s += 1 + strspn(s + 1, "0123456789");
    return whole ? s : NULL;
}

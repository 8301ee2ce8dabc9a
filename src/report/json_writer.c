/* json_writer.c: RFC 8259, the part of it that reports need. */
#include "report/json_writer.h"

#include <inttypes.h>
#include <string.h>

#include "base/format.h"
#include "base/text.h"

static void put_unicode(FILE *out, uint32_t code)
{
    if (code >= 0x10000) {
        code -= 0x10000;
        fprintf(out, "\\u%04" PRIx32, 0xd800 + (code >> 10));
        code = 0xdc00 + (code & 0x3ff);
    }
    fprintf(out, "\\u%04" PRIx32, code);
}

static void put_string(FILE *out, const char *s)
{
    uint32_t code = 0;

    putc('"', out);
    for (int n; (n = text_decode(s, &code)) != 0; s += n > 0 ? n : 1) {
        if (n < 0)
            put_unicode(out, TEXT_REPLACEMENT);
        else if (code == '"' || code == '\\')
            fprintf(out, "\\%c", (char)code);
        else if (text_is_control(code))
            put_unicode(out, code);
        else
            fwrite(s, 1, (size_t)n, out);
    }
    putc('"', out);
}

static void put_indent(const struct json *json)
{
    fprintf(json->out, "\n%*s", (int)json->depth * 2, "");
}

/* What stands before a member: comma, line or space, and its name. */
static void begin_member(struct json *json, const char *name)
{
    if (json->depth > 0) {
        bool first = !json->open[json->depth - 1].has_members;
        json->open[json->depth - 1].has_members = true;
        if (!first)
            putc(',', json->out);
        if (json->open[json->depth - 1].layout == JSON_LINES)
            put_indent(json);
        else
            putc(' ', json->out);
    }
    if (name) {
        put_string(json->out, name);
        fputs(": ", json->out);
    }
}

static void begin_group(struct json *json, const char *name, enum json_layout layout,
                        const char *brackets)
{
    begin_member(json, name);
    putc(brackets[0], json->out);
    json->open[json->depth].name = name;
    json->open[json->depth].close = brackets[1];
    json->open[json->depth].layout = layout;
    json->open[json->depth].has_members = false;
    json->depth++;
}

void json_object(struct json *json, const char *name, enum json_layout layout)
{
    begin_group(json, name, layout, "{}");
}

void json_array(struct json *json, const char *name, enum json_layout layout)
{
    begin_group(json, name, layout, "[]");
}

void json_end(struct json *json)
{
    json->depth--;
    if (json->open[json->depth].has_members) {
        if (json->open[json->depth].layout == JSON_LINES)
            put_indent(json);
        else
            putc(' ', json->out);
    }
    putc(json->open[json->depth].close, json->out);
    if (json->depth == 0)
        putc('\n', json->out);
}

void json_string(struct json *json, const char *name, const char *value)
{
    if (!value) {
        json_null(json, name);
        return;
    }
    begin_member(json, name);
    put_string(json->out, value);
}

void json_text(struct json *json, const char *name, const char *value)
{
    json_string(json, name, value && *value ? value : NULL);
}

void json_bool(struct json *json, const char *name, bool value)
{
    begin_member(json, name);
    fputs(value ? "true" : "false", json->out);
}

void json_null(struct json *json, const char *name)
{
    begin_member(json, name);
    fputs("null", json->out);
}

/* False: it is inside of an array, or too long. */
static bool path_of(char *path, size_t size, const struct json *json, const char *name)
{
    size_t used = 0;

    for (unsigned i = 1; i <= json->depth; i++) {
        bool last = i == json->depth;
        const char *part = last ? name : json->open[i].name;
        if (!part || json->open[i - 1].close == ']' || used + strlen(part) + 2 > size)
            return false;
        used += (size_t)snprintf(path + used, size - used, "%s%s", used ? "." : "", part);
    }
    return used > 0;
}

/* A number, "" for none. */
static void put_digits(struct json *json, const char *name, const char *digits)
{
    char path[JSON_PATH_MAX];

    begin_member(json, name);
    fputs(*digits ? digits : "null", json->out);
    if (json->watch && path_of(path, sizeof(path), json, name))
        json->watch->number(json->watch->ctx, path, digits);
}

void json_count(struct json *json, const char *name, uint64_t value)
{
    char text[FORMAT_MAX];

    snprintf(text, sizeof(text), "%" PRIu64, value);
    put_digits(json, name, text);
}

void json_number(struct json *json, const char *name, double value, unsigned decimals)
{
    char text[FORMAT_MAX];

    format_fixed(text, value, decimals);
    put_digits(json, name, strcmp(text, "n/a") == 0 ? "" : text);
}

void json_digits(struct json *json, const char *name, const char *digits)
{
    put_digits(json, name, digits);
}

void json_us(struct json *json, const char *name, uint64_t ns)
{
    char text[FORMAT_MAX];

    snprintf(text, sizeof(text), "%" PRIu64 ".%03u", ns / 1000, (unsigned)(ns % 1000));
    put_digits(json, name, text);
}

void json_known_count(struct json *json, const char *name, bool known, uint64_t value)
{
    if (known)
        json_count(json, name, value);
    else
        put_digits(json, name, "");
}

void json_known_bool(struct json *json, const char *name, bool known, bool value)
{
    if (known)
        json_bool(json, name, value);
    else
        json_null(json, name);
}

void json_known_us(struct json *json, const char *name, bool known, uint64_t ns)
{
    if (known)
        json_us(json, name, ns);
    else
        put_digits(json, name, "");
}

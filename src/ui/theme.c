/* theme.c: roles' names, the built-in theme, and the parser of theme files.
 *
 * The built-in theme is kept as text and goes through the same parser as a file, so that there is
 * one way to say what a theme is. Where files are found is theme_files.c's matter. */
#include "ui/theme.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { LINE_MAX_BYTES = 200 };

static const char *const role_names[ROLES] = {
    [ROLE_TEXT] = "text",   [ROLE_DIM] = "dim",       [ROLE_TITLE] = "title",
    [ROLE_KEY] = "key",     [ROLE_VALUE] = "value",   [ROLE_P50] = "p50",
    [ROLE_P99] = "p99",     [ROLE_BAR] = "bar",       [ROLE_GHOST] = "ghost",
    [ROLE_GOOD] = "good",   [ROLE_NOTE] = "note",     [ROLE_WARN] = "warn",
    [ROLE_BAD] = "bad",     [ROLE_BANNER] = "banner", [ROLE_CURSOR] = "cursor",
    [ROLE_HEAT0] = "heat0", [ROLE_HEAT1] = "heat1",   [ROLE_HEAT2] = "heat2",
    [ROLE_HEAT3] = "heat3", [ROLE_HEAT4] = "heat4",   [ROLE_HEAT5] = "heat5",
    [ROLE_HEAT6] = "heat6", [ROLE_HEAT7] = "heat7",
};

static const char builtin[] = "text = default\n"
                              "dim = #808890\n"
                              "title = #a8b4c0\n"
                              "key = #f0c674 bold\n"
                              "value = default bold\n"
                              "p50 = #5fd7d7 bold\n"
                              "p99 = #ffaf5f bold\n"
                              "bar = #5f9fd7\n"
                              "ghost = #606870\n"
                              "good = #87d787 bold\n"
                              "note = #87afff bold\n"
                              "warn = #ffd75f bold\n"
                              "bad = #ff6f6f bold\n"
                              "banner = #ff8f5f bold reverse\n"
                              "cursor = default reverse\n"
                              "heat0 = #303050\n"
                              "heat1 = #3c4c8c\n"
                              "heat2 = #2f7fae\n"
                              "heat3 = #2fa88f\n"
                              "heat4 = #6fbf5f\n"
                              "heat5 = #c8c83f\n"
                              "heat6 = #f09030\n"
                              "heat7 = #ff5040\n";

const char *role_name(enum role role)
{
    return role_names[role];
}

/* Where FILE's own name begins, once it is escaped as the note is. */
static size_t base_of(const char *file)
{
    char shown[sizeof((struct theme_notes){0}).first];
    const char *slash = strrchr(text_escape(shown, sizeof shown, file), '/');
    return slash ? (size_t)(slash - shown) + 1 : 0;
}

static void note(struct theme_notes *notes, const char *file, unsigned line, const char *what,
                 const char *word)
{
    char raw[sizeof notes->first], text[sizeof notes->first];
    snprintf(raw, sizeof raw, "%s:%u: %s%s%s", file, line, what, *word ? " " : "", word);
    text_escape(text, sizeof text, raw);
    const size_t used = strlen(notes->all);
    if (notes->told == notes->count && used + 1 + strlen(text) < sizeof notes->all) {
        snprintf(notes->all + used, sizeof notes->all - used, "%s%s", used ? "\n" : "", text);
        notes->told++;
    }
    if (notes->count++ > 0)
        return;
    text_copy(notes->first, sizeof notes->first, text);
    notes->base = base_of(file);
}

static bool find_role(const char *name, enum role *out)
{
    for (enum role role = 0; role < ROLES; role++) {
        if (strcmp(name, role_names[role]) == 0) {
            *out = role;
            return true;
        }
    }
    return false;
}

/* Sets the attribute that WORD names. */
static bool set_attribute(struct style *style, const char *word)
{
    if (strcmp(word, "bold") == 0)
        style->bold = true;
    else if (strcmp(word, "reverse") == 0)
        style->reverse = true;
    else if (strcmp(word, "underline") == 0)
        style->underline = true;
    else
        return false;
    return true;
}

/* "colour [bold] [reverse] [underline]"; on failure *WORD is the culprit, "" for a missing colour.
 */
static bool parse_style(char *text, struct style *out, const char **word)
{
    char *save;
    struct style style = {0};
    *word = strtok_r(text, " \t", &save);
    if (!*word || !colour_parse(*word, &style.colour)) {
        *word = *word ? *word : "";
        return false;
    }
    while ((*word = strtok_r(NULL, " \t", &save)))
        if (!set_attribute(&style, *word))
            return false;
    *out = style;
    return true;
}

static char *trim(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        length--;
    text[length] = '\0';
    return text;
}

/* A `#` that begins a word begins a comment, unless a colour may stand there: the first word after
 * the `=`. */
static void cut_comment(char *line)
{
    if (line[0] == '#') {
        line[0] = '\0';
        return;
    }
    char *at = strchr(line, '=');
    if (!at)
        return;
    at += 1 + strspn(at + 1, " \t");
    at += strcspn(at, " \t");
    char *comment = strchr(at, '#');
    if (comment)
        *comment = '\0';
}

static void parse_line(struct theme *theme, char *line, const char *file, unsigned number,
                       struct theme_notes *notes)
{
    enum role role;
    const char *word;
    line = trim(line);
    cut_comment(line);
    if (!*line)
        return;
    char *equals = strchr(line, '=');
    if (!equals) {
        note(notes, file, number, "expected `role = colour [bold] [reverse] [underline]`", "");
        return;
    }
    *equals = '\0';
    char *name = trim(line);
    if (!find_role(name, &role))
        note(notes, file, number, "no such role:", name);
    else if (!parse_style(equals + 1, &theme->style[role], &word))
        note(notes, file, number, "neither a colour nor bold, reverse, underline:", word);
}

void theme_parse(struct theme *out, const char *file, const char *text, struct theme_notes *notes)
{
    unsigned number = 0;
    memset(out->style, 0, sizeof out->style);
    while (*text) {
        size_t length = strcspn(text, "\n");
        char line[LINE_MAX_BYTES];
        number++;
        if (length < sizeof line) {
            memcpy(line, text, length);
            line[length] = '\0';
            parse_line(out, line, file, number, notes);
        } else {
            note(notes, file, number, "the line is too long", "");
        }
        text += length + (text[length] == '\n');
    }
}

void theme_builtin(struct theme *out)
{
    struct theme_notes notes = {0};
    text_copy(out->name, sizeof out->name, "dark");
    theme_parse(out, "dark", builtin, &notes);
}

/* theme.h: how each role looks, from a file of lines `role = colour [bold] [reverse] [underline]`.
 *
 * A wrong line costs that line alone: it is reported with file and number, the rest is used. A role
 * that a file leaves out looks like the terminal's plain text. */
#ifndef FSYNCSCOPE_UI_THEME_H
#define FSYNCSCOPE_UI_THEME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "ui/canvas.h"
#include "ui/colour.h"

enum {
    THEME_NAME_MAX = 32,
    THEMES_MAX = 64,
    THEME_NOTES_MAX = 8192,
};

struct style {
    struct colour colour;
    bool bold, reverse, underline;
};

struct theme {
    char name[THEME_NAME_MAX];
    struct style style[ROLES];
};

/* What was wrong with a file: how many lines, and the first one told as "FILE:LINE: what"; from
 * BASE on it reads without FILE's folder. ALL has a line of text each, as many as fit. */
struct theme_notes {
    unsigned count;
    size_t base;
    char first[300];
    unsigned told; /* in ALL */
    char all[THEME_NOTES_MAX];
};

/* The name that files call ROLE by. */
const char *role_name(enum role role);

/* `dark`, which needs no file. */
void theme_builtin(struct theme *out);

/* Reads TEXT, the contents of FILE, into OUT (its name is left alone). */
void theme_parse(struct theme *out, const char *file, const char *text, struct theme_notes *notes);

/* Finds NAME.theme in the search path and reads it: $FSYNCSCOPE_THEMES,
 * $XDG_CONFIG_HOME/fsyncscope/themes, ~/.config/fsyncscope/themes, then beside the program and in
 * the installed share folder. 0; -ENOENT with a sentence that lists what there is. */
int theme_load(const char *name, struct theme *out, struct theme_notes *notes, struct err *err);

/* All themes that theme_load would find, sorted, each once. Returns how many. */
size_t theme_list(char names[THEMES_MAX][THEME_NAME_MAX]);

#endif

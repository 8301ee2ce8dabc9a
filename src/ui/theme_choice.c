/* theme_choice.c: see theme_choice.h. */
#include "ui/theme_choice.h"

#include <stdio.h>
#include <string.h>

/* How many there are besides those that are TOLD. */
static void count_text(char out[32], const struct theme_notes *notes, unsigned told)
{
    out[0] = '\0';
    if (notes->count > told)
        snprintf(out, 32, " (+%u more)", notes->count - told);
}

/* Without the folder's name, or the reason would be off the screen. */
static void tell_notes(struct state *state, const char *name, const struct theme_notes *notes)
{
    char more[32];
    count_text(more, notes, 1);
    if (notes->count == 0)
        state_say(state, "theme %s", name);
    else
        state_say(state, "%s%s", notes->first + notes->base, more);
}

int theme_choice_check(const char *name, struct err *err)
{
    struct theme theme;
    struct theme_notes notes;
    return theme_load(name, &theme, &notes, err);
}

int theme_choice_begin(const char *name, struct theme *out, struct state *state, char *note,
                       size_t size, struct err *err)
{
    struct theme_notes notes;
    char more[32];
    if (!name)
        name = "dark";
    int rc = theme_load(name, out, &notes, err);
    if (rc || notes.count == 0)
        return rc;
    tell_notes(state, name, &notes);
    count_text(more, &notes, notes.told);
    snprintf(note, size, "%s%s", notes.all, more);
    return 0;
}

bool theme_choice_next(struct theme *current, struct state *state)
{
    char names[THEMES_MAX][THEME_NAME_MAX];
    struct theme_notes notes;
    struct theme next;
    struct err err;
    size_t count = theme_list(names), at = 0;
    while (at < count && strcmp(names[at], current->name) != 0)
        at++;
    if (theme_load(names[(at + 1) % count], &next, &notes, &err)) {
        state_say(state, "%s", err.text);
        return false;
    }
    *current = next;
    tell_notes(state, next.name, &notes);
    return true;
}

/* theme_choice.h: which theme is at work: the one that was asked for, then one after the other.
 * What is wrong with a theme's file is said in the footer. */
#ifndef FSYNCSCOPE_UI_THEME_CHOICE_H
#define FSYNCSCOPE_UI_THEME_CHOICE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "ui/state.h"
#include "ui/theme.h"

/* Whether NAME can be loaded: 0 or -errno with a sentence. */
int theme_choice_check(const char *name, struct err *err);

/* Loads NAME (NULL: dark). NOTE (SIZE bytes) is left alone by a theme without fault, else it has a
 * line for each wrong one, with the file's folder; the footer has the first. 0 or -errno with a
 * sentence. */
int theme_choice_begin(const char *name, struct theme *out, struct state *state, char *note,
                       size_t size, struct err *err);

/* To the next of all there are. False, and CURRENT stays, when it cannot be read. */
bool theme_choice_next(struct theme *current, struct state *state);

#endif

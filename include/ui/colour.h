/* colour.h: colours as theme files name them, brought down to what a terminal has.
 * Pure functions, any thread. */
#ifndef FSYNCSCOPE_UI_COLOUR_H
#define FSYNCSCOPE_UI_COLOUR_H

#include <stdbool.h>
#include <stdint.h>

enum colour_kind {
    COLOUR_DEFAULT, /* the terminal's own */
    COLOUR_NAMED,   /* value is 0 to 15, as terminals number them */
    COLOUR_RGB,     /* value is 0xrrggbb */
};

struct colour {
    enum colour_kind kind;
    uint32_t value;
};

/* "default", one of the 16 names ("red", "bright-blue"), or "#rrggbb". False for anything else. */
bool colour_parse(const char *text, struct colour *out);

/* As 0xrrggbb; a named one as xterm shows it. Not for COLOUR_DEFAULT. */
uint32_t colour_shown(struct colour colour);

/* The number that a terminal with COLOURS colours (0, 8, 16, 256 or more) is to be told, or -1 for
 * its own. Greys that would come out as fixed black or white below 256 colours become the
 * terminal's own, so that they can be read on any ground. */
int colour_reduce(struct colour colour, int colours);

#endif

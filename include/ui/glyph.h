/* glyph.h: the characters beyond ASCII that the screens use, with their plain stand-ins.
 * Pure functions. */
#ifndef FSYNCSCOPE_UI_GLYPH_H
#define FSYNCSCOPE_UI_GLYPH_H

#include <stdbool.h>
#include <stdint.h>

enum glyph {
    GLYPH_HORIZONTAL = 0x2500,
    GLYPH_VERTICAL = 0x2502,
    GLYPH_TOP_LEFT = 0x250c,
    GLYPH_TOP_RIGHT = 0x2510,
    GLYPH_BOTTOM_LEFT = 0x2514,
    GLYPH_BOTTOM_RIGHT = 0x2518,
    GLYPH_TEE_RIGHT = 0x251c,
    GLYPH_TEE_LEFT = 0x2524,
    GLYPH_TEE_DOWN = 0x252c,
    GLYPH_TEE_UP = 0x2534,
    GLYPH_TICK = 0x254e,
    GLYPH_TOP_LINE = 0x2594, /* p99 in the chart */
    GLYPH_LOWER_1 = 0x2581,  /* lower eighths: + n - 1 */
    GLYPH_FULL = 0x2588,
    GLYPH_LEFT_1 = 0x258f, /* left eighths go backwards: - (n - 1) */
    GLYPH_LIGHT = 0x2591,
    GLYPH_MEDIUM = 0x2592,
    GLYPH_DARK = 0x2593,
    GLYPH_BULLET = 0x2022,
    GLYPH_UP = 0x2191,
    GLYPH_DOWN = 0x2193,
};

/* The ASCII stand-in of CODE: itself when it is ASCII, '?' when there is none. */
char glyph_ascii(uint32_t code);

/* Cells that CODE takes: 1 for ASCII and all of the above, 2 for wide characters, 0 for those that
 * combine with the one before or cannot be shown (by wcwidth in the process's locale). */
int glyph_width(uint32_t code);

#endif

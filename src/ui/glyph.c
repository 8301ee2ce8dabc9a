/* glyph.c: one table from drawing characters to ASCII. */
#include "ui/glyph.h"

#include <stddef.h>
#include <wchar.h>

struct plain {
    uint32_t first, last;
    char ascii;
};

/* A bar's first eighths must be seen and must differ from a whole cell; a chart's lower blocks grow
 * from `_` over `=` to `#`. */
static const struct plain table[] = {
    {GLYPH_HORIZONTAL, GLYPH_HORIZONTAL, '-'},
    {GLYPH_VERTICAL, GLYPH_VERTICAL, '|'},
    {GLYPH_TOP_LEFT, 0x253c, '+'}, /* all corners and tees */
    {GLYPH_TICK, GLYPH_TICK, '!'},
    {GLYPH_LOWER_1, GLYPH_LOWER_1 + 2, '_'},
    {GLYPH_LOWER_1 + 3, GLYPH_LOWER_1 + 4, '='},
    {GLYPH_LOWER_1 + 5, GLYPH_FULL, '#'},
    {GLYPH_FULL + 1, GLYPH_FULL + 4, '#'}, /* left blocks, 7/8 to 4/8 */
    {GLYPH_FULL + 5, GLYPH_LEFT_1, ':'},
    {GLYPH_LIGHT, GLYPH_LIGHT, '.'},
    {GLYPH_MEDIUM, GLYPH_MEDIUM, '+'},
    {GLYPH_DARK, GLYPH_DARK, '%'},
    {GLYPH_TOP_LINE, GLYPH_TOP_LINE, '-'},
    {GLYPH_BULLET, GLYPH_BULLET, 'o'},
    {GLYPH_UP, GLYPH_UP, '^'},
    {GLYPH_DOWN, GLYPH_DOWN, 'v'},
};

static const struct plain *find(uint32_t code)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (code >= table[i].first && code <= table[i].last)
            return &table[i];
    return NULL;
}

char glyph_ascii(uint32_t code)
{
    if (code >= 0x20 && code < 0x7f)
        return (char)code;
    const struct plain *plain = find(code);
    return plain ? plain->ascii : '?';
}

int glyph_width(uint32_t code)
{
    if (code >= 0x20 && code < 0x7f)
        return 1;
    /* Our own glyphs first: wcwidth knows none of them in the C locale. */
    if (find(code))
        return 1;
    int width = wcwidth((wchar_t)code);
    return width > 0 ? width : 0;
}

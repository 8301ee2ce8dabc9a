/* canvas_text.c: text on a canvas: clipped, set right, broken into lines, or piece by piece.
 *
 * Strings from outside come here escaped (text_escape), so there are no control characters; a byte
 * that is no UTF-8 is shown as '?'. Combining characters are left out: a cell holds one code. */
#include "ui/canvas.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "ui/glyph.h"

enum { PRINT_MAX = 512 };

/* The next character of *TEXT and its width on an ASCII or UTF-8 canvas; false at the end. */
static bool next_char(const char **text, bool ascii, uint32_t *code, int *width)
{
    int length = text_decode(*text, code);
    if (length == 0)
        return false;
    if (length < 0) {
        *code = '?';
        length = 1;
    }
    *text += length;
    *width = glyph_width(*code);
    if (ascii && *code >= 0x80)
        *width = 1; /* a stand-in is one cell wide whatever it stands for */
    return true;
}

static int put(struct canvas *canvas, int x, int y, int limit, enum role role, const char *text,
               const char *stop)
{
    uint32_t code;
    int used = 0, width;
    while ((!stop || text < stop) && next_char(&text, canvas->ascii, &code, &width)) {
        if (used + width > limit)
            break;
        if (width == 0)
            continue;
        canvas_glyph(canvas, x + used, y, code, role);
        if (width == 2)
            canvas_glyph(canvas, x + used + 1, y, 0, role);
        used += width;
    }
    return used;
}

int canvas_text(struct canvas *canvas, int x, int y, int width, enum role role, const char *text)
{
    return put(canvas, x, y, width, role, text, NULL);
}

int canvas_print(struct canvas *canvas, int x, int y, int width, enum role role, const char *format,
                 ...)
{
    char text[PRINT_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return canvas_text(canvas, x, y, width, role, text);
}

int canvas_width(const struct canvas *canvas, const char *text)
{
    uint32_t code;
    int total = 0, width;
    while (next_char(&text, canvas->ascii, &code, &width))
        total += width;
    return total;
}

int canvas_short(struct canvas *canvas, int x, int y, int width, enum role role, const char *text)
{
    static const char dots[] = "...";
    if (canvas_width(canvas, text) <= width)
        return canvas_text(canvas, x, y, width, role, text);
    int room = width - (int)strlen(dots), used = 0;
    if (room > 0)
        used = canvas_text(canvas, x, y, room, role, text);
    return used + canvas_text(canvas, x + used, y, width - used, role, dots);
}

void canvas_right(struct canvas *canvas, int x, int y, int width, enum role role, const char *text)
{
    int gap = width - canvas_width(canvas, text);
    if (gap < 0)
        gap = 0;
    canvas_text(canvas, x + gap, y, width - gap, role, text);
}

/* Where a line of WIDTH cells that starts at TEXT ends: before a space, or inside a word that is
 * longer than the line. */
static const char *line_end(const char *text, int width, bool ascii)
{
    const char *at = text, *space = NULL;
    uint32_t code;
    int used = 0, w;
    for (;;) {
        const char *before = at;
        if (!next_char(&at, ascii, &code, &w))
            return before;
        if (code == ' ')
            space = before;
        used += w;
        if (used > width)
            return space ? space : before;
    }
}

int canvas_wrap(struct canvas *canvas, struct rect area, enum role role, const char *text)
{
    bool ascii = canvas && canvas->ascii;
    int row = 0;
    while (*text && row < area.h && area.w > 1) {
        const char *end = line_end(text, area.w, ascii);
        if (canvas)
            put(canvas, area.x, area.y + row, area.w, role, text, end);
        text = end + strspn(end, " ");
        row++;
    }
    return row;
}

void pen_text(struct pen *pen, enum role role, const char *text)
{
    pen->x += canvas_text(pen->canvas, pen->x, pen->y, pen->end - pen->x, role, text);
}

void pen_print(struct pen *pen, enum role role, const char *format, ...)
{
    char text[PRINT_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    pen_text(pen, role, text);
}

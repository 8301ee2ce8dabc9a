/* canvas.c: cells, clipping and shapes. Text is in canvas_text.c. */
#include "ui/canvas.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "ui/glyph.h"

bool canvas_resize(struct canvas *canvas, int cols, int rows)
{
    if (cols < 0 || rows < 0)
        cols = rows = 0;
    size_t cells = (size_t)cols * (size_t)rows;
    struct cell *fresh = realloc(canvas->cells, (cells ? cells : 1) * sizeof *fresh);
    if (!fresh) {
        canvas_free(canvas);
        return false;
    }
    canvas->cells = fresh;
    canvas->cols = cols;
    canvas->rows = rows;
    canvas_clear(canvas);
    return true;
}

void canvas_free(struct canvas *canvas)
{
    free(canvas->cells);
    canvas->cells = NULL;
    canvas->cols = canvas->rows = 0;
}

void canvas_clear(struct canvas *canvas)
{
    size_t cells = (size_t)canvas->cols * (size_t)canvas->rows;
    for (size_t i = 0; i < cells; i++)
        canvas->cells[i] = (struct cell){.code = ' ', .role = ROLE_TEXT};
}

static struct cell *cell_at(const struct canvas *canvas, int x, int y)
{
    if (x < 0 || y < 0 || x >= canvas->cols || y >= canvas->rows)
        return NULL;
    return &canvas->cells[(size_t)y * (size_t)canvas->cols + (size_t)x];
}

const struct cell *canvas_at(const struct canvas *canvas, int x, int y)
{
    return cell_at(canvas, x, y);
}

/* Half a wide character must not stay behind when the other half is drawn over. */
static void free_halves(struct canvas *canvas, int x, int y)
{
    struct cell *here = cell_at(canvas, x, y);
    if (here && here->code == 0 && x > 0)
        cell_at(canvas, x - 1, y)->code = ' ';
    struct cell *next = cell_at(canvas, x + 1, y);
    if (next && next->code == 0)
        next->code = ' ';
}

void canvas_glyph(struct canvas *canvas, int x, int y, uint32_t code, enum role role)
{
    struct cell *cell = cell_at(canvas, x, y);
    if (!cell)
        return;
    free_halves(canvas, x, y);
    uint32_t shown = canvas->ascii && code ? (uint32_t)glyph_ascii(code) : code;
    *cell = (struct cell){.code = shown, .role = role};
}

void canvas_fill(struct canvas *canvas, struct rect area, uint32_t code, enum role role)
{
    for (int y = area.y; y < area.y + area.h; y++)
        for (int x = area.x; x < area.x + area.w; x++)
            canvas_glyph(canvas, x, y, code, role);
}

void canvas_rule(struct canvas *canvas, int x, int y, int width, const char *title)
{
    canvas_fill(canvas, (struct rect){x, y, width, 1}, GLYPH_HORIZONTAL, ROLE_DIM);
    if (!title || width < 6)
        return;
    canvas_glyph(canvas, x + 2, y, ' ', ROLE_DIM);
    int used = canvas_text(canvas, x + 3, y, width - 5, ROLE_TITLE, title);
    canvas_glyph(canvas, x + 3 + used, y, ' ', ROLE_DIM);
}

void canvas_box(struct canvas *canvas, struct rect area, const char *title)
{
    int right = area.x + area.w - 1, bottom = area.y + area.h - 1;
    canvas_fill(canvas, area, ' ', ROLE_TEXT);
    canvas_rule(canvas, area.x, area.y, area.w, title);
    canvas_rule(canvas, area.x, bottom, area.w, NULL);
    for (int y = area.y + 1; y < bottom; y++) {
        canvas_glyph(canvas, area.x, y, GLYPH_VERTICAL, ROLE_DIM);
        canvas_glyph(canvas, right, y, GLYPH_VERTICAL, ROLE_DIM);
    }
    canvas_glyph(canvas, area.x, area.y, GLYPH_TOP_LEFT, ROLE_DIM);
    canvas_glyph(canvas, right, area.y, GLYPH_TOP_RIGHT, ROLE_DIM);
    canvas_glyph(canvas, area.x, bottom, GLYPH_BOTTOM_LEFT, ROLE_DIM);
    canvas_glyph(canvas, right, bottom, GLYPH_BOTTOM_RIGHT, ROLE_DIM);
}

void canvas_bar(struct canvas *canvas, int x, int y, int width, double fraction, enum role role)
{
    if (width <= 0 || !(fraction > 0))
        return;
    int eighths = (int)((fraction < 1 ? fraction : 1) * width * 8 + 0.5);
    if (eighths == 0)
        eighths = 1;
    int whole = eighths / 8, rest = eighths % 8;
    canvas_fill(canvas, (struct rect){x, y, whole, 1}, GLYPH_FULL, role);
    if (rest)
        canvas_glyph(canvas, x + whole, y, (uint32_t)(GLYPH_LEFT_1 - (rest - 1)), role);
}

/* Cells of row Y up to the last that is not blank. */
static int row_length(const struct canvas *canvas, int y)
{
    int length = canvas->cols;
    while (length > 0 && cell_at(canvas, length - 1, y)->code == ' ')
        length--;
    return length;
}

char *canvas_to_text(const struct canvas *canvas)
{
    char *text = malloc((size_t)canvas->rows * ((size_t)canvas->cols * 4 + 1) + 1);
    if (!text)
        return NULL;
    char *end = text;
    for (int y = 0; y < canvas->rows; y++) {
        int length = row_length(canvas, y);
        for (int x = 0; x < length; x++) {
            uint32_t code = cell_at(canvas, x, y)->code;
            if (code)
                end += text_encode(end, code);
        }
        *end++ = '\n';
    }
    *end = '\0';
    return text;
}

/* canvas_svg.c: see canvas_svg.h. A cell is CELL_W x CELL_H; a role that is reversed has its colour
 * as a ground. Coordinates are whole numbers or eighths printed by format_fixed: no locale's comma
 * gets in. */
#include "ui/canvas_svg.h"

#include <inttypes.h>
#include <stdint.h>

#include "base/format.h"
#include "base/text.h"
#include "ui/colour.h"
#include "ui/glyph.h"

enum {
    CELL_W = 9,
    CELL_H = 18,
    FONT_SIZE = 15, /* a monospace letter is 0.6 of it wide: a cell */
    BASELINE = 14,
    BLOCKS_FIRST = 0x2580, /* the Unicode range of block elements */
    BLOCKS_LAST = 0x2595,
};

/* How the terminal's own colours are shown. */
struct ground {
    uint32_t ink, paper;
};

static const struct ground on_dark = {0xd8dee4, 0x14181c}, on_light = {0x20262c, 0xfcfcf8};

static unsigned brightness(uint32_t rgb)
{
    return ((rgb >> 16 & 0xff) * 3 + (rgb >> 8 & 0xff) * 6 + (rgb & 0xff)) / 10;
}

/* A theme of dark letters is made for light paper. */
static struct ground ground_of(const struct theme *theme)
{
    unsigned sum = 0, count = 0;

    for (enum role role = ROLE_DIM; role <= ROLE_BAD; role++) {
        const struct colour *c = &theme->style[role].colour;
        if (c->kind != COLOUR_DEFAULT) {
            sum += brightness(colour_shown(*c));
            count++;
        }
    }
    return count && sum / count < 112 ? on_light : on_dark;
}

struct svg {
    FILE *out;
    const struct canvas *canvas;
    const struct theme *theme;
    struct ground ground;
};

static uint32_t ink_of(const struct svg *svg, enum role role)
{
    const struct style *style = &svg->theme->style[role];
    return style->colour.kind == COLOUR_DEFAULT ? svg->ground.ink : colour_shown(style->colour);
}

/* What letters and shapes of ROLE are drawn with. */
static uint32_t pen_of(const struct svg *svg, enum role role)
{
    return svg->theme->style[role].reverse ? svg->ground.paper : ink_of(svg, role);
}

static void put_rect(const struct svg *svg, double x, double y, double w, double h, uint32_t colour,
                     const char *opacity)
{
    char a[FORMAT_MAX], b[FORMAT_MAX], c[FORMAT_MAX], d[FORMAT_MAX];

    fprintf(svg->out,
            "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"#%06" PRIx32 "\"%s/>\n",
            format_fixed(a, x, 3), format_fixed(b, y, 3), format_fixed(c, w, 3),
            format_fixed(d, h, 3), colour, opacity);
}

/* --- shapes --- */

/* Blocks: lower and left eighths, the upper ones, and the three shades. */
static bool put_block(const struct svg *svg, int col, int row, uint32_t code, uint32_t colour)
{
    double x = col * CELL_W, y = row * CELL_H, w = CELL_W, h = CELL_H;
    const char *opacity = "";

    if (code < BLOCKS_FIRST || code > BLOCKS_LAST)
        return false;
    if (code == 0x2580)
        h /= 2;
    else if (code <= GLYPH_FULL)
        h *= (double)(code - 0x2580) / 8, y += CELL_H - h;
    else if (code <= GLYPH_LEFT_1)
        w *= (double)(0x2590 - code) / 8;
    else if (code == 0x2590)
        w /= 2, x += w;
    else if (code <= 0x2593)
        opacity = code == GLYPH_LIGHT    ? " fill-opacity=\"0.25\""
                  : code == GLYPH_MEDIUM ? " fill-opacity=\"0.5\""
                                         : " fill-opacity=\"0.75\"";
    else if (code == GLYPH_TOP_LINE)
        h /= 8;
    else
        w /= 8, x += CELL_W - w;
    put_rect(svg, x, y, w, h, colour, opacity);
    return true;
}

enum arm { ARM_LEFT = 1, ARM_RIGHT = 2, ARM_UP = 4, ARM_DOWN = 8 };

static unsigned arms_of(uint32_t code)
{
    switch (code) {
    case GLYPH_HORIZONTAL:
        return ARM_LEFT | ARM_RIGHT;
    case GLYPH_VERTICAL:
        return ARM_UP | ARM_DOWN;
    case GLYPH_TOP_LEFT:
        return ARM_RIGHT | ARM_DOWN;
    case GLYPH_TOP_RIGHT:
        return ARM_LEFT | ARM_DOWN;
    case GLYPH_BOTTOM_LEFT:
        return ARM_RIGHT | ARM_UP;
    case GLYPH_BOTTOM_RIGHT:
        return ARM_LEFT | ARM_UP;
    case GLYPH_TEE_RIGHT:
        return ARM_UP | ARM_DOWN | ARM_RIGHT;
    case GLYPH_TEE_LEFT:
        return ARM_UP | ARM_DOWN | ARM_LEFT;
    case GLYPH_TEE_DOWN:
        return ARM_LEFT | ARM_RIGHT | ARM_DOWN;
    case GLYPH_TEE_UP:
        return ARM_LEFT | ARM_RIGHT | ARM_UP;
    default:
        return 0;
    }
}

/* Lines meet in a cell's middle. */
static bool put_line(const struct svg *svg, int col, int row, uint32_t code, uint32_t colour)
{
    unsigned arms = arms_of(code);
    double x = col * CELL_W, y = row * CELL_H, mid_x = x + CELL_W / 2.0, mid_y = y + CELL_H / 2.0;
    double left = arms & ARM_LEFT ? x : mid_x - 0.5, top = arms & ARM_UP ? y : mid_y - 0.5;
    double right = arms & ARM_RIGHT ? x + CELL_W : mid_x + 0.5;
    double bottom = arms & ARM_DOWN ? y + CELL_H : mid_y + 0.5;

    if (arms & (ARM_LEFT | ARM_RIGHT))
        put_rect(svg, left, mid_y - 0.5, right - left, 1, colour, "");
    if (arms & (ARM_UP | ARM_DOWN))
        put_rect(svg, mid_x - 0.5, top, 1, bottom - top, colour, "");
    return arms != 0;
}

static bool is_shape(uint32_t code)
{
    return arms_of(code) || (code >= BLOCKS_FIRST && code <= BLOCKS_LAST);
}

/* --- text --- */

static void put_letter(FILE *out, uint32_t code)
{
    char bytes[4];

    if (code == '&')
        fputs("&amp;", out);
    else if (code == '<')
        fputs("&lt;", out);
    else if (code == '>')
        fputs("&gt;", out);
    else if (text_is_control(code) || code == 0xfffe || code == 0xffff) /* none of XML's */
        fwrite(bytes, 1, (size_t)text_encode(bytes, TEXT_REPLACEMENT), out);
    else
        fwrite(bytes, 1, (size_t)text_encode(bytes, code), out);
}

/* One word of one role, so that no font's width adds up over a line. Returns the cells used. */
static int put_word(const struct svg *svg, int col, int row)
{
    const struct cell *cell = canvas_at(svg->canvas, col, row);
    const struct style *style = &svg->theme->style[cell->role];
    uint32_t role = cell->role;
    int end = col;

    fprintf(svg->out, "<text x=\"%d\" y=\"%d\" fill=\"#%06" PRIx32 "\"%s%s>", col * CELL_W,
            row * CELL_H + BASELINE, pen_of(svg, role), style->bold ? " font-weight=\"bold\"" : "",
            style->underline ? " text-decoration=\"underline\"" : "");
    for (; (cell = canvas_at(svg->canvas, end, row)); end++) {
        if (cell->code == ' ' || cell->role != role || is_shape(cell->code))
            break;
        if (cell->code)
            put_letter(svg->out, cell->code);
    }
    fputs("</text>\n", svg->out);
    return end - col;
}

/* Grounds first: letters of one cell may reach into the next. */
static void put_grounds(const struct svg *svg, int row)
{
    const struct cell *cell;
    int width;

    for (int col = 0; (cell = canvas_at(svg->canvas, col, row)); col += width) {
        const struct cell *next;
        width = 1;
        while ((next = canvas_at(svg->canvas, col + width, row)) && next->role == cell->role)
            width++;
        if (svg->theme->style[cell->role].reverse)
            put_rect(svg, col * CELL_W, row * CELL_H, width * CELL_W, CELL_H,
                     ink_of(svg, cell->role), "");
    }
}

static void put_row(const struct svg *svg, int row)
{
    const struct cell *cell;

    put_grounds(svg, row);
    for (int col = 0; (cell = canvas_at(svg->canvas, col, row));) {
        uint32_t colour = pen_of(svg, cell->role);
        if (cell->code == ' ' || cell->code == 0 || put_block(svg, col, row, cell->code, colour) ||
            put_line(svg, col, row, cell->code, colour))
            col++;
        else
            col += put_word(svg, col, row);
    }
}

void canvas_svg(FILE *out, const struct canvas *canvas, const struct theme *theme)
{
    const struct svg svg = {out, canvas, theme, ground_of(theme)};
    int width = canvas->cols * CELL_W, height = canvas->rows * CELL_H;

    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" "
            "font-size=\"%d\">\n<title>fsyncscope %s</title>\n",
            width, height, width, height, FONT_SIZE, FSYNCSCOPE_VERSION);
    put_rect(&svg, 0, 0, width, height, svg.ground.paper, "");
    for (int row = 0; row < canvas->rows; row++)
        put_row(&svg, row);
    fputs("</svg>\n", out);
}

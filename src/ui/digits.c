/* digits.c: a font of five rows for what figures are made of: digits, marks, and the letters of
 * units ("us", "ms", "n/a"). */
#include "ui/digits.h"

#include <string.h>

#include "ui/glyph.h"

struct letter {
    char code;
    const char *row[DIGIT_ROWS]; /* all of the same length; '#' is a dot */
};

static const struct letter font[] = {
    {'0', {"###", "# #", "# #", "# #", "###"}},
    {'1', {" # ", "## ", " # ", " # ", "###"}},
    {'2', {"###", "  #", "###", "#  ", "###"}},
    {'3', {"###", "  #", "###", "  #", "###"}},
    {'4', {"# #", "# #", "###", "  #", "  #"}},
    {'5', {"###", "#  ", "###", "  #", "###"}},
    {'6', {"###", "#  ", "###", "# #", "###"}},
    {'7', {"###", "  #", "  #", "  #", "  #"}},
    {'8', {"###", "# #", "###", "# #", "###"}},
    {'9', {"###", "# #", "###", "  #", "###"}},
    {'.', {" ", " ", " ", " ", "#"}},
    {',', {" ", " ", " ", "#", "#"}},
    {'/', {"  #", "  #", " # ", "#  ", "#  "}},
    {'-', {"  ", "  ", "##", "  ", "  "}},
    {' ', {" ", " ", " ", " ", " "}},
    {'u', {"   ", "# #", "# #", "# #", "###"}},
    {'m', {"     ", "#####", "# # #", "# # #", "# # #"}},
    {'s', {"   ", "###", "## ", " ##", "###"}},
    {'n', {"   ", "###", "# #", "# #", "# #"}},
    {'a', {"   ", "## ", " ##", "# #", "###"}},
    {'h', {"#  ", "#  ", "###", "# #", "# #"}},
    {'~', {"     ", " #   ", "# # #", "   # ", "     "}},
};

static const struct letter *find(char code)
{
    const struct letter *blank = NULL;
    for (size_t i = 0; i < sizeof font / sizeof *font; i++) {
        if (font[i].code == code)
            return &font[i];
        if (font[i].code == ' ')
            blank = &font[i];
    }
    return blank;
}

int digits_width(const char *text, struct dot dot)
{
    int dots = 0;
    for (const char *c = text; *c; c++)
        dots += (int)strlen(find(*c)->row[0]) + 1;
    return dots > 0 ? (dots - 1) * dot.cols : 0;
}

static void draw_letter(struct canvas *canvas, int x, int y, struct dot dot, enum role role,
                        const struct letter *letter)
{
    for (int row = 0; row < DIGIT_ROWS; row++)
        for (int i = 0; letter->row[row][i]; i++)
            if (letter->row[row][i] == '#')
                canvas_fill(canvas,
                            (struct rect){x + i * dot.cols, y + row * dot.rows, dot.cols, dot.rows},
                            GLYPH_FULL, role);
}

void digits_draw(struct canvas *canvas, int x, int y, struct dot dot, enum role role,
                 const char *text)
{
    for (const char *c = text; *c; c++) {
        const struct letter *letter = find(*c);
        draw_letter(canvas, x, y, dot, role, letter);
        x += ((int)strlen(letter->row[0]) + 1) * dot.cols;
    }
}

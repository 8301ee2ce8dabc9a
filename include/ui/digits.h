/* digits.h: figures as block letters, five rows high or a multiple. Pure. */
#ifndef FSYNCSCOPE_UI_DIGITS_H
#define FSYNCSCOPE_UI_DIGITS_H

#include "ui/canvas.h"

enum { DIGIT_ROWS = 5 };

/* The size of a dot: so many columns by so many rows. 1x1 is narrow, 2x1 looks square. */
struct dot {
    int cols, rows;
};

/* The columns that TEXT takes; unknown characters are blanks. */
int digits_width(const char *text, struct dot dot);

/* Draws TEXT with its upper left corner at X, Y. */
void digits_draw(struct canvas *canvas, int x, int y, struct dot dot, enum role role,
                 const char *text);

#endif

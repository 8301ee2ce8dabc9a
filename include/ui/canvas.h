/* canvas.h: a screen's worth of cells, each a character and the role it plays.
 *
 * Views draw here and nowhere else; one canvas goes to the terminal, to text for the tests, and to
 * exports. Nothing here knows colours or a terminal. Everything is clipped: a caller may draw past
 * any edge. An ASCII canvas maps each glyph to its plain stand-in as it is put, so a view never
 * asks.
 *
 * One thread. Only canvas_resize and canvas_to_text allocate. */
#ifndef FSYNCSCOPE_UI_CANVAS_H
#define FSYNCSCOPE_UI_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a cell means; a theme says how that looks. */
enum role {
    ROLE_TEXT,
    ROLE_DIM,
    ROLE_TITLE,
    ROLE_KEY,
    ROLE_VALUE,
    ROLE_P50,
    ROLE_P99,
    ROLE_BAR,
    ROLE_GHOST,
    ROLE_GOOD,
    ROLE_NOTE,
    ROLE_WARN,
    ROLE_BAD,
    ROLE_BANNER, /* a warning across the screen */
    ROLE_CURSOR, /* the row that Enter would take */
    ROLE_HEAT0,
    ROLE_HEAT1,
    ROLE_HEAT2,
    ROLE_HEAT3,
    ROLE_HEAT4,
    ROLE_HEAT5,
    ROLE_HEAT6,
    ROLE_HEAT7,
    ROLES,
};

struct cell {
    uint32_t code; /* 0: the right half of a wide character */
    uint32_t role;
};

struct rect {
    int x, y, w, h;
};

struct canvas {
    int cols, rows;
    bool ascii;
    struct cell *cells; /* rows x cols */
};

/* Sets the size and clears. False when there is no memory: the canvas is 0x0 then, and drawing on
 * it is harmless. A canvas starts as {0} with `ascii` set as wanted. */
bool canvas_resize(struct canvas *canvas, int cols, int rows);
void canvas_free(struct canvas *canvas);
void canvas_clear(struct canvas *canvas);

/* The cell at X, Y; NULL outside. */
const struct cell *canvas_at(const struct canvas *canvas, int x, int y);

/* One character of one cell. */
void canvas_glyph(struct canvas *canvas, int x, int y, uint32_t code, enum role role);

/* TEXT (UTF-8) in at most WIDTH cells from X, Y on. Returns the cells used. */
int canvas_text(struct canvas *canvas, int x, int y, int width, enum role role, const char *text);
int canvas_print(struct canvas *canvas, int x, int y, int width, enum role role, const char *format,
                 ...) __attribute__((format(printf, 6, 7)));

/* The same, but a TEXT that does not fit ends in "...". */
int canvas_short(struct canvas *canvas, int x, int y, int width, enum role role, const char *text);

/* TEXT set against the right end of WIDTH cells. */
void canvas_right(struct canvas *canvas, int x, int y, int width, enum role role, const char *text);

/* The cells that TEXT takes on this canvas. */
int canvas_width(const struct canvas *canvas, const char *text);

/* TEXT broken at spaces into the rows of AREA; what does not fit is left out. Returns how many rows
 * it took. With CANVAS NULL nothing is drawn: it measures (as on a UTF-8 canvas). */
int canvas_wrap(struct canvas *canvas, struct rect area, enum role role, const char *text);

/* Shapes. */
void canvas_fill(struct canvas *canvas, struct rect area, uint32_t code, enum role role);
void canvas_rule(struct canvas *canvas, int x, int y, int width, const char *title);
void canvas_box(struct canvas *canvas, struct rect area, const char *title);

/* A bar of FRACTION (0 to 1) of WIDTH cells in steps of an eighth; above 0 at least one eighth. */
void canvas_bar(struct canvas *canvas, int x, int y, int width, double fraction, enum role role);

/* All rows as UTF-8 lines without trailing spaces; malloc'd, NULL without memory. */
char *canvas_to_text(const struct canvas *canvas);

/* Writes pieces of text one after the other on one row. */
struct pen {
    struct canvas *canvas;
    int x, y;
    int end; /* the first column that it must not touch */
};

void pen_text(struct pen *pen, enum role role, const char *text);
void pen_print(struct pen *pen, enum role role, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif

/* screen.h: the terminal. The one place that knows curses; everything else knows canvases and keys.
 * One screen at a time, main thread. */
#ifndef FSYNCSCOPE_UI_SCREEN_H
#define FSYNCSCOPE_UI_SCREEN_H

#include <stdbool.h>
#include <stdint.h>
#include <termios.h>

#include "base/err.h"
#include "ui/canvas.h"
#include "ui/theme.h"

struct ui_screen;

/* Takes the terminal on standard input and output. 0, or -errno with a sentence that names TERM,
 * and nothing written. */
int screen_open(bool colours, struct ui_screen **out, struct err *err);

/* Gives the terminal back as it was. NULL is allowed. */
void screen_close(struct ui_screen *screen);

/* The terminal's state before it was opened, and the bytes that undo the screen's modes. */
const struct termios *screen_before(const struct ui_screen *screen);
const char *screen_reset(const struct ui_screen *screen);

void screen_theme(struct ui_screen *screen, const struct theme *theme);

/* The terminal's size now (80x24 when it does not say); takes note of a change. */
void screen_size(struct ui_screen *screen, int *cols, int *rows);

/* Shows CANVAS. */
void screen_draw(struct ui_screen *screen, const struct canvas *canvas);

/* A waiting key (keymap.h), 0 when there is none. */
uint32_t screen_key(struct ui_screen *screen);

/* Gives the terminal back for a while; takes it again, to be drawn anew as a whole. */
void screen_leave(struct ui_screen *screen);
void screen_return(struct ui_screen *screen);

#endif

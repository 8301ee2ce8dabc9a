/* screen.c: curses, and nothing but it.
 *
 * newterm rather than initscr, which would exit on an unknown terminal; what the terminal must be
 * able to do is asked before anything is written. Curses' own handlers for SIGWINCH, SIGINT and
 * SIGTSTP never run, since those signals are blocked: size and suspension come from the main loop.
 */
#define NCURSES_WIDECHAR 1
#include "ui/screen.h"

#include <curses.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

#include "ui/keymap.h"

enum {
    ESCAPE_MS = 25,
    RESET_MAX = 256,
    RUN_MAX = 512, /* cells drawn by one call */
    COLS_UNKNOWN = 80,
    ROWS_UNKNOWN = 24,
};

struct ui_screen {
    SCREEN *curses;
    struct termios before;
    char reset[RESET_MAX];
    char wipe[RESET_MAX]; /* empties a terminal that has no other screen to go back to */
    bool colours;
    bool stale; /* what the terminal shows is not known */
    attr_t attributes[ROLES];
    short pair[ROLES];
    struct canvas shown; /* the last frame: rows that did not change are not drawn again */
};

/* --- opening and closing --- */

/* Looks TERM up without writing. 0, or a sentence. */
static int check_terminal(struct err *err)
{
    const char *term = getenv("TERM");
    int found = 0;
    if (!term || !*term)
        return err_set(err, 0,
                       "TERM is not set, so the screen cannot be driven; "
                       "`fsyncscope run` needs no screen");
    if (setupterm(term, STDOUT_FILENO, &found) != OK)
        return err_set(err, 0,
                       "TERM=%s is not a terminal known here; "
                       "`fsyncscope run` needs no screen",
                       term);
    char *move = tigetstr("cup");
    bool usable = move && move != (char *)-1;
    del_curterm(cur_term);
    if (!usable)
        return err_set(err, 0,
                       "TERM=%s cannot place its cursor; "
                       "`fsyncscope run` needs no screen",
                       term);
    return 0;
}

/* Appends capability NAME without its padding, "$<2>". */
static void add_capability(char reset[RESET_MAX], const char *name)
{
    const char *text = tigetstr(name);
    size_t used = strlen(reset);
    if (!text || text == (const char *)-1)
        return;
    while (*text && used + 1 < RESET_MAX) {
        const char *end = strncmp(text, "$<", 2) == 0 ? strchr(text, '>') : NULL;
        if (end)
            text = end + 1;
        else
            reset[used++] = *text++;
    }
    reset[used] = '\0';
}

static bool has_capability(const char *name)
{
    const char *text = tigetstr(name);
    return text && text != (const char *)-1;
}

static void make_resets(struct ui_screen *screen)
{
    static const char *const names[] = {"sgr0", "op", "cnorm", "rmkx", "rmcup"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        add_capability(screen->reset, names[i]);
    if (has_capability("rmcup"))
        return;
    add_capability(screen->wipe, "clear");
    add_capability(screen->reset, "clear");
}

static void set_modes(void)
{
    raw();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    meta(stdscr, TRUE);
    leaveok(stdscr, TRUE);
    scrollok(stdscr, FALSE);
    typeahead(-1);
    curs_set(0);
}

int screen_open(bool colours, struct ui_screen **out, struct err *err)
{
    int rc = check_terminal(err);
    if (rc)
        return rc;
    struct ui_screen *screen = calloc(1, sizeof *screen);
    if (!screen)
        return err_set(err, ENOMEM, "no memory for the screen");
    if (tcgetattr(STDIN_FILENO, &screen->before)) {
        rc = err_set(err, errno, "standard input is no terminal");
        free(screen);
        return rc;
    }
    set_escdelay(ESCAPE_MS);
    use_env(FALSE); /* LINES and COLUMNS would pin the size */
    use_tioctl(TRUE);
    screen->curses = newterm(NULL, stdout, stdin);
    if (!screen->curses) {
        free(screen);
        return err_set(err, 0, "the terminal cannot be used; `fsyncscope run` needs no screen");
    }
    set_modes();
    make_resets(screen);
    screen->colours = colours && has_colors() && start_color() == OK;
    if (screen->colours)
        use_default_colors();
    screen->stale = true;
    *out = screen;
    return 0;
}

void screen_close(struct ui_screen *screen)
{
    if (!screen)
        return;
    screen_leave(screen);
    delscreen(screen->curses);
    canvas_free(&screen->shown);
    free(screen);
}

const struct termios *screen_before(const struct ui_screen *screen)
{
    return &screen->before;
}

const char *screen_reset(const struct ui_screen *screen)
{
    return screen->reset;
}

void screen_leave(struct ui_screen *screen)
{
    endwin();
    fputs(screen->wipe, stdout);
    fflush(stdout);
}

void screen_return(struct ui_screen *screen)
{
    reset_prog_mode();
    curs_set(0);
    screen->stale = true;
}

/* --- size and colours --- */

void screen_size(struct ui_screen *screen, int *cols, int *rows)
{
    struct winsize size = {0};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || size.ws_col == 0 || size.ws_row == 0) {
        size.ws_col = COLS_UNKNOWN;
        size.ws_row = ROWS_UNKNOWN;
    }
    if (size.ws_col != COLS || size.ws_row != LINES) {
        resizeterm(size.ws_row, size.ws_col);
        screen->stale = true;
    }
    *cols = COLS;
    *rows = LINES;
}

void screen_theme(struct ui_screen *screen, const struct theme *theme)
{
    for (short role = 0; role < ROLES; role++) {
        const struct style *style = &theme->style[role];
        int colour = screen->colours ? colour_reduce(style->colour, COLORS) : -1;
        screen->pair[role] = 0;
        if (colour >= 0 && init_pair((short)(role + 1), (short)colour, -1) == OK)
            screen->pair[role] = (short)(role + 1);
        screen->attributes[role] = (style->bold ? A_BOLD : A_NORMAL) |
                                   (style->reverse ? A_REVERSE : A_NORMAL) |
                                   (style->underline ? A_UNDERLINE : A_NORMAL);
    }
    screen->stale = true;
}

/* --- drawing --- */

static const struct cell *row_of(const struct canvas *canvas, int y)
{
    return &canvas->cells[(size_t)y * (size_t)canvas->cols];
}

/* Draws the cells from X on that share a role; returns where the next run begins. */
static int draw_run(const struct ui_screen *screen, const struct cell *row, int cols, int x, int y)
{
    wchar_t text[RUN_MAX];
    uint32_t role = row[x].role;
    int length = 0, end = x;
    while (end < cols && row[end].role == role && length < RUN_MAX) {
        if (row[end].code)
            text[length++] = (wchar_t)row[end].code;
        end++;
    }
    attr_set(screen->attributes[role], screen->pair[role], NULL);
    mvaddnwstr(y, x, text, length);
    return end;
}

static void draw_row(const struct ui_screen *screen, const struct canvas *canvas, int y)
{
    const struct cell *row = row_of(canvas, y);
    int x = 0;
    while (x < canvas->cols)
        x = draw_run(screen, row, canvas->cols, x, y);
}

static bool same_row(const struct canvas *a, const struct canvas *b, int y)
{
    return memcmp(row_of(a, y), row_of(b, y), (size_t)a->cols * sizeof(struct cell)) == 0;
}

void screen_draw(struct ui_screen *screen, const struct canvas *canvas)
{
    struct canvas *shown = &screen->shown;
    bool all = screen->stale || shown->cols != canvas->cols || shown->rows != canvas->rows;
    if (all) {
        canvas_resize(shown, canvas->cols, canvas->rows);
        erase();
        clearok(curscr, TRUE);
    }
    bool kept = shown->cols == canvas->cols && shown->rows == canvas->rows;
    for (int y = 0; y < canvas->rows; y++)
        if (all || !kept || !same_row(canvas, shown, y))
            draw_row(screen, canvas, y);
    if (kept && canvas->rows > 0)
        memcpy(shown->cells, canvas->cells,
               (size_t)canvas->rows * (size_t)canvas->cols * sizeof(struct cell));
    screen->stale = false;
    wnoutrefresh(stdscr);
    doupdate();
}

/* --- keys --- */

/* Terminals name control letters as keys: to `linux` Ctrl-Z is a key to suspend. For us it stays
 * the letter. */
static uint32_t control_key(int code)
{
    char *bytes = keybound(code, 0);
    uint32_t key =
        bytes && bytes[0] > 0 && bytes[0] < ' ' && !bytes[1] ? (uint32_t)bytes[0] : KEY_SPECIAL;
    free(bytes);
    return key; /* KEY_SPECIAL: a key, but none of ours */
}

static uint32_t special_key(int code)
{
    static const struct {
        int curses;
        uint32_t key;
    } table[] = {
        {KEY_UP, KEY_ARROW_UP},       {KEY_DOWN, KEY_ARROW_DOWN}, {KEY_LEFT, KEY_ARROW_LEFT},
        {KEY_RIGHT, KEY_ARROW_RIGHT}, {KEY_PPAGE, KEY_PAGE_UP},   {KEY_NPAGE, KEY_PAGE_DOWN},
        {KEY_HOME, KEY_HOME_CODE},    {KEY_END, KEY_END_CODE},    {KEY_ENTER, KEY_RETURN_CODE},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].curses == code)
            return table[i].key;
    if (code > KEY_F(0) && code <= KEY_F(24))
        return (uint32_t)KEY_FUNCTION + (uint32_t)(code - KEY_F(0));
    return control_key(code);
}

/* Bytes, not wide characters: all our keys are ASCII, and get_wch waits for the rest of a broken
 * sequence, which would swallow the keys after it. */
uint32_t screen_key(struct ui_screen *screen)
{
    (void)screen;
    int code = getch();
    if (code == ERR)
        return 0;
    if (code >= KEY_MIN)
        return special_key(code);
    return code > 0 && code < 0x80 ? (uint32_t)code : KEY_SPECIAL;
}

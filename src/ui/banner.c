/* banner.c: one warning in full, the others as a number, and the key that leads to them.
 *
 * The number stands at the right end of the last row. The text is given so many rows that it does
 * not get there; only where even the most rows are too few is it cut, and says so. */
#include "ui/banner.h"

#include <stdio.h>

#include "base/text.h"

enum {
    ROWS_MOST = 3,
    ROWS_MOST_QUIET = 1,
    HINT_MAX = 40,
    TEXT_MAX = 512,
};

/* A banner put into words. */
struct wording {
    enum role role;
    int most; /* rows that it may take */
    int hint_cols;
    char text[TEXT_MAX];
    char hint[HINT_MAX]; /* "+2 more: Tab to target", or "" */
};

static bool is_quiet(const struct banner *banner)
{
    return banner->list[0].severity == SEVERITY_NOTE;
}

static void set_hint(struct wording *w, const char *hint)
{
    text_copy(w->hint, sizeof w->hint, hint);
    w->hint_cols = canvas_width(&(struct canvas){0}, hint);
}

static void compose(struct wording *w, const struct banner *banner)
{
    const struct warning *first = &banner->list[0];
    char raw[TEXT_MAX], hint[HINT_MAX] = "";

    *w = (struct wording){.role = is_quiet(banner) ? ROLE_NOTE : ROLE_BANNER,
                          .most = is_quiet(banner) ? ROWS_MOST_QUIET : ROWS_MOST};
    snprintf(raw, sizeof raw, "%s %s: %s", is_quiet(banner) ? "note" : "WARNING", first->id,
             first->text);
    text_escape(w->text, sizeof w->text, raw);
    if (banner->count > 1)
        snprintf(hint, sizeof hint, "+%u more%s", banner->count - 1,
                 banner->listed ? "" : ": Tab to target");
    set_hint(w, hint);
}

/* The rows that the text takes with the hint behind it as if it were one long word; over `most`
 * when they do not fit. */
static int rows_of(const struct wording *w, int cols)
{
    char all[TEXT_MAX + HINT_MAX + 2];
    struct rect area = {0, 0, cols, w->most + 1};

    snprintf(all, sizeof all, "%s%s%.*s", w->text, w->hint_cols ? " " : "", w->hint_cols,
             "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
    return canvas_wrap(NULL, area, w->role, all);
}

struct banner_need banner_need(const struct banner *banner, int cols)
{
    struct wording w;

    if (banner->count == 0)
        return (struct banner_need){0};
    compose(&w, banner);
    int rows = rows_of(&w, cols - 2);
    return (struct banner_need){.rows = rows < w.most ? rows : w.most, .quiet = is_quiet(banner)};
}

void banner_draw(struct canvas *canvas, struct rect area, const struct banner *banner)
{
    struct wording w;

    if (banner->count == 0 || area.h <= 0)
        return;
    compose(&w, banner);
    struct rect inner = {area.x + 1, area.y, area.w - 2, area.h};
    if (rows_of(&w, inner.w) > area.h) {
        if (banner->count == 1 || area.w < LAYOUT_MIN_COLS)
            set_hint(&w, banner->listed || area.w < LAYOUT_MIN_COLS ? "..." : "... Tab to target");
        inner.w -= w.hint_cols + 2;
    }
    canvas_fill(canvas, area, ' ', w.role);
    canvas_wrap(canvas, inner, w.role, w.text);
    canvas_right(canvas, area.x, area.y + area.h - 1, area.w - 1, w.role, w.hint);
}

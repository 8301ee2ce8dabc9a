/* view_help.c: the keys in two columns from their own table, then the words, a line each.
 *
 * It is laid out on a canvas of its own, as tall as it needs, and a window of that is shown. */
#include "ui/view.h"

#include <string.h>

#include "ui/glyph.h"
#include "ui/keymap.h"
#include "ui/page.h"
#include "ui/panels.h"

enum {
    KEYS_COLS = 9,
    KEY_COLUMN_COLS = 38,
    WORD_COLS = 10,
    TEXT_ROWS_MAX = 160,
    MARGIN = 2,
};

struct word {
    const char *name;
    const char *meaning;
};

static const struct word words[] = {
    {"record", "the bytes that one writer makes durable and waits for"},
    {"round", "one trip of one writer: hand over a record, wait until it is durable"},
    {"sync", "one request to make data durable: fsync, fdatasync, an O_DSYNC write"},
    {"flush",
     "one flush request that the whole disk executed, as the kernel counts them; the "
     "kernel merges flushes, so it can be under one a record, and other programs' are in it"},
    {"mode", "how one sync is done: file layout and system call"},
    {"strategy", "how several writers share syncs"},
    {"batch", "records that one writer writes between two syncs"},
    {"target", "the directory, its file system, mount and disks"},
    {"window",
     "the time that rolling figures cover: 1 s, 10 s, 60 s, or all since the last change"},
    {"baseline",
     "a result that was pinned to compare others with: on the comparison that of the row under the "
     "cursor, elsewhere the one at work. Its row, with the =, stays as it was then; how it goes on "
     "is a row of its own"},
    {"LIVE", "the clock after it: how long this load has run since the last change or reset"},
    {"HANGING", "how long a write or sync has been in the kernel; all others wait behind it"},
    {"chart", "a column is a second, half a one on wide screens; the figures are the newest one's"},
    {"~", "thin: a p99 of under 100 rounds, a p99.9 of under 1,000 rests on a round or two"},
    {"mean",
     "a sync's write and its sync call; where each round has a sync of its own also its wait for "
     "others. The bar: \u2592 write, \u2588 sync, \u2591 wait"},
    {"q l d w s",
     "the parts of a round in its bar: queue (or lock), leader, delay, write, sync; the largest "
     "stand beside it with their times"},
    {"risk", "of async, now and at most: records, bytes and age that a power cut would take"},
    {"worst", "the longest round since the last change; below it the newest slow ones"},
    {"n/a", "could not be measured; the reason stands beside it"},
};

/* Key rows in as many columns as there is room for, down the first, then down the next. */
static int draw_keys(struct canvas *canvas, struct rect area)
{
    const struct keybind *row;
    int count = 0, columns = area.w / KEY_COLUMN_COLS;
    while (keymap_row((size_t)count))
        count++;
    columns = columns > 1 ? columns : 1;
    int rows = (count + columns - 1) / columns;
    for (int i = 0; (row = keymap_row((size_t)i)); i++) {
        int x = area.x + i / rows * KEY_COLUMN_COLS, y = area.y + i % rows;
        canvas_text(canvas, x, y, KEYS_COLS - 1, ROLE_KEY, row->keys);
        canvas_text(canvas, x + KEYS_COLS, y, KEY_COLUMN_COLS - KEYS_COLS - 1, ROLE_TEXT,
                    row->help);
    }
    return rows;
}

static int draw_words(struct canvas *canvas, struct rect area)
{
    int y = area.y;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        canvas_text(canvas, area.x, y, WORD_COLS - 1, ROLE_VALUE, words[i].name);
        struct rect text = {area.x + WORD_COLS, y, area.w - WORD_COLS, area.y + area.h - y};
        y += canvas_wrap(canvas, text, ROLE_TEXT, words[i].meaning);
    }
    return y - area.y;
}

/* All of the help on PAGE; returns its rows. */
static int draw_page(struct canvas *page)
{
    struct rect area = {0, 0, page->cols, page->rows};
    area.y += draw_keys(page, area) + 1;
    area.h = page->rows - area.y;
    return area.y + draw_words(page, area);
}

/* Between what stays on top (a warning is on every view) and the footer. */
static struct rect body_of(const struct layout *l)
{
    int y = l->banner.h > 0 ? l->banner.y + l->banner.h : 1;
    return (struct rect){0, y, l->cols, l->footer.y - y};
}

/* The text, below the rule with the title. */
static struct rect text_of(struct rect body)
{
    return (struct rect){MARGIN, body.y + 1, body.w - 2 * MARGIN, body.h - 1};
}

int help_top_most(const struct layout *layout)
{
    struct rect area = text_of(body_of(layout));
    struct canvas page = {0};
    int top = 0;
    if (area.w > 0 && canvas_resize(&page, area.w, TEXT_ROWS_MAX))
        top = draw_page(&page) - area.h;
    canvas_free(&page);
    return top > 0 ? top : 0;
}

void overlay_help(struct canvas *canvas, const struct scene *scene)
{
    struct rect body = body_of(&scene->layout), area = text_of(body);
    struct canvas page = {.ascii = canvas->ascii};
    if (!canvas_resize(&page, area.w, TEXT_ROWS_MAX))
        return;
    int rows = draw_page(&page);
    canvas_fill(canvas, body, ' ', ROLE_TEXT);
    canvas_rule(canvas, body.x, body.y, body.w, "help: Esc closes");
    page_show(canvas, area, &page, scene->state->help_top);
    if (scene->state->help_top + area.h < rows)
        canvas_right(canvas, body.x, body.y, body.w - 2, ROLE_NOTE, " more below: arrows, PgDn ");
    canvas_free(&page);
}

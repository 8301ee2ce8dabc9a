/* view_controls.c: the configuration in fixed columns, and the footer: keys, or what the last one
 * did.
 *
 * The strip shows the wish at once; what is not at work yet has a ">" before it until it is. */
#include "ui/panels.h"

#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "base/text.h"
#include "source/naming.h"
#include "ui/glyph.h"
#include "ui/keymap.h"

enum { GRID_ROWS = 2, GRID_COLUMNS = 4 };

/* Where fields begin: the longest value of each fits before the next. */
struct grid {
    int x[GRID_ROWS][GRID_COLUMNS];
};

static const struct grid grid_full = {{{1, 27, 50, 64}, {1, 27, 50, 64}}};
static const struct grid grid_narrow = {{{1, 26, 47, 61}, {1, 16, 31, 46}}};

static const char *const window_names[WINDOWS] = {"1 s", "10 s", "60 s", "all"};

struct strip {
    struct canvas *canvas;
    const struct grid *grid;
    struct rect area;
};

/* One field. A value that is only wished for stands out, not by colour alone; none is cut unseen.
 */
static void field(const struct strip *strip, int row, int column, const char *name,
                  const char *value, bool at_work)
{
    const int *starts = strip->grid->x[row];
    int end = column + 1 < GRID_COLUMNS ? starts[column + 1] : strip->area.w;
    struct pen pen = {strip->canvas, strip->area.x + starts[column], strip->area.y + row,
                      strip->area.x + end};
    pen_text(&pen, ROLE_DIM, name);
    pen_text(&pen, ROLE_NOTE, at_work ? " " : ">");
    pen.x += canvas_short(pen.canvas, pen.x, pen.y, pen.end - pen.x,
                          at_work ? ROLE_VALUE : ROLE_NOTE, value);
}

static const struct choice *strategy_of(const struct state *state)
{
    size_t i = choices_find(&state->strategies, state->wish.strategy);
    return i < state->strategies.count ? state->strategies.at[i] : NULL;
}

static void draw_first(const struct strip *strip, const struct state *state,
                       const struct config *run)
{
    const struct config *wish = &state->wish;
    const struct choice *strategy = strategy_of(state);
    char text[CONFIG_NAME_MAX * 4];
    text_escape(text, sizeof text, wish->mode);
    field(strip, 0, 0, "mode", text, strcmp(wish->mode, run->mode) == 0);
    text_escape(text, sizeof text, wish->strategy);
    field(strip, 0, 1, "strategy", text, strcmp(wish->strategy, run->strategy) == 0);
    if (strategy && strategy->uses_delay)
        field(strip, 0, 2, "delay", format_duration(text, wish->delay_ns),
              wish->delay_ns == run->delay_ns);
    if (wish->rate_per_s > 0) {
        char rate[FORMAT_MAX + 4];
        snprintf(rate, sizeof rate, "%s/s", format_number(text, wish->rate_per_s));
        field(strip, 0, 3, "open", rate, wish->rate_per_s == run->rate_per_s);
    } else if (strategy && strategy->uses_siblings)
        field(strip, 0, 3, "siblings", format_count(text, wish->siblings),
              wish->siblings == run->siblings);
}

/* What is asked of a preset's load, where its strategy leaves the rest of the first row free. */
static void draw_judgement(const struct strip *strip, const struct scene *scene)
{
    static const enum role roles[] = {
        [JUDGED_WELL] = ROLE_GOOD, [JUDGED_BADLY] = ROLE_BAD, [JUDGED_NOT] = ROLE_WARN};
    const struct state *state = scene->state;
    const struct compared *live = comparison_live(state->comparison);
    const struct choice *strategy = strategy_of(state);
    struct judgement said;
    if (!state->judge.judge || !live || !strategy || strategy->uses_delay || state->wish_pending ||
        !state->judge.judge(state->judge.ctx, &live->outcome, scene_hangs(scene), &said))
        return;
    int x = strip->area.x + strip->grid->x[0][1] + (int)strlen("strategy ") +
            (int)strlen(strategy->name) + 2;
    int room = strip->area.x + strip->area.w - 1 - x;
    for (size_t i = 0; i < sizeof said.form / sizeof *said.form; i++) {
        if ((int)strlen(said.form[i]) > room)
            continue;
        canvas_right(strip->canvas, x, strip->area.y, room, roles[said.answer], said.form[i]);
        return;
    }
}

static void draw_second(const struct strip *strip, const struct state *state,
                        const struct config *run)
{
    const struct config *wish = &state->wish;
    char text[FORMAT_MAX];
    field(strip, 1, 0, "writers", format_count(text, wish->writers), wish->writers == run->writers);
    if (naming_is_floor(wish)) {
        field(strip, 1, 1, "record", "none", true);
    } else {
        field(strip, 1, 1, "record", format_bytes(text, wish->record_bytes),
              wish->record_bytes == run->record_bytes);
        field(strip, 1, 2, "batch", format_count(text, wish->batch), wish->batch == run->batch);
    }
    field(strip, 1, 3, "window", window_names[state->window], true);
}

void panel_controls(struct canvas *canvas, const struct scene *scene)
{
    const struct layout *l = &scene->layout;
    const struct state *state = scene->state;
    const struct grid *grid = l->cols < LAYOUT_FULL_COLS ? &grid_narrow : &grid_full;
    struct strip strip = {canvas, grid, l->controls};
    const struct config *run = scene->now ? &scene->now->config : &state->wish;
    draw_first(&strip, state, run);
    draw_second(&strip, state, run);
    draw_judgement(&strip, scene);
}

/* --- the footer --- */

static int cols_of(const char *brief, const char *label)
{
    return (int)(strlen(brief) + 1 + strlen(label) + 2);
}

static int key_cols(const struct keybind *row)
{
    return cols_of(row->brief, row->label);
}

static int pinned_cols(void)
{
    const struct keybind *row;
    int cols = 0;
    for (size_t i = 0; (row = keymap_row(i)); i++)
        if (row->label && row->pinned)
            cols += key_cols(row);
    return cols;
}

static void draw_key(struct pen *pen, const char *brief, const char *label)
{
    pen_text(pen, ROLE_KEY, brief);
    pen_text(pen, ROLE_DIM, " ");
    pen_text(pen, ROLE_TEXT, label);
    pen_text(pen, ROLE_TEXT, "  ");
}

/* Those of the view itself come first. Returns the room that is left. */
static int draw_own_keys(struct pen *pen, const struct view *view, int room)
{
    for (const struct view_key *k = view ? view->keys : NULL; k && k->brief; k++) {
        if (cols_of(k->brief, k->label) > room)
            continue;
        room -= cols_of(k->brief, k->label);
        draw_key(pen, k->brief, k->label);
    }
    return room;
}

/* Whether the view has put the same key to another use. */
static bool is_taken(const struct view *view, const struct keybind *row)
{
    for (const struct view_key *k = view ? view->keys : NULL; k && k->brief; k++)
        if (strcmp(k->brief, row->brief) == 0)
            return true;
    return false;
}

static void draw_keys(struct canvas *canvas, struct rect area, const struct scene *scene)
{
    struct pen pen = {canvas, area.x + 1, area.y, area.x + area.w};
    const struct view *view = view_shown(scene->state);
    const struct keybind *row;
    if (scene->now && scene->now->state == RUN_DONE)
        pen_text(&pen, ROLE_NOTE, "done: r runs again  ");
    int room = pen.end - pen.x + 2 - pinned_cols(); /* the last one's gap may hang over */
    room = draw_own_keys(&pen, view, room);
    for (size_t i = 0; (row = keymap_row(i)); i++) {
        if (!row->label || is_taken(view, row))
            continue;
        if (!row->pinned && key_cols(row) > room)
            continue;
        if (!row->pinned)
            room -= key_cols(row);
        draw_key(&pen, row->brief, row->label);
    }
}

/* How far the tour has come, and how to leave it. */
static void draw_tour(struct canvas *canvas, struct rect area, const struct tour_strip *tour)
{
    int bar = area.w < LAYOUT_FULL_COLS ? 8 : 16;
    static const char *const keys[][2] = {{"T", "leaves"}, {"?", "help"}, {"q", "quit"}};
    struct pen pen = {canvas, area.x + 1, area.y, area.x + area.w};
    char left[FORMAT_MAX];
    double share = tour->total ? (double)tour->done / tour->total : 0;
    pen_print(&pen, ROLE_NOTE, "tour %u of %u ", tour->done, tour->total);
    canvas_fill(canvas, (struct rect){pen.x, pen.y, bar, 1}, GLYPH_LIGHT, ROLE_GHOST);
    canvas_bar(canvas, pen.x, pen.y, bar, share, ROLE_BAR);
    pen.x += bar;
    pen_print(&pen, ROLE_NOTE, " %s left  ", format_duration(left, tour->left_ns));
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        pen_text(&pen, ROLE_KEY, keys[i][0]);
        pen_print(&pen, ROLE_TEXT, " %s  ", keys[i][1]);
    }
}

/* The keys that answer while something is open. */
static void draw_overlay_keys(struct canvas *canvas, struct rect area, enum overlay overlay)
{
    enum { PAIRS = 4 };
    static const char *const pairs[][PAIRS][2] = {
        [OVERLAY_MENU] = {{"arrows", "move"},
                          {"Tab", "other column"},
                          {"Enter", "takes it"},
                          {"Esc", "closes"}},
        [OVERLAY_HELP] = {
            {"arrows PgUp PgDn", "scroll"}, {"Esc", "closes"}, {"?", "too"}, {"q", "quit"}}};
    struct pen pen = {canvas, area.x + 1, area.y, area.x + area.w};
    for (size_t i = 0; i < PAIRS; i++) {
        pen_text(&pen, ROLE_KEY, pairs[overlay][i][0]);
        pen_print(&pen, ROLE_TEXT, " %s  ", pairs[overlay][i][1]);
    }
}

/* How the change that the message speaks of gets on. */
static void progress(char out[96], const struct message *message, const struct snapshot *now)
{
    char bytes[FORMAT_MAX];
    bool large = now && now->planned_bytes > SNAPSHOT_LARGE_BYTES;
    out[0] = '\0';
    if (!message->follows || !now)
        return;
    if (now->state == RUN_FAILED)
        snprintf(out, 96, " ... failed");
    else if (now->state == RUN_PREPARING && large)
        snprintf(out, 96, ": files of up to %s here ...", format_bytes(bytes, now->planned_bytes));
    else if (now->state == RUN_PREPARING)
        snprintf(out, 96, ": filling %s ...", format_bytes(bytes, now->prepare_total));
    else if (now->generation != message->generation && now->state == RUN_LIVE && large)
        snprintf(out, 96, " ... ready, in files of up to %s",
                 format_bytes(bytes, now->planned_bytes));
    else if (now->generation != message->generation && now->state == RUN_LIVE)
        snprintf(out, 96, " ... ready");
    else if (now->state == RUN_STOPPING)
        snprintf(out, 96, " ... waiting for rounds under way");
}

void panel_footer(struct canvas *canvas, const struct scene *scene)
{
    const struct message *message = &scene->state->message;
    struct rect area = scene->layout.footer;
    char more[96];
    if (scene->state->now_ns >= message->until_ns) {
        if (scene->state->overlay != OVERLAY_NONE)
            draw_overlay_keys(canvas, area, scene->state->overlay);
        else if (scene->state->tour.on)
            draw_tour(canvas, area, &scene->state->tour);
        else
            draw_keys(canvas, area, scene);
        return;
    }
    struct pen pen = {canvas, area.x + 1, area.y, area.x + area.w};
    progress(more, message, scene->now);
    pen_text(&pen, ROLE_NOTE, message->text);
    pen_text(&pen, ROLE_NOTE, more);
}

/* compare_keys.c: what keys do to the comparison: the cursor, the order, the baseline, the way back
 * to a configuration. */
#include <string.h>

#include "ui/actions.h"
#include "ui/compare.h"
#include "ui/keymap.h"
#include "ui/panels.h"
#include "ui/touring.h"
#include "ui/view.h"

enum { PAGE = 8, ALL = COMPARISON_ROWS };

static bool is_shown(const struct state *state)
{
    const struct view *view = view_shown(state);
    return view && view->key == compare_key;
}

static const struct compared *under_cursor(const struct state *state)
{
    const struct comparing *comparing = &state->comparing;
    return compare_row(comparing, state->comparison, compare_cursor(comparing, state->comparison));
}

/* Where the run is to end belongs to this run, not to the row. */
static struct config wish_of(const struct state *state, const struct compared *row)
{
    struct config config = row->outcome.config;
    config.stop_rounds = state->wish.stop_rounds;
    config.stop_ns = state->wish.stop_ns;
    return config;
}

static bool is_running(const struct snapshot *now, const struct config *config)
{
    bool ended = now && (now->state == RUN_FAILED || now->state == RUN_DONE);
    return now && !ended && naming_same(&now->config, config);
}

static void go_back(struct ui *ui)
{
    struct state *state = &ui->state;
    const struct compared *row = under_cursor(state);
    char name[NAMING_MAX];
    if (!row) {
        state_say(state, "no configuration has been measured yet");
        return;
    }
    struct config wish = wish_of(state, row);
    touring_leave(ui);
    naming_tell(name, &wish, comparison_traits(state->comparison) | TRAIT_BIT(TRAIT_MODE));
    if (!state->wish_pending && is_running(history_latest(ui->history), &wish)) {
        state_say(state, "%s is at work already", name);
        return;
    }
    state->wish = wish;
    state->comparing.cursor = row->id;
    state_say(state, "back to %s", name);
    ui_apply(ui);
}

static int rows_moved(uint32_t key)
{
    switch (key) {
    case KEY_ARROW_UP:
    case 'k':
        return -1;
    case KEY_ARROW_DOWN:
    case 'j':
        return 1;
    case KEY_PAGE_UP:
        return -PAGE;
    case KEY_PAGE_DOWN:
        return PAGE;
    case KEY_HOME_CODE:
        return -ALL;
    case KEY_END_CODE:
        return ALL;
    default:
        return 0;
    }
}

bool compare_key(struct ui *ui, uint32_t key)
{
    struct state *state = &ui->state;
    int by = rows_moved(key);
    if (by)
        compare_move(&state->comparing, state->comparison, by);
    else if (key == KEY_RETURN_CODE || key == '\n')
        go_back(ui);
    else
        return false;
    return true;
}

/* Of the traits only those are columns in which rows differ. */
static bool is_column(const struct state *state, enum compare_column column)
{
    bool trait = (unsigned)column < TRAITS;
    return !trait || comparison_traits(state->comparison) & TRAIT_BIT((unsigned)column);
}

static void say_order(struct state *state)
{
    const struct comparing *comparing = &state->comparing;
    state_say(state, "sorted by %s, %s", compare_kind(comparing->column)->word,
              compare_order_word(comparing));
}

void action_sort(struct ui *ui, int step)
{
    struct state *state = &ui->state;
    struct comparing *comparing = &state->comparing;
    int column = (int)comparing->column;
    if (!is_shown(state))
        return;
    do
        column = (column + (step > 0 ? 1 : COMPARE_COLUMNS - 1)) % COMPARE_COLUMNS;
    while (!is_column(state, (enum compare_column)column));
    comparing->column = (enum compare_column)column;
    comparing->turned = false;
    compare_stir(comparing);
    say_order(state);
}

void action_turn(struct ui *ui, int step)
{
    (void)step;
    struct state *state = &ui->state;
    if (!is_shown(state))
        return;
    state->comparing.turned = !state->comparing.turned;
    compare_stir(&state->comparing);
    say_order(state);
}

/* The row under the cursor where one sees a cursor, else the one at work. */
void action_baseline(struct ui *ui, int step)
{
    (void)step;
    struct state *state = &ui->state;
    struct comparison *comparison = state->comparison;
    const struct compared *before = comparison_baseline(comparison);
    const struct compared *row =
        is_shown(state) ? under_cursor(state) : comparison_live(comparison);
    uint64_t *cursor = &state->comparing.cursor;
    char name[NAMING_MAX];
    compare_stir(&state->comparing);
    if (before && (!row || naming_same(&row->outcome.config, &before->outcome.config))) {
        if (*cursor == before->id)
            *cursor = comparison_pinned(comparison)->id;
        comparison_unpin(comparison);
        state_say(state, "no baseline any more");
    } else if (comparison_pin(comparison, row)) {
        if (*cursor == row->id) /* what was pinned, and not how it goes on */
            *cursor = comparison_baseline(comparison)->id;
        naming_tell(name, &row->outcome.config, TRAITS_ALL);
        state_say(state, "baseline: %s; = unpins it", name);
    } else {
        state_say(state, "nothing to pin: it has no rounds yet");
    }
}

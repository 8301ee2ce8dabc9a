/* actions.c: the functions behind the key map.
 *
 * Steps start from the wish, not from the running configuration, so that several quick presses add
 * up while the engine still works on the first. Numbers at their bound say so and ask nothing. */
#include "ui/actions.h"

#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "base/text.h"
#include "source/naming.h"
#include "ui/keymap.h"
#include "ui/touring.h"
#include "ui/view.h"

static const char *const window_names[WINDOWS] = {"1 s", "10 s", "60 s", "all since the change"};

static void fill_choices(struct choices *choices, const struct source *source,
                         const struct choice *(*get)(const struct source *, size_t))
{
    const struct choice *choice;
    while (choices->count < CHOICES_MAX && (choice = get(source, choices->count)))
        choices->at[choices->count++] = choice;
}

/* A mode may have been found impossible since it was last asked for. */
static void look_for_trouble(struct ui *ui)
{
    struct choices *modes = &ui->state.modes;
    for (size_t i = 0; i < modes->count; i++)
        modes->trouble[i] = source_mode_trouble(ui->source, i);
}

void ui_init(struct ui *ui, struct source *source, struct history *history)
{
    *ui = (struct ui){.source = source, .history = history};
    state_init(&ui->state);
    fill_choices(&ui->state.modes, source, source_mode);
    fill_choices(&ui->state.strategies, source, source_strategy);
    ui->state.clash = source->ops->clash;
}

/* A mode that turned out to be impossible only when a key had asked for it: the load goes on in
 * what ran before. */
static void leave_refused(struct ui *ui, const struct snapshot *s)
{
    const bool is_tried = !ui->tour && strcmp(ui->tried, s->config.mode) == 0;
    if (s->state == RUN_LIVE && s->rounds > 0) {
        ui->ran = s->config;
        if (is_tried)
            ui->tried[0] = '\0';
    }
    if (!is_tried || s->state != RUN_FAILED || !s->mode_refused)
        return;
    ui->tried[0] = '\0';
    if (!ui->ran.mode[0] || strcmp(ui->ran.mode, s->config.mode) == 0)
        return;
    ui->state.wish = ui->ran;
    state_say(&ui->state, "%s: back to %s", s->error, ui->ran.mode);
    ui_apply(ui);
}

void ui_note(struct ui *ui, const struct snapshot *snapshot)
{
    comparison_take(ui->state.comparison, ui->history);
    state_note(&ui->state, snapshot);
    leave_refused(ui, snapshot);
    touring_note(ui, snapshot);
    if (ui->state.overlay == OVERLAY_MENU)
        look_for_trouble(ui);
}

void ui_apply(struct ui *ui)
{
    ui->state.wish_pending = true;
    ui->state.message.follows = true;
    ui->state.message.generation = ui->state.generation;
    source_apply(ui->source, &ui->state.wish);
}

/* Says `NAME VALUE`; applies when it MOVED, else says which bound it stands at. */
static void tuned(struct ui *ui, bool moved, int step, const char *name, const char *value,
                  const char *remark)
{
    if (!moved) {
        state_say(&ui->state, "%s %s is the %s there is", name, value, step > 0 ? "most" : "least");
        return;
    }
    state_say(&ui->state, "%s %s%s", name, value, remark);
    ui_apply(ui);
}

static const char *clash(const struct ui *ui, const char *mode, const char *strategy)
{
    return ui->state.clash ? ui->state.clash(mode, strategy) : NULL;
}

/* Says so when MODE and STRATEGY do not go together. */
static bool refused(struct ui *ui, const char *mode, const char *strategy)
{
    const char *reason = clash(ui, mode, strategy);
    if (reason)
        state_say(&ui->state, "%s cannot carry %s: %s", strategy, mode, reason);
    return reason != NULL;
}

/* Says so when it is known that MODE cannot run here; the load stays in what it does. */
static bool is_impossible(struct ui *ui, const char *mode)
{
    const struct choices *modes = &ui->state.modes;
    look_for_trouble(ui);
    const size_t i = choices_find(modes, mode);
    const char *trouble = i < modes->count ? modes->trouble[i] : NULL;
    if (trouble && strstr(trouble, mode)) /* it names itself, but for what the build lacks */
        state_say(&ui->state, "%s", trouble);
    else if (trouble)
        state_say(&ui->state, "%s: %s", mode, trouble);
    return trouble != NULL;
}

static void choose_mode(struct ui *ui, const struct choice *choice)
{
    if (!choice || is_impossible(ui, choice->name) ||
        refused(ui, choice->name, ui->state.wish.strategy))
        return;
    text_copy(ui->state.wish.mode, sizeof ui->state.wish.mode, choice->name);
    text_copy(ui->tried, sizeof ui->tried, choice->name);
    state_say(&ui->state, "mode %s%s", choice->name, choice->durable ? "" : " (not durable)");
    ui_apply(ui);
}

static void choose_strategy(struct ui *ui, const struct choice *choice)
{
    if (!choice || refused(ui, ui->state.wish.mode, choice->name))
        return;
    text_copy(ui->state.wish.strategy, sizeof ui->state.wish.strategy, choice->name);
    state_say(&ui->state, "strategy %s%s", choice->name, choice->durable ? "" : " (not durable)");
    ui_apply(ui);
}

/* Steps over what cannot run here, and over what does not go with the rest of the wish. */
void action_mode(struct ui *ui, int step)
{
    const struct state *state = &ui->state;
    touring_leave(ui);
    look_for_trouble(ui);
    const struct choice *choice = choices_step(&state->modes, state->wish.mode, step);
    for (size_t i = 1; i < state->modes.count && clash(ui, choice->name, state->wish.strategy); i++)
        choice = choices_step(&state->modes, choice->name, step);
    choose_mode(ui, choice);
}

void action_strategy(struct ui *ui, int step)
{
    const struct state *state = &ui->state;
    touring_leave(ui);
    const struct choice *choice = choices_step(&state->strategies, state->wish.strategy, step);
    for (size_t i = 1; i < state->strategies.count && clash(ui, state->wish.mode, choice->name);
         i++)
        choice = choices_step(&state->strategies, choice->name, step);
    choose_strategy(ui, choice);
}

/* Between a closed loop and an open one at the rate that the closed one reaches. */
void action_loop(struct ui *ui, int step)
{
    (void)step;
    struct config *wish = &ui->state.wish;
    char text[FORMAT_MAX];
    double rate = figures_records_per_s(history_figures(ui->history, ui->state.window));
    touring_leave(ui);
    if (ui->state.wish_pending) /* the rate is still that of the configuration before */
        rate = 0;
    if (wish->rate_per_s > 0) {
        wish->rate_per_s = 0;
        state_say(&ui->state, "closed loop: each writer begins when its last round is over");
    } else if (rate >= RATE_MIN && rate <= RATE_MAX) {
        wish->rate_per_s = rate;
        state_say(&ui->state, "open loop at %s records/s", format_number(text, rate));
    } else {
        state_say(&ui->state, "open loop: there is no present rate to go on at yet");
        return;
    }
    ui_apply(ui);
}

void action_writers(struct ui *ui, int step)
{
    char value[FORMAT_MAX];
    touring_leave(ui);
    bool moved = tune_writers(&ui->state.wish, step);
    tuned(ui, moved, step, "writers", format_count(value, ui->state.wish.writers), "");
}

/* Says so where there is nothing to put into a batch or a record. */
static bool writes_nothing(struct ui *ui)
{
    const struct config *wish = &ui->state.wish;
    if (!naming_is_floor(wish))
        return false;
    state_say(&ui->state, "%s writes nothing: batch and size do nothing", wish->mode);
    return true;
}

void action_batch(struct ui *ui, int step)
{
    char value[FORMAT_MAX];
    touring_leave(ui);
    if (writes_nothing(ui))
        return;
    bool moved = tune_batch(&ui->state.wish, step);
    tuned(ui, moved, step, "batch", format_count(value, ui->state.wish.batch), "");
}

void action_record(struct ui *ui, int step)
{
    char value[FORMAT_MAX];
    touring_leave(ui);
    if (writes_nothing(ui))
        return;
    bool moved = tune_record(&ui->state.wish, step);
    tuned(ui, moved, step, "record", format_bytes(value, ui->state.wish.record_bytes), "");
}

void action_delay(struct ui *ui, int step)
{
    const struct choices *strategies = &ui->state.strategies;
    char value[FORMAT_MAX], half[FORMAT_MAX], remark[64] = "";
    const struct histogram *sync = &history_figures(ui->history, ui->state.window)->sync;
    touring_leave(ui);
    bool moved = tune_delay(&ui->state.wish, step);
    size_t now = choices_find(strategies, ui->state.wish.strategy);
    if (now < strategies->count && !strategies->at[now]->uses_delay)
        snprintf(remark, sizeof remark, " (%s does not use it)", strategies->at[now]->name);
    else if (now < strategies->count && strategies->at[now]->uses_siblings && sync->count)
        snprintf(remark, sizeof remark, " (half of the median sync: %s)",
                 format_duration(half, histogram_percentile(sync, 50) / 2));
    tuned(ui, moved, step, "delay", format_duration(value, ui->state.wish.delay_ns), remark);
}

void action_window(struct ui *ui, int step)
{
    (void)step;
    ui->state.window = (ui->state.window + 1) % WINDOWS;
    state_say(&ui->state, "window %s", window_names[ui->state.window]);
}

void action_pause(struct ui *ui, int step)
{
    (void)step;
    ui->state.paused = !ui->state.paused;
    source_pause(ui->source, ui->state.paused);
    state_say(&ui->state, ui->state.paused ? "the load is paused: p goes on" : "the load goes on");
}

void action_tour(struct ui *ui, int step)
{
    (void)step;
    if (!touring_stop(ui))
        touring_begin(ui);
}

void action_reset(struct ui *ui, int step)
{
    (void)step;
    const struct snapshot *now = history_latest(ui->history);
    touring_leave(ui);
    history_reset(ui->history);
    ui->state.run_ns = 0;
    if (now && (now->state == RUN_FAILED || now->state == RUN_DONE)) {
        state_say(&ui->state, "starting again");
        ui_apply(ui);
        return;
    }
    state_say(&ui->state, "the figures start anew");
}

void action_big(struct ui *ui, int step)
{
    (void)step;
    ui->state.big = !ui->state.big;
}

void action_view(struct ui *ui, int step)
{
    (void)step;
    struct state *state = &ui->state;
    state->big = false;
    state->view = view_at(state->view + 1) ? state->view + 1 : 0;
    state->view_top = 0;
    state_say(state, "view: %s", view_at(state->view)->name);
}

void action_theme(struct ui *ui, int step)
{
    (void)step;
    ui->next_theme = true;
}

void action_export(struct ui *ui, int step)
{
    (void)step;
    ui->export_screen = true;
}

void action_redraw(struct ui *ui, int step)
{
    (void)step;
    ui->redraw = true;
}

void action_suspend(struct ui *ui, int step)
{
    (void)step;
    ui->suspend = true;
}

void action_quit(struct ui *ui, int step)
{
    (void)step;
    ui->quit = true;
}

void action_close(struct ui *ui, int step)
{
    (void)step;
    if (ui->state.overlay != OVERLAY_NONE)
        ui->state.overlay = OVERLAY_NONE;
    else if (touring_stop(ui))
        return;
    else if (ui->state.big)
        ui->state.big = false;
    else
        ui->state.view = 0;
}

void action_help(struct ui *ui, int step)
{
    (void)step;
    ui->state.overlay = ui->state.overlay == OVERLAY_HELP ? OVERLAY_NONE : OVERLAY_HELP;
    ui->state.help_top = 0;
}

void action_menu(struct ui *ui, int step)
{
    (void)step;
    struct state *state = &ui->state;
    struct menu *menu = &state->menu;
    if (state->overlay == OVERLAY_MENU) {
        state->overlay = OVERLAY_NONE;
        touring_leave(ui);
        if (menu->column == MENU_MODES && menu->row[MENU_MODES] < state->modes.count)
            choose_mode(ui, state->modes.at[menu->row[MENU_MODES]]);
        else if (menu->row[MENU_STRATEGIES] < state->strategies.count)
            choose_strategy(ui, state->strategies.at[menu->row[MENU_STRATEGIES]]);
        return;
    }
    look_for_trouble(ui);
    state->overlay = OVERLAY_MENU;
    menu->row[MENU_MODES] = choices_find(&state->modes, state->wish.mode);
    menu->row[MENU_STRATEGIES] = choices_find(&state->strategies, state->wish.strategy);
}

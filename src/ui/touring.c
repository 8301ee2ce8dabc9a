/* touring.c: drives the source through the lines of a tour by the snapshots that come anyhow.
 *
 * A mode has run long enough by the time that its load was at work, so the limits of the
 * configuration stay the user's, and what the tour visits is the same configuration as when a key
 * chose it. */
#include "ui/touring.h"

#include <string.h>

#include "ui/view.h"

static void show_progress(struct ui *ui)
{
    struct tour_strip *strip = &ui->state.tour;

    if (!ui->tour) {
        strip->on = false;
        return;
    }
    const struct tour_progress progress = tour_progress(ui->tour);
    *strip = (struct tour_strip){true, progress.done, progress.total, progress.left_ns};
}

static void forget(struct ui *ui)
{
    tour_free(ui->tour);
    ui->tour = NULL;
    show_progress(ui);
}

/* The message said before stays; the chart's mark and the strip tell which mode it is. */
static void wish(struct ui *ui, const struct config *config)
{
    ui->state.wish = *config;
    ui->state.wish_pending = true;
    source_apply(ui->source, config);
}

/* Asks for what is next, and knows its snapshots by a generation that was not there yet. */
static void go_on(struct ui *ui)
{
    struct config next;

    if (tour_next(ui->tour, &next))
        wish(ui, &next);
    ui->tour_after = ui->state.generation;
    show_progress(ui);
}

static void show_comparison(struct ui *ui)
{
    const struct view *view;

    for (size_t i = 0; (view = view_at(i)); i++) {
        if (strcmp(view->name, "comparison") != 0)
            continue;
        ui->state.view = i;
        ui->state.view_top = 0;
        ui->state.big = false;
    }
}

void touring_begin(struct ui *ui)
{
    const struct tour_plan plan = {.base = ui->state.wish,
                                   .sections = 1 << TOUR_MODES,
                                   .passes = 1,
                                   .stretch_ns = TOURING_STAY_NS};

    ui->tour = tour_create(ui->source->ops, &plan);
    if (!ui->tour) {
        state_say(&ui->state, "no memory for a tour");
        return;
    }
    ui->tour_home = ui->state.wish;
    ui->tour_began_ns = 0;
    if (ui->state.paused) {
        ui->state.paused = false;
        source_pause(ui->source, false);
    }
    state_say(&ui->state, "tour: every mode for a second; T or Esc leaves it");
    go_on(ui);
}

bool touring_leave(struct ui *ui)
{
    if (!ui->tour)
        return false;
    state_say(&ui->state, "tour left after %u of %u modes", ui->state.tour.done,
              ui->state.tour.total);
    wish(ui, &ui->tour_home);
    forget(ui);
    return true;
}

bool touring_stop(struct ui *ui)
{
    bool measured = ui->state.tour.done > 0;

    if (!touring_leave(ui))
        return false;
    if (measured)
        show_comparison(ui);
    return true;
}

/* A load that failed is not started again unasked: `r` does that, with what was there before. */
static void fail(struct ui *ui)
{
    ui->state.wish = ui->tour_home;
    ui->state.wish_pending = true;
    state_say(&ui->state, "the tour has ended: the load failed");
    forget(ui);
}

static void finish(struct ui *ui)
{
    state_say(&ui->state, "tour done: %u modes measured", ui->state.tour.done);
    wish(ui, &ui->tour_home);
    forget(ui);
    show_comparison(ui);
}

static bool is_through(const struct ui *ui, const struct snapshot *s)
{
    return s->state == RUN_DONE || s->state == RUN_FAILED || ui->state.run_ns >= TOURING_STAY_NS;
}

void touring_note(struct ui *ui, const struct snapshot *s)
{
    struct config now;

    if (!ui->tour || !tour_next(ui->tour, &now))
        return;
    if (!ui->tour_began_ns)
        ui->tour_began_ns = s->at_ns;
    if (s->generation == ui->tour_after || !config_equal(&s->config, &now) || !is_through(ui, s))
        return;
    if (!tour_take_history(ui->tour, ui->history, s->at_ns - ui->tour_began_ns)) {
        touring_leave(ui); /* no memory to go on with */
        return;
    }
    ui->tour_began_ns = s->at_ns;
    go_on(ui);
    if (tour_failure(ui->tour))
        fail(ui);
    else if (!tour_next(ui->tour, &now))
        finish(ui);
}

void touring_free(struct ui *ui)
{
    forget(ui);
}

/* tour_stage.c: see tour_stage.h. */
#include "support/tour_stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/outcome_new.h"

#define STRETCH_NS UINT64_C(333333334)

static const struct choice modes[] = {
    {.name = "append-fsync", .durable = true}, {.name = "overwrite-fdatasync", .durable = true},
    {.name = "rwf-dsync", .durable = true},    {.name = "flush-only", .durable = true},
    {.name = "no-sync", .durable = false},     {.name = "append-fdatasync", .durable = true},
};

static const struct choice strategies[] = {
    {.name = "alone", .durable = true},
    {.name = "group", .durable = true},
    {.name = "group+delay", .durable = true, .uses_delay = true, .uses_siblings = true},
    {.name = "async", .durable = false, .uses_delay = true},
};

static const struct choice *mode_at(size_t i)
{
    return i < sizeof(modes) / sizeof(modes[0]) ? &modes[i] : NULL;
}

static const struct choice *strategy_at(size_t i)
{
    return i < sizeof(strategies) / sizeof(strategies[0]) ? &strategies[i] : NULL;
}

static const char *clash(const char *mode, const char *strategy)
{
    bool refused = strcmp(strategy, "async") == 0 && strcmp(mode, "rwf-dsync") == 0;
    return refused ? "its write is its sync" : NULL;
}

const struct source_ops tour_stage_ops = {.mode = mode_at, .strategy = strategy_at, .clash = clash};

struct tour_plan tour_stage_plan(unsigned sections)
{
    struct tour_plan plan = {.base = config_default(),
                             .sections = sections,
                             .passes = TOUR_PASSES,
                             .stretch_ns = STRETCH_NS};
    plan.base.stop_ns = TOUR_LINE_NS;
    return plan;
}

struct tour *tour_stage(unsigned sections)
{
    struct tour_plan plan = tour_stage_plan(sections);
    struct tour *tour = tour_create(&tour_stage_ops, &plan);
    assert_non_null(tour);
    return tour;
}

/* One flush and 24 KiB a sync; the syncs take all of the latency. */
static void fill(struct outcome *outcome, const struct stretch *stretch)
{
    struct figures *f = &outcome->figures;

    if (stretch->refused)
        return;
    f->rounds = stretch->rounds;
    f->records = stretch->rounds * outcome->config.batch;
    f->syncs = stretch->syncs ? stretch->syncs : stretch->rounds;
    f->active_ns = STRETCH_NS;
    for (uint64_t i = 0; i < stretch->rounds; i++)
        histogram_add(&f->latency, stretch->latency_us * 1000);
    for (uint64_t i = 0; outcome->config.rate_per_s > 0 && i < stretch->rounds; i++)
        histogram_add(&f->response, (stretch->latency_us + stretch->late_us) * 1000);
    for (uint64_t i = 0; i < f->syncs; i++)
        histogram_add(&f->sync, stretch->latency_us * 1000);
    f->disk =
        (struct disk_counts){.available = true,
                             .has_sectors = true,
                             .flushes = f->syncs,
                             .sectors = (stretch->sectors ? stretch->sectors : 48) * f->syncs};
}

void tour_stage_take(struct tour *tour, struct stretch stretch)
{
    struct outcome *outcome = outcome_new();

    assert_true(tour_next(tour, &outcome->config));
    fill(outcome, &stretch);
    outcome->error_code = stretch.error_code;
    outcome->refused = stretch.refused;
    if (stretch.error_code)
        snprintf(outcome->error, sizeof(outcome->error), "%s: %s", outcome->config.mode,
                 strerror(stretch.error_code));
    tour_take(tour, outcome, stretch.verdict, stretch.warning, stretch.warning != NULL,
              stretch.took_ms * UINT64_C(1000000));
    free(outcome);
}

const struct tour_line *tour_stage_line(const struct tour *tour, enum tour_section section,
                                        const char *name, uint32_t writers)
{
    const struct tour_line *line;

    for (unsigned i = 0; (line = tour_line_at(tour, i)); i++) {
        bool named =
            strcmp(line->config.mode, name) == 0 || strcmp(line->config.strategy, name) == 0;
        if (line->section == section && named && line->config.writers == writers)
            return line;
    }
    fail_msg("no line of %s with %u writers", name, writers);
    return NULL;
}

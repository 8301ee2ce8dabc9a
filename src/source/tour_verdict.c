/* tour_verdict.c: modes are compared with each other and strategies with each other, never a mode
 * with a batch or a larger record: those are other loads. */
#include "source/tour_verdict.h"

#include <math.h>
#include <string.h>

#include "source/naming.h"

/* Whether LINE is a way to make records durable, */
static bool is_way(const struct tour_line *line)
{
    return line->config.durable && !naming_is_floor(&line->config);
}

/* and one that may be named. */
static bool is_candidate(const struct tour_line *line)
{
    return is_way(line) && !line->failed && tour_judged(line).passes > 0;
}

typedef bool in_group(const struct tour_line *line, uint32_t writers);

static bool compares_modes(const struct tour_line *line, uint32_t writers)
{
    return line->section == TOUR_MODES && line->config.writers == writers;
}

static bool compares_strategies(const struct tour_line *line, uint32_t writers)
{
    return (line->section == TOUR_WRITERS || line->section == TOUR_DELAY) &&
           line->config.writers == writers;
}

/* The plainest way of its group. */
static bool is_plain(const struct tour_line *line)
{
    return line->section == TOUR_MODES ? strcmp(line->config.mode, "append-fsync") == 0
                                       : strcmp(line->config.strategy, "alone") == 0;
}

static void look_for_best(const struct tour *tour, in_group *in, uint32_t writers,
                          struct tour_best *best)
{
    const struct tour_line *line;

    for (unsigned i = 0; (line = tour_line_at(tour, i)); i++) {
        if (!in(line, writers) || !is_way(line))
            continue;
        best->ways++;
        best->missing += !line->passes && !line->trouble[0];
        if (!is_candidate(line))
            continue;
        if (!best->line || tour_times(line, best->line) > 1)
            best->line = line;
        if (is_plain(line) && !best->against)
            best->against = line;
    }
}

/* Two sections may have a line of the same configuration; it is named once. */
static bool is_named(const struct tour_best *best, const struct config *config)
{
    for (unsigned i = 0; i < best->equal_count; i++) {
        if (config_equal(&best->equal[i]->config, config))
            return true;
    }
    return config_equal(&best->line->config, config);
}

static void look_for_equals(const struct tour *tour, in_group *in, uint32_t writers,
                            struct tour_best *best)
{
    struct tour_spread most = tour_judged(best->line);
    const struct tour_line *line;

    for (unsigned i = 0; (line = tour_line_at(tour, i)); i++) {
        if (in(line, writers) && is_candidate(line) && !is_named(best, &line->config) &&
            best->equal_count < TOUR_EQUALS_MAX && tour_spreads_meet(tour_judged(line), most))
            best->equal[best->equal_count++] = line;
    }
}

static struct tour_best best_of(const struct tour *tour, in_group *in, uint32_t writers)
{
    struct tour_best best = {.times = (double)NAN, .writers = writers};

    look_for_best(tour, in, writers, &best);
    if (!best.line)
        return best;
    look_for_equals(tour, in, writers, &best);
    if (best.against == best.line)
        best.against = NULL;
    struct tour_spread a = tour_judged(best.line);
    best.spread_known = a.passes > 1;
    if (!best.against)
        return best;
    struct tour_spread b = tour_judged(best.against);
    best.spread_known = a.passes > 1 && b.passes > 1;
    best.told_apart = best.spread_known && !tour_spreads_meet(a, b);
    best.times = tour_times(best.line, best.against);
    return best;
}

/* As many writers as a strategy is tried with, or was, by COUNTS; 0 for none. */
static uint32_t most_writers(const struct tour *tour, bool (*counts)(const struct tour_line *line))
{
    const struct tour_line *line;
    uint32_t most = 0;

    for (unsigned i = 0; (line = tour_line_at(tour, i)); i++) {
        if (compares_strategies(line, line->config.writers) && counts(line) &&
            line->config.writers > most)
            most = line->config.writers;
    }
    return most;
}

/* Where those that were measured are not many, those that were to be: they are told as missing. */
static struct tour_best best_for_many(const struct tour *tour)
{
    uint32_t writers = most_writers(tour, is_candidate);

    if (writers < 2)
        writers = most_writers(tour, is_way);
    return writers < 2 ? (struct tour_best){.times = (double)NAN}
                       : best_of(tour, compares_strategies, writers);
}

/* Without other modes to compare with, one writer's strategies say what one writer can have. */
static struct tour_best best_for_one(const struct tour *tour)
{
    const struct tour_line *first = tour_line_at(tour, 0);
    struct tour_best best = {.times = (double)NAN};

    if (first && first->section == TOUR_MODES)
        best = best_of(tour, compares_modes, first->config.writers);
    return best.line || best.missing ? best : best_of(tour, compares_strategies, 1);
}

/* What its row says of the disk: the figure is the row's own. */
static const struct verdict *verdict_in(const struct tour_line *line)
{
    return &line->verdicts[tour_middle(line)];
}

static struct verdict disk_of(const struct tour *tour, const struct tour_best *one)
{
    const struct tour_line *line;

    if (one->line && verdict_in(one->line)->known)
        return *verdict_in(one->line);
    for (unsigned i = 0; (line = tour_line_at(tour, i)); i++) {
        if (verdict_in(line)->known && line->config.durable)
            return *verdict_in(line);
    }
    return (struct verdict){0};
}

/* The figures are not what durability costs on this disk; of a remote or an unknown one, of one
 * that others use, they are what it costs all the same. */
static bool forbids(const struct warning *warning)
{
    static const char *const ids[] = {"no-barrier", "implausibly-fast", "memory-backed"};

    for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
        if (strcmp(warning->id, ids[i]) == 0)
            return true;
    }
    return warning->severity == SEVERITY_BAD;
}

static void add_doubts(const struct tour *tour, struct tour_verdict *verdict, bool forbidding)
{
    const struct warning *warning;

    for (unsigned i = 0; (warning = tour_warning(tour, i)); i++) {
        if (warning->severity != SEVERITY_NOTE && forbids(warning) == forbidding)
            verdict->doubt[verdict->doubt_count++] = (struct tour_doubt){warning, forbidding};
    }
}

static bool is_like(const struct tour_line *line, const struct tour_line *other)
{
    if (line->section != other->section)
        return false;
    if (line->section == TOUR_WRITERS)
        return line->config.writers == other->config.writers;
    return line->section != TOUR_GROWTH || strcmp(line->config.mode, other->config.mode) == 0;
}

const struct tour_line *tour_best_like(const struct tour *tour, const struct tour_line *line)
{
    const struct tour_line *other, *best = NULL;

    for (unsigned i = 0; is_candidate(line) && (other = tour_line_at(tour, i)); i++) {
        if (is_like(line, other) && is_candidate(other) && (!best || tour_times(other, best) > 1))
            best = other;
    }
    return best;
}

struct tour_verdict tour_verdict(const struct tour *tour)
{
    struct tour_verdict verdict = {.one = best_for_one(tour), .many = best_for_many(tour)};

    verdict.disk = disk_of(tour, &verdict.one);
    add_doubts(tour, &verdict, true);
    add_doubts(tour, &verdict, false);
    return verdict;
}

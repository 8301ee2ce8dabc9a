/* tour.c: where the tour stands, and what its lines have come to. */
#include "source/tour.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "source/naming.h"
#include "source/tour_others.h"
#include "source/tour_plan.h"

struct tour {
    struct tour_plan plan;
    struct target target; /* on which the newest stretch ran; without a name before the first */
    unsigned count;
    unsigned at, pass; /* the line that is next, in which pass */
    bool over;
    const struct tour_line *failure;
    unsigned stretches; /* taken, and how long they took together */
    uint64_t taken_ns;
    unsigned warning_count;
    struct warning warning[TOUR_WARNINGS_MAX];
    struct tour_line line[TOUR_LINES_MAX];
};

/* --- where it stands --- */

/* The first line of the section that line I is in, and the one after its last. */
static unsigned section_first(const struct tour *t, unsigned i)
{
    while (i > 0 && t->line[i - 1].section == t->line[i].section)
        i--;
    return i;
}

static unsigned section_end(const struct tour *t, unsigned i)
{
    enum tour_section section = t->line[i].section;

    while (i < t->count && t->line[i].section == section)
        i++;
    return i;
}

/* To the line after this one: the section once more, or the next section. */
static void step(struct tour *t)
{
    unsigned next = t->at + 1;

    if (next < section_end(t, t->at)) {
        t->at = next;
    } else if (t->pass + 1 < t->plan.passes) {
        t->at = section_first(t, t->at);
        t->pass++;
    } else {
        t->at = next;
        t->pass = 0;
        t->over = next == t->count;
    }
}

static void skip_refused(struct tour *t)
{
    while (!t->over && t->line[t->at].trouble[0])
        step(t);
}

/* What was refused by the plan has an outcome, too. */
static void settle_refusal(struct tour_line *line)
{
    struct outcome *outcome = line->trouble[0] ? calloc(1, sizeof(*outcome)) : NULL;

    if (!outcome)
        return;
    line->taken[0] = outcome;
    outcome->config = line->config;
    outcome->refused = true;
    text_copy(outcome->error, sizeof(outcome->error), line->trouble);
    text_copy(outcome->figures.disk.reason, sizeof(outcome->figures.disk.reason),
              "nothing was measured");
}

struct tour *tour_create(const struct source_ops *ops, const struct tour_plan *plan)
{
    struct tour *t = calloc(1, sizeof(*t));

    if (!t)
        return NULL;
    t->plan = *plan;
    t->count = tour_plan_lines(ops, plan, t->line);
    for (unsigned i = 0; i < t->count; i++)
        settle_refusal(&t->line[i]);
    t->over = !t->count;
    skip_refused(t);
    return t;
}

void tour_free(struct tour *t)
{
    if (!t)
        return;
    for (unsigned i = 0; i < t->count; i++) {
        for (unsigned pass = 0; pass < TOUR_PASSES; pass++)
            free(t->line[i].taken[pass]);
    }
    free(t);
}

bool tour_next(const struct tour *t, struct config *out)
{
    if (t->over)
        return false;
    *out = t->line[t->at].config;
    return true;
}

/* --- what came of it --- */

static void note_pass(struct tour_line *line, const struct outcome *outcome)
{
    const struct figures *f = &outcome->figures;

    line->pass[line->passes++] = (struct tour_pass){
        .rounds = f->rounds,
        .p50_ns = histogram_percentile(&f->latency, 50),
        .p99_ns = histogram_percentile(&f->latency, 99),
        .max_ns = f->latency.count ? f->latency.max_ns : 0,
        .response_p50_ns = histogram_percentile(&f->response, 50),
        .records_per_s = figures_records_per_s(f),
        .records_per_sync = figures_records_per_sync(f),
        .flushes_per_record = figures_flushes_per_record(f),
        .kib_per_record = figures_kib_per_record(f),
        .written_bytes = (double)f->records * (double)outcome->config.record_bytes,
        .beyond_bytes = tour_beyond_bytes(f, &outcome->config),
        .syncs = f->syncs,
        .seconds = (double)f->active_ns / 1e9,
    };
}

/* A pass that there is no memory for keeps what it says in brief. */
static void keep(struct tour_line *line, unsigned pass, const struct outcome *outcome)
{
    struct outcome *copy = malloc(sizeof(*copy));

    if (copy)
        *copy = *outcome;
    line->taken[pass] = copy;
}

/* The position of WARNING among the tour's; TOUR_WARNINGS_MAX: no room. */
static unsigned warning_of(struct tour *t, const struct warning *warning)
{
    unsigned i = 0;

    while (i < t->warning_count && strcmp(t->warning[i].id, warning->id) != 0)
        i++;
    if (i == t->warning_count && i < TOUR_WARNINGS_MAX)
        t->warning[t->warning_count++] = *warning;
    return i;
}

/* That a line is not durable is its own affair. */
static void note_warnings(struct tour *t, struct tour_line *line, const struct warning *list,
                          unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned at =
            strcmp(list[i].id, "not-durable") == 0 ? TOUR_WARNINGS_MAX : warning_of(t, &list[i]);
        if (at < TOUR_WARNINGS_MAX)
            line->warnings |= UINT32_C(1) << at;
    }
}

/* A new pass may be the quiet one by which the earlier ones of its load were disturbed. */
static void note_others(struct tour *t, const struct tour_line *newest)
{
    struct warning warning;

    for (unsigned i = 0; i < t->count; i++) {
        struct tour_line *line = &t->line[i];
        if (naming_same(&line->config, &newest->config) &&
            tour_others_wrote(t->line, t->count, line, &t->target, &warning))
            note_warnings(t, line, &warning, 1);
    }
}

/* A stretch that did not end well is no pass: it was cut short. Passes before it stay, with its
 * reason; without any, what it came to stands in for one. */
static void note_trouble(struct tour_line *line, const struct outcome *outcome)
{
    struct outcome *told;

    line->error_code = outcome->error_code;
    text_copy(line->trouble, sizeof(line->trouble),
              outcome->error[0] ? outcome->error : "cannot run here");
    if (!line->passes)
        keep(line, 0, outcome);
    told = line->taken[tour_middle(line)];
    if (!told)
        return;
    told->refused = outcome->refused;
    told->error_code = outcome->error_code;
    told->failed_rounds = outcome->failed_rounds;
    text_copy(told->error, sizeof(told->error), outcome->error);
}

static void fail(struct tour *t, struct tour_line *line, const struct outcome *outcome)
{
    line->failed = true;
    note_trouble(line, outcome);
    t->failure = line;
    t->over = true;
}

void tour_take(struct tour *t, const struct outcome *outcome, const struct verdict *verdict,
               const struct warning *warnings, unsigned count, uint64_t took_ns)
{
    struct tour_line *line = &t->line[t->at];

    if (t->over)
        return;
    note_warnings(t, line, warnings, count);
    if (outcome->refused) {
        note_trouble(line, outcome);
        skip_refused(t);
        return;
    }
    if (outcome->error_code || outcome->error[0]) {
        fail(t, line, outcome);
        return;
    }
    keep(line, line->passes, outcome);
    if (verdict)
        line->verdicts[line->passes] = *verdict;
    note_pass(line, outcome);
    note_others(t, line);
    line->took_ns = took_ns;
    t->stretches++;
    t->taken_ns += took_ns;
    step(t);
    skip_refused(t);
}

/* Whether CODE says that the directory was removed or closed: no line after this one fares better.
 */
static bool is_of_place(int code)
{
    return code == ENOENT || code == ENOTDIR || code == EACCES || code == EPERM || code == EROFS;
}

/* Whether the load failed in the line's own set-up, a file that finds no room for one. */
static bool is_setup_failure(const struct tour *t, const struct history *history)
{
    const struct snapshot *s = history_latest(history);
    bool began = history_began_ns(history) || history_failed(history);

    if (s->state != RUN_FAILED || snapshot_disk_failed(s, began))
        return false;
    return !(is_of_place(s->error_code) && t->stretches > 0);
}

bool tour_take_history(struct tour *t, struct history *history, uint64_t took_ns)
{
    struct warning warnings[TARGET_WARNINGS_MAX];
    struct outcome *outcome = malloc(sizeof(*outcome));
    bool taken = outcome && outcome_take(outcome, history);

    if (taken) {
        struct verdict verdict = verdict_of(history, WINDOW_ALL);
        unsigned count = warnings_now(history, WINDOW_ALL, warnings);
        outcome->refused = outcome->refused || is_setup_failure(t, history);
        t->target = history_latest(history)->target;
        tour_take(t, outcome, &verdict, warnings, count, took_ns);
    }
    free(outcome);
    return taken;
}

/* --- what can be asked --- */

const struct tour_line *tour_line_at(const struct tour *t, unsigned i)
{
    return i < t->count ? &t->line[i] : NULL;
}

unsigned tour_passes(const struct tour *t)
{
    return t->plan.passes;
}

bool tour_has(const struct tour *t, enum tour_section section)
{
    return t->plan.sections & (1u << section);
}

bool tour_section_over(const struct tour *t, enum tour_section section)
{
    return t->over ? !t->failure || t->failure->section > section
                   : t->line[t->at].section > section;
}

const struct tour_line *tour_failure(const struct tour *t)
{
    return t->failure;
}

const struct tour_line *tour_line_of(const struct tour *t, const struct preset *preset)
{
    const struct tour_line *found = NULL;

    for (unsigned i = 0; i < t->count; i++) {
        const struct tour_line *line = &t->line[i];
        if (!tour_judged(line).passes || !preset_is(preset, &line->config))
            continue;
        if (line->config.writers == t->plan.base.writers)
            return line;
        if (!found)
            found = line;
    }
    return found;
}

const struct warning *tour_warning(const struct tour *t, unsigned i)
{
    return i < t->warning_count ? &t->warning[i] : NULL;
}

/* A line's own last stretch tells best; of one that never ran, the mean of the others. */
static uint64_t expected_ns(const struct tour *t, const struct tour_line *line)
{
    if (line->took_ns)
        return line->took_ns;
    return t->stretches ? t->taken_ns / t->stretches : t->plan.stretch_ns;
}

/* Stretches that are left of line I: all its section's passes, or those from where it stands on. */
static unsigned left_of(const struct tour *t, unsigned i)
{
    const struct tour_line *line = &t->line[i];

    if (t->over || line->trouble[0] || line->section < t->line[t->at].section)
        return 0;
    if (line->section > t->line[t->at].section)
        return t->plan.passes;
    return t->plan.passes - t->pass - (i < t->at);
}

struct tour_progress tour_progress(const struct tour *t)
{
    struct tour_progress progress = {.line = t->over ? NULL : &t->line[t->at],
                                     .pass = t->pass + 1,
                                     .done = t->stretches,
                                     .total = t->stretches};

    for (unsigned i = 0; i < t->count; i++) {
        unsigned left = left_of(t, i);
        progress.total += left;
        progress.left_ns += left * expected_ns(t, &t->line[i]);
    }
    return progress;
}

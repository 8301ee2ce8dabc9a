/* causes.c: see causes.h. */
#include "report/causes.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/format.h"
#include "base/text.h"
#include "report/lines.h"
#include "source/causes.h"

enum { INDENT = 10, WORDS_WIDTH = 16, LEAST_PART = 500 };

static void put_counts(FILE *out, const uint64_t counts[CAUSES], uint64_t total,
                       const struct inside_round *ordinary)
{
    bool told[CAUSES] = {false};
    char count[FORMAT_MAX], percent[FORMAT_MAX];
    enum cause cause;

    fprintf(out, "\ncauses of the %s slow round%s, over %dx the median of their time\n",
            format_count(count, total), total == 1 ? "" : "s", SNAPSHOT_SLOW_FACTOR);
    while ((cause = causes_next(counts, told)) != CAUSES) {
        format_fixed(percent, (double)counts[cause] * 100 / (double)total, 1);
        fprintf(out, "  %-*s %11s %5s %%\n", WORDS_WIDTH, causes_label(cause, ordinary),
                format_count(count, counts[cause]), percent);
    }
}

/* "one ordinary round, 240 us (usually: a mean of several): flush 81.0 us, data write 62.0 us" */
static void put_ordinary(FILE *out, const struct inside_round *ordinary)
{
    const uint64_t *ns = ordinary->inside.ns;
    char line[SHARES * 64 + 64], text[FORMAT_MAX];
    int used = snprintf(line, sizeof(line), "one ordinary round, %s (usually: a mean of several):",
                        format_duration(text, ordinary->round.latency_ns));
    const char *comma = "";

    for (int i = 0; i < SHARES; i++) {
        if (!ns[i] || ns[i] < ordinary->round.latency_ns / LEAST_PART)
            continue;
        used +=
            snprintf(line + used, sizeof(line) - (size_t)used, "%s %s %s", comma,
                     share_label((enum share)i, &ordinary->inside), format_duration(text, ns[i]));
        comma = ",";
    }
    lines_wrapped(out, 0, 2, line);
}

void causes_text(FILE *out, const struct history *history)
{
    const struct snapshot *s = history_latest(history);
    const struct inside_round *ordinary = history_ordinary(history, s->generation);
    char reason[2 * sizeof(s->tracing.reason)], lost[FORMAT_MAX];
    uint64_t counts[CAUSES];

    history_causes(history, counts);
    if (causes_total(counts) > counts[CAUSE_NONE])
        put_counts(out, counts, causes_total(counts), ordinary);
    if (ordinary)
        put_ordinary(out, ordinary);
    if (s->tracing.lost_events)
        fprintf(out, "%s trace events were lost: shares may miss some\n",
                format_count(lost, s->tracing.lost_events));
    if (s->tracing.price >= TRACING_PRICE_TOLD)
        fprintf(out,
                "looking inside rounds has cost up to %.0f %% of their time; --trace off "
                "does not\n",
                s->tracing.price * 100);
    if (s->tracing.on || !s->tracing.reason[0])
        return;
    fputs("\nlooking inside rounds was off: ", out);
    lines_wrapped(out, 31, 2, text_escape(reason, sizeof(reason), s->tracing.reason));
}

void causes_summary(FILE *out, const struct history *history)
{
    const struct inside_round *ordinary =
        history_ordinary(history, history_latest(history)->generation);
    uint64_t counts[CAUSES];
    bool told[CAUSES] = {false};
    char line[CAUSES * 48 + 64], count[FORMAT_MAX];
    enum cause cause;

    history_causes(history, counts);
    if (causes_total(counts) == counts[CAUSE_NONE])
        return;
    int used = snprintf(line, sizeof(line), "%s", format_count(count, causes_total(counts)));
    const char *mark = ": ";
    while ((cause = causes_next(counts, told)) != CAUSES) {
        used += snprintf(line + used, sizeof(line) - (size_t)used, "%s%s %s", mark,
                         causes_label(cause, ordinary), format_count(count, counts[cause]));
        mark = ", ";
    }
    lines_labelled(out, "slow rounds", line);
}

static const struct inside *inside_of(const struct history *history, const struct round *round)
{
    static const struct inside none = {.origin = INSIDE_NONE};
    const struct inside *found = history_inside(history, round);

    return found ? found : &none;
}

/* Of the longest rounds, some are not slow, or were not by what was known at their time. A document
 * tells of what has ended: nothing more comes of what was not looked into by now. */
static const char *why_no_cause(const struct history *history, const struct inside *inside,
                                const struct round *round, uint64_t p50_ns)
{
    if (inside->origin != INSIDE_NONE)
        return causes_why_none(inside, true);
    if (round->latency_ns <= SNAPSHOT_SLOW_FACTOR * p50_ns)
        return "not looked into: it is not over 3 times the median";
    switch (history_then(history, round)) {
    case HISTORY_THEN_SLOW:
        return causes_why_none(inside, true);
    case HISTORY_THEN_NOT:
        return "not looked into: it was not known to be slow then";
    default:
        return "not looked into: too many were slow at once, or it was not known to be slow then";
    }
}

void causes_text_round(FILE *out, const struct history *history, const struct round *round,
                       uint64_t p50_ns)
{
    const struct inside *inside = inside_of(history, round);
    const char *none = why_no_cause(history, inside, round, p50_ns);
    uint64_t counts[CAUSES];
    char sentence[2 * INSIDE_CAUSE_MAX], line[sizeof(sentence) + 16];

    history_causes(history, counts);
    if (causes_total(counts) == counts[CAUSE_NONE])
        return; /* nothing was looked into, and the reason is told once */
    if (none && round->latency_ns > SNAPSHOT_SLOW_FACTOR * p50_ns)
        snprintf(line, sizeof(line), "%s", none);
    else if (inside->sentence[0])
        snprintf(line, sizeof(line), "%s%s", inside->origin == INSIDE_INFERRED ? "inferred: " : "",
                 text_escape(sentence, sizeof(sentence), inside->sentence));
    else
        return;
    fprintf(out, "%*s", INDENT, "");
    lines_wrapped(out, INDENT, INDENT, line);
}

static const char *origin_word(enum inside_origin origin)
{
    static const char *const words[] = {[INSIDE_INFERRED] = "inferred", [INSIDE_TRACED] = "traced"};
    return words[origin];
}

static void put_shares(struct json *j, const uint64_t ns[SHARES])
{
    json_object(j, "shares_us", JSON_INLINE);
    for (int i = 0; i < SHARES; i++)
        json_us(j, share_row((enum share)i)->name, ns[i]);
    json_end(j);
}

void causes_json(struct json *j, const struct history *history)
{
    const struct snapshot *s = history_latest(history);
    const struct inside_round *ordinary = history_ordinary(history, s->generation);
    uint64_t counts[CAUSES];

    json_object(j, "tracing", JSON_INLINE);
    json_bool(j, "on", s->tracing.on);
    json_text(j, "reason", s->tracing.reason);
    json_count(j, "lost_events", s->tracing.lost_events);
    json_number(j, "cost_percent", s->tracing.price > 0 ? s->tracing.price * 100 : NAN, 1);
    json_end(j);
    history_causes(history, counts);
    json_object(j, "causes", JSON_INLINE);
    for (int i = CAUSE_NONE + 1; i < CAUSES; i++)
        json_count(j, causes_words((enum cause)i), counts[i]);
    json_count(j, causes_words(CAUSE_NONE), counts[CAUSE_NONE]);
    json_end(j);
    if (!ordinary) {
        json_null(j, "ordinary_round");
        return;
    }
    json_object(j, "ordinary_round", JSON_LINES);
    json_us(j, "latency_us", ordinary->round.latency_ns);
    json_string(j, "origin", origin_word(ordinary->inside.origin));
    put_shares(j, ordinary->inside.ns);
    json_end(j);
}

static void put_program(struct json *j, const struct inside_program *program)
{
    json_object(j, NULL, JSON_INLINE);
    json_string(j, "program", program->who);
    json_count(j, "pid", program->pid > 0 ? (uint64_t)program->pid : 0);
    json_number(j, "kib", (double)program->bytes / 1024, 1);
    json_number(j, "read_kib", (double)program->read_bytes / 1024, 1);
    json_number(j, "discarded_kib", (double)program->discarded_bytes / 1024, 1);
    json_count(j, "requests", program->requests);
    json_end(j);
}

/* Those that did most, and the sum of all; null where requests are not seen. */
static void put_others(struct json *j, const struct inside *inside)
{
    if (inside->origin != INSIDE_TRACED) {
        json_null(j, "others");
        json_null(j, "others_total");
        return;
    }
    json_array(j, "others", JSON_INLINE);
    for (unsigned i = 0; i < inside->others_count && i < INSIDE_PROGRAMS; i++)
        put_program(j, &inside->others[i]);
    json_end(j);
    json_object(j, "others_total", JSON_INLINE);
    json_count(j, "programs", inside->other.programs);
    json_number(j, "kib", (double)inside->others_bytes / 1024, 1);
    json_number(j, "read_kib", (double)inside->others_read_bytes / 1024, 1);
    json_number(j, "discarded_kib", (double)inside->others_discarded_bytes / 1024, 1);
    json_count(j, "requests", inside->others_requests);
    json_end(j);
}

void causes_json_round(struct json *j, const struct history *history, const struct round *round,
                       uint64_t p50_ns)
{
    const struct inside *inside = inside_of(history, round);
    const bool seen = inside_known(inside);
    const enum cause class = inside_class(inside);

    json_text(j, "cause", inside->sentence);
    json_string(j, "cause_reason", why_no_cause(history, inside, round, p50_ns));
    json_string(j, "cause_class", causes_tell(class) ? cause_words(class) : NULL);
    json_string(j, "origin", origin_word(inside->origin));
    if (seen)
        put_shares(j, inside->ns);
    else
        json_null(j, "shares_us");
    put_others(j, inside);
    json_known_count(j, "lost_events", seen, inside->lost_events);
}

/* visited.c: see visited.h. What all have in common is left out of the names: that stands with the
 * one at work. */
#include "report/visited.h"

#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/text.h"
#include "report/json_parts.h"
#include "report/lines.h"
#include "source/naming.h"
#include "source/verdict.h"

enum { NAME_COLS = 26, REMARK_COLS = 4 };

/* --- which --- */

static bool tells(const struct outcome *o)
{
    return o && (o->figures.rounds || o->error[0] || o->stuck_calls);
}

static void add(struct visited *v, const struct outcome *outcome, unsigned visits, uint32_t warned)
{
    if (v->count == VISITED_MAX)
        return;
    v->outcome[v->count] = outcome;
    v->visits[v->count] = visits;
    v->warned[v->count++] = warned;
}

/* The bits of the warnings that hold now; new ones join the list as long as there is room. */
static uint32_t warned_now(struct visited *v, struct history *history)
{
    struct warning list[TARGET_WARNINGS_MAX];
    unsigned count = warnings_now(history, WINDOW_ALL, list);
    uint32_t bits = 0;

    for (unsigned i = 0; i < count; i++) {
        unsigned at = 0;
        while (at < v->warning_count && strcmp(v->warning[at].id, list[i].id) != 0)
            at++;
        if (at == COMPARISON_WARNINGS)
            continue;
        if (at == v->warning_count)
            v->warning[v->warning_count++] = list[i];
        bits |= UINT32_C(1) << at;
    }
    return bits;
}

void visited_take(struct visited *v, const struct run_result *result)
{
    const struct compared *row, *live = comparison_live(result->comparison);
    const struct warning *warning;

    *v = (struct visited){0};
    if (!result->outcome)
        return;
    while ((warning = comparison_warning(result->comparison, v->warning_count)))
        v->warning[v->warning_count++] = *warning;
    uint32_t now = warned_now(v, result->history);
    for (size_t i = 0; (row = comparison_at(result->comparison, i)); i++) {
        if (row == live && tells(result->outcome))
            add(v, result->outcome, row->visits, now);
        else
            add(v, &row->outcome, row->visits, row->warnings);
    }
    if (!live)
        add(v, result->outcome, 1, now);
}

/* --- as text --- */

/* By p50; what has none comes last, as it came. */
static int by_p50(const void *a, const void *b, void *visited)
{
    const struct visited *v = visited;
    size_t i = *(const size_t *)a, k = *(const size_t *)b;
    const struct histogram *x = &v->outcome[i]->figures.latency,
                           *y = &v->outcome[k]->figures.latency;
    uint64_t p = x->count ? histogram_percentile(x, 50) : UINT64_MAX,
             q = y->count ? histogram_percentile(y, 50) : UINT64_MAX;

    return p != q ? (p > q) - (p < q) : (i > k) - (i < k);
}

static void put_head(FILE *out, size_t count)
{
    char line[120];

    snprintf(line, sizeof(line),
             "%zu configurations, the least p50 first; flushes and KiB a record", count);
    putc('\n', out);
    lines_labelled(out, "visited", line);
    fprintf(out, "%*s%9s%9s%10s%10s%8s%8s\n", NAME_COLS, "", "rounds", "p50", "p99", "records/s",
            "flushes", "KiB");
}

static void put_figures(FILE *out, const struct figures *f)
{
    const struct histogram *h = &f->latency;
    char rounds[FORMAT_MAX], p50[FORMAT_MAX], text[FORMAT_MAX], p99[FORMAT_MAX + 1],
        per_s[FORMAT_MAX], flushes[FORMAT_MAX], kib[FORMAT_MAX];

    snprintf(p99, sizeof(p99), "%s%s", h->count < THIN_P99_ROUNDS ? "~" : "",
             format_duration(text, histogram_percentile(h, 99)));
    fprintf(out, "%9s%9s%10s%10s%8s%8s\n", format_count(rounds, f->rounds),
            format_duration(p50, histogram_percentile(h, 50)), p99,
            format_number(per_s, figures_records_per_s(f)),
            format_number(flushes, figures_flushes_per_record(f)),
            format_number(kib, figures_kib_per_record(f)));
}

static void add_remark(char *line, size_t size, const char *words, const char *more)
{
    size_t used = strlen(line);

    snprintf(line + used, size - used, "%s%s%s", used ? "; " : "", words, more);
}

/* What speaks against a row and not against the one at work, whose warnings stand above. */
static void put_remarks(FILE *out, const struct visited *v, size_t i, uint32_t told)
{
    const struct outcome *o = v->outcome[i];
    char line[sizeof(o->error) * 2 + REASON_MAX] = "", error[sizeof(o->error) * 2];

    if (!o->config.durable)
        add_remark(line, sizeof(line), "not durable", "");
    for (unsigned k = 0; k < v->warning_count; k++) {
        if (v->warned[i] & ~told & UINT32_C(1) << k && strcmp(v->warning[k].id, "not-durable") != 0)
            add_remark(line, sizeof(line), "WARNING ", v->warning[k].id);
    }
    if (o->error[0])
        add_remark(line, sizeof(line), o->refused ? "refused: " : "FAILED: ",
                   text_escape(error, sizeof(error), o->error));
    if (o->stuck_calls)
        add_remark(line, sizeof(line), "STUCK", "");
    if (!line[0])
        return;
    fprintf(out, "%*s", REMARK_COLS, "");
    lines_wrapped(out, REMARK_COLS, REMARK_COLS, line);
}

static void put_row(FILE *out, const struct visited *v, size_t i, unsigned traits, uint32_t told)
{
    const struct figures *f = &v->outcome[i]->figures;
    char name[NAMING_MAX];

    naming_tell(name, &v->outcome[i]->config, traits);
    fputs(name, out);
    if (f->rounds && text_length(name) >= NAME_COLS)
        fprintf(out, "\n%*s", NAME_COLS, "");
    else if (f->rounds)
        fprintf(out, "%*s", NAME_COLS - (int)text_length(name), "");
    if (f->rounds)
        put_figures(out, f);
    else
        fputs("  no round was finished\n", out);
    put_remarks(out, v, i, told);
}

static unsigned traits_of(const struct visited *v)
{
    unsigned traits = TRAIT_BIT(TRAIT_MODE);

    for (size_t i = 1; i < v->count; i++) {
        for (size_t k = 0; k < i; k++)
            traits |= naming_apart(&v->outcome[i]->config, &v->outcome[k]->config);
    }
    return traits;
}

void visited_text(FILE *out, const struct run_result *result)
{
    struct visited v;
    size_t order[VISITED_MAX];

    visited_take(&v, result);
    if (v.count < 2)
        return;
    for (size_t i = 0; i < v.count; i++)
        order[i] = i;
    qsort_r(order, v.count, sizeof(order[0]), by_p50, &v);
    put_head(out, v.count);
    uint32_t told = warned_now(&v, result->history);
    for (size_t i = 0; i < v.count; i++)
        put_row(out, &v, order[i], traits_of(&v), told);
}

/* --- as JSON --- */

static void put_object(struct json *j, const struct visited *v, size_t i,
                       const struct target *target)
{
    const struct outcome *o = v->outcome[i];

    json_object(j, NULL, JSON_LINES);
    json_config(j, &o->config);
    json_count(j, "visits", v->visits[i]);
    json_error(j, "error", o->error_code, o->error);
    json_count(j, "stuck_calls", o->stuck_calls);
    json_number(j, "stuck_s", (double)o->stuck_ns / 1e9, 3);
    json_array(j, "warnings", JSON_INLINE);
    for (unsigned k = 0; k < v->warning_count; k++) {
        if (v->warned[i] & UINT32_C(1) << k)
            json_string(j, NULL, v->warning[k].id);
    }
    json_end(j);
    json_work(j, &o->figures, &o->config, o->failed_rounds);
    json_disk(j, &o->figures, target);
    json_end(j);
}

void visited_json(struct json *j, const struct run_result *result)
{
    const struct snapshot *s = history_latest(result->history);
    struct visited v;

    if (!result->comparison)
        return;
    visited_take(&v, result);
    json_array(j, "comparison", JSON_LINES);
    for (size_t i = 0; s && i < v.count; i++) /* without a snapshot there is none */
        put_object(j, &v, i, &s->target);
    json_end(j);
}

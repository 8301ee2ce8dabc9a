/* tour_json.c: a tour as a document. A line has the members of a run's document, of its middle
 * pass, and each pass in brief. */
#include "report/tour.h"

#include <math.h>

#include "report/json_parts.h"
#include "report/json_target.h"
#include "report/json_writer.h"
#include "report/threshold.h"

static void put_spread(struct json *j, const char *name, struct tour_spread spread, double unit)
{
    json_object(j, name, JSON_INLINE);
    json_number(j, "median", spread.median / unit, 3);
    json_number(j, "least", spread.least / unit, 3);
    json_number(j, "most", spread.most / unit, 3);
    json_end(j);
}

static void put_pass(struct json *j, const struct tour_pass *pass)
{
    const bool ran = pass->rounds > 0;

    json_object(j, NULL, JSON_INLINE);
    json_count(j, "rounds", pass->rounds);
    json_number(j, "records_per_s", pass->records_per_s, 3);
    json_number(j, "p50_us", ran ? (double)pass->p50_ns / 1e3 : (double)NAN, 3);
    json_number(j, "p99_us", ran ? (double)pass->p99_ns / 1e3 : (double)NAN, 3);
    json_number(j, "response_p50_us",
                pass->response_p50_ns ? (double)pass->response_p50_ns / 1e3 : (double)NAN, 3);
    json_number(j, "max_us", ran ? (double)pass->max_ns / 1e3 : (double)NAN, 3);
    json_number(j, "records_per_sync", pass->records_per_sync, 12);
    json_number(j, "flushes_per_record", pass->flushes_per_record, 4);
    json_number(j, "kib_per_record", pass->kib_per_record, 4);
    json_end(j);
}

static void put_passes(struct json *j, const struct tour *tour, const struct tour_line *line)
{
    const struct tour_line *best = tour_best_like(tour, line);
    bool known = best && tour_judged(line).passes > 1 && tour_judged(best).passes > 1;

    json_bool(j, "best", best == line);
    json_known_bool(j, "like_best", known,
                    known && tour_spreads_meet(tour_judged(line), tour_judged(best)));
    json_object(j, "spread", JSON_LINES);
    put_spread(j, "records_per_s", tour_records_per_s(line), 1);
    put_spread(j, "p50_us", tour_p50_ns(line), 1e3);
    json_end(j);
    json_known_count(j, "middle_pass", line->passes > 0, tour_middle(line) + 1);
    json_array(j, "passes", JSON_LINES);
    for (unsigned i = 0; i < line->passes; i++)
        put_pass(j, &line->pass[i]);
    json_end(j);
}

static void put_figures(struct json *j, const struct tour_line *line, const struct target *target)
{
    const struct figures *f = &tour_outcome(line)->figures;

    json_totals(j, f);
    json_latency(j, "latency_us", &f->latency);
    json_latency(j, "write_us", &f->write);
    json_latency(j, "sync_us", &f->sync);
    if (line->config.rate_per_s > 0)
        json_latency(j, "response_us", &f->response);
    else
        json_null(j, "response_us");
    json_count(j, "syncs", f->syncs);
    json_number(j, "records_per_sync", figures_records_per_sync(f), 12);
    json_disk(j, f, target);
}

static void put_line(struct json *j, const struct tour *tour, const struct tour_line *line,
                     const struct target *target)
{
    const struct warning *warning;

    json_object(j, NULL, JSON_LINES);
    json_config(j, &line->config);
    json_bool(j, "file_grown", line->config.grown);
    json_error(j, "error", line->error_code, line->trouble);
    json_array(j, "warnings", JSON_INLINE);
    for (unsigned i = 0; (warning = tour_warning(tour, i)); i++) {
        if (line->warnings & UINT32_C(1) << i)
            json_string(j, NULL, warning->id);
    }
    json_end(j);
    if (tour_outcome(line))
        put_figures(j, line, target);
    put_passes(j, tour, line);
    json_end(j);
}

static void put_section(struct json *j, const struct tour *tour, enum tour_section section,
                        const struct target *target)
{
    const struct tour_line *line;

    json_object(j, NULL, JSON_LINES);
    json_string(j, "name", tour_section_name(section));
    json_array(j, "lines", JSON_LINES);
    for (unsigned i = 0; (line = tour_line_at(tour, i)); i++) {
        if (line->section != section || (!line->passes && !line->trouble[0]))
            continue;
        put_line(j, tour, line, target);
    }
    json_end(j);
    json_end(j);
}

static void put_choice(struct json *j, const char *name, const struct tour_line *line)
{
    if (!line) {
        json_null(j, name);
        return;
    }
    json_object(j, name, JSON_LINES);
    json_config(j, &line->config);
    json_number(j, "records_per_s", tour_records_per_s(line).median, 3);
    json_number(j, "p50_us", (double)line->pass[tour_middle(line)].p50_ns / 1e3, 3);
    const uint64_t response_ns = line->pass[tour_middle(line)].response_p50_ns;
    json_number(j, "response_p50_us", response_ns ? (double)response_ns / 1e3 : (double)NAN, 3);
    json_end(j);
}

static void put_best(struct json *j, const char *name, const struct tour_best *best)
{
    char text[320];

    if (!best->line) {
        json_null(j, name);
        return;
    }
    json_object(j, name, JSON_LINES);
    json_string(j, "text", report_tour_best(text, sizeof(text), best));
    put_choice(j, "cheapest", best->line);
    put_choice(j, "against", best->against);
    json_number(j, "times", best->times, 3);
    json_known_bool(j, "told_apart", best->against && best->spread_known, best->told_apart);
    json_count(j, "ways", best->ways);
    json_count(j, "ways_missing", best->missing);
    json_array(j, "within_spread", JSON_LINES);
    for (unsigned i = 0; i < best->equal_count; i++)
        put_choice(j, NULL, best->equal[i]);
    json_end(j);
    json_end(j);
}

static void put_curve(struct json *j, const struct tour_curve *curve)
{
    const struct tour_pass *from = &curve->from->pass[tour_middle(curve->from)],
                           *to = &curve->to->pass[tour_middle(curve->to)];
    char text[320];

    json_object(j, NULL, JSON_LINES);
    json_string(j, "section", tour_section_name(curve->from->section));
    json_string(j, "text", report_tour_curve(text, sizeof(text), curve));
    put_choice(j, "from", curve->from);
    put_choice(j, "to", curve->to);
    json_number(j, "times_records_per_s", to->records_per_s / from->records_per_s, 3);
    json_number(j, "times_p50", (double)to->p50_ns / (double)from->p50_ns, 3);
    json_known_bool(j, "told_apart", curve->spread_known, curve->told_apart);
    json_end(j);
}

static void put_curves(struct json *j, const struct tour *tour)
{
    struct tour_curve curves[TOUR_CURVES_MAX];
    unsigned count = tour_curves(tour, curves);

    json_array(j, "curves", JSON_LINES);
    for (unsigned i = 0; i < count; i++)
        put_curve(j, &curves[i]);
    json_end(j);
}

static void put_verdict(struct json *j, const struct tour *tour)
{
    const struct tour_verdict verdict = tour_verdict(tour);

    json_object(j, "verdict", JSON_LINES);
    put_best(j, "one_writer", &verdict.one);
    put_best(j, "many_writers", &verdict.many);
    put_curves(j, tour);
    json_verdict(j, "disk", &verdict.disk);
    json_array(j, "doubts", JSON_LINES);
    for (unsigned i = 0; i < verdict.doubt_count; i++) {
        json_object(j, NULL, JSON_INLINE);
        json_string(j, "id", verdict.doubt[i].warning->id);
        json_bool(j, "forbids", verdict.doubt[i].forbids);
        json_end(j);
    }
    json_end(j);
    json_end(j);
}

static void put_target(struct json *j, const struct tour *tour, const struct snapshot *s)
{
    struct warning list[TOUR_WARNINGS_MAX];
    const struct warning *warning;
    unsigned count = 0;

    while ((warning = tour_warning(tour, count)))
        list[count++] = *warning;
    json_target(j, &s->target, s->load_average, list, count);
}

static void put_preset(struct json *j, const struct tour_result *result, const struct snapshot *s)
{
    const struct tour_line *line =
        result->preset ? tour_line_of(result->tour, result->preset) : NULL;

    threshold_json(j, result->preset, line ? tour_outcome(line) : NULL, s->target.memory);
}

void report_tour_json(FILE *out, const struct tour_result *result)
{
    struct json j = {.out = out};
    const struct snapshot *s = history_latest(result->history);
    const struct tour_line *failed = tour_failure(result->tour);

    json_object(&j, NULL, JSON_LINES);
    json_string(&j, "fsyncscope", FSYNCSCOPE_VERSION);
    json_bool(&j, "interrupted", result->interrupted);
    json_error(&j, "error", failed ? failed->error_code : 0, failed ? failed->trouble : "");
    if (s) {
        put_target(&j, result->tour, s);
        json_count(&j, "planned_passes", tour_passes(result->tour));
        json_array(&j, "sections", JSON_LINES);
        for (int section = 0; section < TOUR_SECTIONS; section++) {
            if (tour_has(result->tour, (enum tour_section)section))
                put_section(&j, result->tour, (enum tour_section)section, &s->target);
        }
        json_end(&j);
        put_verdict(&j, result->tour);
        put_preset(&j, result, s);
    }
    json_end(&j);
}

/* view_strategy.c: what the load waits for on purpose, owes, or is behind with. Each is told at
 * some lengths, of which the longest that fits is shown. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "ui/panels.h"

enum { LINE_MAX_BYTES = 256, LENGTHS = 4, COMPACT_FROM = 10000 };

struct telling {
    char text[LENGTHS][LINE_MAX_BYTES]; /* the longest first, "" after the last */
};

static void show(struct canvas *canvas, struct rect row, const struct telling *say)
{
    size_t i = 0;
    while (i + 1 < LENGTHS && say->text[i + 1][0] && canvas_width(canvas, say->text[i]) > row.w - 2)
        i++;
    canvas_short(canvas, row.x + 2, row.y, row.w - 2, ROLE_NOTE, say->text[i]);
}

bool panel_response(struct canvas *canvas, struct rect row, const struct scene *scene)
{
    struct telling say = {{""}};
    char p50[FORMAT_MAX], p99[FORMAT_MAX], backlog[FORMAT_MAX];
    if (!scene->figures || !scene->now || !(scene->now->config.rate_per_s > 0) ||
        !scene->figures->response.count)
        return false;
    const struct histogram *h = &scene->figures->response;
    format_duration(p50, histogram_percentile(h, 50));
    format_duration(p99, histogram_percentile(h, 99));
    format_count(backlog, scene->now->backlog);
    snprintf(say.text[0], LINE_MAX_BYTES,
             "from the planned start p50 %s  p99 %s, backlog %s records", p50, p99, backlog);
    snprintf(say.text[1], LINE_MAX_BYTES, "response p50 %s  p99 %s  backlog %s", p50, p99, backlog);
    snprintf(say.text[2], LINE_MAX_BYTES, "resp. p99 %s  backlog %s", p99, backlog);
    show(canvas, row, &say);
    return true;
}

/* "8,192", "12.3k", "33.5M". */
static void format_compact(char out[FORMAT_MAX], uint64_t count)
{
    char digits[FORMAT_MAX];
    if (count < COMPACT_FROM)
        format_count(out, count);
    else if (count < 1000000)
        snprintf(out, FORMAT_MAX, "%sk", format_number(digits, (double)count / 1e3));
    else
        snprintf(out, FORMAT_MAX, "%sM", format_number(digits, (double)count / 1e6));
}

struct risk_text {
    char full[LINE_MAX_BYTES / 4], brief[LINE_MAX_BYTES / 4];
};

static struct risk_text risk_text(const struct risk *risk, const char *unit)
{
    char records[FORMAT_MAX], compact[FORMAT_MAX], bytes[FORMAT_MAX], age[FORMAT_MAX];
    struct risk_text out = {"nothing", "none"};
    if (!risk->records)
        return out;
    format_count(records, risk->records);
    format_compact(compact, risk->records);
    format_bytes(bytes, risk->bytes);
    format_duration(age, risk->ns);
    snprintf(out.full, sizeof out.full, "%.20s%s, %.15s, %.15s", records, unit, bytes, age);
    snprintf(out.brief, sizeof out.brief, "%.20s %.15s %.15s", compact, bytes, age);
    return out;
}

/* The delay is that of the syncing thread. */
static void say_risk(struct telling *say, const struct scene *scene)
{
    const struct sharing *s = &scene->figures->sharing;
    const struct risk_text now = risk_text(&scene->now->risk, " records"),
                           most = risk_text(&scene->now->risk_most, "");
    char asked[FORMAT_MAX], reached[FORMAT_MAX], full[96] = "", brief[64] = "";
    if (s->delays) {
        format_duration(asked, s->delay_asked_ns / s->delays);
        format_duration(reached, s->delay_reached_ns / s->delays);
        snprintf(full, sizeof full, "; delay asked %s, reached %s", asked, reached);
        snprintf(brief, sizeof brief, "; delay reached %s", reached);
    }
    snprintf(say->text[0], LINE_MAX_BYTES, "at risk now %s; at most %s%s", now.full, most.full,
             full);
    snprintf(say->text[1], LINE_MAX_BYTES, "risk %s, most %s%s", now.brief, most.brief, brief);
    snprintf(say->text[2], LINE_MAX_BYTES, "risk %s, most %s", now.brief, most.brief);
}

/* Why no leader waited. */
static void say_spared(char out[LINE_MAX_BYTES], const struct config *config)
{
    out[0] = '\0';
    if (!config->delay_ns)
        snprintf(out, LINE_MAX_BYTES, "delay 0: no leader waits");
    else if (config->siblings)
        snprintf(out, LINE_MAX_BYTES, "no leader waited: under %" PRIu32 " siblings",
                 config->siblings);
}

static void say_delay(struct telling *say, const struct scene *scene)
{
    const struct sharing *s = &scene->figures->sharing;
    char asked[FORMAT_MAX], reached[FORMAT_MAX], half[FORMAT_MAX], delay[LINE_MAX_BYTES];
    say_spared(delay, &scene->now->config);
    if (s->delays)
        snprintf(delay, sizeof delay, "delay %s, reached %s",
                 format_duration(asked, s->delay_asked_ns / s->delays),
                 format_duration(reached, s->delay_reached_ns / s->delays));
    if (!scene->sync.count) {
        snprintf(say->text[0], LINE_MAX_BYTES, "%s", delay);
        return;
    }
    format_duration(half, scene->sync.p50_ns / 2);
    const char *stop = delay[0] ? "; " : "";
    snprintf(say->text[0], LINE_MAX_BYTES, "%.150s%shalf of the median sync is %s", delay, stop,
             half);
    snprintf(say->text[1], LINE_MAX_BYTES, "%.150s%shalf a median sync %s", delay, stop, half);
    snprintf(say->text[2], LINE_MAX_BYTES, "%s", delay);
}

/* A leader that gathers goes on as soon as all are there. */
static void say_gathering(struct telling *say, const struct scene *scene)
{
    const struct sharing *s = &scene->figures->sharing;
    char asked[FORMAT_MAX], reached[FORMAT_MAX];
    snprintf(say->text[0], LINE_MAX_BYTES, "leaders gather for %s, of at most %s",
             format_duration(reached, s->delay_reached_ns / s->delays),
             format_duration(asked, s->delay_asked_ns / s->delays));
}

bool strategy_tells(const struct snapshot *now, const struct figures *figures)
{
    return now &&
           (now->has_risk || now->config.uses_siblings || (figures && figures->sharing.delays));
}

void panel_strategy(struct canvas *canvas, struct rect row, const struct scene *scene)
{
    struct telling say = {{""}};
    if (row.h == 0 || !scene->figures || !scene->now || scene_silence(scene))
        return;
    if (scene->now->has_risk)
        say_risk(&say, scene);
    else if (scene->now->config.uses_siblings)
        say_delay(&say, scene);
    else if (scene->figures->sharing.delays)
        say_gathering(&say, scene);
    show(canvas, row, &say);
}

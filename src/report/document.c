/* document.c: see document.h. The JSON writer tells each number with its path as it prints it. What
 * a document may have is read off one in which everything is known. */
#include "report/document.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* Prints RESULT's document, without its checks, for what WATCH sees of it. */
static bool watch_document(const struct run_result *result, const struct json_watch *watch)
{
    struct run_result unchecked = *result;
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);

    if (!out)
        return false;
    unchecked.check_count = 0;
    report_json_watched(out, &unchecked, watch);
    fclose(out);
    free(text);
    return true;
}

/* --- one number --- */

struct search {
    const char *path;
    char *found;
    bool told; /* there is a number, be it null */
};

static void look(void *ctx, const char *path, const char *digits)
{
    struct search *search = ctx;

    if (strcmp(path, search->path) != 0)
        return;
    text_copy(search->found, FORMAT_MAX, digits);
    search->told = true;
}

char *document_number(char buf[FORMAT_MAX], const struct run_result *result, const char *path)
{
    struct search search = {.path = path, .found = buf};
    const struct json_watch watch = {look, &search};

    buf[0] = '\0';
    if (result->history)
        watch_document(result, &watch);
    return buf;
}

/* --- all that there may be --- */

enum { SAMPLE_ROUNDS = 200 };

#define SAMPLE_NS UINT64_C(1000000)

static void know_target(struct target *target)
{
    text_copy(target->file_system, sizeof(target->file_system), "ext4");
    target->journal = target->fast_commits = YES;
    target->bytes_total = target->bytes_free = 1;
    target->device_count = 1;
}

static void know_rounds(struct snapshot *s)
{
    const struct round round = {
        .start_ns = s->at_ns, .latency_ns = SAMPLE_NS, .sync_ns = SAMPLE_NS, .disk = {.syncs = 1}};

    for (int i = 0; i < SAMPLE_ROUNDS; i++) {
        histogram_add(&s->latency, SAMPLE_NS);
        histogram_add(&s->write, SAMPLE_NS);
        histogram_add(&s->sync, SAMPLE_NS);
        histogram_add(&s->response, SAMPLE_NS);
    }
    s->rounds = s->records = s->syncs = SAMPLE_ROUNDS;
    s->sharing.split.sync_ns = SAMPLE_ROUNDS * SAMPLE_NS;
    s->sharing.delays = s->sharing.delay_asked_ns = s->sharing.delay_reached_ns = 1;
    s->has_typical = s->has_ordinary = true;
    s->typical = s->ordinary.round = round;
    s->ordinary.inside.origin = INSIDE_TRACED;
}

/* An interval in which nothing is null. */
static void know_all(struct snapshot *s)
{
    histogram_clear(&s->latency);
    histogram_clear(&s->write);
    histogram_clear(&s->sync);
    histogram_clear(&s->response);
    s->state = RUN_LIVE;
    s->generation = 1;
    s->at_ns = 2 * SAMPLE_NS;
    s->interval_ns = s->active_ns = SAMPLE_NS;
    s->config = config_default();
    s->config.uses_delay = s->config.uses_siblings = s->config.durable = true;
    s->config.rate_per_s = 1;
    s->config.file_bytes = 1;
    s->has_risk = true;
    s->disk.available = s->disk.has_sectors = true;
    know_target(&s->target);
    know_rounds(s);
}

/* The preset of the sample: one with a threshold, so that it has a value. */
static const struct preset *sample_preset(void)
{
    size_t i = 0;

    while (preset_at(i) && !preset_at(i)->threshold)
        i++;
    return preset_at(i);
}

static bool watch_sample(const struct json_watch *watch)
{
    struct snapshot *snapshot = calloc(1, sizeof(*snapshot));
    struct outcome *outcome = calloc(1, sizeof(*outcome));
    struct history *history = history_create();
    bool done = snapshot && outcome && history;

    if (done) {
        know_all(snapshot);
        history_add(history, snapshot);
        outcome_take(outcome, history);
        done = watch_document(
            &(struct run_result){.history = history, .outcome = outcome, .preset = sample_preset()},
            watch);
    }
    history_free(history);
    free(outcome);
    free(snapshot);
    return done;
}

struct walk {
    void (*take)(void *ctx, const char *path);
    void *ctx;
};

static void pass_on(void *ctx, const char *path, const char *digits)
{
    const struct walk *walk = ctx;

    (void)digits;
    walk->take(walk->ctx, path);
}

bool document_each(void (*take)(void *ctx, const char *path), void *ctx)
{
    struct walk walk = {take, ctx};

    return watch_sample(&(struct json_watch){pass_on, &walk});
}

bool document_has(const char *path)
{
    char found[FORMAT_MAX];
    struct search search = {.path = path, .found = found};

    watch_sample(&(struct json_watch){look, &search});
    return search.told;
}

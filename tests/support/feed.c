/* feed.c: see feed.h. */
#include "support/feed.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "source/verdict.h"

#define INTERVAL_NS UINT64_C(100000000)

const struct load load_honest = {
    .syncs = 100, .flushes = 100, .sync_ns = 500 * FEED_US, .kib_a_sync = 28};

static void set_target(struct target *target)
{
    strcpy(target->file_system, "ext4");
    target->device_count = 1;
    strcpy(target->device[0].name, "sda");
    target->device[0].volatile_cache = YES;
}

int feed_set_up(void **state)
{
    struct feed *feed = calloc(1, sizeof *feed);
    if (!feed)
        return -1;
    *state = feed;
    feed->history = history_create();
    if (!feed->history)
        return -1;
    struct snapshot *s = &feed->snapshot;
    histogram_clear(&s->sync);
    s->state = RUN_LIVE;
    s->generation = 1;
    s->at_ns = UINT64_C(1000000000000);
    s->config = config_default();
    s->config.durable = true;
    s->disk.available = s->disk.has_sectors = true;
    set_target(&s->target);
    return 0;
}

int feed_tear_down(void **state)
{
    struct feed *feed = *state;
    history_free(feed->history);
    free(feed);
    return 0;
}

void feed_load(struct feed *feed, const struct load *load, int intervals)
{
    struct snapshot *s = &feed->snapshot;
    for (int i = 0; i < intervals; i++) {
        histogram_clear(&s->sync);
        for (uint64_t n = 0; n < load->syncs; n++)
            histogram_add(&s->sync, load->sync_ns);
        s->rounds = s->records = s->syncs = load->syncs;
        s->disk.flushes = load->flushes;
        s->disk.sectors = 2 * (load->syncs * load->kib_a_sync + load->others_kib);
        s->interval_ns = INTERVAL_NS;
        s->active_ns = s->state == RUN_PAUSED ? 0 : INTERVAL_NS;
        s->at_ns += INTERVAL_NS;
        history_add(feed->history, s);
    }
}

void feed_fact(struct feed *feed, const char *id, enum severity severity)
{
    struct target *target = &feed->snapshot.target;
    struct warning *w = &target->warning[target->warning_count++];
    text_copy(w->id, sizeof w->id, id);
    w->severity = severity;
    strcpy(w->text, "a fact.");
}

bool feed_warns(const struct feed *feed, const char *id)
{
    struct warning list[TARGET_WARNINGS_MAX];
    const unsigned count = warnings_now(feed->history, WINDOW_10S, list);
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(list[i].id, id) == 0)
            return true;
    }
    return false;
}

unsigned feed_warnings(const struct feed *feed)
{
    struct warning list[TARGET_WARNINGS_MAX];
    return warnings_now(feed->history, WINDOW_10S, list);
}

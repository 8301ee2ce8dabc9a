/* past.c: see past.h. */
#include "support/past.h"

#include <stdlib.h>

int past_set_up(void **state)
{
    struct past *past = calloc(1, sizeof *past);
    if (!past)
        return -1;
    *state = past;
    past->history = history_create();
    past->snapshot.generation = 1;
    past->snapshot.config = config_default();
    past->snapshot.at_ns = PAST_BEGIN_NS;
    past->snapshot.wall_ns = PAST_BEGIN_NS + PAST_TO_WALL_NS;
    return past->history ? 0 : -1;
}

int past_tear_down(void **state)
{
    struct past *past = *state;
    history_free(past->history);
    free(past);
    return 0;
}

void past_next(struct past *past, uint64_t length_ns)
{
    struct snapshot *s = &past->snapshot;
    histogram_clear(&s->latency);
    histogram_clear(&s->write);
    histogram_clear(&s->sync);
    s->sequence++;
    s->at_ns += length_ns;
    s->wall_ns += length_ns;
    s->interval_ns = s->active_ns = length_ns;
    s->rounds = s->records = s->syncs = 0;
    s->slow_rounds = 0;
    s->slowest_count = 0;
    s->has_typical = false;
    s->inside_count = 0;
    s->has_ordinary = false;
    s->disk = (struct disk_counts){.available = true, .has_sectors = true};
}

void past_round(struct past *past, uint64_t latency_ns)
{
    struct snapshot *s = &past->snapshot;
    histogram_add(&s->latency, latency_ns);
    histogram_add(&s->sync, latency_ns - latency_ns / 8);
    histogram_add(&s->write, latency_ns / 8);
    s->rounds++;
    s->records++;
    s->syncs++;
    s->disk.flushes += 2;
    s->disk.sectors += 48;
}

void past_add(struct past *past)
{
    history_add(past->history, &past->snapshot);
}

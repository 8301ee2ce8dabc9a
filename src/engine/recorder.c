/* recorder.c: a swap under the owner's lock, after the idea of interval recording in HdrHistogram:
 * the reader never copies while the writer writes, and nothing is allocated. */
#include "engine/recorder.h"

void recorder_init(struct recorder *recorder)
{
    atomic_init(&recorder->begun_ns, 0);
    pthread_mutex_init(&recorder->lock, NULL);
    recorder->active = &recorder->store[0];
    recorder->spare = &recorder->store[1];
    interval_clear(recorder->active);
    interval_clear(recorder->spare);
}

void recorder_destroy(struct recorder *recorder)
{
    pthread_mutex_destroy(&recorder->lock);
}

void recorder_begin(struct recorder *recorder, uint64_t start_ns)
{
    atomic_store_explicit(&recorder->begun_ns, start_ns, memory_order_relaxed);
}

static void none_in_flight(struct recorder *recorder)
{
    atomic_store_explicit(&recorder->begun_ns, 0, memory_order_relaxed);
}

/* Readings are rare, one for some hundred rounds of a fast disk, so the interval's own median may
 * be asked for where none of before is known. */
static uint64_t median_ns(const struct interval *interval, uint64_t slow_ns)
{
    return slow_ns ? slow_ns / SNAPSHOT_SLOW_FACTOR : histogram_percentile(&interval->latency, 50);
}

/* Takes the place of the one farthest from the median, unless it is farther itself. */
static void keep_sample(struct interval *interval, const struct round *round, uint64_t p50_ns)
{
    struct round *farthest = &interval->sample[0];
    if (interval->sample_count < RECORDER_SAMPLES) {
        interval->sample[interval->sample_count++] = *round;
        return;
    }
    for (unsigned i = 1; i < RECORDER_SAMPLES; i++) {
        if (round_distance_ns(&interval->sample[i], p50_ns) > round_distance_ns(farthest, p50_ns))
            farthest = &interval->sample[i];
    }
    if (round_distance_ns(round, p50_ns) <= round_distance_ns(farthest, p50_ns))
        *farthest = *round;
}

static void add_round(struct interval *interval, const struct round *round, uint64_t slow_ns)
{
    interval->rounds++;
    interval->end_ns = round->start_ns + round->latency_ns;
    histogram_add(&interval->latency, round->latency_ns);
    if (round->led) {
        if (round->sync_ns != NOT_TIMED)
            histogram_add(&interval->sync, round->sync_ns);
        if (round->write_ns != NOT_TIMED)
            histogram_add(&interval->write, round->write_ns);
    }
    if (round->planned_ns)
        histogram_add(&interval->response, interval->end_ns - round->planned_ns);
    sharing_note(&interval->sharing, round);
    if (slow_ns && round->latency_ns > slow_ns)
        interval->slow_rounds++;
    slowest_keep(interval->slowest, &interval->slowest_count, round);
    if (round->led && round->disk.syncs == 1)
        keep_sample(interval, round, median_ns(interval, slow_ns));
}

void recorder_end(struct recorder *recorder, const struct round *round, uint64_t slow_ns)
{
    pthread_mutex_lock(&recorder->lock);
    add_round(recorder->active, round, slow_ns);
    pthread_mutex_unlock(&recorder->lock);
    none_in_flight(recorder);
}

void recorder_fail(struct recorder *recorder)
{
    pthread_mutex_lock(&recorder->lock);
    recorder->active->failed_rounds++;
    pthread_mutex_unlock(&recorder->lock);
    none_in_flight(recorder);
}

void recorder_cancel(struct recorder *recorder)
{
    none_in_flight(recorder);
}

struct interval *recorder_swap(struct recorder *recorder)
{
    pthread_mutex_lock(&recorder->lock);
    struct interval *noted = recorder->active;
    recorder->active = recorder->spare;
    pthread_mutex_unlock(&recorder->lock);
    recorder->spare = noted;
    return noted;
}

void interval_clear(struct interval *interval)
{
    interval->rounds = 0;
    interval->failed_rounds = 0;
    interval->slow_rounds = 0;
    interval->end_ns = 0;
    histogram_clear(&interval->latency);
    histogram_clear(&interval->write);
    histogram_clear(&interval->sync);
    histogram_clear(&interval->response);
    interval->sharing = (struct sharing){0};
    interval->slowest_count = 0;
    interval->sample_count = 0;
}

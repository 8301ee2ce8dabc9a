/* snapshot.c: intervals added up. What counts is summed; what is a state or an age is the newer's.
 */
#include "base/snapshot.h"

#include <errno.h>
#include <string.h>

#include "base/text.h"

/* The entry that shared ROUND's sync, or COUNT. */
static unsigned slowest_twin(const struct round list[SNAPSHOT_SLOWEST], unsigned count,
                             const struct round *round)
{
    unsigned i = 0;
    while (i < count && (!round->synced_ns || list[i].synced_ns != round->synced_ns))
        i++;
    return i;
}

static void slowest_remove(struct round list[SNAPSHOT_SLOWEST], unsigned *count, unsigned at)
{
    --*count;
    memmove(&list[at], &list[at + 1], (*count - at) * sizeof(list[0]));
}

void slowest_keep(struct round list[SNAPSHOT_SLOWEST], unsigned *count, const struct round *round)
{
    unsigned at = *count;

    if (at == SNAPSHOT_SLOWEST && list[at - 1].latency_ns >= round->latency_ns)
        return; /* the common case, in the loop that is measured */
    unsigned twin = slowest_twin(list, *count, round);
    if (twin < *count && list[twin].latency_ns >= round->latency_ns)
        return;
    if (twin < *count)
        slowest_remove(list, count, twin);
    at = *count;
    while (at > 0 && list[at - 1].latency_ns < round->latency_ns)
        at--;
    if (at == SNAPSHOT_SLOWEST)
        return;
    if (*count < SNAPSHOT_SLOWEST)
        ++*count;
    memmove(&list[at + 1], &list[at], (*count - 1 - at) * sizeof(list[0]));
    list[at] = *round;
}

/* Whether nothing but intervals that are left out was added up so far. */
static bool is_left_out(const struct disk_counts *counts)
{
    return counts->left_out > 0 && !counts->available && !counts->has_sectors;
}

/* A part that is left out takes nothing away, and alone it gives nothing. */
static bool known_in_sum(bool known, bool left_out, bool next_known, bool next_left_out)
{
    if (left_out || next_left_out)
        return known || next_known;
    return known && next_known;
}

void disk_counts_add(struct disk_counts *into, const struct disk_counts *next)
{
    const bool was_out = is_left_out(into), is_out = is_left_out(next);

    into->flushes += next->flushes;
    into->sectors += next->sectors;
    into->left_out += next->left_out;
    into->left_out_records += next->left_out_records;
    into->left_out_syncs += next->left_out_syncs;
    into->available = known_in_sum(into->available, was_out, next->available, is_out);
    into->has_sectors = known_in_sum(into->has_sectors, was_out, next->has_sectors, is_out);
    if (!into->available && !into->has_sectors && !(was_out && is_out))
        into->left_out_records = into->left_out_syncs = into->left_out =
            0; /* blind is more than left out */
    if (next->reason[0] && (!into->reason[0] || was_out))
        text_copy(into->reason, sizeof(into->reason), next->reason);
}

/* An interval in which no load ran says nothing about the disk's counters. */
static void add_disk(struct snapshot *into, const struct snapshot *next)
{
    if (!next->active_ns)
        return;
    if (!into->active_ns)
        into->disk = next->disk;
    else
        disk_counts_add(&into->disk, &next->disk);
}

static void add_counts(struct snapshot *into, const struct snapshot *next)
{
    add_disk(into, next); /* before its activity is added up */
    into->interval_ns += next->interval_ns;
    into->active_ns += next->active_ns;
    into->rounds += next->rounds;
    into->records += next->records;
    into->syncs += next->syncs;
    into->padded_bytes += next->padded_bytes;
    into->slow_rounds += next->slow_rounds;
    into->failed_rounds += next->failed_rounds;
    histogram_merge(&into->latency, &next->latency);
    histogram_merge(&into->write, &next->write);
    histogram_merge(&into->sync, &next->sync);
    histogram_merge(&into->response, &next->response);
    sharing_add(&into->sharing, &next->sharing);
    for (unsigned i = 0; i < next->slowest_count; i++)
        slowest_keep(into->slowest, &into->slowest_count, &next->slowest[i]);
}

static void take_state(struct snapshot *into, const struct snapshot *next)
{
    into->sequence = next->sequence;
    into->state = next->state;
    into->last = next->last;
    into->config = next->config;
    into->target = next->target;
    into->at_ns = next->at_ns;
    into->wall_ns = next->wall_ns;
    into->slow_limit_ns = next->slow_limit_ns;
    into->in_flight = next->in_flight;
    into->oldest_ns = next->oldest_ns;
    into->calls = next->calls;
    into->call_ns = next->call_ns;
    into->call_writer = next->call_writer;
    into->oldest_writer = next->oldest_writer;
    into->backlog = next->backlog;
    into->has_risk = next->has_risk;
    into->risk = next->risk;
    into->risk_most = next->risk_most;
    into->prepare_done = next->prepare_done;
    into->prepare_total = next->prepare_total;
    into->prepare_still_ns = next->prepare_still_ns;
    into->planned_bytes = next->planned_bytes;
    into->directory_code = next->directory_code;
    into->through_cache = next->through_cache;
    memcpy(into->load_average, next->load_average, sizeof(into->load_average));
}

/* A failure stays until the configuration changes; the first one tells the cause. */
static void take_error(struct snapshot *into, const struct snapshot *next)
{
    if (into->error[0] || !next->error[0])
        return;
    into->error_code = next->error_code;
    into->mode_refused = next->mode_refused;
    text_copy(into->error, sizeof(into->error), next->error);
}

/* The newest ones stay. */
static void add_insides(struct snapshot *into, const struct snapshot *next)
{
    unsigned room = SNAPSHOT_INSIDE - next->inside_count;
    unsigned kept = into->inside_count < room ? into->inside_count : room;

    memmove(into->inside, into->inside + into->inside_count - kept, kept * sizeof(into->inside[0]));
    memcpy(into->inside + kept, next->inside, next->inside_count * sizeof(into->inside[0]));
    into->inside_count = kept + next->inside_count;
    if (next->has_ordinary) {
        into->has_ordinary = true;
        into->ordinary = next->ordinary;
    }
    into->tracing = next->tracing;
    into->has_hanging = next->has_hanging;
    into->hanging = next->hanging;
}

void snapshot_merge(struct snapshot *into, const struct snapshot *next)
{
    add_counts(into, next);
    take_state(into, next);
    take_error(into, next);
    add_insides(into, next);
    if (next->has_typical) {
        into->has_typical = true;
        into->typical = next->typical;
    }
}

static bool is_among(int code, const int *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (code == list[i])
            return true;
    }
    return false;
}

bool snapshot_is_disks_own(int code)
{
    static const int codes[] = {EIO, EREMOTEIO, ENODATA, EILSEQ, EUCLEAN, ENXIO, ENODEV, ESTALE};

    return is_among(code, codes, sizeof(codes) / sizeof(codes[0]));
}

bool snapshot_disk_failed(const struct snapshot *failed, bool began)
{
    static const int full[] = {ENOSPC, EDQUOT};
    int code = failed->error_code;
    bool filling = failed->prepare_total > 0; /* too little room is found before that */

    if (began || snapshot_is_disks_own(code))
        return true;
    return filling && is_among(code, full, sizeof(full) / sizeof(full[0]));
}

/* spotcheck.c: the cost rule for reading the disk's counters. */
#include "engine/spotcheck.h"

#include "sys/clock.h"

/* Readings may cost 1/SHARE of the time that they watch: a quarter of the 2 % that measuring may.
 */
enum { SHARE = 200 };

/* One reading and what it cost. */
static bool read_counters(struct spotcheck *check, struct block_reading *now)
{
    uint64_t before_ns = clock_now_ns();
    bool ok = blockstat_read(check->stat, now);
    uint64_t cost_ns = clock_now_ns() - before_ns;
    /* A moving mean: one preempted reading must not silence the check for long. */
    check->cost_ns = check->cost_ns ? (check->cost_ns * 7 + cost_ns) / 8 : cost_ns;
    return ok;
}

void spotcheck_start(struct spotcheck *check, struct blockstat *stat)
{
    *check = (struct spotcheck){.stat = stat};
    if (!stat || !stat->devices)
        return;
    read_counters(check, &check->last); /* warms up: the first one is not typical */
    check->cost_ns = 0;
    check->has_last = read_counters(check, &check->last);
}

static void note(struct spotcheck *check, struct disk_delta *delta)
{
    struct block_reading now;
    bool ok = read_counters(check, &now);
    if (ok && check->has_last &&
        blockstat_delta(check->stat, &check->last, &now, &delta->flushes, &delta->sectors))
        delta->syncs = check->syncs;
    check->last = now;
    check->has_last = ok;
    check->syncs = 0;
}

/* Half as long again as of late. A single freeze must not raise the measure for long: what it adds
 * to the mean is bounded. */
static bool is_unusual(struct spotcheck *check, uint64_t sync_ns)
{
    uint64_t usual_ns = check->usual_ns;
    uint64_t bounded_ns = usual_ns && sync_ns > 4 * usual_ns ? 4 * usual_ns : sync_ns;
    check->usual_ns = usual_ns ? (usual_ns * 15 + bounded_ns) / 16 : sync_ns;
    return usual_ns && sync_ns > usual_ns + usual_ns / 2;
}

/* Whether to read after this sync. A pair is begun only when as much again is left for a sync that
 * turns out unusual meanwhile. */
static bool is_due(struct spotcheck *check, bool unusual)
{
    uint64_t cost_ns = check->cost_ns;
    if (check->pair_open) {
        check->pair_open = false;
        return true; /* paid for when it was begun */
    }
    if (check->credit_ns >= 4 * cost_ns) {
        check->credit_ns -= 2 * cost_ns;
        check->pair_open = true;
        return true;
    }
    if (!unusual || check->credit_ns < cost_ns)
        return false;
    check->credit_ns -= cost_ns;
    return true;
}

void spotcheck_after(struct spotcheck *check, uint64_t sync_ns, struct disk_delta *delta)
{
    *delta = (struct disk_delta){0};
    if (!check->stat || !check->stat->devices)
        return;
    check->syncs++;
    check->credit_ns += sync_ns / SHARE;
    if (is_due(check, is_unusual(check, sync_ns)))
        note(check, delta);
}

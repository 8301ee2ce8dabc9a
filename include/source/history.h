/* history.h: snapshots kept for a while and added up: windows, the chart's past, slow rounds.
 *
 * A window is a ring of interval histograms added up; what leaves the window leaves its figures,
 * the extremes too. Percentiles are never merged. Windows and totals hold the newest
 * configuration's rounds alone and start anew with each; the chart keeps the last 60 s across
 * changes.
 *
 * All is allocated at once: 53 MiB of addresses, touched as far as latencies spread. One thread. */
#ifndef FSYNCSCOPE_SOURCE_HISTORY_H
#define FSYNCSCOPE_SOURCE_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/snapshot.h"

enum window { WINDOW_1S, WINDOW_10S, WINDOW_60S, WINDOW_ALL, WINDOWS };

enum {
    CHART_SLOTS = 120, /* half a second each: 60 s */
    HISTORY_SLOW_MAX = 100,
    THIN_P99_ROUNDS = 100, /* a p99 of fewer rests on a single round */
    THIN_P999_ROUNDS = 1000,
};

/* What one window adds up to. */
struct figures {
    uint64_t rounds, records, syncs;
    uint64_t padded_bytes; /* written for nothing but to fill blocks */
    uint64_t active_ns;    /* time in which the load ran */
    struct histogram latency, write, sync, response;
    struct sharing sharing;
    struct disk_counts disk; /* not available as soon as one interval's is not */
};

/* One column of the chart: merged rounds of one slot of half a second. */
struct chart_slot {
    uint64_t rounds; /* 0: nothing to draw */
    uint64_t p50_ns, p99_ns, max_ns;
    uint64_t generation; /* of its newest interval */
    bool changed;        /* a new configuration was put to work in it */
};

/* A slow round with what it is compared to. */
struct slow_round {
    struct round round;
    uint64_t wall_ns; /* time of day at which it began */
    uint64_t p50_ns;  /* the rolling median at that time: slow_limit_ns / 3 */
    uint64_t generation;
    uint32_t batch;       /* of its configuration, */
    uint32_t syncs_each;  /* and this */
    double load_average;  /* of one minute, when it was told of; negative when not known */
    struct inside inside; /* origin INSIDE_NONE: not looked into, or not yet */
};

struct history;
struct evidence;

/* NULL when there is no memory. */
struct history *history_create(void);
void history_free(struct history *history);

/* Takes one snapshot in. A new generation clears windows and totals and keeps chart and slow list.
 */
void history_add(struct history *history, const struct snapshot *snapshot);

/* Clears windows, totals and the slow list, as a key for "reset the figures" asks. */
void history_reset(struct history *history);

/* The figures of a window. Valid until the next call of any function on HISTORY but the const ones.
 */
const struct figures *history_figures(struct history *history, enum window window);

/* Seconds-resolution chart: slot I of CHART_SLOTS, 0 the oldest, CHART_SLOTS - 1 the one now
 * filling; history_chart_pair merges slots 2I and 2I+1 from their histograms (one second, I < 60).
 * Pairs are aligned so that a pair, once complete, never changes its members. */
struct chart_slot history_chart_half(const struct history *history, unsigned i);
struct chart_slot history_chart_pair(const struct history *history, unsigned i);

/* The I-th newest slow round (over the limit at its time), NULL past the end. */
const struct slow_round *history_slow(const struct history *history, unsigned i);

/* Since the last change: slow rounds in all, the longest rounds (longest first), and a round near
 * the median with its own counters (false when none is known). */
uint64_t history_slow_count(const struct history *history);
unsigned history_slowest(const struct history *history, struct round out[SNAPSHOT_SLOWEST]);
bool history_typical(const struct history *history, struct round *out);

/* What was seen inside ROUND, one of the longest or of the list; NULL when nothing was, or not yet:
 * it comes some intervals after its round. */
const struct inside *history_inside(const struct history *history, const struct round *round);

/* Whether ROUND was over the limit at its time, as far as the list of slow rounds still tells. */
enum history_then { HISTORY_THEN_SLOW, HISTORY_THEN_NOT, HISTORY_THEN_UNKNOWN };
enum history_then history_then(const struct history *history, const struct round *round);

/* An ordinary round of the configuration GENERATION with what was seen inside; NULL when none was
 * looked into, or that configuration was left too long ago. */
const struct inside_round *history_ordinary(const struct history *history, uint64_t generation);

/* Slow rounds counted by cause: of the list, whatever their configuration, and of all since the
 * last change. At CAUSE_NONE stand those that were not looked into. */
void history_causes_listed(const struct history *history, uint64_t out[CAUSES]);
void history_causes(const struct history *history, uint64_t out[CAUSES]);

/* When the newest configuration's load began, CLOCK_MONOTONIC; 0 while no round has. */
uint64_t history_began_ns(const struct history *history);

/* Rounds of the newest configuration whose write or sync failed. */
uint64_t history_failed(const struct history *history);

/* What the figures say against themselves (evidence.h), judged with each snapshot. */
const struct evidence *history_evidence(const struct history *history);

/* The newest snapshot; NULL before the first. */
const struct snapshot *history_latest(const struct history *history);

/* Derived figures; NAN when there is nothing to divide by, or the disk has no counters. */
double figures_records_per_s(const struct figures *f);
double figures_records_per_sync(const struct figures *f);
double figures_flushes_per_record(const struct figures *f);
double figures_kib_per_record(const struct figures *f);

#endif

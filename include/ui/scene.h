/* scene.h: all that one frame shows, looked up once. Views draw from it and ask nobody else.
 *
 * Points into the history and the state: good until either changes. */
#ifndef FSYNCSCOPE_UI_SCENE_H
#define FSYNCSCOPE_UI_SCENE_H

#include <stdbool.h>
#include <stdint.h>

#include "source/history.h"
#include "source/verdict.h"
#include "ui/banner.h"
#include "ui/layout.h"
#include "ui/state.h"

/* A histogram's figures; all 0 with count 0. */
struct summary {
    uint64_t count;
    uint64_t min_ns, mean_ns, p50_ns, p90_ns, p99_ns, p999_ns, max_ns;
};

struct scene {
    const struct state *state;
    const struct snapshot *now; /* NULL before the first */
    struct layout layout;
    struct summary latency, write, sync;
    const struct figures *figures; /* of the window; NULL before the first snapshot */
    const struct histogram *bars;  /* of the window's latencies; NULL before the first snapshot */
    double records_per_s, records_per_sync; /* NAN without rounds */
    double flushes_per_record, kib_per_record;
    double padding; /* share of the bytes written that only fill blocks; 0 but for O_DIRECT */
    const struct compared *baseline; /* NULL: none is pinned */
    const char *disk_reason;         /* why neither of those is known; NULL when one is */
    struct verdict verdict;
    unsigned warning_count;
    struct warning warnings[TARGET_WARNINGS_MAX]; /* that hold in the window, most severe first */
    struct chart_slot chart[CHART_SLOTS]; /* the first layout.chart_columns of them, oldest first */
    unsigned slow_count;
    const struct slow_round *slow[HISTORY_SLOW_MAX]; /* newest first */
    const struct slow_round *worst;  /* since the last change; NULL while none was slow */
    uint64_t slow_total;             /* since the last change */
    uint64_t causes[CAUSES];         /* of those in the list; CAUSE_NONE: not looked into */
    const struct slow_round *picked; /* by the view of slow rounds; NULL: there is none */
    unsigned picked_place;           /* in the list; slow_count: it has left the list */
    struct slow_round hanging; /* the round in flight beyond the limit, when one was looked into */
    uint64_t hanging_since_ns; /* how long ago that was */
    /* What the view of slow rounds tells in detail: the one that hangs unless a key holds another;
     * NULL: there is none. And an ordinary round of its configuration; NULL: not known. */
    const struct slow_round *detail;
    const struct inside_round *ordinary;
    uint64_t rounds_total; /* since the last change, whatever the window */
    uint64_t failed_total;
};

/* Looks everything up for a canvas of COLS x ROWS, and moves the state's scales where they must. */
void scene_take(struct scene *scene, struct state *state, struct history *history, int cols,
                int rows);

/* The baseline's latencies, for behind the bars; NULL when none is pinned. */
const struct histogram *scene_ghost(const struct scene *scene);

/* Why there are no figures just now: "measuring...", "no samples"; NULL when there are some. */
const char *scene_silence(const struct scene *scene);

/* What to do about the silence; NULL when time will do. */
const char *scene_hint(const struct scene *scene);

/* Whether a call has been in the kernel for longer than LEAST_NS and than is usual. Rounds that
 * only wait for their turn are no such thing, however many and long. */
bool scene_call_is_late(const struct scene *scene, uint64_t least_ns);

/* Whether one has been for so long that it is worth a word in the header. */
bool scene_hangs(const struct scene *scene);

/* Whether SLOW ended so long ago that nothing more will be told of it. */
bool scene_is_settled(const struct scene *scene, const struct slow_round *slow);

/* Whether both tell of the same round. */
bool scene_same_round(const struct round *a, const struct round *b);

/* The banner that this frame has. */
struct banner scene_banner(const struct scene *scene);

#endif

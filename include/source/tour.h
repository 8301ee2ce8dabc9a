/* tour.h: what a tour measures, in which order, and what each line came to.
 *
 * A plan and a state machine without clocks or threads. Whoever drives a source asks what runs next
 * (tour_next), lets it run for a stretch, and hands in what that came to (tour_take). The lines of
 * a section are interleaved over several passes (A B C A B C), since a shared disk drifts: what
 * changes between two passes of a line is spread, and no difference between lines.
 *
 * A line is told by one of its passes, the middle one by what lines are judged by: all figures of a
 * row are of the same rounds, so that they go together, and none is of a pass that others
 * disturbed. The other passes are its spread.
 *
 * One thread. 80 KiB a pass that was measured. */
#ifndef FSYNCSCOPE_SOURCE_TOUR_H
#define FSYNCSCOPE_SOURCE_TOUR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/config.h"
#include "base/err.h"
#include "base/preset.h"
#include "source/outcome.h"
#include "source/source.h"
#include "source/verdict.h"

enum tour_section {
    TOUR_MODES,
    TOUR_WRITERS,
    TOUR_BATCH,
    TOUR_SIZE,
    TOUR_DELAY,
    TOUR_GROWTH,
    TOUR_SECTIONS,
};

enum {
    TOUR_PASSES = 3, /* at most, and as a rule */
    TOUR_LINES_MAX = 192,
    TOUR_WARNINGS_MAX = 32,
    TOUR_ALL = (1 << TOUR_SECTIONS) - 1,
};

#define TOUR_LINE_NS UINT64_C(1000000000) /* for a line, all its passes together, when not told */

struct tour_plan {
    struct config base; /* what a section does not vary; its limits are a whole line's */
    unsigned sections;  /* bit I: section I */
    unsigned passes;    /* 1 to TOUR_PASSES */
    /* Asked for: else some sections have a default of their own. */
    bool mode_given, strategy_given, writers_given, record_given, batch_given;
    uint64_t stretch_ns; /* how long a stretch is thought to take while none was seen */
};

/* One line in one pass. */
struct tour_pass {
    uint64_t rounds;
    uint64_t p50_ns, p99_ns, max_ns;           /* 0 without rounds */
    uint64_t response_p50_ns;                  /* from the planned start; 0 in closed loop */
    double records_per_s, records_per_sync;    /* NAN where there is nothing to divide by, */
    double flushes_per_record, kib_per_record; /* or no counter */
    double written_bytes;                      /* records of all writers, in bytes */
    double beyond_bytes; /* that a sync wrote to the disk besides; NAN: not known */
    uint64_t syncs;
    double seconds;
};

struct tour_line {
    enum tour_section section;
    struct config config; /* its limits are those of one pass */
    unsigned passes;      /* taken */
    struct tour_pass pass[TOUR_PASSES];
    struct outcome *taken[TOUR_PASSES]; /* by pass; without any, at 0 what kept it from one */
    struct verdict verdicts[TOUR_PASSES];
    char trouble[400]; /* why it cannot run here, or what the disk failed with; "": none */
    bool failed;       /* the latter, which ended the tour; else it is not tried again */
    int error_code;    /* errno value behind the trouble; 0: none */
    uint64_t took_ns;  /* its newest stretch with all that went before; 0: none yet */
    uint32_t warnings; /* bit I: warning I of the tour held in a pass */
};

/* A figure over the passes. Of two the worse is the middle. */
struct tour_spread {
    unsigned passes; /* with a value: without any the rest is NAN, with one there is no spread */
    unsigned middle; /* the pass of the median, from 0 */
    double median, least, most;
};

struct tour_progress {
    unsigned done, total;         /* stretches */
    const struct tour_line *line; /* that runs now; NULL: none does */
    unsigned pass;                /* from 1 */
    uint64_t left_ns;             /* judged by the stretches so far, their preparing included */
};

struct tour;

/* Lines for PLAN from the lists of OPS; those whose mode and strategy do not go together are
 * refused from the start. NULL when there is no memory. */
struct tour *tour_create(const struct source_ops *ops, const struct tour_plan *plan);
void tour_free(struct tour *tour); /* NULL is allowed */

/* What runs next, the same until it was taken. False: the tour is over. */
bool tour_next(const struct tour *tour, struct config *out);

/* Takes what the line of tour_next came to, in a stretch that took TOOK_NS. A refusal stays with
 * the line; any other error ends the tour. VERDICT may be NULL. */
void tour_take(struct tour *tour, const struct outcome *outcome, const struct verdict *verdict,
               const struct warning *warnings, unsigned count, uint64_t took_ns);

/* The same from HISTORY, whose newest configuration it was. An error of the line's own set-up, a
 * file that finds no room for one, counts as a refusal. False, and nothing changes, when there is
 * no memory. */
bool tour_take_history(struct tour *tour, struct history *history, uint64_t took_ns);

/* Lines in the order of the tables; NULL past the end. */
const struct tour_line *tour_line_at(const struct tour *tour, unsigned i);

unsigned tour_passes(const struct tour *tour); /* planned */
bool tour_has(const struct tour *tour, enum tour_section section);
bool tour_section_over(const struct tour *tour, enum tour_section section);
struct tour_progress tour_progress(const struct tour *tour);

/* The line that the disk failed; NULL when none was. */
const struct tour_line *tour_failure(const struct tour *tour);

/* The line that was measured and is PRESET's own load, with as many writers as were asked for where
 * there is one; NULL when none is. */
const struct tour_line *tour_line_of(const struct tour *tour, const struct preset *preset);

/* Warnings that held on any line, not-durable left out; NULL past the end. */
const struct warning *tour_warning(const struct tour *tour, unsigned i);

/* --- lines --- */

struct tour_spread tour_p50_ns(const struct tour_line *line);
struct tour_spread tour_records_per_s(const struct tour_line *line);

/* What lines are judged by: records a second; where a schedule fixes those (open loop) the median
 * from the planned start, in ns. */
struct tour_spread tour_judged(const struct tour_line *line);

/* How many times better LINE's is than OTHER's, more records or less time; NAN when either has no
 * pass. */
double tour_times(const struct tour_line *line, const struct tour_line *other);

/* The times that a row of LINE's tells: of rounds, in open loop from their planned start. */
const struct histogram *tour_times_of(const struct tour_line *line, const struct figures *figures);

/* The middle pass by that, from 0; without a pass with rounds 0. */
unsigned tour_middle(const struct tour_line *line);

/* What tells of LINE: its middle pass, with the trouble that came later; of a line without passes
 * what kept it from one. NULL before that, or when there was no memory for it. */
const struct outcome *tour_outcome(const struct tour_line *line);

/* Whether the passes of both meet: a difference between them is within their spread. False also
 * where a spread is not known. */
bool tour_spreads_meet(struct tour_spread a, struct tour_spread b);

/* --- sections --- */

/* "modes": in --only and JSON. */
const char *tour_section_name(enum tour_section section);

/* Its heading, "every mode". */
const char *tour_section_words(enum tour_section section);

/* "modes,delay" to bits. 0, or -EINVAL with a sentence that names the wrong one and what there is.
 */
int tour_sections_parse(const char *text, unsigned *sections, struct err *err);

#endif

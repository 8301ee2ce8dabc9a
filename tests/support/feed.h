/* feed.h: a history of made-up loads for tests of what is concluded from one: snapshots as a source
 * would send them, on one disk with a volatile cache, and the warnings that hold after them. */
#ifndef FSYNCSCOPE_TESTS_FEED_H
#define FSYNCSCOPE_TESTS_FEED_H

#include <stdbool.h>
#include <stdint.h>

#include "source/history.h"

#define FEED_US UINT64_C(1000)

/* What each interval of a tenth of a second looks like. */
struct load {
    uint64_t syncs, flushes, sync_ns;
    uint64_t kib_a_sync; /* that the disk writes for one of ours */
    uint64_t others_kib; /* and for others, an interval */
};

struct feed {
    struct snapshot snapshot; /* what the next interval is made from */
    struct history *history;
};

/* Each sync is a flush, and nothing is odd about it. */
extern const struct load load_honest;

/* Set-up and tear-down of cmocka's: *STATE is a struct feed then, with nothing fed yet. */
int feed_set_up(void **state);
int feed_tear_down(void **state);

#define FEED_TEST(name) cmocka_unit_test_setup_teardown(name, feed_set_up, feed_tear_down)

/* Sends so many INTERVALS of LOAD. */
void feed_load(struct feed *feed, const struct load *load, int intervals);

/* A warning that the target itself earns, from the next interval on. */
void feed_fact(struct feed *feed, const char *id, enum severity severity);

/* Whether a warning with that ID holds now, and how many do. */
bool feed_warns(const struct feed *feed, const char *id);
unsigned feed_warnings(const struct feed *feed);

#endif

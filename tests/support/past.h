/* past.h: a snapshot that a test fills interval by interval, and the history that it goes to. */
#ifndef FSYNCSCOPE_TESTS_PAST_H
#define FSYNCSCOPE_TESTS_PAST_H

#include <stdint.h>

#include "source/history.h"

#define PAST_BEGIN_NS   UINT64_C(5000000000) /* before the first interval */
#define PAST_TO_WALL_NS UINT64_C(1000000000000)

struct past {
    struct snapshot snapshot;
    struct history *history;
};

/* Set-up and tear-down of cmocka's: *STATE is a struct past then, of generation 1 and the default
 * configuration, with nothing added yet. */
int past_set_up(void **state);
int past_tear_down(void **state);

#define PAST_TEST(name) cmocka_unit_test_setup_teardown(name, past_set_up, past_tear_down)

/* An interval of LENGTH_NS after the one before it, without any round yet. */
void past_next(struct past *past, uint64_t length_ns);

/* A round that took LATENCY_NS, an eighth of it for its write, with a sync, two flushes and 24 KiB
 * of its own. */
void past_round(struct past *past, uint64_t latency_ns);

/* Ends the interval: the history takes it. */
void past_add(struct past *past);

#endif

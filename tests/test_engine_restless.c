/* test_engine_restless.c: 64 writers with all kinds of delays, started and ended 200 times: there
 * is progress, and the end comes whatever they wait for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/strategy.h"
#include "support/rig.h"
#include "sys/clock.h"

#if defined __SANITIZE_THREAD__ || defined __SANITIZE_ADDRESS__
enum { SLOWNESS = 10 };
#else
enum { SLOWNESS = 1 };
#endif

enum { STARTS = 200, WRITERS = 64 };

static const uint64_t second_ns = UINT64_C(1000000000);

/* Up to 100 ms, and now and then a second: the same ones each time, as there is no srand. */
static uint64_t random_delay(unsigned i)
{
    return i % 10 == 0 ? second_ns : (uint64_t)rand() % (second_ns / 10);
}

/* A round in every second of the load, the delay that they wait for aside. */
static void expect_progress(struct rig *rig, uint64_t delay_ns)
{
    uint64_t since_ns = 0;
    do {
        rig_next(rig);
        if (!since_ns || rig->snapshot.state != RUN_LIVE)
            since_ns = rig->snapshot.at_ns;
        assert_true(rig->snapshot.at_ns - since_ns < SLOWNESS * second_ns + delay_ns);
    } while (!rig->snapshot.rounds);
}

static void expect_end(struct rig *rig)
{
    uint64_t asked_ns = clock_now_ns();
    rig_stop(rig);
    assert_true(clock_now_ns() - asked_ns < SLOWNESS * second_ns);
}

static void writers_with_delays_go_on_and_end_within_a_second(void **state)
{
    struct rig *rig = *state;
    unsigned strategies = 0;
    while (strategy_at(strategies))
        strategies++;
    for (unsigned i = 0; i < STARTS; i++) {
        struct config config = rig_config(WRITERS, strategy_at(i % strategies)->about.name);
        config.delay_ns = random_delay(i);
        config.rate_per_s = i % 5 == 0 ? 20000 : 0;
        rig_start(rig, &config);
        if (i % 3)
            expect_progress(rig, config.delay_ns);
        expect_end(rig);
    }
}

/* The hour that a leader waits for is over with the next wish. */
static void another_configuration_does_not_wait_for_the_delay(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_config(WRITERS, "group+delay");
    config.delay_ns = 3600 * second_ns;
    rig_start(rig, &config);
    do
        rig_next(rig);
    while (rig->snapshot.in_flight < WRITERS);
    config.delay_ns = 1000;
    uint64_t asked_ns = clock_now_ns();
    engine_apply(rig->engine, &config);
    do
        rig_next(rig);
    while (rig->snapshot.generation < 2 || !rig->snapshot.rounds);
    assert_true(clock_now_ns() - asked_ns < SLOWNESS * second_ns);
    assert_int_equal(rig->totals[1].rounds, 0);
    rig_stop(rig);
}

int main(void)
{
    static struct rig rig;
    alarm(600);
    const struct CMUnitTest tests[] = {
        RIG_TEST(writers_with_delays_go_on_and_end_within_a_second, &rig),
        RIG_TEST(another_configuration_does_not_wait_for_the_delay, &rig),
    };
    return cmocka_run_group_tests_name("engine_restless", tests, NULL, NULL);
}

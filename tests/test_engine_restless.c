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

/* A machine can stand still for a second, and does not do so three times in a row. */
enum { STARTS = 200, WRITERS = 64, ATTEMPTS = 3 };

static const uint64_t second_ns = UINT64_C(1000000000);

/* Up to 100 ms, and now and then a second: the same ones each time, as there is no srand. */
static uint64_t random_delay(unsigned i)
{
    return i % 10 == 0 ? second_ns : (uint64_t)rand() % (second_ns / 10);
}

/* Whether there is a round in every second of the load, the delay that they wait for aside. */
static bool has_progress(struct rig *rig, uint64_t delay_ns)
{
    uint64_t since_ns = 0;
    do {
        rig_next(rig);
        if (!since_ns || rig->snapshot.state != RUN_LIVE)
            since_ns = rig->snapshot.at_ns;
        if (rig->snapshot.at_ns - since_ns >= SLOWNESS * second_ns + delay_ns)
            return false;
    } while (!rig->snapshot.rounds);
    return true;
}

static bool ends_in_time(struct rig *rig)
{
    uint64_t asked_ns = clock_now_ns();
    rig_stop(rig);
    return clock_now_ns() - asked_ns < SLOWNESS * second_ns;
}

static bool goes_on_and_ends(struct rig *rig, const struct config *config, bool goes_on)
{
    rig_start(rig, config);
    bool went_on = !goes_on || has_progress(rig, config->delay_ns);
    return ends_in_time(rig) && went_on;
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
        int attempt = 0;
        while (!goes_on_and_ends(rig, &config, i % 3))
            assert_true(++attempt < ATTEMPTS);
    }
}

/* Whether the hour that a leader waits for is over with the next wish. */
static bool changes_in_time(struct rig *rig)
{
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
    uint64_t took_ns = clock_now_ns() - asked_ns;
    assert_int_equal(rig->totals[1].rounds, 0);
    rig_stop(rig);
    return took_ns < SLOWNESS * second_ns;
}

static void another_configuration_does_not_wait_for_the_delay(void **state)
{
    int attempt = 0;
    while (!changes_in_time(*state))
        assert_true(++attempt < ATTEMPTS);
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

/* test_pacer.c: planned starts keep to their schedule, whoever is late; a closed gate breaks a wait
 * off, and the plan stands; what moves the schedule makes nobody late. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "engine/pacer.h"

static struct gate gate;
static struct pacer pacer;

static void begin(double rate, uint32_t batch)
{
    struct config config = config_default();
    config.rate_per_s = rate;
    config.batch = batch;
    gate_init(&gate, 1);
    gate_open(&gate, GATE_NOT_STARTED);
    pacer_init(&pacer, &config);
}

static uint64_t next_start(void)
{
    struct plan plan = {0};
    assert_true(pacer_wait(&pacer, &gate, &plan));
    assert_false(plan.made);
    return plan.start_ns;
}

static void starts_are_a_period_apart_however_late_they_are_taken(void **state)
{
    (void)state;
    begin(1e6, 2); /* two records each 2 us: soon all are late */
    uint64_t first = next_start();
    for (uint64_t i = 1; i < 100; i++)
        assert_int_equal(next_start() - first, i * 2000);
    gate_destroy(&gate);
}

static void closed_loop_plans_nothing(void **state)
{
    (void)state;
    begin(0, 1);
    assert_int_equal(next_start(), 0);
    assert_int_equal(pacer_backlog(&pacer, &gate, UINT64_MAX), 0);
    gate_destroy(&gate);
}

static void backlog_is_what_was_due_and_has_not_begun(void **state)
{
    (void)state;
    begin(1000, 1);
    uint64_t first = next_start();
    assert_int_equal(pacer_backlog(&pacer, &gate, first), 0);
    assert_int_equal(pacer_backlog(&pacer, &gate, first + 10500000), 10);
    assert_int_equal(pacer_backlog(&pacer, &gate, first - 1), 0);
    gate_destroy(&gate);
}

static void a_closed_gate_breaks_the_wait_off_and_the_plan_stands(void **state)
{
    (void)state;
    begin(0.001, 1);
    next_start();
    gate_close(&gate, GATE_PAUSE); /* the next start is 1,000 s away */
    struct plan plan = {0};
    assert_false(pacer_wait(&pacer, &gate, &plan));
    assert_true(plan.made);
    assert_int_equal(plan.number, 1);
    assert_false(pacer_wait(&pacer, &gate, &plan));
    assert_int_equal(plan.number, 1);
    gate_destroy(&gate);
}

static void what_holds_the_load_up_moves_the_schedule(void **state)
{
    (void)state;
    begin(1e6, 1);
    uint64_t first = next_start();
    pacer_hold(&pacer, 5000);
    assert_int_equal(next_start() - first, 6000);
    assert_int_equal(pacer_backlog(&pacer, &gate, first + 5000 + 1500), 0);
    gate_destroy(&gate);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starts_are_a_period_apart_however_late_they_are_taken),
        cmocka_unit_test(closed_loop_plans_nothing),
        cmocka_unit_test(backlog_is_what_was_due_and_has_not_begun),
        cmocka_unit_test(a_closed_gate_breaks_the_wait_off_and_the_plan_stands),
        cmocka_unit_test(what_holds_the_load_up_moves_the_schedule),
    };
    return cmocka_run_group_tests_name("pacer", tests, NULL, NULL);
}

/* test_tracer.c: questions and answers of the tracer, and its stack of disks; without the kernel's
 * events, so that it runs anywhere. Nothing here sleeps: the tracer says when it is done. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "sys/keeper.h"
#include "trace/tracer.h"

static struct tracer *make_tracer(void)
{
    static struct target target;
    struct tracer *tracer;
    struct err err = {0};
    assert_int_equal(tracer_create(&target, NULL, false, false, &tracer, &err), 0);
    return tracer;
}

/* An interval with COUNT slow rounds, the longest first. */
static struct snapshot *interval(unsigned count)
{
    struct snapshot *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->generation = 1;
    s->at_ns = 1000000000;
    s->config = config_default();
    s->slow_limit_ns = 300000;
    s->slowest_count = count;
    for (unsigned i = 0; i < count; i++)
        s->slowest[i] = (struct round){.start_ns = 900000000 + i * 1000000,
                                       .latency_ns = 2000000 - i * 1000,
                                       .sync_ns = 1990000 - i * 1000,
                                       .write_ns = NOT_TIMED,
                                       .led = 1};
    return s;
}

static void slow_rounds_come_back_in_a_later_interval(void **state)
{
    (void)state;
    static const _Atomic int32_t pid[1];
    struct tracer *tracer = make_tracer();
    struct snapshot *s = interval(2);
    tracer_interval(tracer, pid, s);
    assert_int_equal(s->inside_count, 0);
    tracer_settle(tracer);
    s->slowest_count = 0;
    tracer_interval(tracer, pid, s);
    assert_int_equal(s->inside_count, 2);
    assert_int_equal(s->inside[0].round.start_ns, 900000000);
    assert_int_equal(s->inside[1].round.start_ns, 901000000);
    assert_int_equal(s->inside[0].inside.origin, INSIDE_INFERRED);
    assert_false(s->tracing.on);
    assert_string_equal(s->tracing.reason, "switched off by --trace off");
    free(s);
    tracer_destroy(tracer);
}

static void all_rounds_of_an_interval_that_are_known_are_looked_into(void **state)
{
    (void)state;
    static const _Atomic int32_t pid[1];
    struct tracer *tracer = make_tracer();
    struct snapshot *s = interval(SNAPSHOT_SLOWEST);
    for (unsigned i = 0; i < 3; i++) {
        s->inside_count = 0;
        tracer_interval(tracer, pid, s);
        assert_int_equal(s->inside_count, i ? SNAPSHOT_SLOWEST : 0);
        tracer_settle(tracer);
    }
    assert_false(tracer_add(tracer, s));
    assert_int_equal(s->inside_count, SNAPSHOT_SLOWEST);
    free(s);
    tracer_destroy(tracer);
}

static void another_configuration_gets_nothing_of_the_one_before(void **state)
{
    (void)state;
    static const _Atomic int32_t pid[1];
    struct tracer *tracer = make_tracer();
    struct snapshot *s = interval(2);
    tracer_interval(tracer, pid, s);
    tracer_settle(tracer);
    s->generation = 2;
    s->slowest_count = 0;
    tracer_interval(tracer, pid, s);
    assert_int_equal(s->inside_count, 0);
    free(s);
    tracer_destroy(tracer);
}

static void a_round_in_flight_beyond_the_limit_is_told_while_it_hangs(void **state)
{
    (void)state;
    static const _Atomic int32_t pid[1];
    struct tracer *tracer = make_tracer();
    struct snapshot *s = interval(0);
    s->in_flight = 1;
    s->oldest_ns = 5000000;
    tracer_interval(tracer, pid, s);
    tracer_settle(tracer);
    s->at_ns += 1000;
    s->oldest_ns += 1000;
    tracer_interval(tracer, pid, s);
    assert_true(s->has_hanging);
    assert_int_equal(s->hanging.round.start_ns, 995000000);
    tracer_settle(tracer);
    s->in_flight = 0;
    s->oldest_ns = 0;
    tracer_interval(tracer, pid, s);
    assert_false(s->has_hanging);
    free(s);
    tracer_destroy(tracer);
}

static void tracing_that_is_needed_and_not_there_is_an_error(void **state)
{
    (void)state;
    static struct target target;
    struct tracer *tracer;
    struct err err = {0};
    strcpy(target.no_device_reason, "all of it is in memory");
    assert_true(tracer_create(&target, NULL, true, true, &tracer, &err) < 0);
    assert_string_equal(err.text, "--trace on: all of it is in memory");
}

static void the_keeper_removes_a_directory_that_is_left(void **state)
{
    (void)state;
    char path[] = "/tmp/fsyncscope-keeper-XXXXXX", left[64], kept[64];
    struct keeper *keeper;
    struct err err = {0};
    assert_non_null(mkdtemp(path));
    snprintf(left, sizeof left, "%s/left", path);
    snprintf(kept, sizeof kept, "%s/kept", path);
    const int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_true(fd >= 0);
    assert_int_equal(keeper_start(fd, -1, &keeper, &err), 0);
    keeper_add_dir(keeper, fd, "left");
    keeper_add_dir(keeper, fd, "kept");
    assert_int_equal(mkdir(left, 0700), 0);
    assert_int_equal(mkdir(kept, 0700), 0);
    keeper_drop_dir(keeper, "kept");
    keeper_stop(keeper, NULL);
    assert_int_equal(access(left, F_OK), -1);
    assert_int_equal(access(kept, F_OK), 0);
    rmdir(kept);
    rmdir(path);
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slow_rounds_come_back_in_a_later_interval),
        cmocka_unit_test(all_rounds_of_an_interval_that_are_known_are_looked_into),
        cmocka_unit_test(another_configuration_gets_nothing_of_the_one_before),
        cmocka_unit_test(a_round_in_flight_beyond_the_limit_is_told_while_it_hangs),
        cmocka_unit_test(tracing_that_is_needed_and_not_there_is_an_error),
        cmocka_unit_test(the_keeper_removes_a_directory_that_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_run.c: the headless run over a source of made-up snapshots. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/run.h"
#include "app/signals.h"
#include "app/status.h"

#define MS UINT64_C(1000000)

/* What the source sends, one after the other; some only once it was told to stop. */
struct step {
    enum run_state state;
    uint64_t at_ms;
    uint64_t rounds;
    unsigned in_flight;
    unsigned calls; /* of them in the kernel */
    uint64_t call_ms;
    uint64_t delay_ms;   /* of a strategy that has one */
    uint64_t latency_ms; /* of its rounds, 0: 1 */
    uint64_t prepare_total;
    int error_code;
    bool last;
    bool waits_for_stop;
    int raises; /* a signal that comes before it */
};

struct fake {
    struct source source;
    const struct step *step;
    int fd;
    unsigned stops;
    long written_before_last; /* bytes of the result when the last snapshot was taken */
    int result_fd;
};

static struct fake *fake_of(struct source *source)
{
    return (struct fake *)source;
}

static int fake_fd(const struct source *source)
{
    return ((const struct fake *)source)->fd;
}

static bool fake_next(struct source *source, struct snapshot *out)
{
    struct fake *fake = fake_of(source);
    const struct step *step = fake->step;

    if (step->waits_for_stop && !fake->stops)
        return false;
    memset(out, 0, sizeof(*out));
    histogram_clear(&out->latency);
    histogram_clear(&out->write);
    histogram_clear(&out->sync);
    out->generation = 1;
    out->config = config_default();
    out->state = step->state;
    out->at_ns = step->at_ms * MS;
    out->interval_ns = out->active_ns = 100 * MS;
    out->rounds = out->records = out->syncs = step->rounds;
    for (uint64_t i = 0; i < step->rounds; i++)
        histogram_add(&out->latency, step->latency_ms ? step->latency_ms * MS : MS);
    out->config.uses_delay = step->delay_ms > 0;
    out->config.delay_ns = step->delay_ms * MS;
    out->in_flight = step->in_flight;
    out->calls = step->calls;
    out->call_ns = step->call_ms * MS;
    out->prepare_total = step->prepare_total;
    out->oldest_ns = step->in_flight ? 2 * 1000 * MS : 0;
    out->error_code = step->error_code;
    snprintf(out->error, sizeof(out->error), "%s", step->error_code ? "fsync failed" : "");
    out->last = step->last;
    if (step->raises)
        kill(getpid(), step->raises);
    if (step->last)
        fake->written_before_last = (long)lseek(fake->result_fd, 0, SEEK_CUR);
    fake->step++;
    return true;
}

static void fake_stop(struct source *source)
{
    fake_of(source)->stops++;
}

static const struct source_ops fake_ops = {.fd = fake_fd, .next = fake_next, .stop = fake_stop};

struct ending {
    int status;
    unsigned stops;
    long written_before_last;
    char text[8192];
};

/* Runs over STEPS; the result goes to memory. */
static struct ending run(const struct step *steps, enum output_format format)
{
    struct ending outcome = {0};
    struct options options = {.command = COMMAND_RUN, .format = format, .output = "memory"};
    int memory = memfd_create("result", 0);
    struct fake fake = {
        .source = {.ops = &fake_ops}, .step = steps, .fd = eventfd(1, 0), .result_fd = memory};
    struct output output = {.fd = dup(memory)};

    outcome.status = run_headless(&fake.source, &options, &output);
    outcome.stops = fake.stops;
    outcome.written_before_last = fake.written_before_last;
    assert_true(pread(memory, outcome.text, sizeof(outcome.text) - 1, 0) >= 0);
    close(memory);
    close(fake.fd);
    return outcome;
}

static void limit_reached_is_stopped_once_and_ends_with_0(void **state)
{
    static const struct step steps[] = {
        {RUN_LIVE, 100, .rounds = 7},
        {RUN_DONE, 200, .rounds = 3},
        {RUN_DONE, 300, .last = true, .waits_for_stop = true},
    };
    struct ending o = run(steps, OUTPUT_TEXT);
    (void)state;
    assert_int_equal(o.status, STATUS_DONE);
    assert_int_equal(o.stops, 1);
    assert_non_null(strstr(o.text, "\n10 rounds in "));
    assert_null(strstr(o.text, "INTERRUPTED"));
}

static void signal_gives_partial_results_and_its_number(void **state)
{
    static const struct step steps[] = {
        {RUN_LIVE, 100, .rounds = 7, .raises = SIGTERM},
        {RUN_DONE, 200, .last = true, .waits_for_stop = true},
    };
    struct ending o = run(steps, OUTPUT_JSON);
    (void)state;
    assert_int_equal(o.status, STATUS_SIGNAL + SIGTERM);
    assert_non_null(strstr(o.text, "\"interrupted\": true"));
    assert_non_null(strstr(o.text, "\"records\": 7,"));
}

static void ignored_signal_stays_ignored(void **state)
{
    static const struct step steps[] = {
        {RUN_LIVE, 100, .rounds = 7, .raises = SIGHUP},
        {RUN_DONE, 200, .rounds = 0},
        {RUN_DONE, 300, .last = true, .waits_for_stop = true},
    };
    (void)state;
    struct ending o = run(steps, OUTPUT_TEXT);
    assert_int_equal(o.status, STATUS_DONE);
}

static void stuck_calls_do_not_hold_the_result_back(void **state)
{
    static const struct step steps[] = {
        {RUN_LIVE, 100, .rounds = 7},
        {RUN_STOPPING, 200, .in_flight = 16, .calls = 1, .call_ms = 1600},
        {RUN_STOPPING, 699, .in_flight = 16, .calls = 1, .call_ms = 1999},
        {RUN_STOPPING, 700, .in_flight = 16, .calls = 1, .call_ms = 2000},
        {RUN_STOPPING, 800, .in_flight = 16, .calls = 1, .call_ms = 2100},
        {RUN_DONE, 5000, .rounds = 3},
        {RUN_DONE, 5100, .last = true},
    };
    struct ending o = run(steps, OUTPUT_JSON);
    (void)state;
    assert_int_equal(o.status, STATUS_DONE);
    assert_true(o.written_before_last > 0);
    assert_non_null(strstr(o.text, "\"stuck_calls\": 1"));
    assert_non_null(strstr(o.text, "\"stuck_s\": 2.000"));
    assert_non_null(strstr(o.text, "\"records\": 7,"));
    assert_null(strstr(strstr(o.text, "\"stuck_calls\"") + 1, "\"stuck_calls\"")); /* once */
}

/* Their turn comes by itself, however long the others' calls take. */
static void writers_that_wait_in_the_program_are_not_stuck(void **state)
{
    static const struct step steps[] = {
        {RUN_LIVE, 100, .rounds = 7},
        {RUN_STOPPING, 200, .in_flight = 1024},
        {RUN_STOPPING, 5000, .in_flight = 1024, .calls = 1, .call_ms = 30},
        {RUN_STOPPING, 9000, .in_flight = 500, .calls = 1, .call_ms = 499},
        {RUN_DONE, 9100, .rounds = 500},
        {RUN_DONE, 9200, .last = true},
    };
    struct ending o = run(steps, OUTPUT_JSON);
    (void)state;
    assert_non_null(strstr(o.text, "\"stuck_calls\": 0"));
    assert_non_null(strstr(o.text, "\"records\": 507,"));
}

static void patience_grows_with_the_longest_round_and_the_delay(void **state)
{
    static const struct step steps[] = {
        {RUN_LIVE, 100, .rounds = 1, .latency_ms = 400, .delay_ms = 1000},
        {RUN_STOPPING, 200, .in_flight = 4, .calls = 1, .call_ms = 900, .delay_ms = 1000},
        {RUN_STOPPING, 1500, .in_flight = 4, .calls = 1, .call_ms = 2199, .delay_ms = 1000},
        {RUN_DONE, 1600, .rounds = 4, .delay_ms = 1000},
        {RUN_DONE, 1700, .last = true, .delay_ms = 1000},
    };
    struct step longer[sizeof(steps) / sizeof(steps[0])];
    (void)state;
    assert_non_null(strstr(run(steps, OUTPUT_JSON).text, "\"stuck_calls\": 0"));
    memcpy(longer, steps, sizeof(steps));
    longer[2].call_ms = 2200; /* 3 x 400 ms + 1 s */
    assert_non_null(strstr(run(longer, OUTPUT_JSON).text, "\"stuck_calls\": 1"));
}

static void file_that_cannot_be_started_anew_does_not_hold_the_result_back(void **state)
{
    static const struct step steps[] = {
        {RUN_LIVE, 100, .rounds = 7},
        {RUN_STOPPING, 200, .calls = 1, .call_ms = 300},
        {RUN_STOPPING, 900, .calls = 1, .call_ms = 1000},
        {RUN_DONE, 5000, .rounds = 0},
        {RUN_DONE, 5100, .last = true},
    };
    struct ending o = run(steps, OUTPUT_TEXT);
    (void)state;
    assert_true(o.written_before_last > 0);
    assert_non_null(strstr(o.text, "STUCK        1 call stuck for 1.00 s in the kernel when"));
    assert_null(strstr(o.text, "behind"));
}

static void file_that_cannot_be_removed_does_not_hold_the_result_back(void **state)
{
    static const struct step steps[] = {
        {RUN_LIVE, 100, .rounds = 7},
        {RUN_DONE, 200, .rounds = 3},
        {RUN_DONE, 300, .waits_for_stop = true},
        {RUN_DONE, 9000, .last = true},
    };
    struct ending o = run(steps, OUTPUT_TEXT);
    (void)state;
    assert_int_equal(o.status, STATUS_DONE);
    assert_true(o.written_before_last > 0);
    assert_non_null(strstr(o.text, "\n10 rounds in "));
    assert_null(strstr(o.text, "STUCK"));
}

static void signal_while_a_file_cannot_be_made_does_not_wait_for_it(void **state)
{
    static const struct step steps[] = {
        {RUN_PREPARING, 100, .raises = SIGINT},
        {RUN_PREPARING, 200, .waits_for_stop = true},
        {RUN_PREPARING, 700, .rounds = 0},
        {RUN_DONE, 5000, .last = true},
    };
    struct ending o = run(steps, OUTPUT_JSON);
    (void)state;
    assert_int_equal(o.status, STATUS_SIGNAL + SIGINT);
    assert_true(o.written_before_last > 0);
    assert_non_null(strstr(o.text, "\"interrupted\": true"));
}

static void rounds_that_return_in_time_are_not_stuck(void **state)
{
    static const struct step steps[] = {
        {RUN_LIVE, 100, .rounds = 7},
        {RUN_STOPPING, 200, .in_flight = 4, .calls = 4, .call_ms = 50},
        {RUN_STOPPING, 600, .in_flight = 1, .calls = 1, .call_ms = 450},
        {RUN_DONE, 700, .rounds = 4},
        {RUN_DONE, 800, .last = true},
    };
    struct ending o = run(steps, OUTPUT_TEXT);
    (void)state;
    assert_non_null(strstr(o.text, "\n11 rounds in "));
    assert_null(strstr(o.text, "STUCK"));
}

static void failing_disk_ends_with_1_and_its_results(void **state)
{
    static const struct step steps[] = {
        {RUN_LIVE, 100, .rounds = 7},
        {RUN_FAILED, 200, .error_code = EIO},
        {RUN_FAILED, 300, .error_code = EIO, .last = true, .waits_for_stop = true},
    };
    struct ending o = run(steps, OUTPUT_TEXT);
    (void)state;
    assert_int_equal(o.status, STATUS_DISK);
    assert_non_null(strstr(o.text, "FAILED       fsync failed"));
    assert_non_null(strstr(o.text, "\n7 rounds in "));
}

static void failed_setup_ends_with_2_and_no_text(void **state)
{
    static const struct step steps[] = {
        {RUN_PREPARING, 100, .rounds = 0},
        {RUN_FAILED, 200, .error_code = ENOSPC},
        {RUN_FAILED, 300, .error_code = ENOSPC, .last = true, .waits_for_stop = true},
    };
    struct ending o = run(steps, OUTPUT_TEXT);
    (void)state;
    assert_int_equal(o.status, STATUS_SETUP);
    assert_string_equal(o.text, "");
    o = run(steps, OUTPUT_JSON);
    assert_int_equal(o.status, STATUS_SETUP);
    assert_non_null(strstr(o.text, "\"code\": \"ENOSPC\""));
}

static void status_of_a_failure_tells_setup_from_disk(void **state)
{
    (void)state;
    static const struct {
        int code;
        uint64_t filling; /* bytes of the file that was being filled */
        bool began;
        enum status status;
    } rows[] = {
        {EIO, 0, false, STATUS_DISK},        {EACCES, 0, false, STATUS_SETUP},
        {EMFILE, 4096, false, STATUS_SETUP}, {ENOSPC, 0, false, STATUS_SETUP},
        {ENOSPC, 4096, false, STATUS_DISK},  {EDQUOT, 4096, false, STATUS_DISK},
        {EDQUOT, 0, false, STATUS_SETUP},    {ENOSPC, 0, true, STATUS_DISK},
    };
    struct snapshot *s = calloc(1, sizeof(*s));
    assert_non_null(s);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        s->error_code = rows[i].code;
        s->prepare_total = rows[i].filling;
        assert_int_equal(status_of_failure(s, rows[i].began), rows[i].status);
    }
    free(s);
}

static void disk_that_runs_full_while_the_file_is_filled_ends_with_1(void **state)
{
    static const struct step steps[] = {
        {RUN_PREPARING, 100, .prepare_total = 1 << 20},
        {RUN_FAILED, 200, .error_code = ENOSPC, .prepare_total = 1 << 20},
        {RUN_FAILED, 300, .error_code = ENOSPC, .prepare_total = 1 << 20, .last = true},
    };
    (void)state;
    assert_int_equal(run(steps, OUTPUT_TEXT).status, STATUS_DISK);
}

static int set_up_all(void **state)
{
    (void)state;
    signal(SIGHUP, SIG_IGN); /* as nohup(1) does */
    signals_block(false);
    signals_ignore();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limit_reached_is_stopped_once_and_ends_with_0),
        cmocka_unit_test(signal_gives_partial_results_and_its_number),
        cmocka_unit_test(ignored_signal_stays_ignored),
        cmocka_unit_test(stuck_calls_do_not_hold_the_result_back),
        cmocka_unit_test(writers_that_wait_in_the_program_are_not_stuck),
        cmocka_unit_test(patience_grows_with_the_longest_round_and_the_delay),
        cmocka_unit_test(file_that_cannot_be_started_anew_does_not_hold_the_result_back),
        cmocka_unit_test(file_that_cannot_be_removed_does_not_hold_the_result_back),
        cmocka_unit_test(signal_while_a_file_cannot_be_made_does_not_wait_for_it),
        cmocka_unit_test(rounds_that_return_in_time_are_not_stuck),
        cmocka_unit_test(failing_disk_ends_with_1_and_its_results),
        cmocka_unit_test(failed_setup_ends_with_2_and_no_text),
        cmocka_unit_test(status_of_a_failure_tells_setup_from_disk),
        cmocka_unit_test(disk_that_runs_full_while_the_file_is_filled_ends_with_1),
    };
    return cmocka_run_group_tests(tests, set_up_all, NULL);
}

/* test_run.c: the headless run over a source of made-up snapshots, and where its result goes. */
#include <errno.h>
#include <fcntl.h>
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
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/notices.h"
#include "app/run.h"
#include "app/signals.h"

#define MS UINT64_C(1000000)

/* What the source sends, one after the other; some only once it was told to stop. */
struct step {
    enum run_state state;
    uint64_t at_ms;
    uint64_t rounds;
    unsigned in_flight;
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
        histogram_add(&out->latency, MS);
    out->in_flight = step->in_flight;
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

struct outcome {
    int status;
    unsigned stops;
    long written_before_last;
    char text[8192];
};

/* Runs over STEPS; the result goes to memory. */
static struct outcome run(const struct step *steps, enum output_format format)
{
    struct outcome outcome = {0};
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
    struct outcome o = run(steps, OUTPUT_TEXT);
    (void)state;
    assert_int_equal(o.status, STATUS_DONE);
    assert_int_equal(o.stops, 1);
    assert_int_equal(o.written_before_last, 0);
    assert_non_null(strstr(o.text, "\n10 rounds in "));
    assert_null(strstr(o.text, "INTERRUPTED"));
}

static void signal_gives_partial_results_and_its_number(void **state)
{
    static const struct step steps[] = {
        {RUN_LIVE, 100, .rounds = 7, .raises = SIGTERM},
        {RUN_DONE, 200, .last = true, .waits_for_stop = true},
    };
    struct outcome o = run(steps, OUTPUT_JSON);
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
    struct outcome o = run(steps, OUTPUT_TEXT);
    assert_int_equal(o.status, STATUS_DONE);
}

static void stuck_calls_do_not_hold_the_result_back(void **state)
{
    static const struct step steps[] = {
        {RUN_LIVE, 100, .rounds = 7},        {RUN_STOPPING, 200, .in_flight = 4},
        {RUN_STOPPING, 699, .in_flight = 4}, {RUN_STOPPING, 700, .in_flight = 3},
        {RUN_STOPPING, 800, .in_flight = 3}, {RUN_DONE, 5000, .rounds = 3},
        {RUN_DONE, 5100, .last = true},
    };
    struct outcome o = run(steps, OUTPUT_JSON);
    (void)state;
    assert_int_equal(o.status, STATUS_DONE);
    assert_true(o.written_before_last > 0);
    assert_non_null(strstr(o.text, "\"stuck_calls\": 3"));
    assert_non_null(strstr(o.text, "\"stuck_s\": 2.000"));
    assert_non_null(strstr(o.text, "\"records\": 7,"));
    assert_null(strstr(strstr(o.text, "\"stuck_calls\"") + 1, "\"stuck_calls\"")); /* once */
}

static void signal_while_a_file_cannot_be_made_does_not_wait_for_it(void **state)
{
    static const struct step steps[] = {
        {RUN_PREPARING, 100, .raises = SIGINT},
        {RUN_PREPARING, 200, .waits_for_stop = true},
        {RUN_PREPARING, 700, .rounds = 0},
        {RUN_DONE, 5000, .last = true},
    };
    struct outcome o = run(steps, OUTPUT_JSON);
    (void)state;
    assert_int_equal(o.status, STATUS_SIGNAL + SIGINT);
    assert_true(o.written_before_last > 0);
    assert_non_null(strstr(o.text, "\"interrupted\": true"));
}

static void rounds_that_return_in_time_are_not_stuck(void **state)
{
    static const struct step steps[] = {
        {RUN_LIVE, 100, .rounds = 7},        {RUN_STOPPING, 200, .in_flight = 4},
        {RUN_STOPPING, 600, .in_flight = 1}, {RUN_DONE, 700, .rounds = 4},
        {RUN_DONE, 800, .last = true},
    };
    struct outcome o = run(steps, OUTPUT_TEXT);
    (void)state;
    assert_int_equal(o.written_before_last, 0);
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
    struct outcome o = run(steps, OUTPUT_TEXT);
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
    struct outcome o = run(steps, OUTPUT_TEXT);
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
    assert_int_equal(run_failure_status(EIO, false), STATUS_DISK);
    assert_int_equal(run_failure_status(EACCES, false), STATUS_SETUP);
    assert_int_equal(run_failure_status(EMFILE, false), STATUS_SETUP);
    assert_int_equal(run_failure_status(ENOSPC, false), STATUS_SETUP);
    assert_int_equal(run_failure_status(ENOSPC, true), STATUS_DISK);
}

static char folder[] = "/tmp/fsyncscope-test-XXXXXX";

static char *in_folder(char path[128], const char *name)
{
    snprintf(path, 128, "%s/%s", folder, name);
    return path;
}

static char *content_of(const char *path)
{
    static char text[64];
    int fd = open(path, O_RDONLY);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);
    if (fd >= 0)
        close(fd);
    text[n < 0 ? 0 : n] = '\0';
    return n < 0 ? NULL : text;
}

static void file_keeps_its_old_content_until_the_new_is_whole(void **state)
{
    struct output output;
    struct stat st;
    char path[128];
    (void)state;
    in_folder(path, "result");
    assert_int_equal(output_open(&output, path, NULL), 0);
    assert_null(content_of(path));
    assert_int_equal(output_deliver(&output, "old", 3, NULL), 0);
    assert_string_equal(content_of(path), "old");
    chmod(path, 0640);
    assert_int_equal(output_open(&output, path, NULL), 0);
    assert_string_equal(content_of(path), "old");
    assert_int_equal(output_deliver(&output, "new", 3, NULL), 0);
    assert_string_equal(content_of(path), "new");
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
    unlink(path);
    assert_int_equal(rmdir(folder), 0); /* nothing else was left there */
    assert_int_equal(mkdir(folder, 0700), 0);
}

static void link_is_followed_and_a_special_file_is_not_replaced(void **state)
{
    struct output output;
    struct stat st;
    char target[128], link[128];
    (void)state;
    in_folder(target, "target");
    in_folder(link, "link");
    assert_int_equal(output_open(&output, target, NULL), 0);
    assert_int_equal(output_deliver(&output, "old", 3, NULL), 0);
    assert_int_equal(symlink("target", link), 0);
    assert_int_equal(output_open(&output, link, NULL), 0);
    assert_int_equal(output_deliver(&output, "new", 3, NULL), 0);
    assert_string_equal(content_of(target), "new");
    assert_int_equal(lstat(link, &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    unlink(link);
    unlink(target);

    assert_int_equal(symlink("/dev/null", link), 0);
    assert_int_equal(output_open(&output, link, NULL), 0);
    assert_int_equal(output_deliver(&output, "gone", 4, NULL), 0);
    assert_int_equal(lstat(link, &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    unlink(link);
}

static void output_that_cannot_be_is_refused_before_the_run(void **state)
{
    struct output output;
    struct err err = {0};
    char path[128];
    (void)state;
    assert_int_equal(output_open(&output, folder, &err), -EISDIR);
    assert_int_equal(output_open(&output, in_folder(path, "no/such"), &err), -ENOENT);
    assert_non_null(strstr(err.text, "no/such: No such file or directory (ENOENT)"));
}

static void write_errors_are_told_by_their_name(void **state)
{
    struct output output;
    struct err err = {0};
    int fds[2];
    (void)state;
    assert_int_equal(output_open(&output, "/dev/full", &err), 0);
    assert_int_equal(output_deliver(&output, "x", 1, &err), -ENOSPC);
    assert_non_null(strstr(err.text, "/dev/full"));
    assert_int_equal(pipe(fds), 0);
    close(fds[0]);
    output = (struct output){.fd = fds[1]};
    assert_int_equal(output_deliver(&output, "x", 1, &err), -EPIPE);
}

static void notices_tell_each_warning_once_and_long_progress_only(void **state)
{
    static const struct warning late = {
        .id = "other-writers", .severity = SEVERITY_WARN, .text = "they write."};
    struct notices notices;
    struct snapshot *s = calloc(1, sizeof(*s));
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    (void)state;
    notices_begin(&notices, out, false);
    s->target.warning_count = 1;
    s->target.warning[0] =
        (struct warning){.id = "loop", .severity = SEVERITY_NOTE, .text = "a file \x1b"};
    s->state = RUN_PREPARING;
    s->prepare_total = 4096;
    for (unsigned i = 0; i < 70; i++) {
        s->at_ns = (i + 1) * 100 * MS;
        s->prepare_done = i * 10;
        notices_follow(&notices, s);
        notices_warn(&notices, i < 50 ? s->target.warning : &late, 1);
    }
    fclose(out);
    assert_string_equal(text, "fsyncscope: note loop: a file \\x1b\n"
                              "fsyncscope: filling the file: 100 B of 4 KiB\n"
                              "fsyncscope: warning other-writers: they write.\n"
                              "fsyncscope: filling the file: 600 B of 4 KiB\n");
    free(text);
    free(s);
}

static int set_up_all(void **state)
{
    (void)state;
    signal(SIGHUP, SIG_IGN); /* as nohup(1) does */
    signals_block(false);
    signals_ignore();
    return mkdtemp(folder) ? 0 : -1;
}

static int tear_down_all(void **state)
{
    (void)state;
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limit_reached_is_stopped_once_and_ends_with_0),
        cmocka_unit_test(signal_gives_partial_results_and_its_number),
        cmocka_unit_test(ignored_signal_stays_ignored),
        cmocka_unit_test(stuck_calls_do_not_hold_the_result_back),
        cmocka_unit_test(signal_while_a_file_cannot_be_made_does_not_wait_for_it),
        cmocka_unit_test(rounds_that_return_in_time_are_not_stuck),
        cmocka_unit_test(failing_disk_ends_with_1_and_its_results),
        cmocka_unit_test(failed_setup_ends_with_2_and_no_text),
        cmocka_unit_test(status_of_a_failure_tells_setup_from_disk),
        cmocka_unit_test(file_keeps_its_old_content_until_the_new_is_whole),
        cmocka_unit_test(link_is_followed_and_a_special_file_is_not_replaced),
        cmocka_unit_test(output_that_cannot_be_is_refused_before_the_run),
        cmocka_unit_test(write_errors_are_told_by_their_name),
        cmocka_unit_test(notices_tell_each_warning_once_and_long_progress_only),
    };
    return cmocka_run_group_tests(tests, set_up_all, tear_down_all);
}

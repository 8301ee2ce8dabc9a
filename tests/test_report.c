/* test_report.c: text, JSON and summary of made-up runs against tests/golden/report-*. Run with
 * GOLDEN_UPDATE=1 to write those files anew, and read what changed. */
#include <errno.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "report/report.h"
#include "support/past.h"
#include "support/report_golden.h"
#include "support/strict_json.h"

#define US UINT64_C(1000)
#define MS UINT64_C(1000000)

static void begin(struct past *past, const char *dir, const char *file_system)
{
    histogram_clear(&past->snapshot.latency);
    histogram_clear(&past->snapshot.write);
    histogram_clear(&past->snapshot.sync);
    past->snapshot.generation = 1;
    past->snapshot.state = RUN_DONE;
    past->snapshot.config = config_default();
    past->snapshot.at_ns = UINT64_C(100000000000);
    past->snapshot.load_average[0] = 0.2;
    past->snapshot.load_average[1] = 1.25;
    past->snapshot.load_average[2] = 12;
    text_copy(past->snapshot.target.dir, sizeof(past->snapshot.target.dir), dir);
    text_copy(past->snapshot.target.file_system, sizeof(past->snapshot.target.file_system),
              file_system);
    text_copy(past->snapshot.target.kernel, sizeof(past->snapshot.target.kernel), "6.18.0");
}

static void add_rounds(struct past *past, unsigned count, uint64_t write_ns, uint64_t sync_ns)
{
    const struct round round = {
        .led = 1, .split = {.queue_ns = US, .write_ns = write_ns, .sync_ns = sync_ns}};
    for (unsigned i = 0; i < count; i++) {
        histogram_add(&past->snapshot.latency, write_ns + sync_ns + US);
        histogram_add(&past->snapshot.write, write_ns);
        histogram_add(&past->snapshot.sync, sync_ns);
        sharing_note(&past->snapshot.sharing, &round);
    }
    past->snapshot.rounds += count;
    past->snapshot.records += count;
    past->snapshot.syncs += count;
}

static void add_slow(struct past *past, uint64_t at_ms, uint64_t sync_ns, struct disk_delta disk)
{
    const struct round round = {.start_ns = past->snapshot.at_ns - 606 * MS + at_ms * MS,
                                .latency_ns = sync_ns + 4 * US,
                                .write_ns = 3 * US,
                                .sync_ns = sync_ns,
                                .writer = 3,
                                .disk = disk};
    add_rounds(past, 1, 3 * US, sync_ns);
    slowest_keep(past->snapshot.slowest, &past->snapshot.slowest_count, &round);
}

static void send(struct past *past)
{
    past->snapshot.interval_ns = past->snapshot.active_ns = 606 * MS;
    past_add(past);
}

static void laptop_target(struct past *past)
{
    static const struct device device = {.name = "nvme0n1",
                                         .model = "Samsung 990 PRO 2TB",
                                         .scheduler = "none",
                                         .volatile_cache = YES,
                                         .fua = NO,
                                         .rotational = NO,
                                         .bytes = UINT64_C(2000398934016),
                                         .logical_block = 512,
                                         .physical_block = 4096};
    struct target *t = &past->snapshot.target;

    begin(past, "/var/lib/data", "ext4");
    text_copy(t->mount_point, sizeof(t->mount_point), "/var");
    text_copy(t->mount_source, sizeof(t->mount_source), "/dev/nvme0n1p2");
    t->bytes_total = UINT64_C(105226698752);
    t->bytes_free = UINT64_C(44023414784);
    t->barrier = t->journal = YES;
    t->fast_commits = NO;
    t->layer_count = 3;
    t->layer[0] = (struct layer){.depth = 0, .kind = "ext4", .name = "/var"};
    t->layer[1] = (struct layer){.depth = 1, .kind = "partition", .name = "nvme0n1p2"};
    t->layer[2] = (struct layer){.depth = 2, .kind = "disk", .name = "nvme0n1"};
    text_copy(t->mount_options, sizeof(t->mount_options),
              "rw,relatime,errors=remount-ro,data=ordered,a_long_option=1,another_one=2");
    t->device[0] = device;
    t->device_count = 1;
}

/* An SSD that does what it promises: 1,000 rounds, figures of a laptop. */
static void laptop(struct past *past)
{
    laptop_target(past);
    add_rounds(past, 880, 3 * US, 540 * US);
    add_rounds(past, 100, 3 * US, 690 * US);
    add_rounds(past, 15, 3 * US, 1105 * US);
    add_slow(past, 312, 5964 * US, (struct disk_delta){.flushes = 1, .sectors = 56, .syncs = 1});
    add_slow(past, 20, 4100 * US, (struct disk_delta){.flushes = 7, .sectors = 392, .syncs = 7});
    add_slow(past, 500, 2000 * US, (struct disk_delta){0});
    add_slow(past, 501, 1900 * US, (struct disk_delta){0});
    add_slow(past, 502, 1800 * US, (struct disk_delta){0});
    past->snapshot.has_typical = true;
    past->snapshot.typical = (struct round){.latency_ns = 544 * US,
                                            .write_ns = 3 * US,
                                            .sync_ns = 540 * US,
                                            .disk = {.flushes = 1, .sectors = 56, .syncs = 1}};
    past->snapshot.disk = (struct disk_counts){
        .available = true, .has_sectors = true, .flushes = 1000, .sectors = 56968};
    send(past);
}

/* Two mirrored disks, of which none has seen a flush. */
static void mirror(struct past *past)
{
    struct target *t = &past->snapshot.target;

    laptop_target(past);
    t->device[1] = t->device[0];
    text_copy(t->device[1].name, sizeof(t->device[1].name), "nvme1n1");
    t->device_count = 2;
    t->layer_count = 0;
    t->barrier = NO;
    text_copy(t->barrier_off, sizeof(t->barrier_off), "nobarrier");
    add_rounds(past, 1000, 3 * US, 15 * US);
    past->snapshot.disk =
        (struct disk_counts){.available = true, .has_sectors = true, .sectors = 113936};
    send(past);
}

/* What can go wrong does: memory, no counters, not durable, few rounds, a failure, a hostile name.
 */
static void trouble(struct past *past)
{
    struct target *t = &past->snapshot.target;

    begin(past, "/mnt/\x1b[31mred\n\"quoted\\\" \xff", "tmpfs");
    past->snapshot.state = RUN_FAILED;
    past->snapshot.load_average[0] = -1;
    past->snapshot.config.writers = 16;
    past->snapshot.config.record_bytes = 100;
    past->snapshot.config.durable = false;
    strcpy(past->snapshot.config.strategy, "group+delay");
    past->snapshot.config.uses_delay = past->snapshot.config.uses_siblings = true;
    t->memory = true;
    text_copy(t->no_device_reason, sizeof(t->no_device_reason),
              "tmpfs is memory: there is no disk");
    t->warning_count = 1;
    t->warning[0] = (struct warning){
        .id = "memory-backed",
        .severity = SEVERITY_BAD,
        .text =
            "this directory is memory: fsync waits for nothing here, and no figure is a disk's"};
    past->snapshot.error_code = EIO;
    text_copy(past->snapshot.error, sizeof(past->snapshot.error),
              "fdatasync: Input/output error (EIO)");
    past->snapshot.failed_rounds = 16;
    text_copy(past->snapshot.disk.reason, sizeof(past->snapshot.disk.reason), t->no_device_reason);
    for (unsigned i = 0; i < 5; i++)
        histogram_add(&past->snapshot.latency, 480 + i * 400);
    histogram_add(&past->snapshot.latency, UINT64_C(5000) * 1000 * MS);
    past->snapshot.rounds = past->snapshot.records = 6;
    past->snapshot.syncs = 1;
    const struct round round = {.start_ns = past->snapshot.at_ns - 600 * MS,
                                .latency_ns = 2080,
                                .write_ns = NOT_TIMED,
                                .sync_ns = 2000,
                                .writer = 15};
    slowest_keep(past->snapshot.slowest, &past->snapshot.slowest_count, &round);
    send(past);
}

static void laptop_reads_like_the_reference(void **state)
{
    struct past *past = *state;
    laptop(past);
    struct run_result result = {.history = past->history};
    report_golden("laptop.txt", report_text, &result);
    report_golden("laptop.json", report_json, &result);
    report_golden("laptop-summary.txt", report_summary, &result);
}

static void several_disks_are_a_labelled_sum_and_doubts_are_told(void **state)
{
    struct past *past = *state;
    mirror(past);
    struct run_result result = {.history = past->history};
    report_golden("mirror.txt", report_text, &result);
    report_golden("mirror.json", report_json, &result);
    report_golden("mirror-summary.txt", report_summary, &result);
}

/* All that can be known of a directory, and a name that would drive a terminal. */
static void describe(struct target *t)
{
    static const struct layer layers[] = {
        {0, "ext4", "/var", ""},
        {1, "raid1", "md0", ""},
        {2, "partition", "nvme0n1p2", ""},
        {3, "disk", "nvme0n1", ""},
        {2, "partition", "nvme1n1p2", "degraded"},
        {3, "disk", "nvme1n1", ""},
    };

    text_copy(t->mount_source, sizeof(t->mount_source), "/dev/md0\x1b[31m");
    t->barrier = YES;
    t->journal = YES;
    t->data_journal = YES;
    t->fast_commits = YES;
    t->fast_commit_count = 12345;
    t->bytes_total = UINT64_C(98) << 30;
    t->bytes_free = UINT64_C(41) << 30;
    t->device[1] = (struct device){.name = "nvme1n1", .volatile_cache = NO, .counted = NO};
    t->device_count = 2;
    memcpy(t->layer, layers, sizeof(layers));
    t->layer_count = sizeof(layers) / sizeof(layers[0]);
    t->warning_count = 1;
    t->warning[0] = (struct warning){.id = "loop",
                                     .severity = SEVERITY_NOTE,
                                     .text = "The disk is a file.",
                                     .advice = "Measure beside the file."};
}

static void put_info_text(FILE *out, const struct run_result *result)
{
    const struct snapshot *s = history_latest(result->history);
    report_info_text(out, &s->target, s->load_average);
}

static void put_info_json(FILE *out, const struct run_result *result)
{
    const struct snapshot *s = history_latest(result->history);
    report_info_json(out, &s->target, s->load_average);
}

static void check_info(struct past *past, const char *text, const char *document)
{
    past_add(past);
    const struct run_result result = {.history = past->history};
    report_golden(text, put_info_text, &result);
    report_golden(document, put_info_json, &result);
}

static void info_tells_all_facts_and_what_to_do(void **state)
{
    struct past *past = *state;
    laptop_target(past);
    describe(&past->snapshot.target);
    check_info(past, "info.txt", "info.json");
}

static void info_of_what_is_not_known_says_so(void **state)
{
    struct past *past = *state;
    begin(past, "/data", "zfs");
    past->snapshot.load_average[0] = -1;
    text_copy(past->snapshot.target.no_device_reason,
              sizeof(past->snapshot.target.no_device_reason), "zfs, pool disks not resolved");
    check_info(past, "info-unknown.txt", "info-unknown.json");
}

static void trouble_is_told_before_any_figure(void **state)
{
    struct past *past = *state;
    trouble(past);
    struct run_result result = {.history = past->history,
                                .interrupted = true,
                                .stuck_calls = 1,
                                .stuck_ns = 2100 * MS,
                                .behind_stuck = 15};
    report_golden("trouble.txt", report_text, &result);
    report_golden("trouble.json", report_json, &result);
    report_golden("trouble-summary.txt", report_summary, &result);
}

static void empty_run_has_no_figures_and_no_zeros_for_them(void **state)
{
    struct past *past = *state;
    begin(past, "/data", "xfs");
    past->snapshot.state = RUN_STOPPING;
    past->snapshot.at_ns = MS;
    past_add(past);
    struct run_result result = {.history = past->history, .interrupted = true};
    report_golden("empty.txt", report_text, &result);
    report_golden("empty.json", report_json, &result);
}

/* As fast as memory, with figures as wide as they come. */
static void memory(struct past *past)
{
    struct round round = {.latency_ns = UINT64_C(3599) * 1000 * MS,
                          .write_ns = UINT64_C(3598) * 1000 * MS,
                          .sync_ns = 999 * US,
                          .writer = 1023,
                          .disk = {.flushes = 9999999, .sectors = 2046, .syncs = 99999}};

    begin(past, "/dev/shm", "tmpfs");
    add_rounds(past, 12345, 700, 300);
    past->snapshot.config.batch = 65536;
    past->snapshot.records *= 65536;
    for (unsigned i = 0; i < 5; i++) {
        round.start_ns = past->snapshot.at_ns + i * UINT64_C(35999) * 1000 * MS;
        slowest_keep(past->snapshot.slowest, &past->snapshot.slowest_count, &round);
    }
    past->snapshot.disk = (struct disk_counts){
        .available = true, .has_sectors = true, .flushes = 123456789, .sectors = 98765432100};
    send(past);
}

static void assert_fits(struct past *past, report_print *print)
{
    struct run_result result = {.history = past->history};
    char *text = report_printed(print, &result);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        if (text_length(line) > 80)
            fail_msg("over 80 columns: %s", line);
        if (line[strlen(line) - 1] == ' ')
            fail_msg("a space at the end: %s", line);
        if (line[strlen(line) - 1] == ',' && strspn(line + 13, "0123456789,") == strlen(line + 13))
            fail_msg("a number was broken: %s", line);
    }
    free(text);
}

static void text_stays_within_80_columns_and_harmless(void **state)
{
    struct past *past = *state;
    report_print *const reports[] = {report_text, report_summary};
    laptop(past);
    for (size_t i = 0; i < sizeof(reports) / sizeof(reports[0]); i++)
        assert_fits(past, reports[i]);
    past->snapshot = (struct snapshot){.generation = 2};
    memory(past);
    for (size_t i = 0; i < sizeof(reports) / sizeof(reports[0]); i++)
        assert_fits(past, reports[i]);
}

static void documents_are_strict_json(void **state)
{
    struct past *past = *state;
    void (*const runs[])(struct past * past) = {laptop, trouble};
    for (size_t i = 0; i < 2; i++) {
        past->snapshot = (struct snapshot){0};
        runs[i](past);
        struct run_result result = {.history = past->history};
        char *text = report_printed(report_json, &result);
        const char *rest = strict_json_skip(text);
        assert_non_null(rest);
        assert_string_equal(rest, "\n");
        assert_null(strstr(text, "nan"));
        assert_null(strstr(text, "inf"));
        free(text);
    }
}

static void document_before_the_first_snapshot_is_json_too(void **state)
{
    struct past *past = *state;
    struct run_result result = {.history = past->history, .interrupted = true};
    char *text = report_printed(report_json, &result);
    assert_string_equal(strict_json_skip(text), "\n");
    free(text);
    text = report_printed(report_text, &result);
    assert_string_equal(text, "nothing was measured\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PAST_TEST(laptop_reads_like_the_reference),
        PAST_TEST(several_disks_are_a_labelled_sum_and_doubts_are_told),
        PAST_TEST(info_tells_all_facts_and_what_to_do),
        PAST_TEST(info_of_what_is_not_known_says_so),
        PAST_TEST(trouble_is_told_before_any_figure),
        PAST_TEST(empty_run_has_no_figures_and_no_zeros_for_them),
        PAST_TEST(text_stays_within_80_columns_and_harmless),
        PAST_TEST(documents_are_strict_json),
        PAST_TEST(document_before_the_first_snapshot_is_json_too),
    };

    /* A comma locale, where there is one, must change nothing. */
    setlocale(LC_ALL, "de_DE.UTF-8");
    return cmocka_run_group_tests(tests, NULL, NULL);
}

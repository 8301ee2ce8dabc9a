/* test_tour_report.c: tables, verdict and document of made-up tours against tests/golden/tour-*.
 * Run with GOLDEN_UPDATE=1 to write those files anew, and read what changed. */
#include <errno.h>
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
#include "report/tour.h"
#include "support/report_golden.h"
#include "support/strict_json.h"
#include "support/tour_stage.h"

static const struct verdict nvme = {
    .known = true, .sync_p50_ns = 205000, .words = "like a plain NVMe drive"};

static const struct warning others = {
    .id = "other-writers",
    .severity = SEVERITY_WARN,
    .text = "the disk writes over 4 MiB a second more than this load explains.",
    .advice = "See who writes and measure again."};

static const struct warning memory = {
    .id = "memory-backed", .severity = SEVERITY_BAD, .text = "this directory is memory."};

static struct history *history;

static int set_up(void **state)
{
    struct snapshot *s = calloc(1, sizeof(*s));

    (void)state;
    history = history_create();
    if (!s || !history)
        return -1;
    histogram_clear(&s->latency);
    histogram_clear(&s->write);
    histogram_clear(&s->sync);
    s->generation = 1;
    s->config = config_default();
    text_copy(s->target.dir, sizeof(s->target.dir), "/var/lib/data");
    text_copy(s->target.file_system, sizeof(s->target.file_system), "ext4");
    text_copy(s->target.kernel, sizeof(s->target.kernel), "6.18.0");
    s->target.device_count = 1;
    s->target.device[0] = (struct device){.name = "nvme0n1", .volatile_cache = YES, .fua = NO};
    s->load_average[0] = -1;
    history_add(history, s);
    free(s);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    history_free(history);
    return 0;
}

static bool is_mode(const struct config *c, const char *mode)
{
    return strcmp(c->mode, mode) == 0;
}

/* Figures of a laptop: appending pays a journal, groups share syncs by about half of the writers,
 * the delay by all of them. */
static struct stretch laptop(const struct config *c, unsigned pass)
{
    struct stretch s = {.latency_us = 540 + 8 * pass, .rounds = 600 - 9 * pass, .verdict = &nvme};

    if (c->writers > 1 && strcmp(c->strategy, "alone") != 0) {
        uint64_t share = strcmp(c->strategy, "group") == 0 ? (c->writers + 1) / 2 : c->writers;
        s.rounds *= share;
        s.syncs = s.rounds / share;
    }
    if (is_mode(c, "overwrite-fdatasync") || is_mode(c, "rwf-dsync"))
        s = (struct stretch){
            .latency_us = 208 + pass, .rounds = 1420 - 10 * pass, .verdict = &nvme};
    if (is_mode(c, "flush-only"))
        s = (struct stretch){.latency_us = 53, .rounds = 4100, .verdict = &nvme};
    if (is_mode(c, "no-sync"))
        s = (struct stretch){.latency_us = 3, .rounds = 90000, .syncs = 1};
    if (is_mode(c, "rwf-dsync") && pass == 2)
        s.warning = &others;
    return s;
}

static void run(struct tour *tour, unsigned stretches)
{
    struct config config;

    while (stretches-- && tour_next(tour, &config))
        tour_stage_take(tour, laptop(&config, tour_progress(tour).pass));
}

/* --- printing --- */

typedef void print(FILE *out, const struct tour_result *result);

static void print_text(FILE *out, const struct tour_result *result)
{
    report_tour_head(out, result);
    for (int section = 0; section < TOUR_SECTIONS; section++)
        report_tour_section(out, result->tour, (enum tour_section)section);
    report_tour_tail(out, result);
}

static char *printed(print *print_it, const struct tour_result *result)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    assert_non_null(out);
    print_it(out, result);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void assert_narrow(const char *text)
{
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        assert_in_range(strcspn(line, "\n"), 0, 80);
}

static void check_text(const char *name, const struct tour_result *result)
{
    char *text = printed(print_text, result);

    assert_narrow(text);
    report_golden_check(name, text);
    free(text);
}

static void check_json(const char *name, const struct tour_result *result)
{
    char *text = printed(report_tour_json, result);

    const char *end = strict_json_skip(text);
    assert_non_null(end);
    assert_string_equal(end, "\n");
    if (name)
        report_golden_check(name, text);
    free(text);
}

/* --- tours --- */

static void a_whole_tour_reads_like_the_references(void **state)
{
    struct tour *tour = tour_stage(TOUR_ALL);
    const struct tour_result result = {.tour = tour, .history = history};

    (void)state;
    run(tour, 1000);
    check_text("tour-whole.txt", &result);
    check_json(NULL, &result);
    tour_free(tour);
}

static void the_document_has_every_line_with_its_passes(void **state)
{
    struct tour *tour = tour_stage(1 << TOUR_MODES);
    const struct tour_result result = {.tour = tour, .history = history};

    (void)state;
    run(tour, 1000);
    check_json("tour-modes.json", &result);
    tour_free(tour);
}

static void an_interrupted_tour_has_what_was_finished(void **state)
{
    struct tour *tour = tour_stage(1 << TOUR_MODES | 1 << TOUR_BATCH);
    const struct tour_result result = {.tour = tour, .history = history, .interrupted = true};

    (void)state;
    run(tour, 8);
    check_text("tour-interrupted.txt", &result);
    check_json(NULL, &result);
    tour_free(tour);
}

static void what_cannot_run_and_what_failed_say_why(void **state)
{
    struct tour *tour = tour_stage(1 << TOUR_MODES);
    const struct tour_result result = {.tour = tour, .history = history};

    (void)state;
    tour_stage_take(tour, (struct stretch){.error_code = EOPNOTSUPP, .refused = true});
    tour_stage_take(tour, (struct stretch){.latency_us = 9, .rounds = 1000, .warning = &memory});
    tour_stage_take(tour, (struct stretch){.rounds = 0});
    tour_stage_take(tour, (struct stretch){.error_code = EIO, .rounds = 3, .latency_us = 9});
    check_text("tour-trouble.txt", &result);
    check_json("tour-trouble.json", &result);
    tour_free(tour);
}

static void a_tour_of_nothing_is_told_and_strict(void **state)
{
    struct history *empty = history_create();
    struct tour *tour = tour_stage(TOUR_ALL);
    const struct tour_result before = {.tour = tour, .history = empty, .interrupted = true},
                             after = {.tour = tour, .history = history, .interrupted = true};

    (void)state;
    char *text = printed(print_text, &before);
    assert_string_equal(text, "nothing was measured\n");
    free(text);
    check_json(NULL, &before);
    check_json(NULL, &after);
    tour_free(tour);
    history_free(empty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_whole_tour_reads_like_the_references, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_document_has_every_line_with_its_passes, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(an_interrupted_tour_has_what_was_finished, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_cannot_run_and_what_failed_say_why, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_tour_of_nothing_is_told_and_strict, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_views.c: what the screens show, against files, and what must hold whatever they show. */
#include "ui/view.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "support/ui_stage.h"
#include "ui/keymap.h"
#include "ui/scale.h"

static void overview_looks_as_it_should(void **state)
{
    (void)state;
    static const int sizes[][2] = {{80, 24}, {200, 50}, {120, 36}, {60, 16}, {40, 10}};
    for (int ascii = 0; ascii <= 1; ascii++) {
        struct stage *stage = stage_story(ascii);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            stage_golden(stage, "overview", sizes[i][0], sizes[i][1]);
        stage_close(stage);
    }
}

static void memory_is_told_before_any_figure(void **state)
{
    (void)state;
    struct stage *stage = stage_in_memory(false);
    stage_golden(stage, "memory", 80, 24);
    stage_golden(stage, "memory", 60, 16);
    stage_golden(stage, "memory", 40, 10);
    stage_warn(stage, "not-durable", SEVERITY_WARN, "the mode acknowledges too early");
    stage_feed(stage, 1);
    stage_golden(stage, "memory-and-more", 80, 24);
    stage_close(stage);
}

static void big_figures_look_as_they_should(void **state)
{
    (void)state;
    struct stage *stage = stage_story(false);
    ui_key(&stage->ui, 'g');
    stage_golden(stage, "big", 80, 24);
    stage_golden(stage, "big", 200, 50);
    stage_close(stage);
    stage = stage_in_memory(true);
    ui_key(&stage->ui, 'g');
    stage_golden(stage, "big-memory", 60, 16);
    stage_close(stage);
}

static void menu_and_help_look_as_they_should(void **state)
{
    (void)state;
    struct stage *stage = stage_story(false);
    ui_key(&stage->ui, KEY_RETURN_CODE);
    ui_key(&stage->ui, 'k');
    stage_golden(stage, "menu", 80, 24);
    stage_golden(stage, "menu", 60, 16);
    stage->trouble[stage->ui.state.menu.row[MENU_MODES]] =
        "this mode cannot run here: io_uring_setup: Function not implemented (ENOSYS)";
    ui_key(&stage->ui, KEY_ESCAPE_CODE);
    ui_key(&stage->ui, KEY_RETURN_CODE);
    ui_key(&stage->ui, 'k');
    stage_golden(stage, "menu-trouble", 80, 24);
    ui_key(&stage->ui, KEY_ESCAPE_CODE);
    ui_key(&stage->ui, '?');
    stage_golden(stage, "help", 80, 24);
    ui_key(&stage->ui, KEY_END_CODE);
    stage_golden(stage, "help-end", 80, 24);
    stage_close(stage);
    stage = stage_story(true);
    ui_key(&stage->ui, '?');
    ui_key(&stage->ui, KEY_PAGE_DOWN);
    stage_golden(stage, "help-scrolled", 60, 16);
    stage_close(stage);
}

static void padding_of_direct_writes_is_shown_as_a_share(void **state)
{
    (void)state;
    struct stage *stage = stage_open(false);
    stage->snapshot.padded_bytes = 0;
    stage_feed(stage, 30);
    assert_null(strstr(stage_draw(stage, 80, 24), "% pad"));
    stage->snapshot.padded_bytes = 412 * stage->snapshot.records; /* of 100 bytes each: 512 */
    stage_feed(stage, 120);
    assert_non_null(strstr(stage_draw(stage, 80, 24), "KiB, 80 % pad"));
    stage_close(stage);
}

static void slow_round_tells_where_its_time_went_at_any_width(void **state)
{
    (void)state;
    struct stage *stage = stage_story(false);
    struct round round = {.latency_ns = 4600000000,
                          .write_ns = 21000,
                          .sync_ns = 3500000000,
                          .writer = 7,
                          .disk = {.flushes = 2, .sectors = 56, .syncs = 2}};
    stage_freeze(stage, &round);
    assert_true(stage_shows(stage, 80, 24, "sync 3.50 s, wait 1.10 s"));
    assert_true(
        stage_shows(stage, 200, 50, "sync 3.50 s, wait 1.10 s; 28 KiB, 2 flushes in 2 syncs"));
    assert_true(stage_shows(
        stage, 280, 50, "write 21.0 us, sync 3.50 s, wait 1.10 s; 28 KiB, 2 flushes in 2 syncs"));
    stage_close(stage);
}

/* Each round waits for a quarter of its time. */
static void mean_round_is_told_in_its_parts(void **state)
{
    (void)state;
    struct stage *stage = stage_story(false);
    stage_change(stage, "append-fsync", "alone");
    stage->rounds = 0;
    stage_feed(stage, 1);
    for (int i = 0; i < 10; i++) {
        histogram_add(&stage->snapshot.latency, 4000000);
        histogram_add(&stage->snapshot.write, 100000);
        histogram_add(&stage->snapshot.sync, 2900000);
    }
    stage->snapshot.rounds = 10;
    stage->snapshot.sharing.split =
        (struct split){.queue_ns = 10000000, .write_ns = 1000000, .sync_ns = 29000000};
    stage->snapshot.sequence++;
    history_add(stage->history, &stage->snapshot);
    assert_true(stage_shows(stage, 200, 50, " sync 2.90 ms  queue 1.00 ms  write 100 us"));
    stage_close(stage);
}

static void controls_are_whole_at_the_least_size(void **state)
{
    (void)state;
    struct stage *stage = stage_story(true);
    struct config *config = &stage->snapshot.config;
    config->delay_ns = 1000000;
    config->writers = 1024;
    config->record_bytes = 16 << 20;
    config->batch = 65536;
    config->siblings = 1023;
    stage_feed(stage, 1);
    assert_true(stage_shows(stage, 60, 16,
                            " mode overwrite-fdatasync strategy group+delay delay 1.00 ms\n"
                            " writers 1,024  record 16 MiB  batch 65,536   window 10 s\n"));
    assert_true(stage_shows(stage, 60, 16, " write-back cache, no FUA, journal on "));
    stage_close(stage);
}

static void small_screen_says_what_it_needs_at_any_width(void **state)
{
    (void)state;
    struct stage *stage = stage_story(true);
    assert_true(stage_shows(stage, 20, 5, "too small: needs\n60x16\n"));
    assert_true(stage_shows(stage, 50, 15, "too small: needs 60x16\n"));
    assert_true(stage_shows(stage, 10, 3, "needs\n60x16\n"));
    assert_true(stage_shows(stage, 6, 2, "60x16\n"));
    stage_close(stage);
}

static void menu_marks_what_runs(void **state)
{
    (void)state;
    struct stage *stage = stage_story(true);
    ui_key(&stage->ui, 'm'); /* only wished for */
    ui_key(&stage->ui, KEY_RETURN_CODE);
    assert_true(stage_shows(stage, 80, 24, " o overwrite-fdatasync"));
    assert_false(stage_shows(stage, 80, 24, " o flush-only"));
    stage_close(stage);
}

static void thin_percentiles_are_marked(void **state)
{
    (void)state;
    struct stage *stage = stage_open(true);
    stage->rounds = 50;
    stage_feed(stage, 1);
    assert_true(stage_shows(stage, 80, 24, "p99~"));   /* in the chart */
    assert_true(stage_shows(stage, 200, 50, " ~p99")); /* at its bar */
    assert_true(stage_shows(stage, 60, 16, " ~p99"));
    stage_feed(stage, 30);
    assert_null(strchr(stage_draw(stage, 80, 24), '~'));
    stage_close(stage);
}

static void warning_is_on_every_view_at_every_size(void **state)
{
    (void)state;
    static const uint32_t keys[] = {0, 'g', '?', KEY_RETURN_CODE};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        struct stage *stage = stage_in_memory(true);
        if (keys[i])
            ui_key(&stage->ui, keys[i]);
        for (int cols = 60; cols < 210; cols += 13)
            for (int rows = 16; rows < 60; rows += 5)
                assert_true(stage_shows(stage, cols, rows, "WARNING memory-backed: "));
        stage_close(stage);
    }
}

static void name_of_the_directory_drives_no_terminal(void **state)
{
    (void)state;
    struct stage *stage = stage_in_memory(false);
    assert_true(stage_shows(stage, 80, 24, "/dev/shm/a\\x1b[31m\\x0ab"));
    stage_close(stage);
}

static void long_path_keeps_its_end(void **state)
{
    (void)state;
    struct stage *stage = stage_open(true);
    strcpy(stage->snapshot.target.dir,
           "/srv/a/very/long/way/down/to/the/place/where/the/data/of/this/cluster/lies");
    stage_feed(stage, 1);
    assert_true(stage_shows(stage, 80, 24, "data/of/this/cluster/lies  "));
    stage_close(stage);
}

static void ascii_screen_is_ascii_alone(void **state)
{
    (void)state;
    static const uint32_t keys[] = {0, 'g', '?', KEY_RETURN_CODE};
    struct stage *stage = stage_story(true);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (keys[i])
            ui_key(&stage->ui, keys[i]);
        for (const char *c = stage_draw(stage, 120, 40); *c; c++)
            assert_true(*c == '\n' || (*c >= ' ' && *c <= '~'));
        ui_key(&stage->ui, KEY_ESCAPE_CODE);
    }
    stage_close(stage);
}

static void every_size_can_be_drawn(void **state)
{
    (void)state;
    static const uint32_t keys[] = {'+', 'g', '?', KEY_RETURN_CODE};
    static const int sizes[][2] = {{0, 0},    {1, 1},    {2, 1},    {1, 50},   {60, 16},
                                   {61, 17},  {79, 23},  {80, 24},  {99, 29},  {100, 30},
                                   {115, 31}, {116, 33}, {140, 40}, {186, 44}, {500, 200}};
    struct stage *stage = stage_in_memory(false); /* the address sanitizer is the judge */
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        ui_key(&stage->ui, keys[k]);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            assert_non_null(stage_draw(stage, sizes[i][0], sizes[i][1]));
    }
    stage_close(stage);
}

static void unreadable_counters_give_a_reason_never_zero(void **state)
{
    (void)state;
    struct stage *stage = stage_in_memory(true);
    assert_true(stage_shows(stage, 80, 24, "disk n/a: tmpfs is\n"));
    assert_true(stage_shows(stage, 80, 24, " memory: there is no disk\n"));
    assert_false(stage_shows(stage, 80, 24, "0 flushes"));
    stage_close(stage);
}

static void several_disks_are_told_as_a_sum(void **state)
{
    (void)state;
    struct stage *stage = stage_open(true);
    stage->snapshot.target.device_count = 2;
    strcpy(stage->snapshot.target.device[1].name, "nvme1n1");
    stage_feed(stage, 5);
    assert_true(stage_shows(stage, 80, 24, "sum of 2 disks"));
    assert_true(stage_shows(stage, 80, 24, "ext4 on nvme0n1, nvme1n1"));
    stage_close(stage);
}

static void mode_that_is_not_durable_says_so_beside_the_figures(void **state)
{
    (void)state;
    struct stage *stage = stage_open(true);
    stage_change(stage, "no-sync", "alone");
    stage_feed(stage, 20);
    assert_true(stage_shows(stage, 80, 24, "NOT DURABLE"));
    assert_true(stage_shows(stage, 60, 16, "NOT DURABLE"));
    ui_key(&stage->ui, 'g');
    assert_true(stage_shows(stage, 80, 24, "NOT DURABLE"));
    stage_close(stage);
}

static void disk_that_was_not_read_is_no_zero(void **state)
{
    (void)state;
    struct stage *stage = stage_story(true);
    assert_true(stage_shows(stage, 120, 36, "disk not read"));
    assert_true(stage_shows(stage, 120, 36, "28 KiB in 2 syncs"));
    assert_true(stage_shows(stage, 200, 50, "28 KiB, 1 flush in 2 syncs"));
    stage_close(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overview_looks_as_it_should),
        cmocka_unit_test(memory_is_told_before_any_figure),
        cmocka_unit_test(big_figures_look_as_they_should),
        cmocka_unit_test(menu_and_help_look_as_they_should),
        cmocka_unit_test(padding_of_direct_writes_is_shown_as_a_share),
        cmocka_unit_test(slow_round_tells_where_its_time_went_at_any_width),
        cmocka_unit_test(mean_round_is_told_in_its_parts),
        cmocka_unit_test(controls_are_whole_at_the_least_size),
        cmocka_unit_test(small_screen_says_what_it_needs_at_any_width),
        cmocka_unit_test(menu_marks_what_runs),
        cmocka_unit_test(thin_percentiles_are_marked),
        cmocka_unit_test(warning_is_on_every_view_at_every_size),
        cmocka_unit_test(name_of_the_directory_drives_no_terminal),
        cmocka_unit_test(long_path_keeps_its_end),
        cmocka_unit_test(ascii_screen_is_ascii_alone),
        cmocka_unit_test(every_size_can_be_drawn),
        cmocka_unit_test(unreadable_counters_give_a_reason_never_zero),
        cmocka_unit_test(several_disks_are_told_as_a_sum),
        cmocka_unit_test(mode_that_is_not_durable_says_so_beside_the_figures),
        cmocka_unit_test(disk_that_was_not_read_is_no_zero),
    };
    return cmocka_run_group_tests_name("views", tests, stage_set_clock, NULL);
}

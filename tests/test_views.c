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

static const char memory_text[] =
    "tmpfs: this directory is memory. fsync waits for nothing here; no "
    "figure below is a disk's.";

static void golden(struct stage *stage, const char *name, int cols, int rows)
{
    char file[96];
    snprintf(file, sizeof file, "%s-%dx%d%s", name, cols, rows,
             stage->canvas.ascii ? "-ascii" : "");
    golden_check(file, stage_draw(stage, cols, rows));
}

/* Half a minute of one mode, then some seconds of a cheaper one. */
static struct stage *story(bool ascii)
{
    struct stage *stage = stage_open(ascii);
    stage_feed(stage, 320);
    stage_change(stage, "overwrite-fdatasync", "group+delay");
    stage->base_ns = 210000;
    stage_feed(stage, 150);
    return stage;
}

static struct stage *in_memory(bool ascii)
{
    struct stage *stage = stage_open(ascii);
    struct target *target = &stage->snapshot.target;
    stage_warn(stage, "memory-backed", SEVERITY_BAD, memory_text);
    strcpy(target->file_system, "tmpfs");
    strcpy(target->dir, "/dev/shm/a\033[31m\nb");
    strcpy(target->no_device_reason, "tmpfs is memory: there is no disk");
    target->memory = true;
    target->journal = UNKNOWN;
    target->device_count = 0;
    stage->snapshot.disk.available = stage->snapshot.disk.has_sectors = false;
    strcpy(stage->snapshot.disk.reason, target->no_device_reason);
    stage->base_ns = 3600;
    stage_feed(stage, 100);
    return stage;
}

static bool shows(struct stage *stage, int cols, int rows, const char *words)
{
    return strstr(stage_draw(stage, cols, rows), words) != NULL;
}

/* --- goldens --- */

static void overview_looks_as_it_should(void **state)
{
    (void)state;
    static const int sizes[][2] = {{80, 24}, {200, 50}, {120, 36}, {60, 16}, {40, 10}};
    for (int ascii = 0; ascii <= 1; ascii++) {
        struct stage *stage = story(ascii);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            golden(stage, "overview", sizes[i][0], sizes[i][1]);
        stage_close(stage);
    }
}

static void memory_is_told_before_any_figure(void **state)
{
    (void)state;
    struct stage *stage = in_memory(false);
    golden(stage, "memory", 80, 24);
    golden(stage, "memory", 60, 16);
    golden(stage, "memory", 40, 10);
    stage_warn(stage, "not-durable", SEVERITY_WARN, "the mode acknowledges too early");
    stage_feed(stage, 1);
    golden(stage, "memory-and-more", 80, 24);
    stage_close(stage);
}

static void big_figures_look_as_they_should(void **state)
{
    (void)state;
    struct stage *stage = story(false);
    ui_key(&stage->ui, 'g');
    golden(stage, "big", 80, 24);
    golden(stage, "big", 200, 50);
    stage_close(stage);
    stage = in_memory(true);
    ui_key(&stage->ui, 'g');
    golden(stage, "big-memory", 60, 16);
    stage_close(stage);
}

static void menu_and_help_look_as_they_should(void **state)
{
    (void)state;
    struct stage *stage = story(false);
    ui_key(&stage->ui, KEY_RETURN_CODE);
    ui_key(&stage->ui, 'k');
    golden(stage, "menu", 80, 24);
    golden(stage, "menu", 60, 16);
    stage->trouble[stage->ui.state.menu.row[MENU_MODES]] =
        "this mode cannot run here: io_uring_setup: Function not implemented (ENOSYS)";
    ui_key(&stage->ui, KEY_ESCAPE_CODE);
    ui_key(&stage->ui, KEY_RETURN_CODE);
    ui_key(&stage->ui, 'k');
    golden(stage, "menu-trouble", 80, 24);
    ui_key(&stage->ui, KEY_ESCAPE_CODE);
    ui_key(&stage->ui, '?');
    golden(stage, "help", 80, 24);
    ui_key(&stage->ui, KEY_END_CODE);
    golden(stage, "help-end", 80, 24);
    stage_close(stage);
    stage = story(true);
    ui_key(&stage->ui, '?');
    ui_key(&stage->ui, KEY_PAGE_DOWN);
    golden(stage, "help-scrolled", 60, 16);
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

static void failure_keeps_the_figures_and_says_what_to_do(void **state)
{
    (void)state;
    struct stage *stage = story(false);
    stage->snapshot.state = RUN_FAILED;
    strcpy(stage->snapshot.error, "fdatasync /var/lib/data: Input/output error (EIO); what of the "
                                  "record is on the disk is not known");
    stage_feed(stage, 1);
    golden(stage, "failed", 80, 24);
    golden(stage, "failed", 60, 16);
    ui_key(&stage->ui, 'g');
    assert_true(shows(stage, 80, 24, "Press r to start again"));
    stage_close(stage);
}

static void failed_setup_speaks_of_no_sync(void **state)
{
    (void)state;
    struct stage *stage = stage_open(false);
    stage->snapshot.state = RUN_FAILED;
    strcpy(stage->snapshot.error, "open /var/lib/data: No space left on device (ENOSPC)");
    stage_feed(stage, 1);
    assert_true(shows(stage, 80, 24, "(ENOSPC)"));
    assert_true(shows(stage, 80, 24, "Press r to start again"));
    assert_false(shows(stage, 80, 24, "nobody knows"));
    stage->snapshot.failed_rounds = 1;
    stage_feed(stage, 1);
    assert_true(shows(stage, 80, 24, "nobody knows"));
    stage_close(stage);
}

static void preparation_shows_how_far_it_is(void **state)
{
    (void)state;
    struct stage *stage = story(false);
    stage_change(stage, "append-fsync", "alone");
    stage->snapshot.state = RUN_PREPARING;
    stage->snapshot.prepare_total = 4 << 20;
    stage->snapshot.prepare_done = 1800000;
    ui_key(&stage->ui, 'm');
    stage_feed(stage, 1);
    golden(stage, "preparing", 80, 24);
    stage_close(stage);
}

static void hanging_call_counts_up(void **state)
{
    (void)state;
    struct stage *stage = story(false);
    stage->rounds = 0;
    stage_feed(stage, 23);
    golden(stage, "hanging", 80, 24);
    assert_true(shows(stage, 80, 24, "HANGING 2.30 s"));
    assert_true(shows(stage, 80, 24, "call in flight for 2.30 s, 15 wait"));
    stage_feed(stage, 1);
    assert_true(shows(stage, 60, 16, "HANGING 2.40 s"));
    stage->snapshot.in_flight = 1;
    stage_feed(stage, 1);
    assert_true(shows(stage, 80, 24, "writer 3 in flight for 2.50 s"));
    stage_close(stage);
}

static void writers_that_wait_for_their_turn_do_not_hang(void **state)
{
    (void)state;
    struct stage *stage = story(false);
    stage->rounds = 0;
    stage->snapshot.calls = 0;
    stage_feed(stage, 23);
    assert_true(shows(stage, 80, 24, " LIVE "));
    assert_true(shows(stage, 80, 24, "in flight now: 2.30 s"));
    stage->snapshot.in_flight = 0;
    stage_feed(stage, 1);
    assert_true(shows(stage, 80, 24, "in flight now: none"));
    stage_close(stage);
}

/* A round in the next interval, the longest by far. */
static void freeze(struct stage *stage, struct round *round)
{
    struct snapshot *s = &stage->snapshot;
    unsigned rounds = stage->rounds;
    stage->rounds = 0;
    stage_feed(stage, 1);
    stage->rounds = rounds;
    round->start_ns = s->at_ns - round->latency_ns;
    histogram_add(&s->latency, round->latency_ns);
    s->rounds++;
    s->slow_rounds++;
    slowest_keep(s->slowest, &s->slowest_count, round);
    s->sequence++;
    history_add(stage->history, s);
}

static void one_freeze_stays_in_sight(void **state)
{
    (void)state;
    struct stage *stage = story(false);
    struct round round = {
        .latency_ns = 4600000000, .write_ns = 21000, .sync_ns = 4500000000, .writer = 7};
    freeze(stage, &round);
    golden(stage, "freeze", 80, 24);
    golden(stage, "freeze", 200, 50);
    stage_feed(stage, 3000); /* far over 64 slow rounds */
    assert_true(shows(stage, 80, 24, "12:03:42.500   4.60 s 21,905x worst"));
    assert_true(shows(stage, 80, 24, "sync 4.50 s; disk not read"));
    ui_key(&stage->ui, 'r');
    stage_feed(stage, 10);
    assert_false(shows(stage, 80, 24, "4.60 s"));
    stage_close(stage);
}

static void slow_round_tells_where_its_time_went_at_any_width(void **state)
{
    (void)state;
    struct stage *stage = story(false);
    struct round round = {.latency_ns = 4600000000,
                          .write_ns = 21000,
                          .sync_ns = 3500000000,
                          .writer = 7,
                          .disk = {.flushes = 2, .sectors = 56, .syncs = 2}};
    freeze(stage, &round);
    assert_true(shows(stage, 80, 24, "sync 3.50 s, wait 1.10 s"));
    assert_true(shows(stage, 200, 50, "sync 3.50 s, wait 1.10 s; 28 KiB, 2 flushes in 2 syncs"));
    assert_true(shows(stage, 280, 50,
                      "write 21.0 us, sync 3.50 s, wait 1.10 s; 28 KiB, 2 flushes in 2 syncs"));
    stage_close(stage);
}

/* Each round waits for a quarter of its time. */
static void mean_round_is_told_in_its_parts(void **state)
{
    (void)state;
    struct stage *stage = story(false);
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
    assert_true(shows(stage, 200, 50, " sync 2.90 ms  queue 1.00 ms  write 100 us"));
    stage_close(stage);
}

static void crowded_changes_have_whole_names_or_none(void **state)
{
    (void)state;
    struct stage *stage = stage_open(false);
    stage_feed(stage, 20);
    for (unsigned writers = 32; writers <= 512; writers *= 2) {
        stage->snapshot.config.writers = writers;
        stage->snapshot.generation++;
        stage_feed(stage, 20);
    }
    golden(stage, "changes", 80, 24);
    assert_true(shows(stage, 80, 24, "\u254ewriters 512\n"));
    assert_false(shows(stage, 80, 24, "\u254ew\u254e"));
    assert_false(shows(stage, 80, 24, "\u254ewr\u254e"));
    stage_feed(stage, 545); /* the first of them reach the left edge */
    assert_false(shows(stage, 80, 24, "\u254es ago"));
    assert_false(shows(stage, 80, 24, "\u254e s ago"));
    stage_close(stage);
}

static void end_by_a_limit_says_how_to_go_on(void **state)
{
    (void)state;
    struct stage *stage = story(false);
    stage->snapshot.state = RUN_DONE;
    stage_feed(stage, 1);
    assert_true(shows(stage, 80, 24, " DONE "));
    assert_true(shows(stage, 60, 16, "done: r runs again"));
    assert_true(shows(stage, 60, 16, "q quit"));
    stage_feed(stage, 105);
    assert_true(shows(stage, 80, 24, "done: w shows all rounds since the last change"));
    stage_close(stage);
}

static void long_pause_says_where_its_rounds_are(void **state)
{
    (void)state;
    struct stage *stage = story(false);
    stage->snapshot.state = RUN_PAUSED;
    stage_feed(stage, 105);
    assert_true(shows(stage, 80, 24, "paused: w shows all rounds since the last change"));
    assert_true(shows(stage, 60, 16, "paused: w shows all rounds since"));
    assert_true(shows(stage, 60, 16, "the last change"));
    golden(stage, "paused", 80, 24);
    ui_key(&stage->ui, 'w');
    ui_key(&stage->ui, 'w');
    assert_false(shows(stage, 80, 24, "no samples"));
    stage_close(stage);
}

static void controls_are_whole_at_the_least_size(void **state)
{
    (void)state;
    struct stage *stage = story(true);
    struct config *config = &stage->snapshot.config;
    config->delay_ns = 1000000;
    config->writers = 1024;
    config->record_bytes = 16 << 20;
    config->batch = 65536;
    config->siblings = 1023;
    stage_feed(stage, 1);
    assert_true(shows(stage, 60, 16,
                      " mode overwrite-fdatasync strategy group+delay delay 1.00 ms\n"
                      " writers 1,024  record 16 MiB  batch 65,536   window 10 s\n"));
    assert_true(shows(stage, 60, 16, " write-back cache, no FUA, journal on "));
    stage_close(stage);
}

static void small_screen_says_what_it_needs_at_any_width(void **state)
{
    (void)state;
    struct stage *stage = story(true);
    assert_true(shows(stage, 20, 5, "too small: needs\n60x16\n"));
    assert_true(shows(stage, 50, 15, "too small: needs 60x16\n"));
    stage_close(stage);
}

static void menu_marks_what_runs(void **state)
{
    (void)state;
    struct stage *stage = story(true);
    ui_key(&stage->ui, 'm'); /* only wished for */
    ui_key(&stage->ui, KEY_RETURN_CODE);
    assert_true(shows(stage, 80, 24, " o overwrite-fdatasync"));
    assert_false(shows(stage, 80, 24, " o flush-only"));
    stage_close(stage);
}

/* --- claims --- */

static void empty_window_shows_no_samples_and_no_figure(void **state)
{
    (void)state;
    struct stage *stage = story(false);
    stage->snapshot.state = RUN_PAUSED;
    stage_feed(stage, 105);
    assert_true(shows(stage, 80, 24, "no samples"));
    assert_false(shows(stage, 80, 24, "records/s"));
    assert_false(shows(stage, 80, 24, "0 ns"));
    assert_true(shows(stage, 80, 24, "PAUSED"));
    ui_key(&stage->ui, 'g');
    assert_true(shows(stage, 80, 24, "no samples"));
    stage_close(stage);
}

static void first_second_is_measuring(void **state)
{
    (void)state;
    struct stage *stage = stage_open(false);
    assert_true(shows(stage, 80, 24, "measuring..."));
    stage->rounds = 0;
    stage_feed(stage, 9);
    assert_true(shows(stage, 80, 24, "measuring..."));
    stage_feed(stage, 2);
    assert_true(shows(stage, 80, 24, "no samples"));
    stage_close(stage);
}

static void thin_percentiles_are_marked(void **state)
{
    (void)state;
    struct stage *stage = stage_open(true);
    stage->rounds = 50;
    stage_feed(stage, 1);
    assert_true(shows(stage, 80, 24, "p99~"));   /* in the chart */
    assert_true(shows(stage, 200, 50, " ~p99")); /* at its bar */
    assert_true(shows(stage, 60, 16, " ~p99"));
    stage_feed(stage, 30);
    assert_null(strchr(stage_draw(stage, 80, 24), '~'));
    stage_close(stage);
}

static void warning_is_on_every_view_at_every_size(void **state)
{
    (void)state;
    static const uint32_t keys[] = {0, 'g', '?', KEY_RETURN_CODE};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        struct stage *stage = in_memory(true);
        if (keys[i])
            ui_key(&stage->ui, keys[i]);
        for (int cols = 60; cols < 210; cols += 13)
            for (int rows = 16; rows < 60; rows += 5)
                assert_true(shows(stage, cols, rows, "WARNING memory-backed: "));
        stage_close(stage);
    }
}

static void name_of_the_directory_drives_no_terminal(void **state)
{
    (void)state;
    struct stage *stage = in_memory(false);
    assert_true(shows(stage, 80, 24, "/dev/shm/a\\x1b[31m\\x0ab"));
    stage_close(stage);
}

static void long_path_keeps_its_end(void **state)
{
    (void)state;
    struct stage *stage = stage_open(true);
    strcpy(stage->snapshot.target.dir,
           "/srv/a/very/long/way/down/to/the/place/where/the/data/of/this/cluster/lies");
    stage_feed(stage, 1);
    assert_true(shows(stage, 80, 24, "data/of/this/cluster/lies  "));
    stage_close(stage);
}

static void ascii_screen_is_ascii_alone(void **state)
{
    (void)state;
    static const uint32_t keys[] = {0, 'g', '?', KEY_RETURN_CODE};
    struct stage *stage = story(true);
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
    struct stage *stage = in_memory(false); /* the address sanitizer is the judge */
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
    struct stage *stage = in_memory(true);
    assert_true(shows(stage, 80, 24, "disk n/a: tmpfs is\n"));
    assert_true(shows(stage, 80, 24, " memory: there is no disk\n"));
    assert_false(shows(stage, 80, 24, "0 flushes"));
    stage_close(stage);
}

static void several_disks_are_told_as_a_sum(void **state)
{
    (void)state;
    struct stage *stage = stage_open(true);
    stage->snapshot.target.device_count = 2;
    strcpy(stage->snapshot.target.device[1].name, "nvme1n1");
    stage_feed(stage, 5);
    assert_true(shows(stage, 80, 24, "sum of 2 disks"));
    assert_true(shows(stage, 80, 24, "ext4 on nvme0n1, nvme1n1"));
    stage_close(stage);
}

static void mode_that_is_not_durable_says_so_beside_the_figures(void **state)
{
    (void)state;
    struct stage *stage = stage_open(true);
    stage_change(stage, "no-sync", "alone");
    stage_feed(stage, 20);
    assert_true(shows(stage, 80, 24, "NOT DURABLE"));
    assert_true(shows(stage, 60, 16, "NOT DURABLE"));
    ui_key(&stage->ui, 'g');
    assert_true(shows(stage, 80, 24, "NOT DURABLE"));
    stage_close(stage);
}

static void disk_that_was_not_read_is_no_zero(void **state)
{
    (void)state;
    struct stage *stage = story(true);
    assert_true(shows(stage, 120, 36, "disk not read"));
    assert_true(shows(stage, 120, 36, "28 KiB in 2 syncs"));
    assert_true(shows(stage, 200, 50, "28 KiB, 1 flush in 2 syncs"));
    stage_close(stage);
}

static void footer_tells_what_a_key_did_for_two_seconds(void **state)
{
    (void)state;
    struct stage *stage = story(true);
    ui_key(&stage->ui, 'w');
    assert_true(shows(stage, 80, 24, "window 60 s"));
    stage->ui.state.now_ns += 1900000000;
    assert_false(shows(stage, 80, 24, "? help"));
    stage->ui.state.now_ns += 200000000;
    assert_true(shows(stage, 80, 24, "? help  q quit"));
    stage_close(stage);
}

static void footer_follows_a_change_until_it_is_ready(void **state)
{
    (void)state;
    struct stage *stage = stage_open(true);
    stage_feed(stage, 3);
    ui_key(&stage->ui, 'm');
    stage_change(stage, "append-fdatasync", "group+delay");
    stage->snapshot.state = RUN_PREPARING;
    stage->snapshot.prepare_total = 4 << 20;
    stage_feed(stage, 1);
    assert_true(shows(stage, 80, 24, "mode append-fdatasync: filling 4 MiB ..."));
    stage->snapshot.state = RUN_LIVE;
    stage_feed(stage, 1);
    assert_true(shows(stage, 80, 24, "mode append-fdatasync ... ready"));
    stage_close(stage);
}

static void wish_shows_in_the_strip_at_once(void **state)
{
    (void)state;
    struct stage *stage = story(true);
    ui_key(&stage->ui, '+');
    ui_key(&stage->ui, '+');
    assert_true(shows(stage, 80, 24, "writers 64"));
    stage_close(stage);
}

/* --- scales --- */

static void chart_scale_moves_only_when_it_must(void **state)
{
    (void)state;
    struct chart_slot slots[2] = {{.rounds = 1, .p50_ns = 200000, .p99_ns = 3000000},
                                  {.rounds = 1, .p50_ns = 300000, .p99_ns = 900000}};
    struct scales scales = {0};
    scale_chart(&scales, slots, 2, 4);
    assert_int_equal(scales.chart_decade, 5);
    assert_int_equal(scales.chart_rows, 2);
    slots[0].p99_ns = 9900000;
    scale_chart(&scales, slots, 2, 4);
    assert_int_equal(scales.chart_decade, 5);
    slots[0].p50_ns = 90000; /* below the lower edge */
    scale_chart(&scales, slots, 2, 4);
    assert_int_equal(scales.chart_decade, 4);
    assert_int_equal(scales.chart_rows, 1);
    assert_true(scale_chart_height(&scales, slots[0].p50_ns) >= 0);
    assert_true(scale_chart_height(&scales, slots[0].p99_ns) < 4);
}

static void bars_stay_in_place_while_values_fit(void **state)
{
    (void)state;
    static struct histogram h; /* too large for the stack's taste */
    struct scales scales = {0};
    histogram_add(&h, 600000);
    scale_bars(&scales, &h, 7);
    int first = scales.bar_first;
    assert_true(scale_border(first) <= 600000);
    histogram_add(&h, 1500000);
    scale_bars(&scales, &h, 7);
    assert_int_equal(scales.bar_first, first);
    histogram_add(&h, UINT64_C(3600000000000)); /* an hour */
    histogram_add(&h, 1);
    scale_bars(&scales, &h, 7);
    assert_true(scale_border(scales.bar_first) <= 600000); /* the median stays in sight */
    assert_true(scale_border(scales.bar_first + 14) > 600000);
}

static void bars_hold_every_round_whatever_the_range(void **state)
{
    (void)state;
    struct stage *stage = stage_open(true);
    stage->base_ns = 900;
    stage_feed(stage, 5);
    histogram_clear(&stage->snapshot.latency);
    stage->base_ns = UINT64_C(90000000000);
    stage_feed(stage, 5);
    assert_true(shows(stage, 80, 24, "50.0 %"));
    assert_true(shows(stage, 80, 24, " over ") || shows(stage, 80, 24, " under "));
    stage_close(stage);
}

static void borders_are_told_in_units_by_size(void **state)
{
    (void)state;
    static const struct {
        int from, to;
        const char *label;
    } cases[] = {{0, 2, " 125 -  250 ns"},   {4, 6, " 500 - 1000 ns"},   {6, 8, "   1 -    2 us"},
                 {24, 26, " 512 - 1024 us"}, {25, 26, " 721 - 1024 us"}, {26, 27, "   1 - 1.41 ms"},
                 {32, 34, "   8 -   16 ms"}, {46, 48, "   1 -    2 s "}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char label[SCALE_TEXT_MAX];
        scale_bar_label(label, cases[i].from, cases[i].to);
        assert_string_equal(label, cases[i].label);
    }
}

static int set_up(void **state)
{
    (void)state;
    setenv("TZ", "UTC", 1);
    tzset();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overview_looks_as_it_should),
        cmocka_unit_test(memory_is_told_before_any_figure),
        cmocka_unit_test(big_figures_look_as_they_should),
        cmocka_unit_test(menu_and_help_look_as_they_should),
        cmocka_unit_test(padding_of_direct_writes_is_shown_as_a_share),
        cmocka_unit_test(failure_keeps_the_figures_and_says_what_to_do),
        cmocka_unit_test(preparation_shows_how_far_it_is),
        cmocka_unit_test(failed_setup_speaks_of_no_sync),
        cmocka_unit_test(hanging_call_counts_up),
        cmocka_unit_test(writers_that_wait_for_their_turn_do_not_hang),
        cmocka_unit_test(one_freeze_stays_in_sight),
        cmocka_unit_test(slow_round_tells_where_its_time_went_at_any_width),
        cmocka_unit_test(mean_round_is_told_in_its_parts),
        cmocka_unit_test(crowded_changes_have_whole_names_or_none),
        cmocka_unit_test(end_by_a_limit_says_how_to_go_on),
        cmocka_unit_test(long_pause_says_where_its_rounds_are),
        cmocka_unit_test(controls_are_whole_at_the_least_size),
        cmocka_unit_test(small_screen_says_what_it_needs_at_any_width),
        cmocka_unit_test(menu_marks_what_runs),
        cmocka_unit_test(empty_window_shows_no_samples_and_no_figure),
        cmocka_unit_test(first_second_is_measuring),
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
        cmocka_unit_test(footer_tells_what_a_key_did_for_two_seconds),
        cmocka_unit_test(footer_follows_a_change_until_it_is_ready),
        cmocka_unit_test(wish_shows_in_the_strip_at_once),
        cmocka_unit_test(chart_scale_moves_only_when_it_must),
        cmocka_unit_test(bars_stay_in_place_while_values_fit),
        cmocka_unit_test(bars_hold_every_round_whatever_the_range),
        cmocka_unit_test(borders_are_told_in_units_by_size),
    };
    return cmocka_run_group_tests_name("views", tests, set_up, NULL);
}

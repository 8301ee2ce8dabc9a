/* test_view_target.c: the target view and the banner, against files, and what must hold at any
 * size. */
#include "ui/view.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/ui_stage.h"
#include "ui/keymap.h"

static void golden(struct stage *stage, const char *name, int cols, int rows)
{
    char full[96];
    snprintf(full, sizeof full, "%s-%dx%d%s", name, cols, rows,
             stage->canvas.ascii ? "-ascii" : "");
    golden_check(full, stage_draw(stage, cols, rows));
}

static bool shows(struct stage *stage, int cols, int rows, const char *words)
{
    return strstr(stage_draw(stage, cols, rows), words) != NULL;
}

static void set_layers(struct target *t)
{
    static const struct layer layers[] = {
        {0, "ext4", "/var", ""},
        {1, "lvm", "dm-1 (vg-var)", ""},
        {2, "crypt", "dm-0 (luks)", ""},
        {3, "raid1", "md0", ""},
        {4, "partition", "nvme0n1p2", ""},
        {5, "disk", "nvme0n1", ""},
        {4, "partition", "nvme1n1p2", "degraded"},
        {5, "disk", "nvme1n1", ""},
    };
    memcpy(t->layer, layers, sizeof layers);
    t->layer_count = sizeof layers / sizeof layers[0];
}

/* A server: two mirrored disks under LVM and LUKS, on an ext4 with all there is to tell. */
static void set_server(struct target *t)
{
    struct device *d = t->device;
    strcpy(t->mount_point, "/var");
    strcpy(t->mount_source, "/dev/mapper/vg-var");
    strcpy(t->mount_options, "rw,relatime,errors=remount-ro,data=ordered");
    strcpy(t->kernel, "6.18.0");
    t->barrier = YES;
    t->fast_commits = YES;
    t->fast_commit_count = 12345;
    t->bytes_total = UINT64_C(98) << 30;
    t->bytes_free = UINT64_C(41) << 30;
    strcpy(d[0].scheduler, "none");
    d[0].bytes = UINT64_C(2000398934016);
    d[0].logical_block = 512;
    d[0].physical_block = 4096;
    d[1] = d[0];
    strcpy(d[1].name, "nvme1n1");
    t->device_count = 2;
    set_layers(t);
}

/* Once more round, when it is shown already. */
static void go_to_target(struct stage *stage, uint32_t key)
{
    const struct view *view;
    do {
        ui_key(&stage->ui, key);
        view = view_shown(&stage->ui.state);
        assert_non_null(view);
    } while (strcmp(view->name, "target") != 0);
}

static struct stage *server(bool ascii)
{
    struct stage *stage = stage_open(ascii);
    set_server(&stage->snapshot.target);
    stage->snapshot.load_average[1] = 1.25;
    stage->snapshot.load_average[2] = 0.5;
    stage_feed(stage, 50);
    go_to_target(stage, KEY_TAB_CODE);
    stage->ui.state.message.until_ns = 0;
    return stage;
}

static void warn(struct stage *stage)
{
    struct target *t = &stage->snapshot.target;
    stage_warn(stage, "no-barrier", SEVERITY_WARN,
               "nobarrier: the disk is never told to empty its cache; unless that is protected, a "
               "power cut loses acknowledged data.");
    strcpy(t->warning[0].advice, "Mount without it, unless the cache has a battery.");
    stage_warn(stage, "loop", SEVERITY_NOTE, "the disk is a file, /srv/disk.img.");
    stage_feed(stage, 1);
}

static void target_view_looks_as_it_should(void **state)
{
    static const int sizes[][2] = {{60, 16}, {80, 24}, {200, 50}};
    (void)state;
    for (int ascii = 0; ascii <= 1; ascii++) {
        struct stage *stage = server(ascii);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            golden(stage, "target", sizes[i][0], sizes[i][1]);
        stage_close(stage);
    }
}

static void warnings_come_first_with_what_to_do(void **state)
{
    (void)state;
    struct stage *stage = server(false);
    warn(stage);
    golden(stage, "target-warnings", 60, 16);
    golden(stage, "target-warnings", 80, 24);
    golden(stage, "target-warnings", 200, 50);
    stage_close(stage);
}

static void page_scrolls_to_its_end_and_not_beyond(void **state)
{
    (void)state;
    struct stage *stage = server(false);
    assert_false(shows(stage, 60, 16, "Linux 6.18.0"));
    for (int i = 0; i < 20; i++)
        ui_key(&stage->ui, KEY_PAGE_DOWN);
    assert_true(shows(stage, 60, 16, "Linux 6.18.0"));
    assert_true(shows(stage, 60, 16, "more above"));
    int end = stage->ui.state.view_top;
    ui_key(&stage->ui, KEY_PAGE_DOWN);
    stage_draw(stage, 60, 16);
    assert_int_equal(stage->ui.state.view_top, end);
    ui_key(&stage->ui, 'k');
    assert_false(shows(stage, 60, 16, "Linux 6.18.0"));
    stage_close(stage);
}

/* By small steps, every line of the page is seen at the smallest size. */
static void every_line_can_be_reached(void **state)
{
    static const char *const words[] = {
        "median sync", "warnings",  "file system", "/dev/mapper/vg-var", "data=ordered",
        "12,345",      "nvme0n1p2", "degraded",    "physically 4 KiB",   "load 2.27"};
    bool seen[sizeof words / sizeof *words] = {false};
    (void)state;
    struct stage *stage = server(false);
    for (int i = 0; i < 60; i++) {
        const char *screen = stage_draw(stage, 60, 16);
        for (size_t w = 0; w < sizeof words / sizeof *words; w++)
            seen[w] = seen[w] || strstr(screen, words[w]);
        ui_key(&stage->ui, KEY_ARROW_DOWN);
    }
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        if (!seen[w])
            fail_msg("never seen: %s", words[w]);
    }
    stage_close(stage);
}

static void tab_goes_round_and_escape_goes_back(void **state)
{
    (void)state;
    struct stage *stage = server(false);
    assert_true(shows(stage, 80, 24, "── target"));
    ui_key(&stage->ui, 'v');
    assert_false(shows(stage, 80, 24, "── target"));
    go_to_target(stage, 'v');
    assert_true(shows(stage, 80, 24, "── target"));
    ui_key(&stage->ui, KEY_ESCAPE_CODE);
    assert_false(shows(stage, 80, 24, "── target"));
    ui_key(&stage->ui, 'g');
    go_to_target(stage, KEY_TAB_CODE); /* from the big figures too */
    assert_true(shows(stage, 80, 24, "── target"));
    stage_close(stage);
}

static void tab_still_changes_columns_in_the_menu(void **state)
{
    (void)state;
    struct stage *stage = server(false);
    size_t view = stage->ui.state.view;
    ui_key(&stage->ui, KEY_RETURN_CODE);
    ui_key(&stage->ui, KEY_TAB_CODE);
    assert_int_equal(stage->ui.state.menu.column, MENU_STRATEGIES);
    assert_int_equal(stage->ui.state.view, view);
    stage_close(stage);
}

/* --- the banner --- */

static void banner_stands_on_every_view_and_leads_to_the_target(void **state)
{
    (void)state;
    struct stage *stage = server(false);
    warn(stage);
    for (size_t i = 0; view_at(i); i++) {
        stage->ui.state.view = i;
        assert_true(shows(stage, 80, 24, "WARNING no-barrier"));
        assert_true(shows(stage, 60, 16, "WARNING no-barrier"));
        assert_true(shows(stage, 80, 24, "+1 more"));
        assert_int_equal(shows(stage, 80, 24, ": Tab to target"), !view_at(i)->lists_warnings);
    }
    stage->ui.state.view = 0;
    ui_key(&stage->ui, 'g');
    assert_true(shows(stage, 80, 24, "+1 more: Tab to target"));
    assert_true(shows(stage, 60, 16, "+1 more: Tab to target"));
    stage_close(stage);
}

static void longest_warning_is_shown_whole_at_80_columns(void **state)
{
    char text[REASON_MAX];
    (void)state;
    struct stage *stage = server(false);
    for (size_t i = 0; i + 1 < sizeof text; i++)
        text[i] = i % 8 == 7 ? ' ' : 'w';
    text[sizeof text - 1] = '\0';
    memcpy(text + sizeof text - 5, "END.", 4);
    stage_warn(stage, "volatile-overlay-x-y-z", SEVERITY_BAD, text);
    stage_warn(stage, "loop", SEVERITY_NOTE, "a note.");
    stage_feed(stage, 1);
    stage->ui.state.view = 0;
    assert_true(shows(stage, 80, 24, "END."));
    assert_true(shows(stage, 80, 24, "+1 more: Tab to target"));
    stage_close(stage);
}

static void warning_by_evidence_comes_and_goes(void **state)
{
    (void)state;
    struct stage *stage = server(false);
    stage->snapshot.config.mode[0] = '\0';
    strcpy(stage->snapshot.config.mode, "append-fsync");
    stage->snapshot.config.durable = false;
    stage_feed(stage, 1);
    assert_true(shows(stage, 80, 24, "WARNING not-durable"));
    stage->snapshot.config.durable = true;
    stage_feed(stage, 1);
    assert_false(shows(stage, 80, 24, "WARNING"));
    stage_close(stage);
}

static void hostile_names_stay_harmless_and_inside(void **state)
{
    static const int sizes[][2] = {{60, 16}, {80, 24}, {140, 20}, {200, 50}, {40, 10}, {1, 1}};
    (void)state;
    struct stage *stage = server(false);
    struct target *t = &stage->snapshot.target;
    strcpy(t->mount_point, "/mnt/\x1b[31m\n\xff");
    memset(t->mount_source, 'x', sizeof t->mount_source - 1);
    memset(t->mount_options, ',', sizeof t->mount_options - 1);
    memset(t->loop_file, '\x01', sizeof t->loop_file - 1);
    strcpy(t->layer[0].name, "\x1b]0;x\a");
    t->layer[1].depth = 40;
    stage_feed(stage, 1);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const char *screen = stage_draw(stage, sizes[i][0], sizes[i][1]);
        assert_null(strpbrk(screen, "\x1b\x01\a"));
    }
    stage_close(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(target_view_looks_as_it_should),
        cmocka_unit_test(warnings_come_first_with_what_to_do),
        cmocka_unit_test(page_scrolls_to_its_end_and_not_beyond),
        cmocka_unit_test(every_line_can_be_reached),
        cmocka_unit_test(tab_goes_round_and_escape_goes_back),
        cmocka_unit_test(tab_still_changes_columns_in_the_menu),
        cmocka_unit_test(banner_stands_on_every_view_and_leads_to_the_target),
        cmocka_unit_test(longest_warning_is_shown_whole_at_80_columns),
        cmocka_unit_test(warning_by_evidence_comes_and_goes),
        cmocka_unit_test(hostile_names_stay_harmless_and_inside),
    };

    setlocale(LC_CTYPE, "C.UTF-8");
    return cmocka_run_group_tests(tests, NULL, NULL);
}

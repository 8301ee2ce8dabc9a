/* test_disks.c: a disk over several paths is one disk, wherever disks are counted or named. */
#include "base/disks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/json_parts.h"
#include "report/lines.h"
#include "support/root.h"
#include "support/ui_stage.h"

static void paths_of_a_disk_are_counted_as_one(void **state)
{
    static const struct {
        const char *devices[4][2]; /* name, path_to */
        unsigned disks;
        const char *names, *sum;
    } rows[] = {
        {{{NULL}}, 0, "", ""},
        {{{"sda", ""}}, 1, "sda", ""},
        {{{"nvme0c0n1", "nvme0n1"}}, 1, "nvme0c0n1", ""},
        {{{"sda", ""}, {"sdb", ""}}, 2, "sda, sdb", "sum of 2 disks"},
        {{{"sda", "mpatha"}, {"sdb", "mpatha"}}, 1, "mpatha over 2 paths", "mpatha over 2 paths"},
        {{{"sda", "mpatha"}, {"sdc", ""}, {"sdb", "mpatha"}},
         2,
         "mpatha over 2 paths, sdc",
         "sum of 2 disks over 3 paths"},
        {{{"sda", "mpatha"}, {"sdb", "mpathb"}, {"sdc", "mpatha"}, {"sdd", "mpathb"}},
         2,
         "mpatha over 2 paths, mpathb over 2 paths",
         "sum of 2 disks over 4 paths"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct target *t = calloc(1, sizeof *t);
        char text[256];
        assert_non_null(t);
        while (t->device_count < 4 && rows[i].devices[t->device_count][0]) {
            struct device *device = &t->device[t->device_count];
            strcpy(device->name, rows[i].devices[t->device_count][0]);
            strcpy(device->path_to, rows[i].devices[t->device_count++][1]);
        }
        assert_int_equal(disks_count(t), rows[i].disks);
        assert_string_equal(disks_names(text, sizeof text, t, ", "), rows[i].names);
        assert_string_equal(disks_sum(text, sizeof text, t), rows[i].sum);
        free(t);
    }
}

static void names_that_do_not_fit_are_cut(void **state)
{
    struct target *t = calloc(1, sizeof *t);
    char text[8];
    (void)state;
    assert_non_null(t);
    t->device_count = 2;
    strcpy(t->device[0].name, "nvme0n1");
    strcpy(t->device[1].name, "sda");
    assert_string_equal(disks_names(text, sizeof text, t, ", "), "nvme0n1");
    free(t);
}

static void paths_are_known_by_the_disk_they_lead_to(void **state)
{
    static const char *const rows[][2] = {{"nvme-two-paths", "nvme0n1 over 2 paths"},
                                          {"dm-multipath", "mpatha over 2 paths"},
                                          {"dm-over-md", "sum of 2 disks"},
                                          {"nvme-one-path", ""},
                                          {"nvme-partition", ""}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct tree tree;
        struct target target;
        char text[256];
        root_unfold(rows[i][0], &tree);
        root_resolve(&tree, &target);
        assert_string_equal(disks_sum(text, sizeof text, &target), rows[i][1]);
        tree_remove(&tree);
    }
}

static void two_paths(struct target *t)
{
    t->device_count = 2;
    strcpy(t->device[0].name, "nvme0c0n1");
    strcpy(t->device[1].name, "nvme0c1n1");
    for (unsigned i = 0; i < 2; i++)
        strcpy(t->device[i].path_to, "nvme0n1");
}

static void reports_name_the_disk_and_its_paths(void **state)
{
    static struct target target;
    static struct figures figures;
    char *text = NULL;
    size_t bytes = 0;
    (void)state;
    two_paths(&target);
    FILE *out = open_memstream(&text, &bytes);
    assert_non_null(out);
    struct json j = {.out = out};
    lines_disk(out, &figures, &target);
    json_object(&j, NULL, JSON_LINES);
    json_disk(&j, &figures, &target);
    json_end(&j);
    assert_int_equal(fclose(out), 0);
    assert_non_null(strstr(text, "whole disk   nvme0n1 over 2 paths: "));
    assert_non_null(strstr(text, "\"scope\": \"nvme0n1 over 2 paths\""));
    assert_null(strstr(text, "2 disks"));
    free(text);
}

/* The lines of FIGURES on one disk; freed by the caller. */
static char *disk_lines(const struct figures *figures)
{
    static struct target target;
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    assert_non_null(out);
    target.device_count = 1;
    lines_disk(out, figures, &target);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void intervals_that_were_left_out_have_a_line(void **state)
{
    static struct figures figures;
    (void)state;
    char *text = disk_lines(&figures);
    assert_null(strstr(text, "left out"));
    free(text);
    figures.disk.left_out = 1;
    figures.disk.left_out_records = 1200;
    text = disk_lines(&figures);
    assert_non_null(strstr(text, "\nleft out     1 interval of a tenth of a second and the 1,200 "
                                 "records in it:"));
    free(text);
    figures.disk.left_out = 3;
    figures.disk.left_out_records = 1;
    text = disk_lines(&figures);
    assert_non_null(strstr(text, "\nleft out     3 intervals of a tenth of a second and the 1 "
                                 "record in them:"));
    free(text);
}

static void screen_names_the_disk_and_its_paths(void **state)
{
    struct stage *stage = stage_open(true);
    (void)state;
    two_paths(&stage->snapshot.target);
    stage_feed(stage, 5);
    assert_true(stage_shows(stage, 80, 24, "ext4 on nvme0n1 over 2 paths"));
    assert_true(stage_shows(stage, 80, 24, " nvme0n1 over 2 paths "));
    assert_false(stage_shows(stage, 80, 24, "2 disks"));
    strcpy(stage->snapshot.target.device[0].path_to, "mapper-of-a-very-long-name");
    strcpy(stage->snapshot.target.device[1].path_to, "mapper-of-a-very-long-name");
    stage_feed(stage, 5);
    assert_true(stage_shows(stage, 80, 24, " over 2 paths "));
    stage_close(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_of_a_disk_are_counted_as_one),
        cmocka_unit_test(names_that_do_not_fit_are_cut),
        cmocka_unit_test(paths_are_known_by_the_disk_they_lead_to),
        cmocka_unit_test(reports_name_the_disk_and_its_paths),
        cmocka_unit_test(intervals_that_were_left_out_have_a_line),
        cmocka_unit_test(screen_names_the_disk_and_its_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

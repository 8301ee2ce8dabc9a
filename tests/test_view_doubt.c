/* test_view_doubt.c: a class of disk that is in doubt is never drawn as a fact, however narrow the
 * screen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/ui_stage.h"

/* Rounds of these medians fall into the four classes. */
static const uint64_t base_us[] = {50, 500, 1500, 5000, 20000};

static const char *const brief[] = {"protected cache", "plain NVMe", "SATA", "spinning disk"};

static const char *class_line(struct stage *stage, int cols, int rows)
{
    static char line[1024];
    char *text = stage_draw(stage, cols, rows);
    for (char *at = strtok(text, "\n"); at; at = strtok(NULL, "\n")) {
        for (size_t i = 0; i < sizeof brief / sizeof *brief; i++) {
            if (!strstr(at, brief[i]) || !strstr(at, "sync "))
                continue;
            snprintf(line, sizeof line, "%s", at);
            return line;
        }
    }
    return NULL;
}

static bool is_marked(const char *line)
{
    return strstr(line, "in doubt") || strstr(line, "(?)");
}

/* 80x24 in particular: "sync 1.50 ms: like SATA" lost its mark there. */
static void the_doubt_stays_on_every_screen(void **state)
{
    static const struct {
        int cols, rows;
    } sizes[] = {{60, 16}, {66, 20}, {72, 22}, {80, 24}, {100, 30}, {120, 40}, {200, 50}};
    unsigned seen = 0;
    (void)state;
    for (size_t b = 0; b < sizeof base_us / sizeof *base_us; b++) {
        struct stage *stage = stage_open(false);
        stage->base_ns = base_us[b] * 1000;
        stage->snapshot.target.device_count = 0; /* which disk it is, is not known */
        stage_feed(stage, 20);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            const char *line = class_line(stage, sizes[i].cols, sizes[i].rows);
            if (!line)
                continue;
            seen++;
            if (!is_marked(line))
                fail_msg("%dx%d: %s", sizes[i].cols, sizes[i].rows, line);
        }
        stage_close(stage);
    }
    assert_true(seen >= 10);
}

static void without_doubt_there_is_no_mark(void **state)
{
    struct stage *stage = stage_open(false);
    (void)state;
    stage_feed(stage, 40);
    const char *line = class_line(stage, 80, 24);
    assert_non_null(line);
    assert_false(is_marked(line));
    stage_close(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_doubt_stays_on_every_screen),
        cmocka_unit_test(without_doubt_there_is_no_mark),
    };
    return cmocka_run_group_tests_name("view_doubt", tests, NULL, NULL);
}

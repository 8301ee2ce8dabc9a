/* test_flush_only.c: a mode that writes nothing has neither batch nor record size: keys and options
 * say so, and no report claims one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/option_rows.h"
#include "app/options.h"
#include "base/text.h"
#include "report/lines.h"
#include "source/naming.h"
#include "support/ui_stage.h"

static struct config floor_of(uint32_t batch, uint64_t record)
{
    struct config config = config_default();
    text_copy(config.mode, sizeof config.mode, "flush-only");
    config.batch = batch;
    config.record_bytes = record;
    return config;
}

static void keys_of_batch_and_record_say_that_they_do_nothing(void **state)
{
    static const char keys[] = "bB<>";
    struct stage *stage = stage_open(false);
    (void)state;
    stage_feed(stage, 5);
    stage->ui.state.wish = floor_of(8, 4096);
    const unsigned applies = stage->applies;
    for (size_t i = 0; keys[i]; i++) {
        stage->ui.state.message.text[0] = '\0';
        ui_key(&stage->ui, (uint32_t)keys[i]);
        assert_string_equal(stage->ui.state.message.text,
                            "flush-only writes nothing: batch and size do nothing");
    }
    assert_int_equal(stage->applies, applies);
    assert_int_equal(stage->ui.state.wish.batch, 8);
    assert_int_equal(stage->ui.state.wish.record_bytes, 4096);
    stage_close(stage);
}

/* Else the screen would wait for ever for a batch that no such load has. */
static void a_wish_with_a_batch_is_met_by_the_load_without_one(void **state)
{
    const struct config wish = floor_of(512, 100);
    struct config settled = floor_of(1, 100), other = settled;
    (void)state;
    assert_false(config_equal(&wish, &settled));
    settled.writes_nothing = true;
    assert_true(config_equal(&wish, &settled));
    assert_true(config_equal(&settled, &wish));
    text_copy(other.mode, sizeof other.mode, "append-fsync");
    assert_false(config_equal(&settled, &other));
}

static void neither_is_named_nor_told_apart(void **state)
{
    const struct config a = floor_of(1, 4096), b = floor_of(512, 100);
    char text[200];
    (void)state;
    assert_true(naming_same(&a, &b));
    lines_config(text, sizeof text, &b);
    assert_null(strstr(text, "512"));
    assert_non_null(strstr(text, "nothing is written"));
}

/* Whether --NAME VALUE is noted as idle with MODE, and with that reason. */
static bool is_noted(const char *mode, const char *name, const char *value, const char *reason)
{
    char option[40], why[64];
    struct options options;
    snprintf(option, sizeof option, "--%s", name);
    char *argv[] = {"fsyncscope", "run", "-m", (char *)mode, option, (char *)value, NULL};
    assert_int_equal(options_parse(6, argv, &options, NULL), 0);
    for (size_t i = 0; option_row(i); i++) {
        if (strcmp(option_row(i)->name, name) == 0)
            return option_is_idle(&options, i, why, sizeof why) && strstr(why, reason);
    }
    return false;
}

static void options_without_effect_are_noted(void **state)
{
    (void)state;
    assert_true(is_noted("flush-only", "batch", "512", "writes nothing"));
    assert_true(is_noted("flush-only", "size", "512", "writes nothing"));
    assert_true(is_noted("flush-only", "file-size", "1M", "no file that grows"));
    assert_true(is_noted("create-rename", "file-size", "1M", "no file that grows"));
    assert_false(is_noted("create-rename", "batch", "2", ""));
    assert_false(is_noted("doublewrite", "file-size", "1M", ""));
    assert_false(is_noted("append-fsync", "batch", "512", ""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_of_batch_and_record_say_that_they_do_nothing),
        cmocka_unit_test(a_wish_with_a_batch_is_met_by_the_load_without_one),
        cmocka_unit_test(neither_is_named_nor_told_apart),
        cmocka_unit_test(options_without_effect_are_noted),
    };
    return cmocka_run_group_tests_name("flush_only", tests, NULL, NULL);
}

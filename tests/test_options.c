/* test_options.c: the command line: what is taken, and the sentence for what is not. */
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

#include "app/option_rows.h"
#include "app/options.h"
#include "source/tour.h"

enum { WORDS_MAX = 32 };

/* Splits LINE at spaces ('' is an empty word) and parses it. The words live on in options.dir. */
static int parse(const char *line, struct options *out, struct err *err)
{
    static char text[512];
    char *argv[WORDS_MAX + 1] = {"fsyncscope"};
    int argc = 1;

    snprintf(text, sizeof(text), "%s", line);
    for (char *word = strtok(text, " "); word && argc < WORDS_MAX; word = strtok(NULL, " "))
        argv[argc++] = strcmp(word, "''") == 0 ? "" : word;
    return options_parse(argc, argv, out, err);
}

static struct options parsed(const char *line)
{
    struct options options;
    struct err err = {0};
    if (parse(line, &options, &err))
        fail_msg("%s: %s", line, err.text);
    return options;
}

static void nothing_is_the_dashboard_on_the_current_directory(void **state)
{
    struct options o = parsed("");
    (void)state;
    assert_int_equal(o.command, COMMAND_DASHBOARD);
    assert_string_equal(o.dir, ".");
    assert_int_equal(o.config.stop_rounds, 0);
    assert_string_equal(o.config.mode, "append-fsync");
}

static void run_without_a_limit_gets_one(void **state)
{
    (void)state;
    assert_int_equal(parsed("run").config.stop_rounds, RUN_ROUNDS);
    assert_int_equal(parsed("run -t 1s").config.stop_rounds, 0);
    assert_int_equal(parsed("run -t 1s").config.stop_ns, 1000000000);
    assert_int_equal(parsed("run -c 7 -t 1s").config.stop_rounds, 7);
}

static void every_way_to_write_a_value_is_taken(void **state)
{
    static const char *const lines[] = {"run -c1000",       "run -c 1000", "run --count=1000",
                                        "run --count 1000", "-c 1000 run", "--coun 1000 run"};
    (void)state;
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        struct options o = parsed(lines[i]);
        assert_int_equal(o.command, COMMAND_RUN);
        assert_int_equal(o.config.stop_rounds, 1000);
    }
}

static void all_options_reach_their_place(void **state)
{
    struct options o = parsed("run -m dsync -S group+delay -w 16 -d 0.5ms --siblings 5 -s 100 -b 8 "
                              "--file-size 1M -f json -o out --theme stage /data");
    (void)state;
    assert_string_equal(o.config.mode, "dsync");
    assert_string_equal(o.config.strategy, "group+delay");
    assert_int_equal(o.config.writers, 16);
    assert_int_equal(o.config.delay_ns, 500000);
    assert_int_equal(o.config.siblings, 5);
    assert_int_equal(o.config.record_bytes, 100);
    assert_int_equal(o.config.batch, 8);
    assert_int_equal(o.config.file_bytes, 1 << 20);
    assert_int_equal(o.format, OUTPUT_JSON);
    assert_string_equal(o.output, "out");
    assert_string_equal(o.theme, "stage");
    assert_string_equal(o.dir, "/data");
    o = parsed("--ascii --no-color --no-mouse");
    assert_true(o.ascii && o.no_color && o.no_mouse);
}

static void names_of_postgresql_are_accepted(void **state)
{
    (void)state;
    assert_string_equal(parsed("-m open_datasync").config.mode, "overwrite-dsync");
    assert_string_equal(parsed("-m open_sync").config.mode, "overwrite-sync");
    assert_string_equal(parsed("-m fdatasync").config.mode, "overwrite-fdatasync");
    assert_string_equal(parsed("-m fsync").config.mode, "overwrite-fsync");
}

static void directory_may_be_called_like_a_command(void **state)
{
    struct options o = parsed("./run");
    (void)state;
    assert_int_equal(o.command, COMMAND_DASHBOARD);
    assert_string_equal(o.dir, "./run");
    o = parsed("run run");
    assert_int_equal(o.command, COMMAND_RUN);
    assert_string_equal(o.dir, "run");
    o = parsed("-- run");
    assert_int_equal(o.command, COMMAND_DASHBOARD);
    assert_string_equal(o.dir, "run");
    o = parsed("run -- -dir");
    assert_int_equal(o.command, COMMAND_RUN);
    assert_string_equal(o.dir, "-dir");
}

static void help_and_version_answer_before_anything_else_is_judged(void **state)
{
    (void)state;
    assert_int_equal(parsed("-h --bogus").command, COMMAND_HELP);
    assert_int_equal(parsed("run --help").command, COMMAND_HELP);
    assert_int_equal(parsed("-V").command, COMMAND_VERSION);
    assert_int_equal(parsed("modes").command, COMMAND_MODES);
}

static void what_is_wrong_is_named(void **state)
{
    static const struct {
        const char *line, *sentence;
    } rows[] = {
        {"-w 0", "--writers 0: allowed is 1 to 1024"},
        {"--writers=2147483647", "--writers 2147483647: allowed is 1 to 1024"},
        {"-s 8G", "--size 8G: allowed is 1 to 16M"},
        {"-s 0", "--size 0: allowed is 1 to 16M"},
        {"-t 5", "--time 5: a time needs a unit, as in 5s; allowed is 1ns to 7d"},
        {"-d 2s", "--delay 2s: allowed is 0 to 1s"},
        {"-b 0", "--batch 0: allowed is 1 to 65536"},
        {"-b ''", "--batch '': allowed is 1 to 65536"},
        {"-w", "--writers: needs a value, N"},
        {"--time", "--time: needs a value, TIME"},
        {"--ascii=1", "--ascii: takes no value"},
        {"-x", "-x: there is no such option; see `fsyncscope --help`"},
        {"run -f xml", "--format xml: allowed is one of text, json, csv, openmetrics"},
        {"--output out", "--output: is for `fsyncscope run`, `tour` and `info`"},
        {"run --only modes", "--only: is for `fsyncscope tour`"},
        {"-f json", "--format: is for `fsyncscope run`, `tour`, `info` and `modes`"},
        {"a b", "b: one word too many; see `fsyncscope --help`"},
        {"modes a", "a: one word too many; see `fsyncscope --help`"},
        {"''", "'': the name of a directory is empty"},
        {"run -o ''", "--output '': allowed is a FILE of one letter or more"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct options o;
        struct err err = {0};
        assert_int_equal(parse(rows[i].line, &o, &err), -EINVAL);
        assert_string_equal(err.text, rows[i].sentence);
    }
}

static void info_takes_a_format_an_output_and_a_directory(void **state)
{
    struct options o = parsed("info -f json -o out /data");
    (void)state;
    assert_int_equal(o.command, COMMAND_INFO);
    assert_int_equal(o.format, OUTPUT_JSON);
    assert_string_equal(o.output, "out");
    assert_string_equal(o.dir, "/data");
    o = parsed("info");
    assert_string_equal(o.dir, ".");
}

static void a_tour_takes_sections_and_a_second_a_line(void **state)
{
    struct options o = parsed("tour /data");
    (void)state;
    assert_int_equal(o.command, COMMAND_TOUR);
    assert_int_equal(o.sections, TOUR_ALL);
    assert_int_equal(o.config.stop_ns, TOUR_LINE_NS);
    assert_false(option_is_given(&o, "mode"));
    o = parsed("tour --only delay,modes -c 30 -m dsync");
    assert_int_equal(o.sections, 1 << TOUR_DELAY | 1 << TOUR_MODES);
    assert_int_equal(o.config.stop_ns, 0);
    assert_int_equal(o.config.stop_rounds, 30);
    assert_true(option_is_given(&o, "mode"));
    assert_false(option_is_given(&o, "size"));
}

static void unknown_names_are_answered_with_those_that_exist(void **state)
{
    struct options o;
    struct err err = {0};
    (void)state;
    assert_int_equal(parse("-m foo", &o, &err), -EINVAL);
    assert_non_null(strstr(err.text, "--mode foo: "));
    assert_int_equal(parse("-S foo", &o, &err), -EINVAL);
    assert_non_null(strstr(err.text, "--strategy foo: allowed is one of alone, "));
    assert_int_equal(parse("--bogus=1", &o, &err), -EINVAL);
    assert_non_null(strstr(err.text, "--bogus=1: "));
    assert_int_equal(parse("run --s 5", &o, &err), -EINVAL); /* --size, --strategy, --siblings */
    assert_non_null(strstr(err.text, "--s: "));
}

static char *printed(void (*print)(FILE *out))
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    assert_non_null(out);
    print(out);
    fclose(out);
    return text;
}

static void assert_fits(char *text)
{
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        if (strlen(line) > 80)
            fail_msg("over 80 columns: %s", line);
    }
}

/* Every row is in the help, and no line of it is wider than a terminal. */
static void help_is_made_from_the_rows(void **state)
{
    char *text = printed(options_print_help);
    (void)state;
    for (size_t i = 0; option_row(i); i++) {
        char name[64];
        snprintf(name, sizeof(name), "--%s%s%s", option_row(i)->name,
                 option_row(i)->value ? " " : "", option_row(i)->value ? option_row(i)->value : "");
        assert_non_null(strstr(text, name));
    }
    assert_fits(text);
    free(text);
}

static void modes_lists_what_can_be_asked_for(void **state)
{
    char *text = printed(options_print_modes);
    struct options o = parsed("");
    (void)state;
    assert_non_null(strstr(text, o.config.mode));
    assert_non_null(strstr(text, o.config.strategy));
    assert_non_null(strstr(text, "also called open_datasync"));
    assert_fits(text);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_the_dashboard_on_the_current_directory),
        cmocka_unit_test(run_without_a_limit_gets_one),
        cmocka_unit_test(every_way_to_write_a_value_is_taken),
        cmocka_unit_test(all_options_reach_their_place),
        cmocka_unit_test(names_of_postgresql_are_accepted),
        cmocka_unit_test(directory_may_be_called_like_a_command),
        cmocka_unit_test(help_and_version_answer_before_anything_else_is_judged),
        cmocka_unit_test(what_is_wrong_is_named),
        cmocka_unit_test(info_takes_a_format_an_output_and_a_directory),
        cmocka_unit_test(a_tour_takes_sections_and_a_second_a_line),
        cmocka_unit_test(unknown_names_are_answered_with_those_that_exist),
        cmocka_unit_test(help_is_made_from_the_rows),
        cmocka_unit_test(modes_lists_what_can_be_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

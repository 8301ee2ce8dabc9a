/* test_theme.c: theme files, where they are found, and colours brought down. */
#include "ui/theme.h"

#include <errno.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static const char *const shipped[] = {"dark", "light", "contrast", "okabe", "stage", "mono"};

enum { SHIPPED = sizeof shipped / sizeof *shipped };

static struct theme parse(const char *text, struct theme_notes *notes)
{
    struct theme theme = {0};
    *notes = (struct theme_notes){0};
    theme_parse(&theme, "my.theme", text, notes);
    return theme;
}

static void roles_have_names_of_their_own(void **state)
{
    (void)state;
    for (enum role a = 0; a < ROLES; a++) {
        assert_non_null(role_name(a));
        for (enum role b = 0; b < a; b++)
            assert_string_not_equal(role_name(a), role_name(b));
    }
}

static void line_sets_colour_and_attributes(void **state)
{
    (void)state;
    struct theme_notes notes;
    struct theme theme = parse("# a comment\n\n"
                               "  p50 = #00ffAA bold underline # the median\n"
                               "bad=bright-red reverse\r\n"
                               "text\t=\tdefault",
                               &notes);
    assert_int_equal(notes.count, 0);
    const struct style *p50 = &theme.style[ROLE_P50];
    assert_int_equal(p50->colour.kind, COLOUR_RGB);
    assert_int_equal(p50->colour.value, 0x00ffaa);
    assert_true(p50->bold && p50->underline && !p50->reverse);
    assert_int_equal(theme.style[ROLE_BAD].colour.kind, COLOUR_NAMED);
    assert_int_equal(theme.style[ROLE_BAD].colour.value, 9);
    assert_true(theme.style[ROLE_BAD].reverse);
}

static void wrong_line_is_named_and_the_rest_is_used(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        const char *note;
    } wrong[] = {
        {"nosuch = red", "my.theme:2: no such role: nosuch"},
        {"warn = mauve", "mauve"},
        {"warn = #12345", "#12345"},
        {"warn = #12345g", "#12345g"},
        {"warn = red blink", "blink"},
        {"warn =", "my.theme:2: "},
        {"warn red", "my.theme:2: expected"},
        {"warn = re\033[1md", "\\x1b"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[200];
        struct theme_notes notes;
        snprintf(text, sizeof text, "good = green\n%s\nbad = red\n", wrong[i].line);
        struct theme theme = parse(text, &notes);
        assert_int_equal(notes.count, 1);
        assert_non_null(strstr(notes.first, wrong[i].note));
        assert_null(strchr(notes.first, '\033'));
        assert_int_equal(theme.style[ROLE_GOOD].colour.value, 2);
        assert_int_equal(theme.style[ROLE_BAD].colour.value, 1);
        assert_int_equal(theme.style[ROLE_WARN].colour.kind, COLOUR_DEFAULT);
    }
}

static void each_wrong_line_is_told_and_what_does_not_fit_is_counted(void **state)
{
    (void)state;
    struct theme_notes notes;
    char *text = calloc(1, 20000);
    assert_non_null(text);
    parse("nosuch = red\ngood = green\nwarn = mauve\n", &notes);
    assert_int_equal(notes.count, 2);
    assert_string_equal(notes.all, "my.theme:1: no such role: nosuch\n"
                                   "my.theme:3: neither a colour nor bold, reverse, underline: "
                                   "mauve");
    assert_string_equal(notes.first, "my.theme:1: no such role: nosuch");
    for (unsigned i = 0; i < 1000; i++)
        strcat(text, "nosuch = red\n");
    parse(text, &notes);
    free(text);
    assert_int_equal(notes.count, 1000);
    assert_in_range(notes.told, 100, 999);
    assert_true(strlen(notes.all) < sizeof notes.all);
    unsigned lines = 1;
    for (const char *at = notes.all; (at = strchr(at, '\n')); at++)
        lines++;
    assert_int_equal(lines, notes.told);
}

static void overlong_line_is_reported_not_overrun(void **state)
{
    (void)state;
    char text[1024];
    struct theme_notes notes;
    memset(text, 'x', sizeof text);
    text[700] = '\n';
    snprintf(text + 701, sizeof text - 701, "p99 = blue");
    struct theme theme = parse(text, &notes);
    assert_int_equal(notes.count, 1);
    assert_non_null(strstr(notes.first, "my.theme:1: "));
    assert_int_equal(theme.style[ROLE_P99].colour.value, 4);
}

static void read_shipped(const char *name, struct theme *out)
{
    char path[64], text[8192];
    struct theme_notes notes = {0};
    snprintf(path, sizeof path, "themes/%s.theme", name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    *out = (struct theme){0};
    theme_parse(out, path, text, &notes);
    if (notes.count)
        fail_msg("%s", notes.first);
    for (enum role role = 0; role < ROLES; role++) {
        char line[64];
        snprintf(line, sizeof line, "\n%s = ", role_name(role));
        if (!strstr(text, line))
            fail_msg("%s leaves out %s", path, role_name(role));
    }
}

static void shipped_dark_is_the_one_compiled_in(void **state)
{
    (void)state;
    struct theme file, builtin;
    read_shipped("dark", &file);
    theme_builtin(&builtin);
    assert_memory_equal(file.style, builtin.style, sizeof file.style);
}

static void shipped_themes_leave_plain_text_to_the_terminal(void **state)
{
    (void)state;
    static const int depths[] = {8, 16, 256};
    for (size_t i = 0; i < SHIPPED; i++) {
        struct theme theme;
        read_shipped(shipped[i], &theme);
        assert_int_equal(theme.style[ROLE_TEXT].colour.kind, COLOUR_DEFAULT);
        assert_int_equal(theme.style[ROLE_VALUE].colour.kind, COLOUR_DEFAULT);
        for (enum role role = 0; role < ROLE_HEAT0; role++)
            for (size_t d = 0; d < 2; d++) { /* nothing in fixed black or white */
                int colour = colour_reduce(theme.style[role].colour, depths[d]);
                assert_true(colour == -1 || (colour % 8 != 0 && colour % 8 != 7));
            }
    }
}

static void mono_has_no_colour_and_tells_warnings_apart(void **state)
{
    (void)state;
    struct theme theme;
    read_shipped("mono", &theme);
    for (enum role role = 0; role < ROLES; role++)
        assert_int_equal(theme.style[role].colour.kind, COLOUR_DEFAULT);
    assert_true(theme.style[ROLE_BANNER].reverse && theme.style[ROLE_CURSOR].reverse);
}

static int reduce(const char *text, int colours)
{
    struct colour colour;
    assert_true(colour_parse(text, &colour));
    return colour_reduce(colour, colours);
}

static void colours_come_down_to_what_there_is(void **state)
{
    (void)state;
    assert_int_equal(reduce("#ff0000", 256), 196);
    assert_int_equal(reduce("#5fd7d7", 256), 80);
    assert_int_equal(reduce("#808080", 256), 244);
    assert_int_equal(reduce("#ff0000", 16), 9);
    assert_int_equal(reduce("#d02020", 8), 1);
    assert_int_equal(reduce("#00c8c8", 8), 6);
    assert_int_equal(reduce("bright-blue", 16), 12);
    assert_int_equal(reduce("bright-blue", 8), 4);
    assert_int_equal(reduce("Default", 256), -1);
    assert_int_equal(reduce("#ff0000", 0), -1);
    assert_int_equal(reduce("red", -1), -1);
}

static void greys_become_the_terminals_own_where_they_could_vanish(void **state)
{
    (void)state;
    static const char *const greys[] = {"#000000", "#808890", "#ffffff", "#a8b4c0"};
    for (size_t i = 0; i < sizeof greys / sizeof *greys; i++) {
        assert_int_equal(reduce(greys[i], 8), -1);
        assert_int_equal(reduce(greys[i], 16), -1);
    }
}

/* --- the search path --- */

struct place {
    char root[64];
    char a[96], b[96];
};

static void write_theme(const char *folder, const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int open_place(void **state)
{
    struct place *p = calloc(1, sizeof *p);
    assert_non_null(p);
    strcpy(p->root, "/tmp/fsyncscope-theme-XXXXXX");
    assert_non_null(mkdtemp(p->root));
    snprintf(p->a, sizeof p->a, "%s/a", p->root);
    snprintf(p->b, sizeof p->b, "%s/b/fsyncscope/themes", p->root);
    char command[256];
    snprintf(command, sizeof command, "mkdir -p %s %s", p->a, p->b);
    assert_int_equal(system(command), 0);
    setenv("FSYNCSCOPE_THEMES", p->a, 1);
    snprintf(command, sizeof command, "%s/b", p->root);
    setenv("XDG_CONFIG_HOME", command, 1);
    unsetenv("HOME");
    *state = p;
    return 0;
}

static int close_place(void **state)
{
    struct place *p = *state;
    char command[256];
    snprintf(command, sizeof command, "rm -r %s", p->root);
    int rc = system(command);
    free(p);
    unsetenv("FSYNCSCOPE_THEMES");
    unsetenv("XDG_CONFIG_HOME");
    return rc;
}

static void first_folder_wins(void **state)
{
    const struct place *p = *state;
    struct theme theme;
    struct theme_notes notes;
    struct err err;
    write_theme(p->b, "mine.theme", "p50 = red\n");
    assert_int_equal(theme_load("mine", &theme, &notes, &err), 0);
    assert_int_equal(theme.style[ROLE_P50].colour.value, 1);
    write_theme(p->a, "mine.theme", "p50 = green\nnonsense\n");
    assert_int_equal(theme_load("mine", &theme, &notes, &err), 0);
    assert_int_equal(theme.style[ROLE_P50].colour.value, 2);
    assert_string_equal(theme.name, "mine");
    assert_int_equal(notes.count, 1);
    assert_non_null(strstr(notes.first, "/a/mine.theme:2: "));
    assert_ptr_equal(strstr(notes.first, "mine.theme:2: "), notes.first + notes.base);
}

static void only_regular_files_of_a_themes_size_are_themes(void **state)
{
    const struct place *p = *state;
    struct theme theme;
    struct theme_notes notes;
    struct err err;
    char path[256], names[THEMES_MAX][THEME_NAME_MAX];
    snprintf(path, sizeof path, "%s/pipe.theme", p->a);
    assert_int_equal(mkfifo(path, 0600), 0); /* opened plainly, it would wait for a writer */
    snprintf(path, sizeof path, "%s/folder.theme", p->a);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/endless.theme", p->a);
    assert_int_equal(symlink("/dev/zero", path), 0);
    write_theme(p->a, "marked.theme", "\xef\xbb\xbfp50 = green\n");
    const char *const none[] = {"pipe", "folder", "endless"};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(theme_load(none[i], &theme, &notes, &err), -ENOENT);
        for (size_t k = theme_list(names); k > 0; k--)
            assert_string_not_equal(names[k - 1], none[i]);
    }
    assert_int_equal(theme_load("marked", &theme, &notes, &err), 0);
    assert_int_equal(notes.count, 0);
    assert_int_equal(theme.style[ROLE_P50].colour.value, 2);
}

static void dark_is_there_without_any_folder(void **state)
{
    (void)state;
    struct theme theme, builtin;
    struct theme_notes notes;
    theme_builtin(&builtin);
    assert_int_equal(theme_load("dark", &theme, &notes, NULL), 0);
    assert_memory_equal(theme.style, builtin.style, sizeof theme.style);
}

static void unknown_theme_is_refused_with_the_list(void **state)
{
    const struct place *p = *state;
    struct theme theme;
    struct theme_notes notes;
    struct err err;
    write_theme(p->a, "zebra.theme", "");
    assert_int_equal(theme_load("nosuch", &theme, &notes, &err), -ENOENT);
    assert_non_null(strstr(err.text, "nosuch"));
    assert_non_null(strstr(err.text, "dark"));
    assert_non_null(strstr(err.text, "zebra"));
}

static void theme_name_is_never_a_path(void **state)
{
    const struct place *p = *state;
    static const char *const names[] = {"../a/mine", ".mine", "", "/etc/passwd", "a/b"};
    struct theme theme;
    struct theme_notes notes;
    struct err err;
    write_theme(p->a, "mine.theme", "");
    write_theme(p->a, ".mine.theme", "");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(theme_load(names[i], &theme, &notes, &err), -ENOENT);
}

static void list_is_sorted_and_names_each_once(void **state)
{
    const struct place *p = *state;
    char names[THEMES_MAX][THEME_NAME_MAX];
    write_theme(p->a, "zebra.theme", "");
    write_theme(p->b, "zebra.theme", "");
    write_theme(p->b, "amber.theme", "");
    write_theme(p->b, "dark.theme", "");
    write_theme(p->a, "notes.txt", "");
    write_theme(p->a, ".hidden.theme", "");
    size_t count = theme_list(names), zebras = 0, darks = 0;
    for (size_t i = 0; i < count; i++) {
        zebras += strcmp(names[i], "zebra") == 0;
        darks += strcmp(names[i], "dark") == 0;
        assert_true(i == 0 || strcmp(names[i - 1], names[i]) < 0);
        assert_null(strstr(names[i], "hidden"));
        assert_null(strstr(names[i], "notes"));
    }
    assert_int_equal(zebras, 1);
    assert_int_equal(darks, 1);
    assert_string_equal(names[0], "amber");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roles_have_names_of_their_own),
        cmocka_unit_test(line_sets_colour_and_attributes),
        cmocka_unit_test(wrong_line_is_named_and_the_rest_is_used),
        cmocka_unit_test(each_wrong_line_is_told_and_what_does_not_fit_is_counted),
        cmocka_unit_test(overlong_line_is_reported_not_overrun),
        cmocka_unit_test(shipped_dark_is_the_one_compiled_in),
        cmocka_unit_test(shipped_themes_leave_plain_text_to_the_terminal),
        cmocka_unit_test(mono_has_no_colour_and_tells_warnings_apart),
        cmocka_unit_test(colours_come_down_to_what_there_is),
        cmocka_unit_test(greys_become_the_terminals_own_where_they_could_vanish),
        cmocka_unit_test_setup_teardown(first_folder_wins, open_place, close_place),
        cmocka_unit_test_setup_teardown(only_regular_files_of_a_themes_size_are_themes, open_place,
                                        close_place),
        cmocka_unit_test_setup_teardown(dark_is_there_without_any_folder, open_place, close_place),
        cmocka_unit_test_setup_teardown(unknown_theme_is_refused_with_the_list, open_place,
                                        close_place),
        cmocka_unit_test_setup_teardown(theme_name_is_never_a_path, open_place, close_place),
        cmocka_unit_test_setup_teardown(list_is_sorted_and_names_each_once, open_place,
                                        close_place),
    };
    return cmocka_run_group_tests_name("theme", tests, NULL, NULL);
}

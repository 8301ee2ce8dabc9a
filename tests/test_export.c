/* test_export.c: a canvas as SVG, and files that are written beside the main thread. */
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/ui_stage.h"
#include "ui/canvas_svg.h"
#include "ui/export.h"
#include "ui/glyph.h"

static struct canvas canvas;
static struct theme theme;
static char *text;
static char folder[64];
static struct exporter *exporter;

static int set_up(void **state)
{
    (void)state;
    setenv("TZ", "UTC", 1);
    theme_builtin(&theme);
    assert_true(canvas_resize(&canvas, 20, 3));
    strcpy(folder, "/tmp/fsyncscope-export.XXXXXX");
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(exporter_create(&exporter, NULL), 0);
    return 0;
}

static int tear_down(void **state)
{
    char command[100];
    (void)state;
    exporter_free(exporter);
    canvas_free(&canvas);
    free(text);
    text = NULL;
    assert_int_equal(chdir("/"), 0);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static const char *svg_of(const struct canvas *of)
{
    size_t bytes;
    free(text);
    FILE *out = open_memstream(&text, &bytes);
    assert_non_null(out);
    canvas_svg(out, of, &theme);
    fclose(out);
    return text;
}

#define HAS(words)                                                                                 \
    do {                                                                                           \
        if (!strstr(text, words))                                                                  \
            fail_msg("no %s in:\n%s", words, text);                                                \
    } while (0)

#define LACKS(words)                                                                               \
    do {                                                                                           \
        if (strstr(text, words))                                                                   \
            fail_msg("%s is in:\n%s", words, text);                                                \
    } while (0)

/* --- SVG --- */

static void each_word_stands_at_its_cell_in_the_colour_of_its_role(void **state)
{
    (void)state;
    canvas_text(&canvas, 2, 1, 18, ROLE_P99, "p99 9 ms");
    svg_of(&canvas);
    HAS("<text x=\"18\" y=\"32\" fill=\"#ffaf5f\" font-weight=\"bold\">p99</text>");
    HAS("<text x=\"54\" y=\"32\" fill=\"#ffaf5f\" font-weight=\"bold\">9</text>");
    HAS("width=\"180\" height=\"54\"");
    assert_int_equal(strncmp(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", 39), 0);
    assert_string_equal(text + strlen(text) - 7, "</svg>\n");
}

static void what_xml_forbids_is_escaped_or_replaced(void **state)
{
    (void)state;
    canvas_text(&canvas, 0, 0, 20, ROLE_TEXT, "a<b>&c");
    canvas_glyph(&canvas, 10, 0, 0x1b, ROLE_TEXT);
    canvas_glyph(&canvas, 12, 0, 0xffff, ROLE_TEXT);
    svg_of(&canvas);
    HAS(">a&lt;b&gt;&amp;c<");
    HAS(">\xef\xbf\xbd<");
    LACKS("\x1b");
    LACKS("\xef\xbf\xbf");
}

static void blocks_and_lines_are_shapes(void **state)
{
    (void)state;
    canvas_glyph(&canvas, 1, 0, GLYPH_FULL, ROLE_BAR);
    canvas_glyph(&canvas, 2, 0, GLYPH_LEFT_1, ROLE_BAR);
    canvas_glyph(&canvas, 3, 0, GLYPH_LOWER_1, ROLE_BAR);
    canvas_glyph(&canvas, 4, 0, GLYPH_VERTICAL, ROLE_DIM);
    svg_of(&canvas);
    HAS("<rect x=\"9.000\" y=\"0.000\" width=\"9.000\" height=\"18.000\" fill=\"#5f9fd7\"/>");
    HAS("<rect x=\"18.000\" y=\"0.000\" width=\"1.125\" height=\"18.000\" fill=\"#5f9fd7\"/>");
    HAS("<rect x=\"27.000\" y=\"15.750\" width=\"9.000\" height=\"2.250\" fill=\"#5f9fd7\"/>");
    HAS("<rect x=\"40.000\" y=\"0.000\" width=\"1.000\" height=\"18.000\" fill=\"#808890\"/>");
    LACKS("<text");
}

static void a_reversed_role_is_a_ground_with_letters_of_paper(void **state)
{
    (void)state;
    canvas_text(&canvas, 0, 0, 20, ROLE_BANNER, "all is memory");
    svg_of(&canvas);
    HAS("<rect x=\"0.000\" y=\"0.000\" width=\"117.000\" height=\"18.000\" fill=\"#ff8f5f\"/>");
    HAS("fill=\"#14181c\" font-weight=\"bold\">memory</text>");
}

static void dark_letters_get_light_paper(void **state)
{
    (void)state;
    static const char light[] = "dim = #70787f\ntitle = #4a5560\nkey = #9a4f00\np50 = #00727f\n";
    struct theme_notes notes = {0};
    svg_of(&canvas);
    HAS("fill=\"#14181c\"/>");
    theme_parse(&theme, "light", light, &notes);
    svg_of(&canvas);
    HAS("fill=\"#fcfcf8\"/>");
    theme_parse(&theme, "mono", "", &notes);
    svg_of(&canvas);
    HAS("fill=\"#14181c\"/>");
}

static void wide_characters_stand_once(void **state)
{
    (void)state;
    canvas_glyph(&canvas, 0, 0, 0x65e5, ROLE_TEXT);
    canvas_glyph(&canvas, 1, 0, 0, ROLE_TEXT);
    canvas_glyph(&canvas, 2, 0, 'x', ROLE_TEXT);
    svg_of(&canvas);
    HAS(">\xe6\x97\xa5x</text>");
}

static void a_warning_is_in_the_picture_of_every_view(void **state)
{
    (void)state;
    struct stage *stage = stage_open(false);
    stage_warn(stage, "memory-backed", SEVERITY_BAD, "it is all tmpfs in the end");
    stage_feed(stage, 3);
    for (size_t view = 0; view < 2; view++) {
        stage->ui.state.view = view;
        stage_draw(stage, 80, 24);
        svg_of(&stage->canvas);
        HAS(">tmpfs</text>");
    }
    stage_close(stage);
}

/* --- files --- */

static void print_figures(FILE *out, void *ctx)
{
    fprintf(out, "{\"records\": %d}\n", *(int *)ctx);
}

/* What became of an export; waits for its thread. */
static const char *said(void)
{
    static char words[400];
    struct pollfd wait = {.fd = exporter_fd(exporter), .events = POLLIN};
    assert_int_equal(poll(&wait, 1, 30000), 1);
    assert_true(exporter_take(exporter, words, sizeof words));
    return words;
}

static const struct export_format figures[] = {{"json", print_figures}, {0}};

static int begin(const struct export_format *formats, struct err *err)
{
    static int records = 5;
    return exporter_begin(exporter, &canvas, &theme, formats, &records, 1784937600, err);
}

static const char *content(const char *name)
{
    static char bytes[10000];
    int fd = open(name, O_RDONLY);
    assert_true(fd >= 0);
    ssize_t n = read(fd, bytes, sizeof bytes - 1);
    close(fd);
    assert_true(n >= 0);
    bytes[n] = '\0';
    return bytes;
}

static void three_files_are_named_after_the_time(void **state)
{
    (void)state;
    canvas_text(&canvas, 0, 0, 20, ROLE_TEXT, "hello");
    assert_int_equal(begin(figures, NULL), 0);
    assert_string_equal(said(), "wrote fsyncscope-20260725-000000.{svg,txt,json}");
    assert_string_equal(content("fsyncscope-20260725-000000.json"), "{\"records\": 5}\n");
    assert_string_equal(content("fsyncscope-20260725-000000.txt"), "hello\n\n\n");
    assert_string_equal(content("fsyncscope-20260725-000000.svg"), svg_of(&canvas));
}

static void no_file_is_written_over_and_all_three_share_a_number(void **state)
{
    (void)state;
    static const char taken[] = "fsyncscope-20260725-000000.json";
    int fd = open(taken, O_WRONLY | O_CREAT, 0600);
    assert_int_equal(write(fd, "mine", 4), 4);
    close(fd);
    assert_int_equal(begin(figures, NULL), 0);
    assert_string_equal(said(), "wrote fsyncscope-20260725-000000-2.{svg,txt,json}");
    assert_string_equal(content(taken), "mine");
    assert_int_equal(access("fsyncscope-20260725-000000.svg", F_OK), -1);
    assert_int_equal(access("fsyncscope-20260725-000000-2.json", F_OK), 0);
    assert_int_equal(begin(figures, NULL), 0);
    assert_string_equal(said(), "wrote fsyncscope-20260725-000000-3.{svg,txt,json}");
}

static void a_link_that_leads_nowhere_is_not_followed(void **state)
{
    (void)state;
    assert_int_equal(symlink("elsewhere", "fsyncscope-20260725-000000.svg"), 0);
    assert_int_equal(begin(figures, NULL), 0);
    assert_string_equal(said(), "wrote fsyncscope-20260725-000000-2.{svg,txt,json}");
    assert_int_equal(access("elsewhere", F_OK), -1);
}

static void without_figures_there_is_no_document(void **state)
{
    (void)state;
    assert_int_equal(begin(NULL, NULL), 0);
    assert_string_equal(said(), "wrote fsyncscope-20260725-000000.{svg,txt}");
    assert_int_equal(access("fsyncscope-20260725-000000.json", F_OK), -1);
}

static void a_folder_that_takes_nothing_is_told_with_the_reason(void **state)
{
    (void)state;
    assert_int_equal(rmdir(folder), 0);
    assert_int_equal(begin(figures, NULL), 0);
    assert_string_equal(said(), "not exported, .svg: "
                                "No such file or directory (ENOENT)");
    assert_int_equal(mkdir(folder, 0700), 0);
}

static void one_export_at_a_time(void **state)
{
    (void)state;
    struct err err = {0};
    assert_int_equal(begin(figures, NULL), 0);
    assert_true(begin(figures, &err) < 0); /* until it was taken, it is not done */
    assert_non_null(strstr(err.text, "still being written"));
    said();
    assert_int_equal(begin(figures, NULL), 0);
    said();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
        TEST(each_word_stands_at_its_cell_in_the_colour_of_its_role),
        TEST(what_xml_forbids_is_escaped_or_replaced),
        TEST(blocks_and_lines_are_shapes),
        TEST(a_reversed_role_is_a_ground_with_letters_of_paper),
        TEST(dark_letters_get_light_paper),
        TEST(wide_characters_stand_once),
        TEST(a_warning_is_in_the_picture_of_every_view),
        TEST(three_files_are_named_after_the_time),
        TEST(no_file_is_written_over_and_all_three_share_a_number),
        TEST(a_link_that_leads_nowhere_is_not_followed),
        TEST(without_figures_there_is_no_document),
        TEST(a_folder_that_takes_nothing_is_told_with_the_reason),
        TEST(one_export_at_a_time),
    };
    return cmocka_run_group_tests_name("export", tests, NULL, NULL);
}

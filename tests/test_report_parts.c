/* test_report_parts.c: what reports are made of: JSON's words, lines that fit, octaves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/json_writer.h"
#include "report/lines.h"
#include "report/octaves.h"

#define US UINT64_C(1000)
#define MS UINT64_C(1000000)

static char *printed(void (*print)(FILE *out))
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);

    assert_non_null(out);
    print(out);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void put_long_line(FILE *out)
{
    lines_labelled(out, "label",
                   "words of a line that ends in a number with its unit, which is of "
                   "1,234,567 KiB, rw,relatime,data=ordered and delay 200 us a word");
}

static void writer_escapes_and_knows_null(FILE *out)
{
    struct json j = {.out = out};
    json_array(&j, NULL, JSON_INLINE);
    json_string(&j, NULL, "\"\\/\x01\x7f\xc2\x9b\xe2\x82\xac\xf0\x9f\x92\xbe\xff\xe2\x80\xae");
    json_number(&j, NULL, -0.5, 2);
    json_number(&j, NULL, 0.0, 2);
    json_number(&j, NULL, 1e300, 0);
    json_us(&j, NULL, 1);
    json_us(&j, NULL, UINT64_MAX);
    json_object(&j, NULL, JSON_INLINE);
    json_end(&j);
    json_text(&j, NULL, "");
    json_end(&j);
}

static void number_stays_whole_and_with_its_unit(void **state)
{
    (void)state;
    char *text = printed(put_long_line);
    assert_string_equal(text, "label        words of a line that ends in a number with its unit, "
                              "which is of\n"
                              "             1,234,567 KiB, rw,relatime,data=ordered and delay "
                              "200 us a word\n");
    free(text);
}

static void round_waits_for_what_no_call_took(void **state)
{
    const struct round timed = {.latency_ns = 100, .write_ns = 30, .sync_ns = 50};
    const struct round untimed = {.latency_ns = 100, .write_ns = NOT_TIMED, .sync_ns = 50};
    const struct round odd = {.latency_ns = 100, .write_ns = 60, .sync_ns = 50};
    (void)state;
    assert_int_equal(round_wait_ns(&timed), 20);
    assert_int_equal(round_wait_ns(&untimed), 50);
    assert_int_equal(round_wait_ns(&odd), 0);
}

static void json_writer_is_strict(void **state)
{
    (void)state;
    char *text = printed(writer_escapes_and_knows_null);
    assert_string_equal(text,
                        "[ \"\\\"\\\\/\\u0001\\u007f\\u009b\xe2\x82\xac\xf0\x9f\x92\xbe\\ufffd"
                        "\\u202e\", -0.50, 0.00, null, 0.001, 18446744073709551.615, {}, "
                        "null ]\n");
    free(text);
}

static void octaves_hold_every_value_once(void **state)
{
    static const uint64_t values[] = {0,
                                      1,
                                      15,
                                      16,
                                      999,
                                      1000,
                                      1999,
                                      2048,
                                      511 * US,
                                      513 * US,
                                      5 * MS,
                                      3600000 * MS,
                                      UINT64_C(5000000) * MS};
    struct octave octave[OCTAVES_MAX];
    struct histogram *h = calloc(1, sizeof(*h));
    uint64_t count = 0;
    (void)state;
    assert_int_equal(octaves_of(h, octave), 0);
    histogram_clear(h);
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
        histogram_add(h, values[i]);
    unsigned used = octaves_of(h, octave);
    for (unsigned i = 0; i < used; i++) {
        count += octave[i].count;
        assert_true(i == 0 || octave[i].from_ns == octave[i - 1].to_ns);
    }
    assert_int_equal(count, h->count);
    assert_int_equal(octave[0].from_ns, 0);
    assert_true(octave[used - 1].to_ns == UINT64_MAX);
    free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(number_stays_whole_and_with_its_unit),
        cmocka_unit_test(round_waits_for_what_no_call_took),
        cmocka_unit_test(json_writer_is_strict),
        cmocka_unit_test(octaves_hold_every_value_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

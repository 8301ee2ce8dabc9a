/* test_format.c: what durations, sizes, counts and rates look like, and what is read back. */
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/format.h"

static char buf[FORMAT_MAX];

static void duration_has_three_digits_and_a_fitting_unit(void **state)
{
    static const struct {
        uint64_t ns;
        const char *text;
    } rows[] = {
        {0, "0 ns"},
        {1, "1 ns"},
        {950, "950 ns"},
        {999, "999 ns"},
        {1000, "1.00 us"},
        {1004, "1.00 us"},
        {1005, "1.01 us"},
        {9994, "9.99 us"},
        {9995, "10.0 us"},
        {99949, "99.9 us"},
        {99950, "100 us"},
        {834000, "834 us"},
        {999499, "999 us"},
        {999500, "1.00 ms"},
        {1100000, "1.10 ms"},
        {5968000, "5.97 ms"},
        {999500000, "1.00 s"},
        {12000000000, "12.0 s"},
        {59949999999, "59.9 s"},
        {59950000000, "1 m 00 s"},
        {125000000000, "2 m 05 s"},
        {3599499999999, "59 m 59 s"},
        {3600000000000, "1 h 00 m"},
        {4200000000000, "1 h 10 m"},
        {UINT64_MAX, "5124095 h 35 m"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_string_equal(format_duration(buf, rows[i].ns), rows[i].text);
}

/* No value is shown with four digits before the unit, which "1000 us" would be. */
static void no_duration_reaches_four_digits(void **state)
{
    (void)state;
    for (uint64_t ns = 1; ns < UINT64_C(59000000000); ns += ns / 97 + 1) {
        format_duration(buf, ns);
        assert_true(strspn(buf, "0123456789") <= 3);
        assert_true(strcspn(buf, " ") <= 4);
    }
}

static void bytes_stay_whole_where_they_are(void **state)
{
    static const struct {
        uint64_t bytes;
        const char *text;
    } rows[] = {
        {0, "0 B"},
        {100, "100 B"},
        {1023, "1023 B"},
        {1024, "1 KiB"},
        {1025, "1.00 KiB"},
        {1536, "1.50 KiB"},
        {4096, "4 KiB"},
        {1310720, "1.25 MiB"},
        {1048575, "1.00 MiB"},
        {268435456, "256 MiB"},
        {UINT64_C(1) << 40, "1 TiB"},
        {UINT64_MAX, "16.0 EiB"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_string_equal(format_bytes(buf, rows[i].bytes), rows[i].text);
}

static void counts_are_grouped_by_thousands(void **state)
{
    (void)state;
    assert_string_equal(format_count(buf, 0), "0");
    assert_string_equal(format_count(buf, 999), "999");
    assert_string_equal(format_count(buf, 1000), "1,000");
    assert_string_equal(format_count(buf, 168204), "168,204");
    assert_string_equal(format_count(buf, UINT64_MAX), "18,446,744,073,709,551,615");
}

static void numbers_show_small_values_and_never_as_zero(void **state)
{
    static const struct {
        double value;
        const char *text;
    } rows[] = {
        {0, "0"},           {0.06, "0.06"}, {0.0628, "0.06"},  {0.004, "0.004"},
        {0.0002, "<0.001"}, {1, "1.00"},    {9.996, "10.0"},   {15.9, "15.9"},
        {15.96, "16.0"},    {99.96, "100"}, {834.4, "834"},    {999.6, "1,000"},
        {17012, "17,012"},  {NAN, "n/a"},   {INFINITY, "n/a"}, {1e17, "100,000,000,000,000,000"},
        {1e300, "n/a"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_string_equal(format_number(buf, rows[i].value), rows[i].text);
}

static void fixed_rounds_to_just_so_many_decimals(void **state)
{
    (void)state;
    assert_string_equal(format_fixed(buf, 0.61449, 3), "0.614");
    assert_string_equal(format_fixed(buf, 2, 2), "2.00");
    assert_string_equal(format_fixed(buf, -0.25, 1), "-0.3");
    assert_string_equal(format_fixed(buf, -0.0001, 2), "0.00");
    assert_string_equal(format_fixed(buf, NAN, 3), "n/a");
    assert_string_equal(format_fixed(buf, -INFINITY, 3), "n/a");
}

static void kib_has_one_decimal_until_it_is_mib(void **state)
{
    (void)state;
    assert_string_equal(format_kib(buf, 0), "0 KiB");
    assert_string_equal(format_kib(buf, 0.001), "<0.1 KiB");
    assert_string_equal(format_kib(buf, 1.8), "1.8 KiB");
    assert_string_equal(format_kib(buf, 24), "24.0 KiB");
    assert_string_equal(format_kib(buf, 512), "512 KiB");
    assert_string_equal(format_kib(buf, 1229), "1.20 MiB");
    assert_string_equal(format_kib(buf, NAN), "n/a");
}

static void durations_are_read_with_their_unit(void **state)
{
    static const struct {
        const char *text;
        uint64_t ns;
    } rows[] = {
        {"100ns", 100},
        {"200us", 200000},
        {"1.5ms", 1500000},
        {"2s", 2000000000},
        {"1m", 60000000000},
        {"0.25m", 15000000000},
        {"1.5h", UINT64_C(5400000000000)},
        {"7d", UINT64_C(604800000000000)},
        {"0", 0},
        {"0ms", 0},
        {"0.0", 0},
        {"0.000001ms", 1},
        {"1.000000000s", 1000000000},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        uint64_t ns = 7;
        assert_int_equal(parse_duration(rows[i].text, &ns), 0);
        assert_int_equal(ns, rows[i].ns);
    }
}

static void durations_that_are_none_are_refused(void **state)
{
    static const char *const rows[] = {
        "",    "5",     "200",   "us",          "-1s",   "+1s",  " 1s",  "1s ",
        "1 s", "1,5ms", "1.s",   ".5s",         "1..5s", "1e3s", "0x1s", "1sec",
        "1H",  "1S",    "1.5ns", "0.0000001us", "nan",   "inf",  "1msx", "1.5",
    };
    uint64_t ns = 7;
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_int_equal(parse_duration(rows[i], &ns), -EINVAL);
    assert_int_equal(parse_duration("18446744073709551616ns", &ns), -ERANGE);
    assert_int_equal(parse_duration("999999999999m", &ns), -ERANGE);
    assert_int_equal(ns, 7);
    assert_int_equal(parse_duration("18446744073709551615ns", &ns), 0);
}

static void sizes_are_powers_of_1024(void **state)
{
    static const struct {
        const char *text;
        uint64_t bytes;
    } rows[] = {
        {"100", 100},      {"100B", 100},   {"4k", 4096},
        {"4K", 4096},      {"4KiB", 4096},  {"4kB", 4096},
        {"1.5M", 1572864}, {"1G", 1 << 30}, {"1T", UINT64_C(1) << 40},
        {"0.5k", 512},     {"0", 0},        {"16m", 16 << 20},
    };
    uint64_t bytes = 7;
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_int_equal(parse_size(rows[i].text, &bytes), 0);
        assert_int_equal(bytes, rows[i].bytes);
    }
    assert_int_equal(parse_size("0.1k", &bytes), -EINVAL);
    assert_int_equal(parse_size("4kb", &bytes), -EINVAL);
    assert_int_equal(parse_size("4iB", &bytes), -EINVAL);
    assert_int_equal(parse_size("-4k", &bytes), -EINVAL);
    assert_int_equal(parse_size("k", &bytes), -EINVAL);
    assert_int_equal(parse_size("16777216T", &bytes), -ERANGE);
}

static void counts_and_numbers_take_the_whole_text_or_nothing(void **state)
{
    uint64_t count = 0;
    double value = 0;
    (void)state;
    assert_int_equal(parse_count("18446744073709551615", &count), 0);
    assert_true(count == UINT64_MAX);
    assert_int_equal(parse_count("18446744073709551616", &count), -ERANGE);
    assert_int_equal(parse_count("1.0", &count), -EINVAL);
    assert_int_equal(parse_count("1k", &count), -EINVAL);
    assert_int_equal(parse_count("", &count), -EINVAL);
    assert_int_equal(parse_number("0.5", &value), 0);
    assert_true(value == 0.5);
    assert_int_equal(parse_number("0.1", &value), 0);
    assert_true(value == 0.1);
    assert_int_equal(parse_number("0,5", &value), -EINVAL);
    assert_int_equal(parse_number("1e5", &value), -EINVAL);
    assert_int_equal(parse_number("-1", &value), -EINVAL);
}

/* What a printer says of a whole value, its parser reads back. */
static void printed_values_are_read_back(void **state)
{
    (void)state;
    for (uint64_t n = 1; n < 1000; n += 37) {
        char text[FORMAT_MAX];
        uint64_t back = 0;
        format_duration(text, n * 1000000);
        char *space = strchr(text, ' ');
        memmove(space, space + 1, strlen(space));
        assert_int_equal(parse_duration(text, &back), 0);
        assert_int_equal(back, n * 1000000);
        format_bytes(text, n * 1024);
        space = strchr(text, ' ');
        memmove(space, space + 1, strlen(space));
        assert_int_equal(parse_size(text, &back), 0);
        assert_int_equal(back, n * 1024);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(duration_has_three_digits_and_a_fitting_unit),
        cmocka_unit_test(no_duration_reaches_four_digits),
        cmocka_unit_test(bytes_stay_whole_where_they_are),
        cmocka_unit_test(counts_are_grouped_by_thousands),
        cmocka_unit_test(numbers_show_small_values_and_never_as_zero),
        cmocka_unit_test(fixed_rounds_to_just_so_many_decimals),
        cmocka_unit_test(kib_has_one_decimal_until_it_is_mib),
        cmocka_unit_test(durations_are_read_with_their_unit),
        cmocka_unit_test(durations_that_are_none_are_refused),
        cmocka_unit_test(sizes_are_powers_of_1024),
        cmocka_unit_test(counts_and_numbers_take_the_whole_text_or_nothing),
        cmocka_unit_test(printed_values_are_read_back),
    };

    /* A comma locale, where there is one, must change nothing. */
    setlocale(LC_ALL, "de_DE.UTF-8");
    return cmocka_run_group_tests(tests, NULL, NULL);
}

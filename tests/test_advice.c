/* test_advice.c: what a warning says fits what is so on this machine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "disk/warnings.h"

static void missing_counters_are_not_blamed_on_a_kernel_that_has_them(void **state)
{
    static const struct {
        const char *kernel, *word;
    } rows[] = {
        {"4.19.0-27-amd64", "under Linux 5.5 or newer."},
        {"5.4.0", "under Linux 5.5 or newer."},
        {"", "under Linux 5.5 or newer."},
        {"5.5.0", "Linux 5.5.0 counts flushes"},
        {"6.18.44-some-vendor-with-a-long-name", "an old or cut copy here"},
        {"10.0", "outside of it."},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static struct target target;
        target =
            (struct target){.device_count = 1, .no_device_reason = "x", .blindness = BLIND_FIELDS};
        strcpy(target.kernel, rows[i].kernel);
        warnings_from_facts(&target);
        assert_int_equal(target.warning_count, 1);
        assert_string_equal(target.warning[0].id, "unknown-device");
        const char *advice = target.warning[0].advice;
        assert_non_null(strstr(advice, rows[i].word));
        assert_int_equal(advice[strlen(advice) - 1], '.');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_counters_are_not_blamed_on_a_kernel_that_has_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* report_golden.c: see report_golden.h. */
#include "support/report_golden.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *read_file(const char *path)
{
    FILE *in = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;

    if (!in)
        return NULL;
    if (getdelim(&text, &size, '\0', in) < 0) {
        free(text);
        text = NULL;
    }
    fclose(in);
    return text;
}

static void hide_version(char *text)
{
    char *at = strstr(text, "\"" FSYNCSCOPE_VERSION "\"");
    if (!at)
        return;
    size_t length = strlen(FSYNCSCOPE_VERSION) + 2;
    memmove(at + 3, at + length, strlen(at + length) + 1);
    memcpy(at, "\"V\"", 3);
}

void report_golden_check(const char *name, char *text)
{
    char path[128];

    hide_version(text);
    snprintf(path, sizeof(path), "tests/golden/%s", name);
    if (getenv("GOLDEN_UPDATE")) {
        FILE *out = fopen(path, "w");
        assert_non_null(out);
        fputs(text, out);
        fclose(out);
    }
    char *golden = read_file(path);
    if (!golden)
        fail_msg("%s: no such golden", path);
    assert_string_equal(text, golden);
    free(golden);
}

char *report_printed(report_print *print, const struct run_result *result)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);

    assert_non_null(out);
    print(out, result);
    assert_int_equal(fclose(out), 0);
    return text;
}

void report_golden(const char *name, report_print *print, const struct run_result *result)
{
    char name_of_file[64];
    char *text = report_printed(print, result);

    snprintf(name_of_file, sizeof(name_of_file), "report-%s", name);
    report_golden_check(name_of_file, text);
    free(text);
}

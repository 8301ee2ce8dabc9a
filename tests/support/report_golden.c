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

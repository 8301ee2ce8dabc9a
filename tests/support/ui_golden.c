/* ui_golden.c: a screen against the file that says how it should look. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/ui_stage.h"

enum { GOLDEN_MAX = 128 * 1024 };

static void path_of(char out[256], const char *name)
{
    snprintf(out, 256, "tests/golden/ui-%s.txt", name);
}

static void update(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* The file's contents; an empty text when there is none, so that the whole screen is the
 * difference. */
static void load(char out[GOLDEN_MAX], const char *path)
{
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(out, 1, GOLDEN_MAX - 1, file) : 0;
    out[length] = '\0';
    if (file)
        fclose(file);
}

static void print_difference(const char *golden, const char *text)
{
    for (int line = 1; *golden || *text; line++) {
        int a = (int)strcspn(golden, "\n"), b = (int)strcspn(text, "\n");
        if (a != b || strncmp(golden, text, (size_t)a) != 0)
            print_error("%4d - %.*s\n     + %.*s\n", line, a, golden, b, text);
        golden += a + (golden[a] == '\n');
        text += b + (text[b] == '\n');
    }
}

void golden_check(const char *name, const char *text)
{
    char path[256];
    const char *wish = getenv("UPDATE_GOLDENS");
    path_of(path, name);
    if (wish && strcmp(wish, "1") == 0) {
        update(path, text);
        return;
    }
    char *golden = malloc(GOLDEN_MAX);
    assert_non_null(golden);
    load(golden, path);
    int same = strcmp(golden, text) == 0;
    if (!same)
        print_difference(golden, text);
    free(golden);
    if (!same)
        fail_msg("%s differs; UPDATE_GOLDENS=1 takes the new screen", path);
}

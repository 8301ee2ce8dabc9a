/* fixture.c: see fixture.h. */
#include "support/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Turns each \n of TEXT into a newline, and ends it with one. */
static void lines_break(char *text)
{
    for (char *c = text; (c = strstr(c, "\\n"));) {
        *c = '\n';
        memmove(c + 1, c + 2, strlen(c + 2) + 1);
    }
    strcat(text, "\n"); /* where the line's own end was */
}

/* One file or link in FOLDER ("" or with a slash at its end). */
static void unfold_entry(const struct tree *tree, const char *folder, char *line)
{
    char name[512];
    char *arrow = strstr(line, " -> "), *colon = strstr(line, ": ");
    const bool is_link = arrow && (!colon || arrow < colon);
    char *end = is_link ? arrow : colon;
    assert_non_null(end);
    *end = '\0';
    snprintf(name, sizeof name, "%s%s", folder, line);
    if (is_link) {
        tree_link(tree, name, arrow + strlen(" -> "));
        return;
    }
    lines_break(colon + strlen(": "));
    tree_write(tree, name, colon + strlen(": "));
}

static void unfold_line(const struct tree *tree, char folder[256], char *line)
{
    if (line[0] == '[') {
        line[strcspn(line, "]")] = '\0';
        snprintf(folder, 256, "%s/", line + 1);
    } else if (line[0] != '\0' && line[0] != '#') {
        unfold_entry(tree, folder, line);
    }
}

void fixture_unfold(const struct tree *tree, const char *name)
{
    char path[256], folder[256] = "", *line = NULL;
    size_t room = 0;
    snprintf(path, sizeof path, "tests/fixtures/sys/%s", name);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    while (getline(&line, &room, in) > 0) {
        line[strcspn(line, "\n")] = '\0';
        unfold_line(tree, folder, line);
    }
    free(line);
    fclose(in);
}

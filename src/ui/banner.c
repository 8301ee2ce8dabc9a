/* banner.c: one warning in full, the others as a number.
 *
 * The list comes most severe first; it is not trusted to. */
#include "ui/banner.h"

#include <stdio.h>

#include "base/text.h"

enum {
    BANNER_ROWS = 2,
    MORE_COLS = 9, /* "  +7 more" */
    BANNER_TEXT_MAX = 256,
};

static const struct warning *worst(const struct target *target)
{
    const struct warning *worst = NULL;
    for (unsigned i = 0; i < target->warning_count && i < TARGET_WARNINGS_MAX; i++)
        if (!worst || target->warning[i].severity > worst->severity)
            worst = &target->warning[i];
    return worst;
}

static void compose(char out[BANNER_TEXT_MAX], const struct warning *warning)
{
    char raw[BANNER_TEXT_MAX];
    snprintf(raw, sizeof raw, "%s %s: %s", warning->severity == SEVERITY_NOTE ? "note" : "WARNING",
             warning->id, warning->text);
    text_escape(out, BANNER_TEXT_MAX, raw);
}

/* The columns that text may use: a margin on each side, and room for the count of the others. */
static int text_cols(const struct target *target, int cols)
{
    return cols - 2 - (target->warning_count > 1 ? MORE_COLS : 0);
}

struct banner_need banner_need(const struct target *target, int cols)
{
    const struct warning *warning = worst(target);
    char text[BANNER_TEXT_MAX];
    if (!warning)
        return (struct banner_need){0};
    bool quiet = warning->severity == SEVERITY_NOTE;
    compose(text, warning);
    struct rect area = {0, 0, text_cols(target, cols), quiet ? 1 : BANNER_ROWS};
    return (struct banner_need){.rows = canvas_wrap(NULL, area, ROLE_BANNER, text), .quiet = quiet};
}

void banner_draw(struct canvas *canvas, struct rect area, const struct target *target)
{
    const struct warning *warning = worst(target);
    char text[BANNER_TEXT_MAX], more[32];
    if (!warning || area.h <= 0)
        return;
    enum role role = warning->severity == SEVERITY_NOTE ? ROLE_NOTE : ROLE_BANNER;
    compose(text, warning);
    canvas_fill(canvas, area, ' ', role);
    struct rect inner = {area.x + 1, area.y, text_cols(target, area.w), area.h};
    canvas_wrap(canvas, inner, role, text);
    if (target->warning_count > 1) {
        snprintf(more, sizeof more, "+%u more", target->warning_count - 1);
        canvas_right(canvas, area.x, area.y + area.h - 1, area.w - 1, role, more);
    }
}

/* view_target.c: what stands under the directory, and what speaks against the figures.
 *
 * The verdict and the warnings with their advice first, for a banner on another view sends people
 * here; then the facts, the stack as a tree, and the machine. On a wide screen the facts have a
 * column of their own. A page taller than the screen is scrolled. */
#include "ui/panels.h"

#include <stdio.h>

#include "base/facts.h"
#include "base/format.h"
#include "base/text.h"
#include "ui/page.h"

enum {
    LABEL_COLS = 14,
    MARGIN = 1,
    WIDE_COLS = 140, /* two columns from here on */
    PAGE_ROWS_MAX = 400,
};

/* Where the next line goes. */
struct column {
    struct canvas *page;
    struct rect area; /* what is left: it shrinks from the top */
};

static void skip(struct column *column, int rows)
{
    column->area.y += rows;
    column->area.h -= rows;
}

/* TEXT beside LABEL, in as many rows as it takes. */
static void put(struct column *column, const char *label, enum role label_role, enum role role,
                const char *text)
{
    char shown[4 * FACT_MAX];
    struct rect inner = column->area;

    inner.x += LABEL_COLS;
    inner.w -= LABEL_COLS;
    canvas_text(column->page, column->area.x, column->area.y, LABEL_COLS - 1, label_role, label);
    int rows = canvas_wrap(column->page, inner, role, text_escape(shown, sizeof shown, text));
    skip(column, rows > 0 ? rows : 1);
}

static void tell_fact(void *ctx, const char *label, const char *text)
{
    put(ctx, label, ROLE_DIM, ROLE_TEXT, text);
}

static void put_stack(struct column *column, const struct target *t)
{
    char line[FACT_MAX], shown[4 * FACT_MAX];

    for (unsigned i = 0; i < t->layer_count && i < TARGET_LAYERS_MAX; i++) {
        const struct rect *at = &column->area;
        facts_layer(line, sizeof line, t, i, &branches_utf8);
        text_escape(shown, sizeof shown, line);
        canvas_text(column->page, at->x, at->y, LABEL_COLS - 1, ROLE_DIM, i ? "" : "stack");
        canvas_text(column->page, at->x + LABEL_COLS, at->y, at->w - LABEL_COLS, ROLE_TEXT, shown);
        skip(column, 1);
    }
}

/* Whether slow rounds are looked into; why not, and what would help. */
static void put_tracing(struct column *column, const struct tracing *tracing)
{
    char line[FACT_MAX], lost[FORMAT_MAX + 32] = "", price[64] = "", count[FORMAT_MAX];

    if (tracing->lost_events)
        snprintf(lost, sizeof lost, "; %s events were lost",
                 format_count(count, tracing->lost_events));
    if (tracing->price >= TRACING_PRICE_TOLD)
        snprintf(price, sizeof price, ", at up to %.0f %% of all rounds' time",
                 tracing->price * 100);
    if (tracing->on)
        snprintf(line, sizeof line, "on: slow rounds are traced%s%s", price, lost);
    else if (tracing->reason[0])
        snprintf(line, sizeof line, "off: %s", tracing->reason);
    else
        return;
    tell_fact(column, "inside rounds", line);
}

static void put_facts(struct column *column, const struct snapshot *now)
{
    char line[FACT_MAX];

    facts_tell(&now->target, tell_fact, column);
    put_stack(column, &now->target);
    tell_fact(column, "system", facts_system(line, sizeof line, &now->target, now->load_average));
    put_tracing(column, &now->tracing);
}

static void put_verdict(struct column *column, const struct verdict *verdict)
{
    char text[FORMAT_MAX], line[FORMAT_MAX + REASON_MAX];

    if (!verdict->known)
        return;
    snprintf(line, sizeof line, "%s: %s", format_duration(text, verdict->sync_p50_ns),
             verdict->words);
    put(column, "median sync", ROLE_DIM, ROLE_VALUE, line);
    if (verdict->doubt)
        put(column, "in doubt", ROLE_WARN, ROLE_TEXT, verdict->doubt);
}

/* "WARNING" with the id and the meaning; below it what to do. */
static void put_warning(struct column *column, const struct warning *warning)
{
    static const enum role roles[] = {
        [SEVERITY_NOTE] = ROLE_NOTE, [SEVERITY_WARN] = ROLE_WARN, [SEVERITY_BAD] = ROLE_BAD};
    char line[sizeof warning->id + REASON_MAX + 4];

    snprintf(line, sizeof line, "%s: %s", warning->id, warning->text);
    put(column, warning->severity == SEVERITY_NOTE ? "note" : "WARNING", roles[warning->severity],
        ROLE_VALUE, line);
    if (warning->advice[0])
        put(column, "", ROLE_DIM, ROLE_TEXT, warning->advice);
}

static void put_judgement(struct column *column, const struct scene *scene)
{
    put_verdict(column, &scene->verdict);
    for (unsigned i = 0; i < scene->warning_count; i++)
        put_warning(column, &scene->warnings[i]);
    if (scene->warning_count == 0)
        put(column, "warnings", ROLE_DIM, ROLE_GOOD, "none");
}

/* All of it on PAGE; returns its rows. */
static int draw_page(struct canvas *page, const struct scene *scene)
{
    bool wide = page->cols >= WIDE_COLS;
    int cols = wide ? page->cols / 2 - 1 : page->cols;
    struct column left = {.page = page, .area = {0, 0, cols, page->rows}}, right = left;

    right.area.x = page->cols - cols;
    put_judgement(&left, scene);
    if (wide) {
        put_facts(&right, scene->now);
        return left.area.y > right.area.y ? left.area.y : right.area.y;
    }
    skip(&left, 1);
    put_facts(&left, scene->now);
    return left.area.y;
}

/* Between what stands on top and the footer, below a rule of its own. */
static struct rect text_of(const struct layout *l)
{
    int y = l->controls.y + 1;
    return (struct rect){MARGIN, y, l->cols - 2 * MARGIN, l->footer.y - y};
}

int view_target_top_most(const struct scene *scene)
{
    struct rect area = text_of(&scene->layout);
    struct canvas page = {0};
    int top = 0;

    if (scene->now && canvas_resize(&page, area.w, PAGE_ROWS_MAX))
        top = draw_page(&page, scene) - area.h;
    canvas_free(&page);
    return top > 0 ? top : 0;
}

void view_target(struct canvas *canvas, const struct scene *scene)
{
    const struct layout *l = &scene->layout;
    struct rect area = text_of(l);
    struct canvas page = {.ascii = canvas->ascii};

    panel_top(canvas, scene);
    canvas_rule(canvas, 0, area.y - 1, l->cols, "target");
    panel_footer(canvas, scene);
    if (!scene->now || !canvas_resize(&page, area.w, PAGE_ROWS_MAX))
        return;
    int rows = draw_page(&page, scene), top = scene->state->view_top;
    page_show(canvas, area, &page, top);
    if (top + area.h < rows)
        canvas_right(canvas, 0, area.y - 1, l->cols - 2, ROLE_NOTE, " more below: arrows, PgDn ");
    else if (top > 0)
        canvas_right(canvas, 0, area.y - 1, l->cols - 2, ROLE_NOTE, " more above: arrows, PgUp ");
    canvas_free(&page);
}

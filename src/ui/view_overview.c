/* view_overview.c: what runs, what a commit costs now, whether to believe it, what went wrong. */
#include "ui/panels.h"

#include "base/text.h"
#include "ui/glyph.h"

void view_overview(struct canvas *canvas, const struct scene *scene)
{
    panel_top(canvas, scene);
    panel_controls(canvas, scene);
    panel_blocks(canvas, scene);
    panel_latency(canvas, scene);
    panel_cost(canvas, scene);
    panel_chart(canvas, scene);
    panel_histogram(canvas, scene);
    panel_slow(canvas, scene);
    panel_failure(canvas, scene);
    panel_footer(canvas, scene);
}

/* Lies over the chart, or over the bars of a small screen: the figures stay to be read. */
void panel_failure(struct canvas *canvas, const struct scene *scene)
{
    static const char remedy[] =
        "Press r to start again, m or s for another mode or strategy, q to quit. Nothing is tried "
        "again by itself: after a failed sync nobody knows what is on the disk.";
    const struct layout *l = &scene->layout;
    struct rect area = l->chart.h > 0 ? l->chart : l->histogram;
    char sentence[sizeof scene->now->error * 2];
    if (!scene->now || scene->now->state != RUN_FAILED || area.h < 4)
        return;
    canvas_box(canvas, area, "the load has failed");
    struct rect inner = {area.x + 2, area.y + 1, area.w - 4, area.h - 2};
    text_escape(sentence, sizeof sentence, scene->now->error);
    int used = canvas_wrap(canvas, inner, ROLE_BAD, sentence);
    inner.y += used;
    inner.h -= used;
    canvas_wrap(canvas, inner, ROLE_TEXT, remedy);
}

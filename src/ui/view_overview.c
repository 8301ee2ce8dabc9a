/* view_overview.c: what runs, what a commit costs now, whether to believe it, what went wrong. */
#include "ui/panels.h"

void view_overview(struct canvas *canvas, const struct scene *scene)
{
    panel_top(canvas, scene);
    panel_controls(canvas, scene);
    panel_blocks(canvas, scene);
    panel_latency(canvas, scene);
    panel_cost(canvas, scene);
    panel_strategy(canvas, scene->layout.strategy, scene);
    panel_baseline(canvas, scene->layout.baseline, scene);
    panel_chart(canvas, scene);
    panel_histogram(canvas, scene);
    panel_slow(canvas, scene);
    panel_failure(canvas, scene);
    panel_footer(canvas, scene);
}

/* panels.h: the parts that views are made of, each drawn where the scene's layout puts it.
 * A panel whose place is empty draws nothing. */
#ifndef FSYNCSCOPE_UI_PANELS_H
#define FSYNCSCOPE_UI_PANELS_H

#include "ui/canvas.h"
#include "ui/scene.h"

void view_overview(struct canvas *canvas, const struct scene *scene);
void view_big(struct canvas *canvas, const struct scene *scene);
void view_target(struct canvas *canvas, const struct scene *scene);

/* The last line of the target view that may stand at its top. */
int view_target_top_most(const struct scene *scene);

void panel_top(struct canvas *canvas, const struct scene *scene); /* header, facts, banner */
void panel_controls(struct canvas *canvas, const struct scene *scene);
void panel_blocks(struct canvas *canvas, const struct scene *scene);
void panel_latency(struct canvas *canvas, const struct scene *scene);
void panel_cost(struct canvas *canvas, const struct scene *scene);
void panel_split(struct canvas *canvas, struct rect row, const struct scene *scene);
void panel_sizes(struct canvas *canvas, struct rect row, const struct scene *scene);
bool panel_strategy(struct canvas *canvas, struct rect row, const struct scene *scene);
void panel_chart(struct canvas *canvas, const struct scene *scene);
void panel_histogram(struct canvas *canvas, const struct scene *scene);
void panel_slow(struct canvas *canvas, const struct scene *scene);
void panel_failure(struct canvas *canvas, const struct scene *scene);
/* The words of a failure alone: what it was, what to press. */
void failure_words(struct canvas *canvas, struct rect area, const struct scene *scene);
void panel_footer(struct canvas *canvas, const struct scene *scene);

void overlay_menu(struct canvas *canvas, const struct scene *scene);
void overlay_help(struct canvas *canvas, const struct scene *scene);

#endif

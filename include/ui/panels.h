/* panels.h: the parts that views are made of, each drawn where the scene's layout puts it.
 * A panel whose place is empty draws nothing. */
#ifndef FSYNCSCOPE_UI_PANELS_H
#define FSYNCSCOPE_UI_PANELS_H

#include "ui/canvas.h"
#include "ui/scene.h"
#include "ui/view.h"

void view_overview(struct canvas *canvas, const struct scene *scene);
void view_big(struct canvas *canvas, const struct scene *scene);
void view_rounds(struct canvas *canvas, const struct scene *scene);
bool view_rounds_key(struct ui *ui, uint32_t key);
extern const struct view_key view_rounds_keys[];
void view_comparison(struct canvas *canvas, const struct scene *scene);
extern const struct view_key view_comparison_keys[];
/* Rows of the comparison's table that SCENE has room for. */
int view_comparison_rows(const struct scene *scene);
void view_target(struct canvas *canvas, const struct scene *scene);

/* The last line of the target view that may stand at its top. */
int view_target_top_most(const struct scene *scene);

void panel_top(struct canvas *canvas, const struct scene *scene); /* header, facts, banner */
void panel_controls(struct canvas *canvas, const struct scene *scene);
void panel_blocks(struct canvas *canvas, const struct scene *scene);
void panel_latency(struct canvas *canvas, const struct scene *scene);
void panel_cost(struct canvas *canvas, const struct scene *scene);
void panel_split(struct canvas *canvas, struct rect row, const struct scene *scene);
/* How a P50_NS of CONFIG stands to that of BASE: "2.6x slower than overwrite-fdatasync". */
enum { BASELINE_WORDS_MAX = NAMING_MAX + 64 };
void baseline_words(char out[BASELINE_WORDS_MAX], const struct compared *base, uint64_t p50_ns,
                    const struct config *config);
/* That of the live figures, and the other ratios as far as there is room. */
void panel_baseline(struct canvas *canvas, struct rect row, const struct scene *scene);
/* Heads and rows of the comparison. */
void panel_compared(struct canvas *canvas, struct rect area, const struct scene *scene);
void panel_sizes(struct canvas *canvas, struct rect row, const struct scene *scene);
/* The open loop's response time and backlog; false in a closed one. */
bool panel_response(struct canvas *canvas, struct rect row, const struct scene *scene);
/* What the strategy waits for or owes: in a row of its own, when it has something to tell. */
bool strategy_tells(const struct snapshot *now, const struct figures *figures);
void panel_strategy(struct canvas *canvas, struct rect row, const struct scene *scene);
void panel_chart(struct canvas *canvas, const struct scene *scene);
void panel_histogram(struct canvas *canvas, const struct scene *scene);
void panel_slow(struct canvas *canvas, const struct scene *scene);
/* One row: the age of what is in flight, and what is open in it. */
void panel_in_flight(struct canvas *canvas, struct rect row, const struct scene *scene);
/* The newest slow rounds by cause: "of the last 100: flush 61, data write 20, not looked into 15".
 */
void panel_causes_line(struct canvas *canvas, struct rect row, const struct scene *scene);
/* The same as a table with bars; returns its rows. */
int panel_causes(struct canvas *canvas, struct rect area, const struct scene *scene);
/* The picked slow round: its cause, its shares, its timeline beside an ordinary round's. */
void panel_round(struct canvas *canvas, struct rect area, const struct scene *scene);
/* What else is known of it, and how many of ROWS that takes. */
int panel_context_rows(int rows, const struct scene *scene);
void panel_context(struct canvas *canvas, struct rect area, const struct scene *scene);
void panel_failure(struct canvas *canvas, const struct scene *scene);
/* The words of a failure alone: what it was, what to press. */
void failure_words(struct canvas *canvas, struct rect area, const struct scene *scene);
void panel_footer(struct canvas *canvas, const struct scene *scene);

void overlay_menu(struct canvas *canvas, const struct scene *scene);
void overlay_help(struct canvas *canvas, const struct scene *scene);

#endif

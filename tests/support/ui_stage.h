/* ui_stage.h: a made-up load for the dashboard's tests: the same snapshots every time, a source
 * that only remembers what it was asked for, and screens compared with files. */
#ifndef FSYNCSCOPE_TESTS_UI_STAGE_H
#define FSYNCSCOPE_TESTS_UI_STAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "source/source.h"
#include "ui/actions.h"
#include "ui/canvas.h"
#include "ui/scene.h"

struct stage {
    struct source source; /* first: its functions find their stage by it */
    struct config applied;
    unsigned applies, pauses;
    const char *trouble[8]; /* of the modes, in their order; all may run at first */
    struct ui ui;
    struct history *history;
    struct snapshot snapshot; /* what the next feed sends */
    uint64_t base_ns;         /* latency around which rounds lie */
    uint64_t random;
    unsigned rounds; /* in one snapshot */
    struct scene scene;
    struct canvas canvas;
};

/* A stage with an ext4 on one disk, 16 writers, group+delay; nothing fed yet. malloc'd. */
struct stage *stage_open(bool ascii);
void stage_close(struct stage *stage);

/* Sends COUNT snapshots, a tenth of a second each. */
void stage_feed(struct stage *stage, int count);

/* Puts another configuration to work from the next snapshot on. */
void stage_change(struct stage *stage, const char *mode, const char *strategy);

/* A warning of the target, from the next snapshot on. */
void stage_warn(struct stage *stage, const char *id, enum severity severity, const char *text);

/* The screen of that size, as text; good until the next call. */
char *stage_draw(struct stage *stage, int cols, int rows);

/* Whether the screen of that size has WORDS on it. */
bool stage_shows(struct stage *stage, int cols, int rows, const char *words);

/* Half a minute of one mode, then some seconds of a cheaper one. */
struct stage *stage_story(bool ascii);

/* Ten seconds on a tmpfs whose name would drive a terminal. */
struct stage *stage_in_memory(bool ascii);

/* Two seconds of another configuration with rounds around BASE_NS. */
void stage_visit(struct stage *stage, const char *mode, const char *strategy, uint64_t base_ns);

/* Five configurations, one of them not durable, and one that cannot run. */
struct stage *stage_tour(bool ascii);

/* Tab until the view of that NAME is shown, with the keys in the footer. */
void stage_go_to(struct stage *stage, const char *name);

/* Sends a snapshot of which ROUND is the only one, the longest by far. */
void stage_freeze(struct stage *stage, struct round *round);

/* Times of day as in the golden files; a set-up of cmocka's. */
int stage_set_clock(void **state);

/* Compares the screen of that size with tests/golden/ui-NAME-COLSxROWS[-ascii].txt. */
void stage_golden(struct stage *stage, const char *name, int cols, int rows);

/* Compares TEXT with tests/golden/ui-NAME.txt; fails with the lines that differ. With
 * UPDATE_GOLDENS=1 it writes the file. */
void golden_check(const char *name, const char *text);

#endif

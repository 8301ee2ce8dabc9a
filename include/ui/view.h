/* view.h: views draw a scene into a canvas. Pure: the same scene gives the same cells.
 *
 * A new view is view_x.c and a row in view.c's table. */
#ifndef FSYNCSCOPE_UI_VIEW_H
#define FSYNCSCOPE_UI_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ui/canvas.h"
#include "ui/scene.h"

struct ui;

/* A key of one view alone, as its footer tells it. */
struct view_key {
    const char *brief, *label;
};

struct view {
    const char *name;
    void (*draw)(struct canvas *canvas, const struct scene *scene);
    int (*top_most)(const struct scene *scene); /* how far it scrolls; NULL: it does not */
    bool (*key)(struct ui *ui, uint32_t key); /* before the map's; false for one that is not its */
    const struct view_key *keys;              /* ends with a NULL; NULL: it has none */
    bool lists_warnings;
};

/* The I-th view; NULL past the end. */
const struct view *view_at(size_t i);

/* The view that STATE shows; NULL while big figures stand in its place. */
const struct view *view_shown(const struct state *state);

/* The whole screen: the view, or big figures, and what is open above it. */
void view_draw(struct canvas *canvas, const struct scene *scene);

/* The last line of the help that may stand at its top with this layout. */
int help_top_most(const struct layout *layout);

#endif

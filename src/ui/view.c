/* view.c: the table of views, and what lies over every one of them: overlays, the notice of a
 * screen that is too small. */
#include "ui/view.h"

#include "ui/banner.h"
#include "ui/panels.h"

static const struct view views[] = {
    {.name = "overview", .draw = view_overview},
};

const struct view *view_at(size_t i)
{
    return i < sizeof views / sizeof *views ? &views[i] : NULL;
}

/* Whatever the size: a screen that shows no warning must not look like a trustworthy one. */
static void draw_too_small(struct canvas *canvas, const struct scene *scene)
{
    struct rect all = {0, 0, canvas->cols, canvas->rows};
    canvas_print(canvas, 0, canvas->rows / 2, canvas->cols, ROLE_NOTE, "too small: needs %dx%d",
                 LAYOUT_MIN_COLS, LAYOUT_MIN_ROWS);
    if (!scene->now || canvas->rows < 4)
        return;
    all.h = banner_need(&scene->now->target, canvas->cols).rows;
    banner_draw(canvas, all, &scene->now->target);
}

void view_draw(struct canvas *canvas, const struct scene *scene)
{
    const struct view *view = view_at(scene->state->view);
    canvas_clear(canvas);
    if (scene->layout.too_small) {
        draw_too_small(canvas, scene);
        return;
    }
    if (scene->state->big)
        view_big(canvas, scene);
    else if (view)
        view->draw(canvas, scene);
    if (scene->state->overlay == OVERLAY_MENU)
        overlay_menu(canvas, scene);
    else if (scene->state->overlay == OVERLAY_HELP)
        overlay_help(canvas, scene);
}

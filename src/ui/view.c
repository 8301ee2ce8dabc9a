/* view.c: the table of views, and what lies over every one of them: overlays, the notice of a
 * screen that is too small. */
#include "ui/view.h"

#include <stdio.h>

#include "ui/actions.h"
#include "ui/banner.h"
#include "ui/panels.h"

static const struct view views[] = {
    {.name = "overview", .draw = view_overview},
    {.name = "slow rounds", .draw = view_rounds, .key = view_rounds_key, .keys = view_rounds_keys},
    {.name = "comparison",
     .draw = view_comparison,
     .key = compare_key,
     .keys = view_comparison_keys},
    {.name = "target",
     .draw = view_target,
     .top_most = view_target_top_most,
     .lists_warnings = true},
};

const struct view *view_at(size_t i)
{
    return i < sizeof views / sizeof *views ? &views[i] : NULL;
}

const struct view *view_shown(const struct state *state)
{
    return state->big ? NULL : view_at(state->view);
}

/* Shorter where not all of it fits: the size is what is needed most. */
static void put_needed_size(struct canvas *canvas, struct rect area)
{
    static const char *const forms[] = {"too small: needs ", "needs ", ""};
    struct rect taller = {0, 0, area.w, area.h + 1};
    char words[64];
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        snprintf(words, sizeof words, "%s%dx%d", forms[i], LAYOUT_MIN_COLS, LAYOUT_MIN_ROWS);
        if (canvas_wrap(NULL, taller, ROLE_NOTE, words) <= area.h)
            break;
    }
    canvas_wrap(canvas, area, ROLE_NOTE, words);
}

/* Whatever the size: a screen that shows no warning must not look like a trustworthy one. */
static void draw_too_small(struct canvas *canvas, const struct scene *scene)
{
    struct rect all = {0, 0, canvas->cols, canvas->rows};
    int middle = canvas->rows / 2;
    struct rect below = {0, middle, canvas->cols, canvas->rows - middle};
    put_needed_size(canvas, below);
    if (canvas->rows < 4)
        return;
    struct banner banner = scene_banner(scene);
    int rows = banner_need(&banner, canvas->cols).rows;
    all.h = rows < canvas->rows / 2 ? rows : canvas->rows / 2;
    banner_draw(canvas, all, &banner);
}

void view_draw(struct canvas *canvas, const struct scene *scene)
{
    const struct view *view = view_shown(scene->state);
    canvas_clear(canvas);
    if (scene->layout.too_small) {
        draw_too_small(canvas, scene);
        return;
    }
    if (view)
        view->draw(canvas, scene);
    else
        view_big(canvas, scene);
    if (scene->state->overlay == OVERLAY_MENU)
        overlay_menu(canvas, scene);
    else if (scene->state->overlay == OVERLAY_HELP)
        overlay_help(canvas, scene);
}

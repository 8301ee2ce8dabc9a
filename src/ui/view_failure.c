/* view_failure.c: why the load has ended before its time, and what to press.
 *
 * Lies over the chart, or over the bars of a small screen: the figures stay to be read. */
#include "ui/panels.h"

#include "base/text.h"

static const char remedy[] =
    "Press r to start again, m or s for another mode or strategy, q to quit.";
static const char doubt[] = "Nothing is tried again by itself: after a failed sync nobody knows "
                            "what is on the disk.";

/* Takes the rows that TEXT needs off AREA; a TEXT without room is left out as a whole. */
static void put(struct canvas *canvas, struct rect *area, enum role role, const char *text)
{
    struct rect taller = {0, 0, area->w, area->h + 1};
    if (canvas_wrap(NULL, taller, role, text) > area->h)
        return;
    int used = canvas_wrap(canvas, *area, role, text);
    area->y += used;
    area->h -= used;
}

void failure_words(struct canvas *canvas, struct rect area, const struct scene *scene)
{
    char sentence[sizeof scene->now->error * 2];
    text_escape(sentence, sizeof sentence, scene->now->error);
    int used = canvas_wrap(canvas, area, ROLE_BAD, sentence);
    area.y += used;
    area.h -= used;
    put(canvas, &area, ROLE_TEXT, remedy);
    if (scene->failed_total > 0 || scene->rounds_total > 0) /* else nothing was written yet */
        put(canvas, &area, ROLE_TEXT, doubt);
}

void panel_failure(struct canvas *canvas, const struct scene *scene)
{
    const struct layout *l = &scene->layout;
    struct rect area = l->chart.h > 0 ? l->chart : l->histogram;
    if (!scene->now || scene->now->state != RUN_FAILED || area.h < 4)
        return;
    canvas_box(canvas, area, "the load has failed");
    failure_words(canvas, (struct rect){area.x + 2, area.y + 1, area.w - 4, area.h - 2}, scene);
}

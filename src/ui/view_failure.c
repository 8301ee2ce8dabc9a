/* view_failure.c: why the load has ended before its time, and what to press.
 *
 * Lies over the chart, or over the bars of a small screen: the figures stay to be read. */
#include "ui/panels.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { REMEDY_MAX = 160 };

static const char doubt[] = "Nothing is tried again by itself: after a failed sync nobody knows "
                            "what is on the disk.";

static void add(char out[REMEDY_MAX], bool wanted, const char *what)
{
    const size_t used = strlen(out);
    if (wanted)
        snprintf(out + used, REMEDY_MAX - used, "%s%s", used ? ", " : "Press ", what);
}

static bool is_of(int code, const int list[4])
{
    for (int i = 0; i < 4 && list[i]; i++) {
        if (code == list[i])
            return true;
    }
    return false;
}

/* What helps against what failed: not the same again where it cannot go otherwise. */
static void remedy(char out[REMEDY_MAX], const struct snapshot *s)
{
    static const int room[4] = {ENOSPC, EDQUOT, EFBIG},
                     threads[4] = {EAGAIN, ENOMEM, EMFILE, ENFILE};
    static const char option[] = "--file-size ";
    const struct config *config = &s->config;
    const bool large = strncmp(s->error, option, strlen(option)) == 0;
    const bool less = large || is_of(s->error_code, room);
    const bool fewer = large || is_of(s->error_code, threads);
    out[0] = '\0';
    add(out, less && config->record_bytes > 1, "< for smaller records");
    add(out, less && config->batch > 1, "B for a smaller batch");
    add(out, fewer && config->writers > 1, "- for fewer writers");
    add(out, !large && !s->mode_refused, "r to start again");
    add(out, !less && !fewer, "m or s for another mode or strategy");
    add(out, less || fewer, "m for another mode");
    add(out, true, "q to quit.");
}

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
    char sentence[sizeof scene->now->error * 2], keys[REMEDY_MAX];
    text_escape(sentence, sizeof sentence, scene->now->error);
    int used = canvas_wrap(canvas, area, ROLE_BAD, sentence);
    area.y += used;
    area.h -= used;
    remedy(keys, scene->now);
    put(canvas, &area, ROLE_TEXT, keys);
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

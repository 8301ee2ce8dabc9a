/* ui_story.c: loads that several tests of the screen look at. */
#include "support/ui_stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ui/keymap.h"
#include "ui/view.h"

static const char memory_text[] =
    "tmpfs: this directory is memory. fsync waits for nothing here; no "
    "figure below is a disk's.";

void stage_golden(struct stage *stage, const char *name, int cols, int rows)
{
    char file[96];
    snprintf(file, sizeof file, "%s-%dx%d%s", name, cols, rows,
             stage->canvas.ascii ? "-ascii" : "");
    golden_check(file, stage_draw(stage, cols, rows));
}

/* Half a minute of one mode, then some seconds of a cheaper one. */
struct stage *stage_story(bool ascii)
{
    struct stage *stage = stage_open(ascii);
    stage_feed(stage, 320);
    stage_change(stage, "overwrite-fdatasync", "group+delay");
    stage->base_ns = 210000;
    stage_feed(stage, 150);
    return stage;
}

struct stage *stage_in_memory(bool ascii)
{
    struct stage *stage = stage_open(ascii);
    struct target *target = &stage->snapshot.target;
    stage_warn(stage, "memory-backed", SEVERITY_BAD, memory_text);
    strcpy(target->file_system, "tmpfs");
    strcpy(target->dir, "/dev/shm/a\033[31m\nb");
    strcpy(target->no_device_reason, "tmpfs is memory: there is no disk");
    target->memory = true;
    target->journal = UNKNOWN;
    target->device_count = 0;
    stage->snapshot.disk.available = stage->snapshot.disk.has_sectors = false;
    strcpy(stage->snapshot.disk.reason, target->no_device_reason);
    stage->base_ns = 3600;
    stage_feed(stage, 100);
    return stage;
}

bool stage_shows(struct stage *stage, int cols, int rows, const char *words)
{
    return strstr(stage_draw(stage, cols, rows), words) != NULL;
}

int stage_set_clock(void **state)
{
    (void)state;
    setenv("TZ", "UTC", 1);
    tzset();
    return 0;
}

void stage_freeze(struct stage *stage, struct round *round)
{
    struct snapshot *s = &stage->snapshot;
    unsigned rounds = stage->rounds;
    stage->rounds = 0;
    stage_feed(stage, 1);
    stage->rounds = rounds;
    round->start_ns = s->at_ns - round->latency_ns;
    histogram_add(&s->latency, round->latency_ns);
    s->rounds++;
    s->slow_rounds++;
    slowest_keep(s->slowest, &s->slowest_count, round);
    s->sequence++;
    history_add(stage->history, s);
}

void stage_visit(struct stage *stage, const char *mode, const char *strategy, uint64_t base_ns)
{
    stage_change(stage, mode, strategy);
    stage->base_ns = base_ns;
    stage_feed(stage, 20);
}

struct stage *stage_tour(bool ascii)
{
    struct stage *stage = stage_open(ascii);
    stage->snapshot.config.uses_delay = stage->snapshot.config.uses_siblings = true;
    stage_feed(stage, 20);
    stage_visit(stage, "overwrite-fdatasync", "group+delay", 210000);
    stage_visit(stage, "no-sync", "group+delay", 4000);
    stage_change(stage, "direct-dsync", "group+delay");
    stage->snapshot.state = RUN_FAILED;
    stage->snapshot.mode_refused = true;
    strcpy(stage->snapshot.error,
           "open /var/lib/data: Invalid argument (O_DIRECT is not possible)");
    stage_feed(stage, 1);
    stage->snapshot.state = RUN_LIVE;
    stage->snapshot.mode_refused = false;
    stage->snapshot.error[0] = '\0';
    /* The screen asked for what had run before; the user wants another one. */
    stage->ui.state.wish_pending = false;
    stage->applies = 0;
    stage_visit(stage, "append-fdatasync", "group+delay", 640000);
    return stage;
}

void stage_go_to(struct stage *stage, const char *name)
{
    const struct view *view;
    do {
        ui_key(&stage->ui, KEY_TAB_CODE);
        view = view_shown(&stage->ui.state);
    } while (!view || strcmp(view->name, name) != 0);
    stage->ui.state.message.until_ns = 0;
}

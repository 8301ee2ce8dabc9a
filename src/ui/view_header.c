/* view_header.c: program, directory, state; what stands under the directory; its warnings. */
#include "ui/panels.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/disks.h"
#include "base/format.h"
#include "base/text.h"

enum {
    STATE_COLS = 17, /* "HANGING 59.9 s", "PREPARING 100 %" and a margin */
    PATH_COLS_LEAST = 14,
    NAMES_MAX = 256,
    FACTS_MAX = 512,
};

#define SECOND UINT64_C(1000000000)

static void clock_text(char out[32], uint64_t ns)
{
    uint64_t s = ns / SECOND;
    if (s < 3600)
        snprintf(out, 32, "%02" PRIu64 ":%02" PRIu64, s / 60, s % 60);
    else
        snprintf(out, 32, "%" PRIu64 ":%02" PRIu64 ":%02" PRIu64, s / 3600, s / 60 % 60, s % 60);
}

static enum role state_text(char out[64], const struct scene *scene)
{
    const struct snapshot *now = scene->now;
    char clock[32], age[FORMAT_MAX];
    if (scene_hangs(scene)) {
        snprintf(out, 64, "HANGING %s", format_duration(age, now->call_ns));
        return ROLE_WARN;
    }
    clock_text(clock, scene->state->run_ns);
    switch (now->state) {
    case RUN_PREPARING:
        snprintf(out, 64, "PREPARING %u %%",
                 now->prepare_total ? (unsigned)(now->prepare_done * 100 / now->prepare_total) : 0);
        return ROLE_NOTE;
    case RUN_LIVE:
        snprintf(out, 64, "LIVE %s", clock);
        return ROLE_GOOD;
    case RUN_PAUSED:
        snprintf(out, 64, "PAUSED %s", clock);
        return ROLE_NOTE;
    case RUN_STOPPING:
        snprintf(out, 64, "STOPPING");
        return ROLE_NOTE;
    case RUN_FAILED:
        snprintf(out, 64, "FAILED");
        return ROLE_BAD;
    case RUN_DONE:
        break;
    }
    snprintf(out, 64, "DONE %s", clock);
    return ROLE_NOTE;
}

/* "ext4 on vda", "btrfs on sda, sdb", "tmpfs, no disk". */
static void place_text(char out[NAMES_MAX], const struct target *target)
{
    char raw[NAMES_MAX];
    int used = snprintf(raw, sizeof raw, "%s%s", target->file_system,
                        target->device_count ? " on "
                        : target->memory     ? ", no disk"
                                             : "");
    if (used >= 0 && used < NAMES_MAX)
        disks_names(raw + used, sizeof raw - (size_t)used, target, ", ");
    text_escape(out, NAMES_MAX, raw);
}

/* Of a path that is too long its end is kept: that is what tells two apart. */
static void draw_path(struct pen *pen, const char *path)
{
    char shown[TARGET_PATH_MAX * 4];
    text_escape(shown, sizeof shown, path);
    int room = pen->end - pen->x, width = canvas_width(pen->canvas, shown);
    const char *tail = shown;
    if (width > room) {
        pen_text(pen, ROLE_DIM, "...");
        while (*tail && canvas_width(pen->canvas, tail) > room - 3) {
            uint32_t code;
            int length = text_decode(tail, &code);
            tail += length > 0 ? length : 1;
        }
    }
    pen_text(pen, ROLE_VALUE, tail);
}

static void draw_header(struct canvas *canvas, struct rect row, const struct scene *scene)
{
    char state[64] = "starting", place[NAMES_MAX];
    struct pen pen = {canvas, row.x + 1, row.y, row.w - STATE_COLS};
    pen_text(&pen, ROLE_TITLE, "fsyncscope  ");
    if (!scene->now) {
        canvas_right(canvas, row.x, row.y, row.w - 1, ROLE_NOTE, state);
        return;
    }
    enum role role = state_text(state, scene);
    canvas_right(canvas, row.w - STATE_COLS, row.y, STATE_COLS - 1, role, state);
    place_text(place, &scene->now->target);
    int left = pen.end - canvas_width(canvas, place);
    if (left < pen.x + PATH_COLS_LEAST)
        left = pen.x + PATH_COLS_LEAST;
    canvas_short(canvas, left, row.y, pen.end - left, ROLE_TEXT, place);
    pen.end = left - 2;
    draw_path(&pen, scene->now->target.dir);
}

static void append(char facts[FACTS_MAX], const char *text)
{
    size_t used = strlen(facts);
    snprintf(facts + used, FACTS_MAX - used, "%s%s", used ? ", " : "", text);
}

/* What speaks for or against trusting this disk's word, of the first one. */
static void device_facts(char facts[FACTS_MAX], const struct target *target, bool model)
{
    static const char *const cache[] = {
        [UNKNOWN] = "cache unknown", [NO] = "write-through", [YES] = "write-back cache"};
    static const char *const fua[] = {[UNKNOWN] = NULL, [NO] = "no FUA", [YES] = "FUA"};
    static const char *const journal[] = {
        [UNKNOWN] = NULL, [NO] = "no journal", [YES] = "journal on"};
    const struct device *device = &target->device[0];
    char raw[FACTS_MAX] = "";
    if (model && device->model[0])
        append(raw, device->model);
    append(raw, cache[device->volatile_cache]);
    if (fua[device->fua])
        append(raw, fua[device->fua]);
    if (journal[target->journal])
        append(raw, journal[target->journal]);
    text_escape(facts, FACTS_MAX, raw);
}

/* Without room for all of them the model's name goes first. */
static void draw_facts(struct canvas *canvas, struct rect row, const struct scene *scene)
{
    char facts[FACTS_MAX], load[32] = "";
    const struct snapshot *now = scene->now;
    if (now->load_average[0] >= 0)
        snprintf(load, sizeof load, "load %.2f", now->load_average[0]);
    int room = row.w - (int)strlen(load) - 4;
    if (now->target.device_count == 0)
        text_escape(facts, sizeof facts, now->target.no_device_reason);
    else
        device_facts(facts, &now->target, true);
    if (now->target.device_count > 0 && canvas_width(canvas, facts) > room)
        device_facts(facts, &now->target, false);
    canvas_short(canvas, row.x + 1, row.y, room, ROLE_DIM, facts);
    canvas_right(canvas, row.x, row.y, row.w - 1, ROLE_DIM, load);
}

void panel_top(struct canvas *canvas, const struct scene *scene)
{
    const struct layout *l = &scene->layout;
    draw_header(canvas, l->header, scene);
    if (!scene->now)
        return;
    if (l->facts.h > 0)
        draw_facts(canvas, l->facts, scene);
    struct banner banner = scene_banner(scene);
    banner_draw(canvas, l->banner, &banner);
}

/* trace_scene.c: see trace_scene.h. */
#include "support/trace_scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

const struct trace_stack scene_plain = {.disks = 1,
                                        .devs = 1,
                                        .disk = {{.name = "sda"}},
                                        .dev = {{.dev = DISK}},
                                        .journal = true,
                                        .own = {"sda", DISK}};
const struct trace_stack scene_stacked = {
    .disks = 2,
    .devs = 2,
    .disk = {{.name = "loop0", .upper = true}, {.name = "sda", .lower = true}},
    .dev = {{.dev = UPPER}, {.dev = DISK, .disk = 1}},
    .any_upper = true};

/* With a scheduler. */
const struct trace_stack scene_queueing = {
    .disks = 1, .devs = 1, .disk = {{.name = "sda"}}, .dev = {{.dev = DISK}}, .scheduler = true};

void scene_begin(struct trace_scene *s, uint64_t end_us)
{
    *s = (struct trace_scene){.stack = &scene_plain, .pid = ME};
    s->round = (struct round){.start_ns = 1000000,
                              .latency_ns = (end_us - 1000) * 1000,
                              .write_ns = 10000,
                              .sync_ns = (end_us - 1010) * 1000,
                              .synced_ns = end_us * 1000,
                              .led = 1};
}

struct trace_event *scene_put(struct trace_scene *s, uint64_t us, enum trace_kind kind, int32_t pid,
                              const char *who)
{
    struct trace_event *e = &s->event[s->events++];
    *e = (struct trace_event){.at_ns = us * 1000, .kind = kind, .pid = pid, .dev = DISK};
    strcpy(e->who, who);
    return e;
}

void scene_put_request(struct trace_scene *s, uint64_t us, enum trace_kind kind, int32_t pid,
                       const char *who, const char *rwbs, uint64_t sector)
{
    struct trace_event *e = scene_put(s, us, kind, pid, who);
    strcpy(e->rwbs, rwbs);
    e->sector = sector;
    e->sectors = sector ? 8 : 0;
    if (kind == TRACE_COMPLETE)
        e->pid = 0;
    if (kind == TRACE_COMPLETE && strcmp(rwbs, "FF") == 0)
        e->sector = UINT64_MAX;
}

void scene_request(struct trace_scene *s, uint64_t issued, uint64_t done, int32_t pid,
                   const char *who, const char *rwbs, uint64_t sector)
{
    scene_put_request(s, issued, TRACE_ISSUE, pid, who, rwbs, sector);
    scene_put_request(s, done, TRACE_COMPLETE, 0, "", rwbs, sector);
}

void scene_flush(struct trace_scene *s, uint64_t asked, uint64_t issued, uint64_t done, int32_t pid,
                 const char *who)
{
    scene_put_request(s, asked, TRACE_ASK_FLUSH, pid, who, "FWS", 0);
    scene_request(s, issued, done, WORKER, "kworker/0:1H", "FF", 0);
}

static int by_time(const void *a, const void *b)
{
    const struct trace_event *x = a, *y = b;
    return x->at_ns < y->at_ns ? -1 : x->at_ns > y->at_ns;
}

void scene_look(struct trace_scene *s)
{
    static const int32_t kin[] = {ME, MATE};
    const struct attribution what = {.round = &s->round,
                                     .in_flight = s->in_flight,
                                     .pid = s->pid,
                                     .caller = s->caller,
                                     .kin = kin,
                                     .kin_count = 2,
                                     .stack = s->stack,
                                     .event = s->event,
                                     .events = s->events,
                                     .exact = s->exact,
                                     .frozen = s->frozen,
                                     .from_ns = s->from_us * 1000,
                                     .since_ns = s->since_us * 1000};
    uint64_t sum = 0;
    qsort(s->event, s->events, sizeof s->event[0], by_time);
    attribute(&what, &s->inside);
    for (int i = 0; i < SHARES; i++)
        sum += s->inside.ns[i];
    assert_int_equal(sum, s->round.latency_ns);
}

void scene_has(const struct trace_scene *s, enum share share, uint64_t us)
{
    if (s->inside.ns[share] != us * 1000)
        print_message("# %s\n", share_row(share)->name);
    assert_int_equal(s->inside.ns[share], us * 1000);
}

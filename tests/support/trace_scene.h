/* trace_scene.h: one round and the kernel's events around it, made by hand. Times are in
 * microseconds of a clock that begins at 0; a round begins at 1,000. */
#ifndef FSYNCSCOPE_TESTS_TRACE_SCENE_H
#define FSYNCSCOPE_TESTS_TRACE_SCENE_H

#include "trace/attribution.h"

enum { DISK = 8 << 20, UPPER = 7 << 20, ME = 100, MATE = 101, DD = 500, WORKER = 60, JBD2 = 70 };

/* One disk; a disk on another; a disk with a scheduler. */
extern const struct trace_stack scene_plain, scene_stacked, scene_queueing;

struct trace_scene {
    struct trace_event event[320];
    size_t events;
    struct round round;
    const struct trace_stack *stack;
    bool frozen, in_flight, exact;
    int32_t pid, caller;
    uint64_t from_us;  /* when watching began; 0: before the round */
    uint64_t since_us; /* from when on events are whole */
    struct inside inside;
};

/* A round from 1,000 to END us, whose write takes 10 and whose sync the rest. */
void scene_begin(struct trace_scene *s, uint64_t end_us);

struct trace_event *scene_put(struct trace_scene *s, uint64_t us, enum trace_kind kind, int32_t pid,
                              const char *who);

void scene_put_request(struct trace_scene *s, uint64_t us, enum trace_kind kind, int32_t pid,
                       const char *who, const char *rwbs, uint64_t sector);

/* A request from ISSUED to DONE. */
void scene_request(struct trace_scene *s, uint64_t issued, uint64_t done, int32_t pid,
                   const char *who, const char *rwbs, uint64_t sector);

/* A flush that PID asks for. */
void scene_flush(struct trace_scene *s, uint64_t asked, uint64_t issued, uint64_t done, int32_t pid,
                 const char *who);

/* Fills INSIDE, and asserts that its shares add up. */
void scene_look(struct trace_scene *s);

/* Asserts that SHARE has US microseconds. */
void scene_has(const struct trace_scene *s, enum share share, uint64_t us);

#endif

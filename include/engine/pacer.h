/* pacer.h: open loop: when rounds are to begin, whatever became of those before.
 *
 * All writers of a generation share one schedule: whoever is free takes the next planned start,
 * waits for it, and is late when it has passed. A pause, and the time in which the append file is
 * started anew, move the schedule: nothing can be late for them. In closed loop nothing waits here.
 * Any thread; no lock but the gate's, while a writer sleeps. */
#ifndef FSYNCSCOPE_ENGINE_PACER_H
#define FSYNCSCOPE_ENGINE_PACER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/config.h"
#include "engine/gate.h"

struct pacer {
    double period_ns;           /* from one planned start to the next; 0: closed loop */
    _Atomic uint64_t origin_ns; /* the first planned start; 0: not yet */
    _Atomic uint64_t planned;   /* starts that writers have taken */
    _Atomic uint64_t begun;     /* of them, rounds that have begun */
    _Atomic uint64_t held_ns;   /* by which the schedule was moved, pauses aside */
};

/* A writer's next round. Starts zeroed. */
struct plan {
    bool made; /* and not yet begun */
    uint64_t number;
    uint64_t start_ns; /* planned; 0 in closed loop */
};

void pacer_init(struct pacer *pacer, const struct config *config);

/* Makes PLAN, where it is not made, and waits for its start. False when GATE closes first: the plan
 * stands, ask again. */
bool pacer_wait(struct pacer *pacer, struct gate *gate, struct plan *plan);

/* Moves all planned starts by NS. */
void pacer_hold(struct pacer *pacer, uint64_t ns);

/* Rounds that were to begin by NOW_NS and have not; 0 in closed loop. */
uint64_t pacer_backlog(struct pacer *pacer, struct gate *gate, uint64_t now_ns);

#endif

/* pacer.c: planned starts are numbers; their times are worked out when they are needed, so that a
 * schedule that moves moves for all. */
#include "engine/pacer.h"

#include "sys/clock.h"

void pacer_init(struct pacer *p, const struct config *config)
{
    *p = (struct pacer){.period_ns = 0};
    if (config->rate_per_s > 0)
        p->period_ns = 1e9 * config->batch / config->rate_per_s;
}

/* By how much the schedule has been moved up to NOW_NS. */
static uint64_t moved_ns(struct pacer *p, struct gate *gate, uint64_t now_ns)
{
    uint64_t idle_ns;
    gate_idle(gate, now_ns, &idle_ns);
    return idle_ns + atomic_load(&p->held_ns);
}

/* Whoever comes first begins the schedule. What the gate was closed for before is no part of it. */
static uint64_t origin(struct pacer *p, struct gate *gate, uint64_t now_ns)
{
    uint64_t none = 0, first = now_ns - moved_ns(p, gate, now_ns);
    return atomic_compare_exchange_strong(&p->origin_ns, &none, first) ? first : none;
}

static uint64_t start_of(struct pacer *p, struct gate *gate, uint64_t number, uint64_t now_ns)
{
    return origin(p, gate, now_ns) + moved_ns(p, gate, now_ns) +
           (uint64_t)((double)number * p->period_ns);
}

bool pacer_wait(struct pacer *p, struct gate *gate, struct plan *plan)
{
    if (!(p->period_ns > 0))
        return true;
    if (!plan->made)
        *plan = (struct plan){.made = true, .number = atomic_fetch_add(&p->planned, 1)};
    uint64_t now_ns = clock_now_ns();
    plan->start_ns = start_of(p, gate, plan->number, now_ns);
    if (plan->start_ns > now_ns && !gate_sleep(gate, plan->start_ns))
        return false;
    plan->made = false;
    atomic_fetch_add(&p->begun, 1);
    return true;
}

void pacer_hold(struct pacer *p, uint64_t ns)
{
    atomic_fetch_add(&p->held_ns, ns);
}

uint64_t pacer_backlog(struct pacer *p, struct gate *gate, uint64_t now_ns)
{
    uint64_t origin_ns = atomic_load(&p->origin_ns);
    if (!(p->period_ns > 0) || !origin_ns)
        return 0;
    uint64_t first_ns = origin_ns + moved_ns(p, gate, now_ns), begun = atomic_load(&p->begun);
    uint64_t due =
        now_ns < first_ns ? 0 : 1 + (uint64_t)((double)(now_ns - first_ns) / p->period_ns);
    return due > begun ? due - begun : 0;
}

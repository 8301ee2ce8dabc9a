/* pace.c: the costs are those of one writer's round on one disk, measured; more disks below make
 * rounds longer in proportion. */
#include "trace/pace.h"

/* Of a round. */
static const uint64_t lean_ns = 8000, exact_ns = 13000;
/* From here on less than 2 % are lost; and down to here, once begun. */
static const uint64_t exact_from_ns = 800000, exact_down_to_ns = 650000, lean_from_ns = 400000;

static const int64_t credit_first_ns = 5000000, credit_most_ns = 20000000,
                     credit_again_ns = 10000000, debt_most_ns = 40000000, owed_most_ns = 5000000;
static const uint64_t earned_part = 80;                 /* an 80th of the time: 1.25 % */
static const uint64_t trouble_part = 4, grave_part = 2; /* of the time, lost in slow rounds */
static const uint64_t trouble_for_ns = 1500000000, doubtful_for_ns = 5000000000;

static const uint64_t budget_part = 50, trouble_budget_part = 10;

static bool is_trouble(const struct pace_interval *i)
{
    return i->hanging || i->excess_ns * trouble_part > i->length_ns;
}

static uint64_t count_down(uint64_t left_ns, uint64_t by_ns)
{
    return left_ns > by_ns ? left_ns - by_ns : 0;
}

static void note(struct pace *p, const struct pace_interval *i)
{
    p->trouble_ns = count_down(p->trouble_ns, i->length_ns);
    p->grave_ns = count_down(p->grave_ns, i->length_ns);
    p->doubtful_ns = count_down(p->doubtful_ns, i->length_ns);
    if (is_trouble(i))
        p->trouble_ns = trouble_for_ns;
    if (i->hanging || i->excess_ns * grave_part > i->length_ns)
        p->grave_ns = trouble_for_ns;
    if (i->doubtful)
        p->doubtful_ns = doubtful_for_ns;
}

/* What trouble cost is paid back later, up to a bound. */
static void settle(struct pace *p, const struct pace_interval *i)
{
    const uint64_t cost_ns = p->watch == WATCH_EXACT ? exact_ns : lean_ns;
    p->credit_ns += (int64_t)(i->length_ns / earned_part);
    if (p->watch != WATCH_REST && i->sync_ns)
        p->credit_ns -= (int64_t)(i->length_ns * cost_ns / i->sync_ns);
    if (p->credit_ns > credit_most_ns)
        p->credit_ns = credit_most_ns;
    if (p->credit_ns < -debt_most_ns)
        p->credit_ns = -debt_most_ns;
}

/* Whether to watch rounds so short that it has to be paid for: whatever it costs in grave trouble,
 * on a little debt in other. */
static bool can_pay(const struct pace *p)
{
    if (p->grave_ns)
        return true;
    if (p->watch == WATCH_REST)
        return p->credit_ns >= (p->trouble_ns ? 0 : credit_again_ns);
    return p->credit_ns > (p->trouble_ns ? -owed_most_ns : 0);
}

void pace_join(struct pace_interval *i, const struct pace_interval *next)
{
    i->length_ns += next->length_ns;
    i->syncs += next->syncs;
    i->sync_ns = next->sync_ns ? next->sync_ns : i->sync_ns;
    i->excess_ns += next->excess_ns;
    i->hanging = next->hanging; /* what counts is whether it does now */
    i->doubtful |= next->doubtful;
}

enum watch pace_next(struct pace *p, const struct pace_interval *i)
{
    if (!p->begun)
        *p = (struct pace){.begun = true, .watch = WATCH_LEAN, .credit_ns = credit_first_ns};
    note(p, i);
    settle(p, i);
    const uint64_t exact_at_ns = p->watch == WATCH_EXACT ? exact_down_to_ns : exact_from_ns;
    if (i->sync_ns > exact_at_ns || (p->grave_ns && p->doubtful_ns))
        p->watch = WATCH_EXACT;
    else if (!i->sync_ns)
        p->watch = p->watch == WATCH_REST ? WATCH_LEAN : p->watch;
    else
        p->watch = i->sync_ns > lean_from_ns || can_pay(p) ? WATCH_LEAN : WATCH_REST;
    return p->watch;
}

uint64_t pace_budget_ns(const struct pace_interval *i)
{
    return i->length_ns / (is_trouble(i) ? trouble_budget_part : budget_part);
}

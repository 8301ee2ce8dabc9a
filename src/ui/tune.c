/* tune.c: ladders that the keys climb. */
#include "ui/tune.h"

#include <string.h>

#define DELAY_FIRST_NS UINT64_C(10000)

/* VALUE doubled or halved into [1, MAX]. */
static uint64_t doubled(uint64_t value, int step, uint64_t max)
{
    uint64_t next = step > 0 ? value * 2 : value / 2;
    return next < 1 ? 1 : next > max ? max : next;
}

static bool set32(uint32_t *value, uint64_t next)
{
    bool moved = *value != next;
    *value = (uint32_t)next;
    return moved;
}

bool tune_writers(struct config *config, int step)
{
    return set32(&config->writers, doubled(config->writers, step, WRITERS_MAX));
}

bool tune_batch(struct config *config, int step)
{
    return set32(&config->batch, doubled(config->batch, step, BATCH_MAX));
}

bool tune_record(struct config *config, int step)
{
    uint64_t now = config->record_bytes, below = 1;
    while (below * 2 < now)
        below *= 2;
    uint64_t above = below;
    while (above <= now)
        above *= 2;
    if (step > 0 ? above > RECORD_MAX : now <= 1)
        return false;
    config->record_bytes = step > 0 ? above : below;
    return true;
}

/* The rung after NS: 0, 10 us, then 1-2-5 a decade. */
static uint64_t rung_after(uint64_t ns)
{
    static const unsigned factors[] = {1, 2, 5};
    for (uint64_t decade = DELAY_FIRST_NS;; decade *= 10)
        for (size_t i = 0; i < sizeof factors / sizeof *factors; i++)
            if (decade * factors[i] > ns)
                return decade * factors[i];
}

static uint64_t rung_before(uint64_t ns)
{
    uint64_t rung = 0;
    while (rung_after(rung) < ns)
        rung = rung_after(rung);
    return rung;
}

bool tune_delay(struct config *config, int step)
{
    uint64_t now = config->delay_ns;
    if (step > 0 ? now >= DELAY_MAX_NS : now == 0)
        return false;
    config->delay_ns = step > 0 ? rung_after(now) : rung_before(now);
    return true;
}

size_t choices_find(const struct choices *choices, const char *name)
{
    for (size_t i = 0; i < choices->count; i++)
        if (strcmp(choices->at[i]->name, name) == 0)
            return i;
    return 0;
}

const struct choice *choices_step(const struct choices *choices, const char *name, int step)
{
    if (choices->count == 0)
        return NULL;
    const size_t add = step > 0 ? 1 : choices->count - 1, now = choices_find(choices, name);
    size_t next = (now + add) % choices->count;
    while (choices->trouble[next] && next != now)
        next = (next + add) % choices->count;
    return choices->at[next];
}

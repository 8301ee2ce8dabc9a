/* chart.c: rounds merged by slot; percentiles worked out once, when a slot changes.
 *
 * An interval belongs to the slot of its middle: its end lies on a border of slots as often as not,
 * and would fall to either side by chance. */
#include "source/chart.h"

static const uint64_t slot_ns = UINT64_C(500000000);

static void slot_measure(struct chart_slot *slot, const struct histogram *latency)
{
    slot->rounds = latency->count;
    slot->p50_ns = histogram_percentile(latency, 50);
    slot->p99_ns = histogram_percentile(latency, 99);
    slot->max_ns = latency->count ? latency->max_ns : 0;
}

static void slot_clear(struct chart *chart, uint64_t number)
{
    histogram_clear(&chart->latency[number % CHART_SLOTS]);
    chart->half[number % CHART_SLOTS] = (struct chart_slot){0};
    if (number % 2 == 0)
        chart->pair[number / 2 % CHART_PAIRS] = (struct chart_slot){0};
}

/* Goes on to slot NUMBER; slots that were passed over are empty. */
static void advance(struct chart *chart, uint64_t number)
{
    uint64_t from = chart->newest + 1;

    if (number >= from + CHART_SLOTS)
        from = number - CHART_SLOTS + 1;
    for (uint64_t i = from; i <= number; i++)
        slot_clear(chart, i);
    if (number > chart->newest)
        chart->newest = number;
}

static void pair_measure(struct chart *chart)
{
    uint64_t even = chart->newest - chart->newest % 2;
    const struct chart_slot *first = &chart->half[even % CHART_SLOTS];
    const struct chart_slot *newest = &chart->half[chart->newest % CHART_SLOTS];
    struct chart_slot *pair = &chart->pair[even / 2 % CHART_PAIRS];

    histogram_clear(&chart->both);
    for (uint64_t i = even; i <= chart->newest; i++)
        histogram_merge(&chart->both, &chart->latency[i % CHART_SLOTS]);
    slot_measure(pair, &chart->both);
    pair->generation = newest->generation;
    pair->changed = first->changed || newest->changed;
}

static uint64_t slot_of(const struct chart *chart, const struct snapshot *s)
{
    uint64_t middle_ns = s->at_ns - s->interval_ns / 2;
    return middle_ns > chart->origin_ns ? (middle_ns - chart->origin_ns) / slot_ns : 0;
}

void chart_add(struct chart *chart, const struct snapshot *s)
{
    if (!chart->started) {
        chart->started = true;
        chart->origin_ns = s->at_ns - s->interval_ns;
    }
    advance(chart, slot_of(chart, s));

    struct chart_slot *slot = &chart->half[chart->newest % CHART_SLOTS];
    struct histogram *latency = &chart->latency[chart->newest % CHART_SLOTS];
    histogram_merge(latency, &s->latency);
    slot_measure(slot, latency);
    slot->generation = s->generation;
    if (s->active_ns && s->generation != chart->generation) {
        slot->changed = chart->generation != 0; /* the first load changes nothing */
        chart->generation = s->generation;
    }
    pair_measure(chart);
}

struct chart_slot chart_half(const struct chart *chart, unsigned i)
{
    uint64_t number = chart->newest + i;

    if (i >= CHART_SLOTS || number < CHART_SLOTS - 1)
        return (struct chart_slot){0};
    return chart->half[(number - (CHART_SLOTS - 1)) % CHART_SLOTS];
}

struct chart_slot chart_pair(const struct chart *chart, unsigned i)
{
    uint64_t number = chart->newest / 2 + i;

    if (i >= CHART_PAIRS || number < CHART_PAIRS - 1)
        return (struct chart_slot){0};
    return chart->pair[(number - (CHART_PAIRS - 1)) % CHART_PAIRS];
}

/* scale.c: see scale.h. */
#include "ui/scale.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

enum {
    HALF_OCTAVE_ROWS = 14,
    BORDER_MOST = 2 * 36, /* past the histogram's last octave */
    UNIT_BORDERS = 20,    /* 2^10 to the next unit */
    BORDER_US = 6,
};

/* --- the chart --- */

struct bounds {
    uint64_t low_ns, high_ns; /* high 0: no values */
};

static struct bounds chart_span(const struct chart_slot *slots, int count)
{
    struct bounds span = {UINT64_MAX, 0};
    for (int i = 0; i < count; i++) {
        if (slots[i].rounds == 0)
            continue;
        if (slots[i].p50_ns < span.low_ns)
            span.low_ns = slots[i].p50_ns;
        if (slots[i].p99_ns > span.high_ns)
            span.high_ns = slots[i].p99_ns;
    }
    return span;
}

static int decade_of(uint64_t ns)
{
    return ns > 0 ? (int)floor(log10((double)ns)) : 0;
}

void scale_chart(struct scales *scales, const struct chart_slot *slots, int count, int rows)
{
    struct bounds span = chart_span(slots, count);
    if (span.high_ns == 0 || rows <= 0)
        return;
    int low = decade_of(span.low_ns), decades = decade_of(span.high_ns) - low + 1;
    if (decades < 2)
        decades = 2;
    int ideal = rows / decades > 0 ? rows / decades : 1;
    bool fits = scales->chart_rows == ideal && scale_chart_height(scales, span.low_ns) >= 0 &&
                scale_chart_height(scales, span.high_ns) < rows;
    if (fits)
        return;
    scales->chart_rows = ideal;
    scales->chart_decade = low;
}

double scale_chart_height(const struct scales *scales, uint64_t ns)
{
    double decades = log10((double)(ns > 0 ? ns : 1)) - scales->chart_decade;
    return decades * scales->chart_rows;
}

/* --- the histogram --- */

uint64_t scale_border(int i)
{
    if (i < 0)
        return 0;
    if (i >= BORDER_MOST)
        return UINT64_MAX;
    return (i % 2 ? UINT64_C(176) : UINT64_C(125)) << (i / 2);
}

int scale_bar_step(int rows)
{
    return rows >= HALF_OCTAVE_ROWS ? 1 : 2;
}

/* The last border at or under NS that a bar of STEP borders may begin at. */
static int border_under(uint64_t ns, int step)
{
    int i = 0;
    while (i + step < BORDER_MOST && scale_border(i + step) <= ns)
        i += step;
    return i;
}

static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

struct reach {
    int low, high; /* borders */
};

static int median_of(const struct histogram *h, int step)
{
    return border_under(histogram_percentile(h, 50), step);
}

static bool has_values(const struct histogram *h)
{
    return h && h->count > 0;
}

/* With what most of GHOST's values need. */
static void take_in(struct reach *reach, const struct histogram *ghost, int step)
{
    int low = border_under(histogram_percentile(ghost, 1), step);
    int high = border_under(histogram_percentile(ghost, 99), step);
    reach->low = low < reach->low ? low : reach->low;
    reach->high = high > reach->high ? high : reach->high;
}

/* With more octaves than rows: the median's neighbourhood, and GHOST's median too if both fit. The
 * end bars take in the rest. */
static void cut(struct reach *reach, const struct histogram *h, const struct histogram *ghost,
                int step, int room)
{
    int median = median_of(h, step);
    if (has_values(ghost)) {
        int other = median_of(ghost, step);
        if (other < median && median - other <= room - step)
            median = other;
        else if (other > median && other - median > room - step && other - median <= room)
            median += step;
    }
    reach->low = clamp(median - step, reach->low, reach->high - room);
    reach->high = reach->low + room;
}

void scale_bars(struct scales *scales, const struct histogram *histogram,
                const struct histogram *ghost, int rows)
{
    if (!has_values(histogram) || rows <= 0)
        return;
    int step = scale_bar_step(rows), room = (rows - 1) * step;
    struct reach reach = {border_under(histogram->min_ns, step),
                          border_under(histogram->max_ns, step)};
    if (has_values(ghost))
        take_in(&reach, ghost, step);
    if (reach.high - reach.low > room)
        cut(&reach, histogram, ghost, step, room);
    bool fits = scales->bar_rows == rows && scales->bar_first <= reach.low &&
                reach.high <= scales->bar_first + room;
    if (fits)
        return;
    int spare = (room - (reach.high - reach.low)) / step / 2 * step;
    scales->bar_rows = rows;
    scales->bar_first = reach.low > spare ? reach.low - spare : 0;
}

/* The unit in which BORDER is told: its first border, and its name. */
static int unit_of(int border, const char **name)
{
    static const char *const names[] = {"us", "ms", "s"};
    if (border < BORDER_US) {
        *name = "ns";
        return -1;
    }
    int unit = (border - BORDER_US) / UNIT_BORDERS;
    if (unit > 2)
        unit = 2;
    *name = names[unit];
    return BORDER_US + unit * UNIT_BORDERS;
}

static void number(char out[16], int border, int unit)
{
    double value = unit < 0 ? (double)scale_border(border)
                            : (double)scale_border(border - unit + BORDER_US) / 1000;
    int decimals = value >= 100 || value == floor(value) ? 0 : value >= 10 ? 1 : 2;
    snprintf(out, 16, "%.*f", decimals, value);
}

void scale_bar_label(char out[SCALE_TEXT_MAX], int from, int to)
{
    const char *name;
    char low[16], high[16];
    int unit = unit_of(from, &name);
    number(low, from, unit);
    number(high, to, unit);
    snprintf(out, SCALE_TEXT_MAX, "%4s - %4s %-2s", low, high, name);
}

void scale_border_text(char out[SCALE_TEXT_MAX], int border)
{
    const char *name;
    char value[16];
    int unit = unit_of(border, &name);
    number(value, border, unit);
    snprintf(out, SCALE_TEXT_MAX, "%s %s", value, name);
}

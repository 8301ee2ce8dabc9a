/* tour_curves.c: what the sections that vary a number come to: the greatest that was measured
 * against the least, since that is what the number is turned for; of delays the best against none.
 */
#include <string.h>

#include "source/naming.h"
#include "source/tour_verdict.h"

/* Whether LINE can be an end of SECTION's curve; of growth each mode has one, MODE's. */
static bool is_on(const struct tour_line *line, enum tour_section section, const char *mode)
{
    return line->section == section && line->config.durable && !line->failed &&
           tour_judged(line).passes > 0 && !naming_is_floor(&line->config) &&
           strcmp(line->config.mode, mode) == 0;
}

static void add(const struct tour *tour, const struct tour_line *from, struct tour_curve *curve)
{
    const struct tour_line *line;

    *curve = (struct tour_curve){.from = from, .to = from};
    for (unsigned i = 0; (line = tour_line_at(tour, i)); i++) {
        if (is_on(line, from->section, from->config.mode))
            curve->to = line;
    }
    if (from->section == TOUR_DELAY)
        curve->to = tour_best_like(tour, from);
    struct tour_spread a = tour_judged(curve->from), b = tour_judged(curve->to);
    curve->spread_known = a.passes > 1 && b.passes > 1;
    curve->told_apart = curve->spread_known && !tour_spreads_meet(a, b);
}

unsigned tour_curves(const struct tour *tour, struct tour_curve out[TOUR_CURVES_MAX])
{
    const struct tour_line *line, *from = NULL;
    unsigned count = 0;

    for (unsigned i = 0; (line = tour_line_at(tour, i)) && count < TOUR_CURVES_MAX; i++) {
        if (line->section <= TOUR_WRITERS || !is_on(line, line->section, line->config.mode) ||
            (from && is_on(line, from->section, from->config.mode)))
            continue;
        from = line;
        add(tour, from, &out[count]);
        count += out[count].to != from || from->section == TOUR_DELAY;
    }
    return count;
}

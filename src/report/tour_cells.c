/* tour_cells.c: see tour_cells.h. */
#include "report/tour_cells.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { PERCENT_MOST = 999 };

char *tour_cell_time(char cell[FORMAT_MAX], uint64_t ns)
{
    char *end = cell;

    format_duration(cell, ns);
    for (const char *at = cell; *at; at++) {
        if (*at != ' ')
            *end++ = *at;
    }
    *end = '\0';
    return cell;
}

char *tour_cell_percentile(char cell[FORMAT_MAX + 1], const struct histogram *h, double percent)
{
    bool thin = percent > 98.5 && h->count < THIN_P99_ROUNDS;

    cell[0] = '~';
    tour_cell_time(cell + thin, histogram_percentile(h, percent));
    return cell;
}

char *tour_cell_rate(char cell[FORMAT_MAX], double per_s)
{
    if (!(per_s >= 999999.5))
        return format_number(cell, per_s);
    format_number(cell, per_s / 1e6);
    strcat(cell, "M");
    return cell;
}

char *tour_cell_ratio(char cell[FORMAT_MAX], double value)
{
    if (value > 0 && value < 0.005)
        text_copy(cell, FORMAT_MAX, "<.01");
    else if (value == 0 || !(value < 99.95))
        format_fixed(cell, value, 0);
    else
        format_fixed(cell, value, value < 9.995 ? 2 : 1);
    return cell;
}

char *tour_cell_spread(char cell[FORMAT_MAX], struct tour_spread spread, char mark)
{
    double percent = spread.passes > 1 && spread.median > 0
                         ? (spread.most - spread.least) * 50 / spread.median
                         : (double)NAN;

    if (isnan(percent))
        snprintf(cell, FORMAT_MAX, "-%c", mark);
    else
        snprintf(cell, FORMAT_MAX, "%u%%%c",
                 (unsigned)(percent < PERCENT_MOST ? percent + 0.5 : PERCENT_MOST), mark);
    return cell;
}

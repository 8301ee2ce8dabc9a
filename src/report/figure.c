/* figure.c: see figure.h. A number that is no metric has the unit that its path ends in. */
#include "report/figure.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"
#include "report/document.h"
#include "report/report.h"

/* --- units of names --- */

static const struct unit {
    const char *ending;
    enum metric_unit unit;
    double one;
    const char *name;
} units[] = {
    {"per_s", METRIC_RATE, 1, ""},       {"_us", METRIC_TIME, 1000, "us"},
    {"_ms", METRIC_TIME, 1e6, "ms"},     {"_s", METRIC_TIME, 1e9, "s"},
    {"bytes", METRIC_BYTES, 1, "bytes"}, {"kib", METRIC_BYTES, 1024, "KiB"},
};

static const struct unit *unit_of(const char *part, size_t length)
{
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        size_t ending = strlen(units[i].ending);
        if (length >= ending && strncmp(part + length - ending, units[i].ending, ending) == 0)
            return &units[i];
    }
    return NULL;
}

/* The last part of the path that has one: "shares_us.flush" is in us. */
static void take_unit(struct figure *figure)
{
    const struct unit *unit = NULL;

    figure->unit = METRIC_COUNT;
    figure->one = 1;
    figure->unit_name = "";
    for (size_t end = strlen(figure->path); end && !unit; end -= end > 0) {
        size_t begin = end;
        while (begin && figure->path[begin - 1] != '.')
            begin--;
        unit = unit_of(figure->path + begin, end - begin);
        end = begin;
    }
    if (!unit)
        return;
    figure->unit = unit->unit;
    figure->one = unit->one;
    figure->unit_name = unit->name;
}

/* --- names --- */

static void take_metric(struct figure *figure)
{
    text_copy(figure->path, sizeof(figure->path), figure->metric->path);
    text_copy(figure->name, sizeof(figure->name), figure->metric->name);
    figure->unit = figure->metric->unit;
    figure->one = metric_json_unit(figure->metric);
    figure->unit_name = metric_json_unit_name(figure->metric);
}

bool figure_find(struct figure *figure, const char *name)
{
    *figure = (struct figure){.metric = metric_find(name)};
    if (figure->metric) {
        take_metric(figure);
        return true;
    }
    if (!document_has(name) || !text_copy(figure->path, sizeof(figure->path), name))
        return false;
    text_copy(figure->name, sizeof(figure->name), name);
    take_unit(figure);
    return true;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How many letters are to be put in, taken out or changed to make B of A. */
static size_t distance(const char *a, const char *b)
{
    size_t row[FIGURE_PATH_MAX + 1], length = strlen(b);

    if (length > FIGURE_PATH_MAX)
        return length;
    for (size_t k = 0; k <= length; k++)
        row[k] = k;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t corner = row[0];
        row[0] = i;
        for (size_t k = 1; k <= length; k++) {
            size_t above = row[k];
            row[k] = least(least(row[k], row[k - 1]) + 1, corner + (a[i - 1] != b[k - 1]));
            corner = above;
        }
    }
    return row[length];
}

struct nearest {
    const char *name;
    char *out;
    size_t distance;
};

static void compare(void *ctx, const char *path)
{
    struct nearest *nearest = ctx;
    size_t apart = distance(nearest->name, path);

    if (apart < nearest->distance && text_copy(nearest->out, FIGURE_PATH_MAX, path))
        nearest->distance = apart;
}

char *figure_nearest(char buf[FIGURE_PATH_MAX], const char *name)
{
    struct nearest nearest = {name, buf, SIZE_MAX};
    const struct metric *metric;

    for (size_t i = 0; (metric = metric_at(i)); i++)
        compare(&nearest, metric->name);
    document_each(compare, &nearest);
    return buf;
}

/* --- values --- */

char *figure_digits(char buf[FORMAT_MAX], const struct figure *figure,
                    const struct run_result *result)
{
    buf[0] = '\0';
    if (!figure->metric)
        return document_number(buf, result, figure->path);
    return result->outcome ? metric_json_text(buf, figure->metric, result->outcome) : buf;
}

struct metric_range figure_range(const struct figure *figure, const struct run_result *result)
{
    char digits[FORMAT_MAX];
    double value;

    if (figure->metric && result->outcome)
        return metric_json_range(figure->metric, result->outcome);
    if (parse_number(figure_digits(digits, figure, result), &value))
        value = (double)NAN;
    return (struct metric_range){value, value};
}

char *figure_text(char buf[FORMAT_MAX], const struct figure *figure, double value)
{
    double base = value * figure->one;

    if (figure->unit == METRIC_TIME)
        return format_duration(buf, (uint64_t)(base + 0.5));
    if (figure->unit == METRIC_BYTES)
        return format_kib(buf, base / 1024);
    return format_number(buf, value);
}

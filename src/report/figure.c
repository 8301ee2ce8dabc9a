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

/* The last part of PATH that has one: "shares_us.flush" is in us. NULL: a number of things. */
static const struct unit *unit_of_path(const char *path)
{
    const struct unit *unit = NULL;

    for (size_t end = strlen(path); end && !unit; end -= end > 0) {
        size_t begin = end;
        while (begin && path[begin - 1] != '.')
            begin--;
        unit = unit_of(path + begin, end - begin);
        end = begin;
    }
    return unit;
}

static void take_unit(struct figure *figure, const char *path)
{
    const struct unit *unit = unit_of_path(path);

    figure->unit = unit ? unit->unit : METRIC_COUNT;
    figure->one = unit ? unit->one : 1;
    figure->unit_name = unit ? unit->name : "";
}

/* --- names --- */

static void take_metric(struct figure *figure)
{
    figure->unit = figure->metric->unit;
    figure->one = metric_json_unit(figure->metric);
    figure->unit_name = metric_json_unit_name(figure->metric);
}

static char *typed(char buf[FIGURE_PATH_MAX], const struct figure *figure)
{
    memcpy(buf, figure->text, figure->length);
    buf[figure->length] = '\0';
    return buf;
}

bool figure_find(struct figure *figure, const char *name, size_t length)
{
    char path[FIGURE_PATH_MAX];

    *figure = (struct figure){.text = name, .length = (unsigned)length};
    if (length >= sizeof(path))
        return false;
    figure->metric = metric_find(typed(path, figure));
    if (figure->metric)
        take_metric(figure);
    else
        take_unit(figure, path);
    return figure->metric || document_has(path);
}

char *figure_path(char buf[FIGURE_PATH_MAX], const struct figure *figure)
{
    if (!figure->metric)
        return typed(buf, figure);
    text_copy(buf, FIGURE_PATH_MAX, figure->metric->path);
    return buf;
}

char *figure_name(char buf[FIGURE_PATH_MAX], const struct figure *figure)
{
    if (!figure->metric)
        return typed(buf, figure);
    text_copy(buf, FIGURE_PATH_MAX, figure->metric->name);
    return buf;
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
    char path[FIGURE_PATH_MAX];

    buf[0] = '\0';
    if (!figure->metric)
        return document_number(buf, result, figure_path(path, figure));
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

/* check.c: see check.h. */
#include "report/check.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "report/lines.h"
#include "report/report.h"

enum { VALUE_MAX_BYTES = 40 };

/* The longer ones first: "<=" begins with "<". */
static const struct {
    const char *text;
    enum check_op op;
} ops[] = {
    {"<=", CHECK_AT_MOST}, {">=", CHECK_AT_LEAST}, {"==", CHECK_EQUAL},
    {"!=", CHECK_OTHER},   {"<", CHECK_LESS},      {">", CHECK_MORE},
};

/* Copies LENGTH bytes at FROM without the spaces around them; false when they do not fit. */
static bool take(char *out, size_t size, const char *from, size_t length)
{
    for (; length && *from == ' '; from++, length--)
        ;
    for (; length && from[length - 1] == ' '; length--)
        ;
    if (length >= size)
        return false;
    memcpy(out, from, length);
    out[length] = '\0';
    return true;
}

static int refuse(struct err *err, const char *why)
{
    return err_set(err, 0,
                   "%s; allowed is NAME OP VALUE, a figure of the JSON document, one of "
                   "< <= > >= == !=, and a number, as in p99>10ms",
                   why);
}

static int refuse_name(const char *name, struct err *err)
{
    char nearest[FIGURE_PATH_MAX], why[FIGURE_PATH_MAX + 80];

    snprintf(why, sizeof(why), "there is no figure of that name, the nearest is %s",
             figure_nearest(nearest, name));
    return refuse(err, why);
}

/* "10 ms", as people are shown it: the space before a unit goes. */
static void join_unit(char *value)
{
    char *space = strchr(value, ' ');

    if (!space || space == value || space[-1] < '0' || space[-1] > '9')
        return;
    char *unit = space + strspn(space, " ");
    if ((*unit >= 'a' && *unit <= 'z') || (*unit >= 'A' && *unit <= 'Z'))
        memmove(space, unit, strlen(unit) + 1);
}

/* In the document's unit of FIGURE. A plain number is in that unit already. */
static int parse_value(const struct figure *figure, const char *text, double *value)
{
    uint64_t base;
    int rc = parse_number(text, value);

    if (!rc)
        return 0;
    if (figure->unit == METRIC_TIME)
        rc = parse_duration(text, &base);
    else if (figure->unit == METRIC_BYTES)
        rc = parse_size(text, &base);
    if (!rc)
        *value = (double)base / figure->one;
    return rc;
}

static int refuse_value(const struct figure *figure, const char *text, struct err *err)
{
    const char *unit = figure->unit_name;
    const char *units = figure->unit == METRIC_TIME    ? ", or a time with its unit, as 10ms"
                        : figure->unit == METRIC_BYTES ? ", or a size with its unit, as 4k"
                                                       : "";
    char shown[TEXT_SHOWN_MAX], name[FIGURE_PATH_MAX];

    return err_set(
        err, 0, "%s is nothing to compare %s with; allowed is a number of 0 or more%s%s%s",
        text_show(shown, text), figure_name(name, figure), *unit ? " in " : "", unit, units);
}

int check_parse(struct check *check, const char *expression, struct err *err)
{
    char name[FIGURE_PATH_MAX], value[VALUE_MAX_BYTES];
    size_t length = strcspn(expression, "<>=!"), at = 0;
    const char *rest = expression + length;

    while (at < sizeof(ops) / sizeof(ops[0]) &&
           strncmp(rest, ops[at].text, strlen(ops[at].text)) != 0)
        at++;
    if (at == sizeof(ops) / sizeof(ops[0]))
        return refuse(err, "no comparison is in it");
    rest += strlen(ops[at].text);
    if (!take(name, sizeof(name), expression, length) ||
        !take(value, sizeof(value), rest, strlen(rest)))
        return refuse(err, "it is too long");
    *check = (struct check){.expression = expression, .op = ops[at].op};
    const char *begin = expression + strspn(expression, " ");
    if (!figure_find(&check->figure, begin, strlen(name)))
        return refuse_name(name, err);
    join_unit(value);
    if (parse_value(&check->figure, value, &check->value))
        return refuse_value(&check->figure, value, err);
    return 0;
}

static bool compare(double figure, enum check_op op, double value)
{
    switch (op) {
    case CHECK_LESS:
        return figure < value;
    case CHECK_AT_MOST:
        return figure <= value;
    case CHECK_MORE:
        return figure > value;
    case CHECK_AT_LEAST:
        return figure >= value;
    case CHECK_EQUAL:
        return !(figure < value) && !(figure > value);
    case CHECK_OTHER:
        return figure < value || figure > value;
    }
    return false;
}

/* Where the figure has no one value it is the same at both ends, or it is not known. */
enum check_answer check_judge(const struct check *check, const struct run_result *result)
{
    const struct metric_range range = figure_range(&check->figure, result);
    bool reaches = check->value > range.least && check->value < range.most;

    if (isnan(range.least) || isnan(range.most))
        return CHECK_UNKNOWN;
    bool least = compare(range.least, check->op, check->value);
    if (reaches || least != compare(range.most, check->op, check->value))
        return CHECK_UNKNOWN;
    return least ? CHECK_YES : CHECK_NO;
}

/* Of a metric. */
static bool is_of(const struct figure *figure, const char *group)
{
    return strncmp(figure->metric->path, group, strlen(group)) == 0;
}

static const char *why_unknown(const struct check *check, const struct run_result *result)
{
    const struct outcome *outcome = result->outcome;
    const struct figure *figure = &check->figure;

    if (!figure->metric)
        return "the document has none there";
    if (!outcome || !outcome->figures.rounds)
        return "no round was finished";
    if (is_of(figure, "disk.") && outcome->figures.disk.reason[0])
        return outcome->figures.disk.reason;
    if (is_of(figure, "response_us.") || is_of(figure, "backlog_records"))
        return "it is a figure of open loop (--rate)";
    if (is_of(figure, "median_round."))
        return "the disk was not read for a round within 10 % of the median alone";
    return "this mode and strategy have no such figure";
}

/* A plain number as the document has it, what has a unit as everywhere. */
char *check_measured(char *buf, size_t size, const struct check *check,
                     const struct run_result *result)
{
    char digits[FORMAT_MAX], text[FORMAT_MAX];
    double value;

    if (parse_number(figure_digits(digits, &check->figure, result), &value))
        snprintf(buf, size, "n/a, because %s", why_unknown(check, result));
    else
        text_copy(buf, size,
                  *check->figure.unit_name ? figure_text(text, &check->figure, value) : digits);
    return buf;
}

/* Whether rounds that never ended decide about the check. */
static bool is_moved(const struct check *check, const struct run_result *result,
                     struct metric_range range)
{
    char digits[FORMAT_MAX];
    double value;

    if (!(range.least <= range.most) || isinf(range.most))
        return isinf(range.most);
    if (parse_number(figure_digits(digits, &check->figure, result), &value))
        return false;
    bool alone = compare(value, check->op, check->value);
    return check_judge(check, result) != (alone ? CHECK_YES : CHECK_NO);
}

/* What rounds that never ended make of it; "" where they do not decide. */
static const char *late_text(char *buf, size_t size, const struct check *check,
                             const struct run_result *result)
{
    const struct metric_range range = figure_range(&check->figure, result);
    const struct outcome *outcome = result->outcome;
    char least[FORMAT_MAX], age[FORMAT_MAX];

    buf[0] = '\0';
    if (!is_moved(check, result, range))
        return buf;
    snprintf(buf, size, "; %s%s with %u call%s stuck for %s at the end",
             isinf(range.most) ? "at least " : "", figure_text(least, &check->figure, range.least),
             outcome->stuck_calls, outcome->stuck_calls == 1 ? "" : "s",
             format_duration(age, outcome->stuck_ns));
    return buf;
}

char *check_sentence(char *buf, size_t size, const struct check *check,
                     const struct run_result *result)
{
    static const char *const answers[] = {
        [CHECK_NO] = "does not hold", [CHECK_YES] = "holds", [CHECK_UNKNOWN] = "cannot be judged"};
    char measured[2 * REASON_MAX], expression[2 * REASON_MAX], late[REASON_MAX],
        name[FIGURE_PATH_MAX];

    snprintf(buf, size, "%s %s: %s is %s%s",
             text_escape(expression, sizeof(expression), check->expression),
             answers[check_judge(check, result)], figure_name(name, &check->figure),
             check_measured(measured, sizeof(measured), check, result),
             late_text(late, sizeof(late), check, result));
    return buf;
}

/* Only where rounds that never ended decide. */
static void put_least(struct json *j, const struct check *check, const struct run_result *result)
{
    const struct metric_range range = figure_range(&check->figure, result);

    json_number(j, "at_least", is_moved(check, result, range) ? range.least : (double)NAN, 3);
}

static void put_check(struct json *j, const struct check *check, const struct run_result *result)
{
    char text[FORMAT_MAX], path[FIGURE_PATH_MAX];
    enum check_answer answer = check_judge(check, result);

    json_object(j, NULL, JSON_LINES);
    json_string(j, "expr", check->expression);
    json_string(j, "figure", figure_path(path, &check->figure));
    json_digits(j, "value", figure_digits(text, &check->figure, result));
    put_least(j, check, result);
    json_known_bool(j, "held", answer != CHECK_UNKNOWN, answer == CHECK_YES);
    json_end(j);
}

void checks_json(struct json *j, const struct run_result *result)
{
    json_array(j, "checks", JSON_LINES);
    for (size_t i = 0; i < result->check_count; i++)
        put_check(j, &result->checks[i], result);
    json_end(j);
}

void checks_text(FILE *out, const struct run_result *result)
{
    char line[6 * REASON_MAX];

    for (size_t i = 0; i < result->check_count; i++)
        lines_labelled(out, "check",
                       check_sentence(line, sizeof(line), &result->checks[i], result));
}

/* check.c: see check.h. */
#include "report/check.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "report/lines.h"

enum { NAME_MAX_BYTES = 40, VALUE_MAX_BYTES = 40 };

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

/* In the JSON unit of METRIC. A plain number is in that unit already. */
static int parse_value(const struct metric *metric, const char *text, double *value)
{
    uint64_t base;
    int rc = parse_number(text, value);

    if (!rc)
        return 0;
    if (metric->unit == METRIC_TIME)
        rc = parse_duration(text, &base);
    else if (metric->unit == METRIC_BYTES)
        rc = parse_size(text, &base);
    if (!rc)
        *value = (double)base / metric_json_unit(metric);
    return rc;
}

static int refuse_value(const struct metric *metric, const char *text, struct err *err)
{
    const char *unit = metric_json_unit_name(metric);
    const char *units = metric->unit == METRIC_TIME    ? ", or a time with its unit, as 10ms"
                        : metric->unit == METRIC_BYTES ? ", or a size with its unit, as 4k"
                                                       : "";
    char shown[TEXT_SHOWN_MAX];

    return err_set(err, 0,
                   "%s is nothing to compare %s with; allowed is a number of 0 or more%s%s%s",
                   text_show(shown, text), metric->name, *unit ? " in " : "", unit, units);
}

int check_parse(struct check *check, const char *expression, struct err *err)
{
    char name[NAME_MAX_BYTES], value[VALUE_MAX_BYTES];
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
    *check = (struct check){expression, metric_find(name), ops[at].op, 0};
    if (!check->metric)
        return refuse(err, "there is no figure of that name");
    if (parse_value(check->metric, value, &check->value))
        return refuse_value(check->metric, value, err);
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

enum check_answer check_judge(const struct check *check, const struct outcome *outcome)
{
    double figure = outcome ? metric_json_value(check->metric, outcome) : (double)NAN;

    if (isnan(figure))
        return CHECK_UNKNOWN;
    return compare(figure, check->op, check->value) ? CHECK_YES : CHECK_NO;
}

static bool is_of(const struct metric *metric, const char *group)
{
    return strncmp(metric->path, group, strlen(group)) == 0;
}

static const char *why_unknown(const struct check *check, const struct outcome *outcome)
{
    if (!outcome || !outcome->figures.rounds)
        return "no round was finished";
    if (is_of(check->metric, "disk.") && outcome->figures.disk.reason[0])
        return outcome->figures.disk.reason;
    if (is_of(check->metric, "response_us.") || is_of(check->metric, "backlog_records"))
        return "it is a figure of open loop (--rate)";
    if (is_of(check->metric, "median_round."))
        return "the disk was not read for a round near the median alone";
    return "this mode and strategy have no such figure";
}

char *check_measured(char *buf, size_t size, const struct check *check,
                     const struct outcome *outcome)
{
    const struct metric *metric = check->metric;
    double value = outcome ? metric_value(metric, outcome) : (double)NAN;
    char text[FORMAT_MAX];

    if (isnan(value))
        snprintf(buf, size, "n/a, because %s", why_unknown(check, outcome));
    else if (metric->unit == METRIC_TIME)
        text_copy(buf, size, format_duration(text, (uint64_t)value));
    else if (metric->unit == METRIC_BYTES)
        text_copy(buf, size, format_kib(text, value / 1024));
    else
        text_copy(buf, size, metric_json_text(text, metric, outcome));
    return buf;
}

char *check_sentence(char *buf, size_t size, const struct check *check,
                     const struct outcome *outcome)
{
    static const char *const answers[] = {
        [CHECK_NO] = "does not hold", [CHECK_YES] = "holds", [CHECK_UNKNOWN] = "cannot be judged"};
    char measured[2 * REASON_MAX], expression[2 * REASON_MAX];

    snprintf(buf, size, "%s %s: %s is %s",
             text_escape(expression, sizeof(expression), check->expression),
             answers[check_judge(check, outcome)], check->metric->name,
             check_measured(measured, sizeof(measured), check, outcome));
    return buf;
}

void checks_json(struct json *j, const struct check *list, size_t count,
                 const struct outcome *outcome)
{
    json_array(j, "checks", JSON_LINES);
    for (size_t i = 0; i < count; i++) {
        char text[FORMAT_MAX] = "";
        enum check_answer answer = check_judge(&list[i], outcome);
        json_object(j, NULL, JSON_LINES);
        json_string(j, "expr", list[i].expression);
        json_string(j, "figure", list[i].metric->path);
        json_digits(j, "value", outcome ? metric_json_text(text, list[i].metric, outcome) : text);
        json_known_bool(j, "held", answer != CHECK_UNKNOWN, answer == CHECK_YES);
        json_end(j);
    }
    json_end(j);
}

void checks_text(FILE *out, const struct check *list, size_t count, const struct outcome *outcome)
{
    char line[6 * REASON_MAX];

    for (size_t i = 0; i < count; i++)
        lines_labelled(out, "check", check_sentence(line, sizeof(line), &list[i], outcome));
}

/* result.c: see result.h. */
#include "app/result.h"

#include "report/table.h"
#include "report/visited.h"

void result_take(struct run_result *result, struct outcome *room)
{
    if (!outcome_take(room, result->history))
        return;
    room->interrupted = result->interrupted;
    room->stuck_calls = result->stuck_calls;
    room->stuck_ns = result->stuck_ns;
    room->unfinished = result->unfinished;
    result->outcome = room;
}

static void print_table(FILE *out, const struct run_result *result,
                        void (*print)(FILE *, const struct report_table *))
{
    const struct snapshot *s = history_latest(result->history);
    struct visited visited;

    visited_take(&visited, result);
    const struct report_table table = {
        .target = s ? &s->target : NULL,
        .warnings = visited.warning,
        .warning_count = visited.warning_count,
        .warned = visited.warned,
        .outcomes = visited.outcome,
        .count = s ? visited.count : 0,
        .interrupted = result->interrupted,
    };

    print(out, &table);
}

void result_print(FILE *out, enum output_format format, const struct run_result *result)
{
    switch (format) {
    case OUTPUT_TEXT:
        report_text(out, result);
        break;
    case OUTPUT_JSON:
        report_json(out, result);
        break;
    case OUTPUT_CSV:
        print_table(out, result, report_csv);
        break;
    case OUTPUT_OPENMETRICS:
        print_table(out, result, report_openmetrics);
        break;
    }
}

enum status result_judge(FILE *err, const struct run_result *result)
{
    enum status status = STATUS_DONE;
    char text[6 * REASON_MAX];

    for (size_t i = 0; i < result->check_count; i++) {
        if (check_judge(&result->checks[i], result) == CHECK_NO)
            continue;
        fprintf(err, "fsyncscope: --fail-if %s\n",
                check_sentence(text, sizeof(text), &result->checks[i], result));
        status = STATUS_CHECK;
    }
    return status;
}

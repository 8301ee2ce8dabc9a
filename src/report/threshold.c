/* threshold.c: see threshold.h. A verdict is a comparison of one figure; what speaks against it is
 * said with it. */
#include "report/threshold.h"

#include <string.h>

#include "base/text.h"
#include "report/check.h"
#include "report/lines.h"
#include "report/report.h"
#include "source/history.h"

enum { WORDS_MAX = 4 * REASON_MAX };

/* What is compared; for a system that publishes no threshold, what is shown. */
static struct check check_of(const struct preset *preset)
{
    static const char shown[] = "sync_p99";
    struct check check = {0};

    figure_find(&check.figure, shown, strlen(shown));
    if (preset->threshold)
        check_parse(&check, preset->threshold, NULL);
    return check;
}

/* A disk that failed a sync meets nothing, however fast the others were; nor does one that never
 * returned from a call, which is longer than all that did. */
static enum check_answer judge(const struct preset *preset, const struct outcome *outcome)
{
    const struct check check = check_of(preset);

    if (!preset->threshold || !outcome || outcome->error[0])
        return CHECK_UNKNOWN;
    enum check_answer answer = check_judge(&check, &(struct run_result){.outcome = outcome});
    return answer == CHECK_YES && outcome->stuck_calls ? CHECK_UNKNOWN : answer;
}

/* Why the verdict may not be worth much; NULL when nothing is known against it. */
static const char *reserve(char buf[REASON_MAX], const struct preset *preset,
                           const struct outcome *outcome, bool memory)
{
    char age[FORMAT_MAX];

    if (!outcome)
        return NULL;
    if (outcome->error[0])
        return "the run failed";
    if (outcome->stuck_calls) {
        snprintf(buf, REASON_MAX, "%u call%s stuck for %s when the run was over",
                 outcome->stuck_calls, outcome->stuck_calls == 1 ? " was" : "s were",
                 format_duration(age, outcome->stuck_ns));
        return buf;
    }
    if (memory)
        return "this is memory and says nothing of a disk";
    if (!outcome->config.durable)
        return "the load is not durable";
    if (!preset_is(preset, &outcome->config))
        return "the load is not the preset's own";
    if (outcome->figures.sync.count && outcome->figures.sync.count < THIN_P99_ROUNDS)
        return "it rests on under 100 syncs";
    return NULL;
}

static const char *answer_words(enum check_answer answer)
{
    return answer == CHECK_YES ? "is met" : answer == CHECK_NO ? "is not met" : "cannot be judged";
}

static char *words(char *buf, size_t size, const struct preset *preset,
                   const struct outcome *outcome, bool memory)
{
    const struct check check = check_of(preset);
    const struct run_result result = {.outcome = outcome};
    char why[REASON_MAX], name[FIGURE_PATH_MAX];
    const char *asked = preset->threshold, *but = reserve(why, preset, outcome, memory);
    char measured[2 * REASON_MAX], threshold[REASON_MAX] = "no threshold published";

    if (asked)
        snprintf(threshold, sizeof(threshold), "%s %s", asked,
                 answer_words(judge(preset, outcome)));
    snprintf(buf, size, "%s: %s is %s%s%s", threshold, figure_name(name, &check.figure),
             check_measured(measured, sizeof(measured), &check, &result), but ? "; but " : "",
             but ? but : "");
    return buf;
}

void threshold_text(FILE *out, const struct preset *preset, const struct outcome *outcome,
                    bool memory)
{
    char text[WORDS_MAX], line[WORDS_MAX + REASON_MAX];

    if (!preset)
        return;
    snprintf(line, sizeof(line), "%s: %s", preset->name,
             words(text, sizeof(text), preset, outcome, memory));
    lines_labelled(out, "preset", line);
    lines_labelled(out, "", preset->source);
}

bool threshold_live(struct threshold_live *out, const struct preset *preset,
                    const struct outcome *outcome, bool hangs)
{
    static const char *const answers[] = {
        [CHECK_NO] = "not met", [CHECK_YES] = "met", [CHECK_UNKNOWN] = "a call hangs"};

    if (!preset || !preset->threshold || !outcome || !outcome->figures.sync.count ||
        !preset_is(preset, &outcome->config))
        return false;
    const struct check check = check_of(preset);
    const struct run_result result = {.outcome = outcome};
    const char *thin = outcome->figures.sync.count < THIN_P99_ROUNDS ? "~" : "";
    char measured[REASON_MAX];

    out->answer = check_judge(&check, &result);
    if (out->answer == CHECK_YES && hangs)
        out->answer = CHECK_UNKNOWN;
    const char *answer = answers[out->answer];
    check_measured(measured, sizeof(measured), &check, &result);
    snprintf(out->form[0], THRESHOLD_FORM_MAX, "%s %s: %s, %s%.20s", preset->name,
             preset->threshold, answer, thin, measured);
    snprintf(out->form[1], THRESHOLD_FORM_MAX, "%s: %s, %s%.20s", preset->name, answer, thin,
             measured);
    snprintf(out->form[2], THRESHOLD_FORM_MAX, "%s: %s", preset->name, answer);
    return true;
}

void threshold_json(struct json *j, const struct preset *preset, const struct outcome *outcome,
                    bool memory)
{
    char text[WORDS_MAX], value[FORMAT_MAX], path[FIGURE_PATH_MAX];

    if (!preset) {
        json_null(j, "preset");
        return;
    }
    const struct check check = check_of(preset);
    enum check_answer answer = judge(preset, outcome);
    json_object(j, "preset", JSON_LINES);
    json_string(j, "name", preset->name);
    json_string(j, "what", preset->what);
    json_bool(j, "changed", outcome && !preset_is(preset, &outcome->config));
    json_string(j, "threshold", preset->threshold);
    json_string(j, "figure", figure_path(path, &check.figure));
    json_digits(j, "value",
                figure_digits(value, &check.figure, &(struct run_result){.outcome = outcome}));
    json_known_bool(j, "met", answer != CHECK_UNKNOWN, answer == CHECK_YES);
    json_string(j, "text", words(text, sizeof(text), preset, outcome, memory));
    json_string(j, "source", preset->source);
    json_end(j);
}

/* threshold.c: see threshold.h. A verdict is a comparison of one figure; what speaks against it is
 * said with it. */
#include "report/threshold.h"

#include "base/text.h"
#include "report/check.h"
#include "report/lines.h"
#include "source/history.h"

enum { WORDS_MAX = 4 * REASON_MAX };

/* What is compared; for a system that publishes no threshold, what is shown. */
static struct check check_of(const struct preset *preset)
{
    struct check check = {.metric = metric_find("sync_p99")};

    if (preset->threshold)
        check_parse(&check, preset->threshold, NULL);
    return check;
}

/* A disk that failed a sync meets nothing, however fast the others were. */
static enum check_answer judge(const struct preset *preset, const struct outcome *outcome)
{
    const struct check check = check_of(preset);

    if (!preset->threshold || !outcome || outcome->error[0])
        return CHECK_UNKNOWN;
    return check_judge(&check, outcome);
}

/* Why the verdict may not be worth much; NULL when nothing is known against it. */
static const char *reserve(const struct preset *preset, const struct outcome *outcome, bool memory)
{
    if (!outcome)
        return NULL;
    if (outcome->error[0])
        return "the run failed";
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
    const char *asked = preset->threshold, *but = reserve(preset, outcome, memory);
    char measured[2 * REASON_MAX], threshold[REASON_MAX] = "no threshold published";

    if (asked)
        snprintf(threshold, sizeof(threshold), "%s %s", asked,
                 answer_words(judge(preset, outcome)));
    snprintf(buf, size, "%s: %s is %s%s%s", threshold, check.metric->name,
             check_measured(measured, sizeof(measured), &check, outcome), but ? "; but " : "",
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

void threshold_json(struct json *j, const struct preset *preset, const struct outcome *outcome,
                    bool memory)
{
    char text[WORDS_MAX], value[FORMAT_MAX] = "";

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
    json_string(j, "figure", check.metric->path);
    json_digits(j, "value", outcome ? metric_json_text(value, check.metric, outcome) : value);
    json_known_bool(j, "met", answer != CHECK_UNKNOWN, answer == CHECK_YES);
    json_string(j, "text", words(text, sizeof(text), preset, outcome, memory));
    json_string(j, "source", preset->source);
    json_end(j);
}

/* info.c: what stands under a directory, as text and as JSON, without a single write to it. */
#include "report/report.h"

#include "base/facts.h"
#include "base/text.h"
#include "report/json_target.h"
#include "report/lines.h"

static void tell_fact(void *ctx, const char *label, const char *text)
{
    char shown[4 * FACT_MAX];
    lines_labelled(ctx, label, text_escape(shown, sizeof shown, text));
}

/* Not broken into lines: the branches must stay under each other. */
static void put_stack(FILE *out, const struct target *t)
{
    char line[FACT_MAX], shown[4 * FACT_MAX];

    for (unsigned i = 0; i < t->layer_count && i < TARGET_LAYERS_MAX; i++) {
        facts_layer(line, sizeof line, t, i, &branches_ascii);
        fprintf(out, "%-13s%s\n", i ? "" : "stack", text_escape(shown, sizeof shown, line));
    }
}

void report_info_text(FILE *out, const struct target *t, const double load[3])
{
    char line[FACT_MAX];

    tell_fact(out, "directory", t->dir);
    facts_tell(t, tell_fact, out);
    put_stack(out, t);
    tell_fact(out, "system", facts_system(line, sizeof line, t, load));
    if (t->warning_count)
        lines_warnings(out, t->warning, t->warning_count, true);
    else
        lines_labelled(out, "warnings", "none that can be known without measuring");
}

void report_info_json(FILE *out, const struct target *t, const double load[3])
{
    struct json j = {.out = out};

    json_object(&j, NULL, JSON_LINES);
    json_string(&j, "fsyncscope", FSYNCSCOPE_VERSION);
    json_target(&j, t, load, t->warning, t->warning_count);
    json_end(&j);
}

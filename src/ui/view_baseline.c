/* view_baseline.c: how the live figures stand to the baseline's, in words. */
#include "ui/panels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "source/naming.h"

/* What the baseline is called beside CONFIG: by what they differ in. */
static const char *name_of(char out[NAMING_MAX], const struct compared *baseline,
                           const struct config *config)
{
    unsigned apart = naming_apart(config, &baseline->outcome.config);
    if (!apart)
        return strcpy(out, "when it was pinned");
    return naming_tell(out, &baseline->outcome.config, apart);
}

void baseline_words(char out[BASELINE_WORDS_MAX], const struct compared *base, uint64_t p50_ns,
                    const struct config *config)
{
    char name[NAMING_MAX], number[FORMAT_MAX];
    double factor;
    enum pace pace = comparison_pace(p50_ns, base->p50_ns, &factor);
    const char *durable = base->outcome.config.durable ? "" : " (not durable)";
    name_of(name, base, config);
    if (pace == PACE_UNKNOWN)
        snprintf(out, BASELINE_WORDS_MAX, "not to be compared with %s%s", name, durable);
    else if (pace == PACE_SAME)
        snprintf(out, BASELINE_WORDS_MAX, "about the same as %s%s", name, durable);
    else
        snprintf(out, BASELINE_WORDS_MAX, "%sx %s than %s%s", format_number(number, factor),
                 pace == PACE_SLOWER ? "slower" : "faster", name, durable);
}

struct ratio {
    const char *name;
    double now, base;
};

/* "  p99 1.83x". False when it does not fit; what cannot be divided is left out. */
static bool put_ratio(struct pen *pen, const struct ratio *ratio)
{
    char number[FORMAT_MAX], text[FORMAT_MAX + 2];
    if (!isfinite(ratio->now) || !(ratio->base > 0))
        return true;
    snprintf(text, sizeof text, "%sx", format_number(number, ratio->now / ratio->base));
    if (pen->x + 3 + (int)(strlen(ratio->name) + strlen(text)) > pen->end)
        return false;
    pen_print(pen, ROLE_DIM, "  %s ", ratio->name);
    pen_text(pen, ROLE_VALUE, text);
    return true;
}

void panel_baseline(struct canvas *canvas, struct rect row, const struct scene *scene)
{
    const struct compared *base = scene->baseline;
    char words[BASELINE_WORDS_MAX];
    double factor;
    if (!base || row.h <= 0 || !scene->now || scene_silence(scene))
        return;
    enum pace pace = comparison_pace(scene->latency.p50_ns, base->p50_ns, &factor);
    struct pen pen = {canvas, row.x + 2, row.y, row.x + row.w};
    baseline_words(words, base, scene->latency.p50_ns, &scene->now->config);
    pen_text(&pen, ROLE_DIM, "= ");
    pen.x += canvas_short(canvas, pen.x, pen.y, pen.end - pen.x,
                          pace == PACE_FASTER   ? ROLE_GOOD
                          : pace == PACE_SLOWER ? ROLE_WARN
                                                : ROLE_VALUE,
                          words);
    const struct ratio ratios[] = {
        {"p99", (double)scene->latency.p99_ns, (double)base->p99_ns},
        {"records/s", scene->records_per_s, base->records_per_s},
        {"flushes", scene->flushes_per_record, base->flushes_per_record},
        {"KiB", scene->kib_per_record, base->kib_per_record},
    };
    for (size_t i = 0; i < sizeof ratios / sizeof *ratios && put_ratio(&pen, &ratios[i]); i++)
        ;
}

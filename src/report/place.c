/* place.c: see place.h. */
#include "report/place.h"

#include <stdio.h>

#include "base/facts.h"
#include "base/text.h"
#include "report/lines.h"

static void put_escaped(FILE *out, const char *label, const char *name)
{
    char text[4 * TARGET_PATH_MAX];
    lines_labelled(out, label, text_escape(text, sizeof(text), name));
}

static void put_file_system(FILE *out, const struct target *t)
{
    char point[TARGET_PATH_MAX], options[2 * TARGET_OPTIONS_MAX];
    char line[TARGET_PATH_MAX + 2 * TARGET_OPTIONS_MAX + 128];

    if (t->mount_point[0])
        snprintf(line, sizeof(line), "%s, mounted on %s (%s)", t->file_system,
                 text_escape(point, sizeof(point), t->mount_point),
                 text_escape(options, sizeof(options), t->mount_options));
    else
        snprintf(line, sizeof(line), "%s%s", t->file_system,
                 t->mount_elsewhere ? ", mounted where this process does not see it" : "");
    lines_labelled(out, "file system", line);
}

static void put_device(FILE *out, const struct device *d)
{
    char model[2 * TARGET_NAME_MAX], nature[256], line[512];

    snprintf(line, sizeof(line), "%s%s%s: %s", d->name, d->model[0] ? ", " : "",
             text_escape(model, sizeof(model), d->model), facts_device(nature, sizeof(nature), d));
    lines_labelled(out, "disk", line);
}

static void put_system(FILE *out, const struct snapshot *s)
{
    char line[256];
    lines_labelled(out, "system", facts_system(line, sizeof(line), &s->target, s->load_average));
}

void place_text(FILE *out, const struct snapshot *s)
{
    const struct target *t = &s->target;

    put_escaped(out, "directory", t->dir);
    put_file_system(out, t);
    for (unsigned i = 0; i < t->device_count; i++)
        put_device(out, &t->device[i]);
    if (!t->device_count || t->no_device_reason[0])
        put_escaped(out, "disk", t->no_device_reason[0] ? t->no_device_reason : "n/a");
    put_system(out, s);
}

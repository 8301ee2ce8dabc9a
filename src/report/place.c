/* place.c: see place.h. */
#include "report/place.h"

#include <stdio.h>

#include "base/facts.h"
#include "base/text.h"
#include "report/lines.h"

static void put_escaped(FILE *out, const char *label, const char *words)
{
    char text[8 * FACT_MAX];
    lines_labelled(out, label, text_escape(text, sizeof(text), words));
}

static void put_file_system(FILE *out, const struct target *t)
{
    char space[FACT_MAX], line[2 * FACT_MAX + 64];

    facts_space(space, sizeof(space), t);
    if (t->mount_point[0])
        snprintf(line, sizeof(line), "%s, mounted on %s%s%s%s%s%s", space, t->mount_point,
                 t->mount_source[0] ? " from " : "", t->mount_source,
                 t->mount_options[0] ? " (" : "", t->mount_options, t->mount_options[0] ? ")" : "");
    else
        snprintf(line, sizeof(line), "%s%s", space,
                 t->mount_elsewhere ? ", mounted where this process does not see it" : "");
    put_escaped(out, "file system", line);
}

static void put_facts(FILE *out, const struct target *t)
{
    char line[FACT_MAX];

    if (facts_promises(line, sizeof(line), t))
        put_escaped(out, "barriers", line);
    for (unsigned i = 0; i < t->device_count; i++)
        put_escaped(out, "disk", facts_disk(line, sizeof(line), &t->device[i]));
    if (!t->device_count || t->no_device_reason[0])
        put_escaped(out, "disk", t->no_device_reason[0] ? t->no_device_reason : "n/a");
    if (facts_stack(line, sizeof(line), t))
        put_escaped(out, "stack", line);
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
    put_facts(out, t);
    put_system(out, s);
}

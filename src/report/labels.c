/* labels.c: see labels.h. */
#include "report/labels.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "base/text.h"
#include "source/naming.h"

/* Appends NAME="VALUE". */
static void add_label(char *labels, const char *name, const char *value)
{
    char text[4 * TARGET_PATH_MAX];
    char *out = labels + strlen(labels), *end = labels + LABELS_MAX - 4;

    if (strlen(labels) + strlen(name) + 8 > LABELS_MAX)
        return;
    out += sprintf(out, "%s%s=\"", *labels ? "," : "", name);
    text_escape(text, sizeof(text), value);
    for (const char *c = text; *c && out < end; c++) {
        if (*c == '"' || *c == '\\')
            *out++ = '\\';
        *out++ = *c;
    }
    *out++ = '"';
    *out = '\0';
}

static void add_count(char *labels, const char *name, uint64_t value)
{
    char text[FORMAT_MAX];

    snprintf(text, sizeof(text), "%" PRIu64, value);
    add_label(labels, name, text);
}

void labels_of(char labels[LABELS_MAX], const struct target *target, const struct config *c)
{
    char delay[FORMAT_MAX] = "", rate[FORMAT_MAX] = "", file[FORMAT_MAX] = "";

    if (c->uses_delay)
        format_fixed(delay, (double)c->delay_ns / 1e9, 9);
    if (c->rate_per_s > 0)
        format_fixed(rate, c->rate_per_s, 3);
    if (c->file_bytes > 0) /* else the mode's own */
        snprintf(file, sizeof(file), "%" PRIu64, c->file_bytes);
    labels[0] = '\0';
    add_label(labels, "mode", c->mode);
    add_label(labels, "strategy", c->strategy);
    add_count(labels, "writers", c->writers);
    add_count(labels, "record_bytes", naming_is_floor(c) ? 0 : c->record_bytes);
    add_count(labels, "batch", c->batch);
    add_label(labels, "delay_seconds", delay);
    add_count(labels, "siblings", c->uses_siblings ? c->siblings : 0);
    add_label(labels, "rate_per_second", rate);
    add_label(labels, "file_bytes", file);
    add_label(labels, "target", target->dir);
    add_label(labels, "file_system", target->file_system);
}

/* What needs no text to tell apart: a table of many rows asks for each pair, once a family. */
static bool may_be_alike(const struct config *a, const struct config *b)
{
    return a->writers == b->writers && a->record_bytes == b->record_bytes && a->batch == b->batch &&
           strcmp(a->mode, b->mode) == 0 && strcmp(a->strategy, b->strategy) == 0;
}

bool labels_repeated(const struct report_table *table, size_t i)
{
    const struct config *config = &table->outcomes[i]->config;
    char own[LABELS_MAX], other[LABELS_MAX];

    labels_of(own, table->target, config);
    for (size_t k = 0; k < i; k++) {
        if (!may_be_alike(config, &table->outcomes[k]->config))
            continue;
        labels_of(other, table->target, &table->outcomes[k]->config);
        if (strcmp(own, other) == 0)
            return true;
    }
    return false;
}

/* csv.c: RFC 4180: lines end in CR LF, a field is quoted where it has to be. */
#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "report/table.h"
#include "source/metric.h"
#include "source/naming.h"

/* What a row says before its figures. */
struct column {
    const char *name;
    void (*put)(char *out, size_t size, const struct report_table *table,
                const struct outcome *outcome);
};

enum { FIELD_MAX = 4 * TARGET_PATH_MAX };

#define COLUMN(name)                                                                               \
    static void put_##name(char *out, size_t size, const struct report_table *table,               \
                           const struct outcome *o)

#define TEXT_COLUMN(name, text)                                                                    \
    COLUMN(name)                                                                                   \
    {                                                                                              \
        (void)table, (void)o;                                                                      \
        text_escape(out, size, text);                                                              \
    }

#define COUNT_COLUMN(name, count)                                                                  \
    COLUMN(name)                                                                                   \
    {                                                                                              \
        (void)table;                                                                               \
        snprintf(out, size, "%" PRIu64, (uint64_t)(count));                                        \
    }

#define BOOL_COLUMN(name, value)                                                                   \
    COLUMN(name)                                                                                   \
    {                                                                                              \
        (void)table;                                                                               \
        text_copy(out, size, (value) ? "true" : "false");                                          \
    }

TEXT_COLUMN(mode, o->config.mode)
TEXT_COLUMN(strategy, o->config.strategy)
COUNT_COLUMN(writers, o->config.writers)
COUNT_COLUMN(siblings, o->config.siblings)
COUNT_COLUMN(batch, o->config.batch)
BOOL_COLUMN(durable, o->config.durable)
BOOL_COLUMN(interrupted, o->interrupted || table->interrupted)
TEXT_COLUMN(error, o->error)
TEXT_COLUMN(disk_reason, o->figures.disk.reason)
TEXT_COLUMN(dir, table->target->dir)
TEXT_COLUMN(file_system, table->target->file_system)

COLUMN(record_bytes)
{
    (void)table;
    out[0] = '\0';
    if (!naming_is_floor(&o->config))
        snprintf(out, size, "%" PRIu64, o->config.record_bytes);
}

COLUMN(delay_us)
{
    (void)table;
    snprintf(out, size, "%" PRIu64 ".%03u", o->config.delay_ns / 1000,
             (unsigned)(o->config.delay_ns % 1000));
}

COLUMN(rate_per_s)
{
    char text[FORMAT_MAX] = "";

    (void)table;
    if (o->config.rate_per_s > 0)
        format_fixed(text, o->config.rate_per_s, 3);
    text_copy(out, size, text);
}

/* The mode's own size is not known here. */
COLUMN(file_bytes)
{
    (void)table;
    out[0] = '\0';
    if (o->config.file_bytes)
        snprintf(out, size, "%" PRIu64, o->config.file_bytes);
}

static void add_id(char *out, size_t size, const char *id)
{
    size_t used = strlen(out);
    snprintf(out + used, size - used, "%s%s", used ? ";" : "", id);
}

COLUMN(warnings)
{
    out[0] = '\0';
    for (unsigned i = 0; i < table->warning_count; i++) {
        const char *id = table->warnings[i].id;
        if (strcmp(id, "not-durable") != 0 && table_warns(table, o, id))
            add_id(out, size, id);
    }
    if (table_warns(table, o, "not-durable"))
        add_id(out, size, "not-durable");
}

static const struct column columns[] = {
    {"mode", put_mode},
    {"strategy", put_strategy},
    {"writers", put_writers},
    {"delay_us", put_delay_us},
    {"siblings", put_siblings},
    {"record_bytes", put_record_bytes},
    {"batch", put_batch},
    {"rate_per_s", put_rate_per_s},
    {"file_bytes", put_file_bytes},
    {"durable", put_durable},
    {"interrupted", put_interrupted},
    {"error", put_error},
    {"warnings", put_warnings},
    {"disk.reason", put_disk_reason},
    {"dir", put_dir},
    {"file_system", put_file_system},
};

enum { COLUMNS = sizeof(columns) / sizeof(columns[0]) };

static void put_field(FILE *out, const char *text, bool first)
{
    if (!first)
        putc(',', out);
    if (!text[strcspn(text, ",\"\r\n")]) {
        fputs(text, out);
        return;
    }
    putc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            putc('"', out);
        putc(*text, out);
    }
    putc('"', out);
}

static void put_header(FILE *out)
{
    const struct metric *metric;

    for (size_t i = 0; i < COLUMNS; i++)
        put_field(out, columns[i].name, i == 0);
    for (size_t i = 0; (metric = metric_at(i)); i++)
        put_field(out, metric->path, false);
    fputs("\r\n", out);
}

static void put_row(FILE *out, const struct report_table *table, const struct outcome *outcome)
{
    const struct metric *metric;
    char field[FIELD_MAX], number[FORMAT_MAX];

    for (size_t i = 0; i < COLUMNS; i++) {
        columns[i].put(field, sizeof(field), table, outcome);
        put_field(out, field, i == 0);
    }
    for (size_t i = 0; (metric = metric_at(i)); i++)
        put_field(out, metric_json_text(number, metric, outcome), false);
    fputs("\r\n", out);
}

void report_csv(FILE *out, const struct report_table *table)
{
    put_header(out);
    for (size_t i = 0; i < table->count; i++)
        put_row(out, table, table->outcomes[i]);
}

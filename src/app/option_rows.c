/* option_rows.c: the options, and what each does with its value. A new one is a row. */
#include "app/option_rows.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "app/stack.h"
#include "base/text.h"
#include "disk/syncmode.h"
#include "engine/strategy.h"
#include "source/tour.h"

typedef const char *name_at(size_t i); /* NULL past the end */

static const char *mode_name(size_t i)
{
    const struct syncmode *mode = syncmode_at(i);
    return mode ? mode->about.name : NULL;
}

static const char *strategy_name(size_t i)
{
    const struct strategy *strategy = strategy_at(i);
    return strategy ? strategy->about.name : NULL;
}

static const char *preset_name(size_t i)
{
    const struct preset *preset = preset_at(i);
    return preset ? preset->name : NULL;
}

/* "--mode VALUE: allowed is one of A, B, C", as many names as fit. */
static int refuse_name(const char *option, const char *value, name_at *at, struct err *err)
{
    char names[300] = "", shown[TEXT_SHOWN_MAX];
    size_t used = 0;

    for (size_t i = 0; at(i) && used < sizeof(names); i++)
        used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%s", i ? ", " : "", at(i));
    if (used >= sizeof(names))
        return err_set(err, 0, "--%s %s: there is none of that name; `fsyncscope modes` lists them",
                       option, text_show(shown, value));
    return err_set(err, 0, "--%s %s: allowed is one of %s", option, text_show(shown, value), names);
}

static int apply_mode(struct options *out, const struct option_row *row, const char *value,
                      struct err *err)
{
    const struct syncmode *mode = syncmode_find(value);

    if (!mode)
        return refuse_name(row->name, value, mode_name, err);
    text_copy(out->config.mode, sizeof(out->config.mode), mode->about.name);
    return 0;
}

static int apply_strategy(struct options *out, const struct option_row *row, const char *value,
                          struct err *err)
{
    const struct strategy *strategy = strategy_find(value);

    if (!strategy)
        return refuse_name(row->name, value, strategy_name, err);
    text_copy(out->config.strategy, sizeof(out->config.strategy), strategy->about.name);
    return 0;
}

static int apply_number(struct options *out, const struct option_row *row, const char *value,
                        struct err *err)
{
    return config_set_number(&out->config, row->number, value, err);
}

static int apply_rate(struct options *out, const struct option_row *row, const char *value,
                      struct err *err)
{
    (void)row;
    return config_set_rate(&out->config, value, err);
}

static const char *const formats[] = {
    [OUTPUT_TEXT] = "text",
    [OUTPUT_JSON] = "json",
    [OUTPUT_CSV] = "csv",
    [OUTPUT_OPENMETRICS] = "openmetrics",
};

enum { FORMATS = sizeof(formats) / sizeof(formats[0]) };

const char *option_format_name(size_t i)
{
    return i < FORMATS ? formats[i] : NULL;
}

static int apply_format(struct options *out, const struct option_row *row, const char *value,
                        struct err *err)
{
    for (size_t i = 0; i < FORMATS; i++) {
        if (strcmp(value, formats[i]) == 0) {
            out->format = (enum output_format)i;
            return 0;
        }
    }
    return refuse_name(row->name, value, option_format_name, err);
}

/* Options that come later override what it sets. */
static int apply_preset(struct options *out, const struct option_row *row, const char *value,
                        struct err *err)
{
    const struct preset *preset = preset_find(value);

    if (!preset)
        return refuse_name(row->name, value, preset_name, err);
    out->preset = preset;
    preset_apply(preset, &out->config);
    return 0;
}

/* Whether there is such a figure is asked of a document, whose making takes more than a little
 * stack.
 */
static int apply_check(struct options *out, const struct option_row *row, const char *value,
                       struct err *err)
{
    char shown[TEXT_SHOWN_MAX];
    struct check check;
    struct err why;

    text_show(shown, value);
    if (out->check_count == CHECKS_MAX)
        return err_set(err, 0, "--%s %s: allowed are %d of them", row->name, shown, CHECKS_MAX);
    if (stack_ensure(err))
        return -EINVAL;
    if (check_parse(&check, value, &why))
        return err_set(err, 0, "--%s %s: %s", row->name, shown, why.text);
    out->checks[out->check_count++] = value;
    return 0;
}

static int apply_sections(struct options *out, const struct option_row *row, const char *value,
                          struct err *err)
{
    (void)row;
    return tour_sections_parse(value, &out->sections, err);
}

static const char *trace_name(size_t i)
{
    static const char *const names[] = {
        [TRACE_AUTO] = "auto", [TRACE_ON] = "on", [TRACE_OFF] = "off"};
    return i < sizeof(names) / sizeof(names[0]) ? names[i] : NULL;
}

static int apply_trace(struct options *out, const struct option_row *row, const char *value,
                       struct err *err)
{
    for (size_t i = 0; trace_name(i); i++) {
        if (strcmp(value, trace_name(i)) == 0) {
            out->trace = (enum trace_wish)i;
            return 0;
        }
    }
    return refuse_name(row->name, value, trace_name, err);
}

static int apply_name(struct options *out, const struct option_row *row, const char *value,
                      struct err *err)
{
    if (!*value)
        return err_set(err, 0, "--%s '': allowed is a %s of one letter or more", row->name,
                       row->value);
    memcpy((char *)out + row->member, &value, sizeof(value));
    return 0;
}

static int apply_flag(struct options *out, const struct option_row *row, const char *value,
                      struct err *err)
{
    const bool yes = true;

    (void)value, (void)err;
    memcpy((char *)out + row->member, &yes, sizeof(yes));
    return 0;
}

static int apply_command(struct options *out, const struct option_row *row, const char *value,
                         struct err *err)
{
    (void)value, (void)err;
    out->command = row->command;
    return 0;
}

#define NUMBER(n)       .apply = apply_number, .number = (n)
#define MEMBER(what, m) .apply = apply_##what, .member = offsetof(struct options, m)
#define COMMAND(c)      .apply = apply_command, .command = (c)

enum {
    SCREEN = COMMAND_BIT(COMMAND_DASHBOARD),
    MEASURING = SCREEN | COMMAND_BIT(COMMAND_RUN) | COMMAND_BIT(COMMAND_TOUR),
    ALL = MEASURING | COMMAND_BIT(COMMAND_INFO) | COMMAND_BIT(COMMAND_MODES),
};

static const struct option_row rows[] = {
    {'m', "mode", "NAME", "how one sync is done (append-fsync)", .apply = apply_mode},
    {'S', "strategy", "NAME", "how writers share syncs (alone)", .apply = apply_strategy},
    {'w', "writers", "N", "how many at once, 1 to 1024 (1)", NUMBER(CONFIG_WRITERS)},
    {'d', "delay", "TIME", "what group+delay and async wait, 0 to 1s (200us)",
     NUMBER(CONFIG_DELAY)},
    {0, "siblings", "N", "wait only if N other writers are under way (0)", NUMBER(CONFIG_SIBLINGS)},
    {'s', "size", "SIZE", "of a record, 1 to 16M (4k)", NUMBER(CONFIG_RECORD)},
    {'b', "batch", "N", "writes per sync, 1 to 65536 (1)", NUMBER(CONFIG_BATCH)},
    {'c', "count", "N", "stop after N rounds in all (run: 1000)", NUMBER(CONFIG_STOP_ROUNDS)},
    {'t', "time", "TIME", "stop after TIME; with -c, what is first (tour: 1s)",
     NUMBER(CONFIG_STOP_TIME)},
    {0, "rate", "N", "open loop: N records a second on a schedule", .apply = apply_rate},
    {0, "file-size", "SIZE", "of the file (append 256M, overwrite 1024 records)",
     NUMBER(CONFIG_FILE)},
    {0, "only", "LIST", "of a tour: modes,writers,batch,size,delay,growth",
     .apply = apply_sections},
    {0, "trace", "NAME", "look inside rounds: auto, on, off (auto)", .apply = apply_trace},
    {'f', "format", "NAME", "text, json; of run, tour csv, openmetrics too (text)",
     .apply = apply_format, .commands = ALL},
    {'o', "output", "FILE", "result of run, tour, info, not to standard output",
     MEMBER(name, output), .commands = ALL},
    {0, "fail-if", "EXPR", "exit 3 when it holds, as p99>10ms; several times",
     .apply = apply_check},
    {0, "preset", "NAME", "the load of etcd, postgresql, innodb, redis, sqlite",
     .apply = apply_preset},
    {0, "theme", "NAME", "colours of the screen (dark)", MEMBER(name, theme), .commands = SCREEN},
    {0, "ascii", NULL, "draw with ASCII alone", MEMBER(flag, ascii), .commands = SCREEN},
    {0, "no-color", NULL, "draw without colours, as with NO_COLOR set", MEMBER(flag, no_color),
     .commands = SCREEN},
    {0, "no-mouse", NULL, "leave the mouse to the terminal", MEMBER(flag, no_mouse),
     .commands = SCREEN},
    {'h', "help", NULL, "print this and exit", COMMAND(COMMAND_HELP)},
    {'V', "version", NULL, "print the version and exit", COMMAND(COMMAND_VERSION)},
};

enum { ROWS = sizeof(rows) / sizeof(rows[0]) };

_Static_assert((int)ROWS <= (int)OPTION_ROWS_MAX, "a bit each in struct options");

const struct option_row *option_row(size_t i)
{
    return i < ROWS ? &rows[i] : NULL;
}

bool option_is_given(const struct options *options, const char *name)
{
    for (size_t i = 0; i < ROWS; i++) {
        if (strcmp(rows[i].name, name) == 0)
            return options->given & UINT32_C(1) << i;
    }
    return false;
}

/* Whether COMMAND has no use for ROW, whatever its strategy. */
static bool is_for_others(const struct option_row *row, enum command command, char *why,
                          size_t size)
{
    const unsigned commands = row->commands ? row->commands : MEASURING;

    if (commands & COMMAND_BIT(command))
        return false;
    if (commands == SCREEN) {
        snprintf(why, size, "for the dashboard");
        return true;
    }
    for (size_t i = 0; command_row(i); i++) {
        if (command_row(i)->command == command)
            snprintf(why, size, "not used by %s", command_row(i)->name);
    }
    return true;
}

/* What a mode has no use for, whatever the strategy. */
static bool is_idle_in(const struct syncmode *mode, const struct option_row *row, char *why,
                       size_t size)
{
    const bool has_size = mode->layout != LAYOUT_FIXED && mode->layout != LAYOUT_FRESH;

    if (row->apply != apply_number)
        return false;
    snprintf(why, size, "%s writes nothing", mode->about.name);
    if (!mode->write && (row->number == CONFIG_BATCH || row->number == CONFIG_RECORD))
        return true;
    snprintf(why, size, "%s has no file that grows or is filled", mode->about.name);
    return !has_size && row->number == CONFIG_FILE;
}

bool option_is_idle(const struct options *options, size_t i, char *why, size_t size)
{
    const struct strategy *strategy = strategy_find(options->config.strategy);
    const struct syncmode *mode = syncmode_find(options->config.mode);
    const struct option_row *row = option_row(i);

    if (!row || !mode || !strategy || !(options->given & UINT32_C(1) << i))
        return false;
    if (is_for_others(row, options->command, why, size))
        return true;
    if (options->command == COMMAND_TOUR) /* it has all strategies */
        return false;
    if (is_idle_in(mode, row, why, size))
        return true;
    snprintf(why, size, "not used by %s", strategy->about.name);
    if (row->apply == apply_number && row->number == CONFIG_DELAY)
        return !strategy->about.uses_delay;
    if (row->apply == apply_number && row->number == CONFIG_SIBLINGS)
        return !strategy->about.uses_siblings;
    return false;
}

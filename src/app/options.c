/* options.c: rows of options and commands, and the walk over argv.
 *
 * getopt_long(3) splits the words; what is said about a wrong one is ours. A command is the first
 * word that is no option, so that a directory of such a name is told as "./run" or after "--". */
#include "app/options.h"

#include <errno.h>
#include <getopt.h>
#include <string.h>

#include "base/text.h"
#include "disk/syncmode.h"
#include "engine/strategy.h"
#include "source/tour.h"

enum { LONG_ONLY = 256 };

static const struct command_row commands[] = {
    {"", "[OPTION]... [DIR]", "the live dashboard on DIR (default: .)", COMMAND_DASHBOARD},
    {"run", "[OPTION]... [DIR]", "one configuration, without a screen", COMMAND_RUN},
    {"tour", "[OPTION]... [DIR]", "tables: modes, writers, sizes and more", COMMAND_TOUR},
    {"info", "[-f json] [DIR]", "what stands under DIR, with warnings", COMMAND_INFO},
    {"modes", "[-f json]", "every mode and strategy explained", COMMAND_MODES},
};

const struct command_row *command_row(size_t i)
{
    return i < sizeof(commands) / sizeof(commands[0]) ? &commands[i] : NULL;
}

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
    char names[300] = "";
    size_t used = 0;

    for (size_t i = 0; at(i) && used < sizeof(names); i++)
        used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%s", i ? ", " : "", at(i));
    if (used >= sizeof(names))
        return err_set(err, 0, "--%s %s: there is none of that name; `fsyncscope modes` lists them",
                       option, value);
    return err_set(err, 0, "--%s %s: allowed is one of %s", option, value, names);
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

static int apply_format(struct options *out, const struct option_row *row, const char *value,
                        struct err *err)
{
    for (size_t i = 0; i < FORMATS; i++) {
        if (strcmp(value, formats[i]) == 0) {
            out->format = (enum output_format)i;
            return 0;
        }
    }
    return err_set(err, 0, "--%s %s: allowed is one of text, json, csv, openmetrics", row->name,
                   value);
}

/* Options that come later override what it sets. */
static int apply_preset(struct options *out, const struct option_row *row, const char *value,
                        struct err *err)
{
    const struct preset *preset = preset_find(value);

    if (!preset)
        return refuse_name(row->name, *value ? value : "''", preset_name, err);
    out->preset = preset;
    preset_apply(preset, &out->config);
    return 0;
}

static int apply_check(struct options *out, const struct option_row *row, const char *value,
                       struct err *err)
{
    struct err why;

    if (out->check_count == CHECKS_MAX)
        return err_set(err, 0, "--%s %s: allowed are %d of them", row->name, value, CHECKS_MAX);
    if (check_parse(&out->checks[out->check_count], value, &why))
        return err_set(err, 0, "--%s %s: %s", row->name, *value ? value : "''", why.text);
    out->check_count++;
    return 0;
}

static int apply_sections(struct options *out, const struct option_row *row, const char *value,
                          struct err *err)
{
    (void)row;
    return tour_sections_parse(value, &out->sections, err);
}

static int apply_trace(struct options *out, const struct option_row *row, const char *value,
                       struct err *err)
{
    static const char *const names[] = {
        [TRACE_AUTO] = "auto", [TRACE_ON] = "on", [TRACE_OFF] = "off"};

    for (int i = TRACE_AUTO; i <= TRACE_OFF; i++) {
        if (strcmp(value, names[i]) == 0) {
            out->trace = (enum trace_wish)i;
            return 0;
        }
    }
    return err_set(err, 0, "--%s %s: allowed is one of auto, on, off", row->name, value);
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
     .apply = apply_format},
    {'o', "output", "FILE", "result of run, tour, info, not to standard output",
     MEMBER(name, output)},
    {0, "fail-if", "EXPR", "exit 3 when it holds, as p99>10ms; several times",
     .apply = apply_check},
    {0, "preset", "NAME", "the load of etcd, postgresql, innodb, redis, sqlite",
     .apply = apply_preset},
    {0, "theme", "NAME", "colours of the screen (dark)", MEMBER(name, theme), .for_screen = true},
    {0, "ascii", NULL, "draw with ASCII alone", MEMBER(flag, ascii), .for_screen = true},
    {0, "no-color", NULL, "draw without colours, as with NO_COLOR set", MEMBER(flag, no_color),
     .for_screen = true},
    {0, "no-mouse", NULL, "leave the mouse to the terminal", MEMBER(flag, no_mouse),
     .for_screen = true},
    {'h', "help", NULL, "print this and exit", COMMAND(COMMAND_HELP)},
    {'V', "version", NULL, "print the version and exit", COMMAND(COMMAND_VERSION)},
};

enum { ROWS = sizeof(rows) / sizeof(rows[0]) };

_Static_assert(ROWS <= 32, "a bit each in struct options");

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
    snprintf(why, size, "for the dashboard");
    if (row->for_screen || options->command == COMMAND_TOUR) /* a tour has all strategies */
        return row->for_screen && options->command != COMMAND_DASHBOARD;
    if (is_idle_in(mode, row, why, size))
        return true;
    snprintf(why, size, "not used by %s", strategy->about.name);
    if (row->apply == apply_number && row->number == CONFIG_DELAY)
        return !strategy->about.uses_delay;
    if (row->apply == apply_number && row->number == CONFIG_SIBLINGS)
        return !strategy->about.uses_siblings;
    return false;
}

/* What getopt_long(3) wants to have. */
struct getopt_tables {
    char letters[2 + 2 * ROWS + 1];
    struct option names[ROWS + 1];
};

static int code_of(size_t row)
{
    return rows[row].letter ? rows[row].letter : LONG_ONLY + (int)row;
}

static const struct option_row *row_of(int code)
{
    for (size_t i = 0; i < ROWS; i++) {
        if (code_of(i) == code)
            return &rows[i];
    }
    return NULL;
}

/* "-": words that are no options come in order, as code 1. ":": a missing value is told apart. */
static void fill_tables(struct getopt_tables *t)
{
    char *letter = t->letters;

    *t = (struct getopt_tables){0};
    *letter++ = '-';
    *letter++ = ':';
    for (size_t i = 0; i < ROWS; i++) {
        t->names[i] = (struct option){.name = rows[i].name,
                                      .has_arg = rows[i].value ? required_argument : no_argument,
                                      .val = code_of(i)};
        if (!rows[i].letter)
            continue;
        *letter++ = rows[i].letter;
        if (rows[i].value)
            *letter++ = ':';
    }
}

/* A word that getopt did not take: CODE is ':' or '?', WORD the one it came from. */
static int refuse_word(int code, const char *word, struct err *err)
{
    const struct option_row *row = optopt ? row_of(optopt) : NULL;

    if (code == ':' && row)
        return err_set(err, 0, "--%s: needs a value, %s", row->name, row->value);
    if (row)
        return err_set(err, 0, "--%s: takes no value", row->name);
    if (optopt)
        return err_set(err, 0, "-%c: there is no such option; see `fsyncscope --help`", optopt);
    return err_set(err, 0,
                   "%s: there is no such option, or it is not clear which; "
                   "see `fsyncscope --help`",
                   word);
}

/* The first word may be a command; one more is the directory. */
static int take_word(struct options *out, const char *word, bool may_be_command, struct err *err)
{
    for (size_t i = 0; may_be_command && i < sizeof(commands) / sizeof(commands[0]); i++) {
        if (strcmp(commands[i].name, word) == 0 && *word) {
            out->command = commands[i].command;
            return 0;
        }
    }
    if (!*word)
        return err_set(err, 0, "'': the name of a directory is empty");
    if (out->has_dir || out->command == COMMAND_MODES)
        return err_set(err, 0, "%s: one word too many; see `fsyncscope --help`", word);
    out->dir = word;
    out->has_dir = true;
    return 0;
}

static bool is_answered(const struct options *out)
{
    return out->command == COMMAND_HELP || out->command == COMMAND_VERSION;
}

static int walk(int argc, char *const argv[], struct options *out, struct err *err)
{
    struct getopt_tables tables;
    bool first = true;
    int code, rc = 0;

    fill_tables(&tables);
    optind = 0; /* begins anew, getopt's own state too */
    opterr = 0;
    for (int at = 1; !rc && !is_answered(out); at = optind) {
        code = getopt_long(argc, argv, tables.letters, tables.names, NULL);
        if (code == -1)
            break;
        if (code == '?' || code == ':') {
            rc = refuse_word(code, argv[at], err);
        } else if (code == 1) {
            rc = take_word(out, optarg, first, err);
            first = false;
        } else {
            const struct option_row *row = row_of(code);
            rc = row->apply(out, row, optarg, err);
            out->given |= UINT32_C(1) << (row - rows);
        }
    }
    for (; !rc && !is_answered(out) && optind < argc; optind++)
        rc = take_word(out, argv[optind], false, err); /* after "--" */
    return rc;
}

static int check_pair(const struct config *config, struct err *err)
{
    const char *refusal =
        strategy_refuses(strategy_find(config->strategy), syncmode_find(config->mode));

    if (!refusal)
        return 0;
    return err_set(err, 0, "--strategy %s: cannot carry --mode %s: %s", config->strategy,
                   config->mode, refusal);
}

/* What only makes sense together. */
static int check_whole(struct options *out, struct err *err)
{
    bool tours = out->command == COMMAND_TOUR;
    bool prints = tours || out->command == COMMAND_RUN || out->command == COMMAND_INFO;

    if (!prints && out->output)
        return err_set(err, 0, "--output: is for `fsyncscope run`, `tour` and `info`");
    if (!prints && out->command != COMMAND_MODES && out->format != OUTPUT_TEXT)
        return err_set(err, 0, "--format: is for `fsyncscope run`, `tour`, `info` and `modes`");
    if (!tours && out->command != COMMAND_RUN && out->format > OUTPUT_JSON)
        return err_set(err, 0,
                       "--format %s: is for `fsyncscope run` and `tour`; allowed is one of text, "
                       "json",
                       formats[out->format]);
    if (out->command != COMMAND_RUN && out->check_count)
        return err_set(err, 0, "--fail-if: is for `fsyncscope run`");
    if (!tours && option_is_given(out, "only"))
        return err_set(err, 0, "--only: is for `fsyncscope tour`");
    if (tours && !out->config.stop_rounds && !out->config.stop_ns)
        out->config.stop_ns = TOUR_LINE_NS;
    if (out->command == COMMAND_RUN && !out->config.stop_rounds && !out->config.stop_ns)
        out->config.stop_rounds = RUN_ROUNDS;
    int rc = check_pair(&out->config, err);
    return rc ? rc : config_check(&out->config, err);
}

int options_parse(int argc, char *const argv[], struct options *out, struct err *err)
{
    *out = (struct options){
        .command = COMMAND_DASHBOARD, .config = config_default(), .dir = ".", .sections = TOUR_ALL};
    int rc = walk(argc, argv, out, err);
    return rc || is_answered(out) ? rc : check_whole(out, err);
}

/* options.c: the commands, the walk over argv, and what only makes sense together.
 *
 * getopt_long(3) splits the words; what is said about a wrong one is ours. A command is the first
 * word that is no option, so that a directory of such a name is told as "./run" or after "--". */
#include "app/options.h"

#include <getopt.h>
#include <string.h>

#include "app/option_rows.h"
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

/* What getopt_long(3) wants to have. */
struct getopt_tables {
    char letters[2 + 2 * OPTION_ROWS_MAX + 1];
    struct option names[OPTION_ROWS_MAX + 1];
};

static int code_of(size_t i)
{
    const char letter = option_row(i)->letter;
    return letter ? letter : LONG_ONLY + (int)i;
}

/* Past the end for none. */
static size_t row_of(int code)
{
    size_t i = 0;

    while (option_row(i) && code_of(i) != code)
        i++;
    return i;
}

/* "-": words that are no options come in order, as code 1. ":": a missing value is told apart. */
static void fill_tables(struct getopt_tables *t)
{
    char *letter = t->letters;

    *t = (struct getopt_tables){0};
    *letter++ = '-';
    *letter++ = ':';
    for (size_t i = 0; option_row(i); i++) {
        const struct option_row *row = option_row(i);
        t->names[i] = (struct option){.name = row->name,
                                      .has_arg = row->value ? required_argument : no_argument,
                                      .val = code_of(i)};
        if (!row->letter)
            continue;
        *letter++ = row->letter;
        if (row->value)
            *letter++ = ':';
    }
}

/* A word that getopt did not take: CODE is ':' or '?', WORD the one it came from. */
static int refuse_word(int code, const char *word, struct err *err)
{
    const struct option_row *row = optopt ? option_row(row_of(optopt)) : NULL;
    char shown[TEXT_SHOWN_MAX];

    if (code == ':' && row)
        return err_set(err, 0, "--%s: needs a value, %s", row->name, row->value);
    if (row)
        return err_set(err, 0, "--%s: takes no value", row->name);
    if (optopt)
        return err_set(err, 0, "-%c: there is no such option; see `fsyncscope --help`", optopt);
    return err_set(err, 0,
                   "%s: there is no such option, or it is not clear which; "
                   "see `fsyncscope --help`",
                   text_show(shown, word));
}

/* The first word may be a command; one more is the directory. */
static int take_word(struct options *out, const char *word, bool may_be_command, struct err *err)
{
    char shown[TEXT_SHOWN_MAX];

    for (size_t i = 0; may_be_command && i < sizeof(commands) / sizeof(commands[0]); i++) {
        if (strcmp(commands[i].name, word) == 0 && *word) {
            out->command = commands[i].command;
            return 0;
        }
    }
    if (!*word)
        return err_set(err, 0, "'': the name of a directory is empty");
    if (out->has_dir || out->command == COMMAND_MODES)
        return err_set(err, 0, "%s: one word too many; see `fsyncscope --help`",
                       text_show(shown, word));
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
            size_t i = row_of(code);
            rc = option_row(i)->apply(out, option_row(i), optarg, err);
            out->given |= UINT32_C(1) << i;
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
                       option_format_name(out->format));
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

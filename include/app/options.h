/* options.h: the command line, from one table of rows. `--help` is printed from the same rows.
 * Pure but for the printers. */
#ifndef FSYNCSCOPE_APP_OPTIONS_H
#define FSYNCSCOPE_APP_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/config.h"
#include "base/err.h"
#include "base/preset.h"
#include "report/check.h"
#include "source/source.h"

enum command {
    COMMAND_DASHBOARD,
    COMMAND_RUN,
    COMMAND_TOUR,
    COMMAND_INFO,
    COMMAND_MODES,
    COMMAND_HELP,
    COMMAND_VERSION
};
enum output_format { OUTPUT_TEXT, OUTPUT_JSON, OUTPUT_CSV, OUTPUT_OPENMETRICS };

struct options {
    enum command command;
    struct config config;
    const char *dir; /* points into argv, "." by default */
    bool has_dir;    /* DIR was given */
    enum output_format format;
    const char *output;          /* file in place of standard output, NULL: standard output */
    const char *theme;           /* NULL: the default */
    const struct preset *preset; /* the last one that was given; NULL: none */
    struct check checks[CHECKS_MAX];
    size_t check_count;
    enum trace_wish trace;
    bool ascii, no_color, no_mouse;
    unsigned sections; /* of a tour: bit I is section I */
    uint32_t given;    /* bit I: the option of row I was */
};

/* One option. */
struct option_row {
    char letter;       /* 0: it has none */
    const char *name;  /* of the long form, without the dashes */
    const char *value; /* what its value is called, NULL: it takes none */
    const char *help;  /* one line, with the default in parentheses */
    int (*apply)(struct options *out, const struct option_row *row, const char *value,
                 struct err *err);
    /* What APPLY needs to know, by its kind. */
    enum config_number number;
    size_t member; /* of struct options */
    enum command command;
    bool for_screen; /* means something to the dashboard alone */
};

/* The I-th option in the order of the help; NULL past the end. */
const struct option_row *option_row(size_t i);

/* Whether the option of that NAME was given. */
bool option_is_given(const struct options *options, const char *name);

/* Whether the I-th option was given and means nothing to this command and strategy; then WHY is the
 * reason, "not used by alone". */
bool option_is_idle(const struct options *options, size_t i, char *why, size_t size);

/* One command word. */
struct command_row {
    const char *name;      /* "" for the one without a word */
    const char *arguments; /* "[OPTION]... [DIR]" */
    const char *help;
    enum command command;
};

/* The I-th command; NULL past the end. */
const struct command_row *command_row(size_t i);

/* Parses ARGV. 0, or -EINVAL with one sentence that names the option, the value and the allowed
 * range. Mode and strategy names are checked against the tables; PostgreSQL's names are accepted.
 * Nothing is created or opened. Not for two threads at once: getopt(3). */
int options_parse(int argc, char *const argv[], struct options *out, struct err *err);

void options_print_help(FILE *out);
void options_print_modes(FILE *out);
void options_print_modes_json(FILE *out);

#endif

/* options.h: the command line, by the table in option_rows.h. `--help` is printed from the same
 * rows. Pure but for the printers. */
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
    const char *output;             /* file in place of standard output, NULL: standard output */
    const char *theme;              /* NULL: the default */
    const struct preset *preset;    /* the last one that was given; NULL: none */
    const char *checks[CHECKS_MAX]; /* each has been parsed without fault; main's stack is small */
    size_t check_count;
    enum trace_wish trace;
    bool ascii, no_color, no_mouse;
    unsigned sections; /* of a tour: bit I is section I */
    uint32_t given;    /* bit I: the option of row I was */
};

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

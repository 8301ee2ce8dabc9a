/* option_rows.h: the one table of options. The walk over argv, `--help` and the man page's check go
 * by it. */
#ifndef FSYNCSCOPE_APP_OPTION_ROWS_H
#define FSYNCSCOPE_APP_OPTION_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "app/options.h"
#include "base/err.h"

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
    unsigned commands; /* COMMAND_BIT of those that it means something to; 0: all that measure */
};

#define COMMAND_BIT(c) (1u << (c))

enum { OPTION_ROWS_MAX = 32 }; /* the bits of options.given */

/* The I-th option in the order of the help; NULL past the end. */
const struct option_row *option_row(size_t i);

/* Whether the option of that NAME was given. */
bool option_is_given(const struct options *options, const char *name);

/* Whether the I-th option was given and means nothing to this command and strategy; then WHY is the
 * reason, "not used by alone", "not used by info". */
bool option_is_idle(const struct options *options, size_t i, char *why, size_t size);

/* The I-th enum output_format, as --format takes it; NULL past the end. */
const char *option_format_name(size_t i);

#endif

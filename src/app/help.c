/* help.c: --help and `modes`, printed from the tables that the program itself goes by. */
#include "app/options.h"

#include <string.h>

#include "app/option_rows.h"
#include "disk/syncmode.h"
#include "engine/strategy.h"
#include "report/lines.h"

static void put_commands(FILE *out)
{
    const struct command_row *row;

    for (size_t i = 0; (row = command_row(i)); i++) {
        char words[80];
        snprintf(words, sizeof(words), "fsyncscope%s%s%s%s", *row->name ? " " : "", row->name,
                 *row->arguments ? " " : "", row->arguments);
        fprintf(out, "%s%-35s%s\n", i ? "       " : "usage: ", words, row->help);
    }
}

static void put_options(FILE *out)
{
    const struct option_row *row;

    for (size_t i = 0; (row = option_row(i)); i++) {
        char words[80], letter[8] = "   ";
        if (row->letter)
            snprintf(letter, sizeof(letter), "-%c,", row->letter);
        snprintf(words, sizeof(words), "%s --%s%s%s", letter, row->name, row->value ? " " : "",
                 row->value ? row->value : "");
        fprintf(out, "  %-24s %s\n", words, row->help);
    }
}

void options_print_help(FILE *out)
{
    put_commands(out);
    fputs("\nAn oscilloscope for durability: drives real durable writes into DIR and shows\n"
          "what each costs. Writes only scratch files of its own there, and removes them.\n\n",
          out);
    put_options(out);
    fputs("\nTIME takes ns, us, ms, s, m, h, d; SIZE takes k, M, G (powers of 1024).\n"
          "Exit status: 0 done; 1 the disk failed; 2 usage or set-up;\n"
          "3 a --fail-if held or could not be judged; 128+n signal n.\n",
          out);
}

static void put_indented(FILE *out, const char *name, const char *prefix, const char *text)
{
    enum { INDENT = 25 };

    fprintf(out, "    %-20s %s", name, prefix);
    lines_wrapped(out, INDENT + strlen(prefix), INDENT, text);
}

/* One row in a few lines; GROUP is the heading that was printed last. */
static const char *put_choice(FILE *out, const struct choice *c, const char *group)
{
    if (!group || strcmp(group, c->group) != 0)
        fprintf(out, "  %s\n", c->group);
    put_indented(out, c->name, c->durable ? "" : "NOT DURABLE: ", c->line);
    if (c->used_by)
        put_indented(out, "", "used by: ", c->used_by);
    if (c->alias)
        put_indented(out, "", "also called ", c->alias);
    return c->group;
}

static const char *put_mode(FILE *out, const struct syncmode *mode, const char *group)
{
    const char *missing = syncmode_missing(mode);

    group = put_choice(out, &mode->about, group);
    if (missing)
        fprintf(out, "    %-20s %s\n", "", missing);
    return group;
}

void options_print_modes(FILE *out)
{
    const char *group = NULL;

    fputs("modes: how one sync is done\n", out);
    for (size_t i = 0; syncmode_at(i); i++)
        group = put_mode(out, syncmode_at(i), group);
    fputs("\nstrategies: how several writers share syncs\n", out);
    group = NULL;
    for (size_t i = 0; strategy_at(i); i++)
        group = put_choice(out, &strategy_at(i)->about, group);
}

/* main.c: from the command line to an exit status; the wiring alone. */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <unistd.h>

#include "app/info.h"
#include "app/measure.h"
#include "app/notices.h"
#include "app/options.h"
#include "app/signals.h"
#include "app/stack.h"
#include "app/status.h"
#include "ui/theme_choice.h"

/* A descriptor below 3 that was closed by the caller would go to the next file that is opened, and
 * messages would land in it. Opened to fail: a result must not vanish unseen. */
static void occupy_standard_descriptors(void)
{
    for (int fd = 0; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0)
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

/* The exit status of what was printed on standard output. A reader that has gone wants no more. */
static int printed(void)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return STATUS_DONE;
    if (errno == EPIPE)
        return STATUS_DONE;
    perror("fsyncscope: standard output");
    return STATUS_SETUP;
}

/* Not by fprintf(3), which takes 8 KiB of stack for a stream without a buffer: the sentence may be
 * that there is none. */
static int refuse(const struct err *err)
{
    fputs("fsyncscope: ", stderr);
    fputs(err->text, stderr);
    fputs("\n", stderr);
    return STATUS_SETUP;
}

/* For a command that needs more than a little stack. */
static int run_with_stack(int (*command)(const struct options *), const struct options *options)
{
    struct err err;
    return stack_ensure(&err) ? refuse(&err) : command(options);
}

static int run_command(const struct options *options)
{
    switch (options->command) {
    case COMMAND_HELP:
        options_print_help(stdout);
        return printed();
    case COMMAND_VERSION:
        puts("fsyncscope " FSYNCSCOPE_VERSION);
        return printed();
    case COMMAND_MODES:
        notices_idle(stderr, options);
        if (options->format == OUTPUT_JSON)
            options_print_modes_json(stdout);
        else
            options_print_modes(stdout);
        return printed();
    case COMMAND_INFO:
        return run_with_stack(info, options);
    case COMMAND_DASHBOARD:
    case COMMAND_RUN:
    case COMMAND_TOUR:
        return run_with_stack(measure, options);
    }
    return STATUS_SETUP;
}

int main(int argc, char *argv[])
{
    struct options options;
    struct err err;

    occupy_standard_descriptors();
    signals_ignore();
    setlocale(LC_CTYPE, ""); /* a locale that is not installed leaves "C" */
    if (options_parse(argc, argv, &options, &err))
        return refuse(&err);
    /* Looked up for every command: a wrong word is wrong everywhere. */
    if (options.theme && (stack_ensure(&err) || theme_choice_check(options.theme, &err)))
        return refuse(&err);
    return run_command(&options);
}

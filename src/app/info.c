/* info.c: `fsyncscope info`: resolve, print, done. No keeper, no thread, no file. */
#include "app/info.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "app/notices.h"
#include "app/output.h"
#include "app/status.h"
#include "disk/resolve.h"
#include "report/report.h"

/* Looked at by path alone: a directory that may be entered need not be one that may be read. */
static int resolve(const char *dir, struct target *target, struct err *err)
{
    int dirfd = open(dir, O_PATH | O_DIRECTORY | O_CLOEXEC);

    if (dirfd < 0)
        return err_set(err, errno, "cannot open the directory %s", dir);
    int rc = target_resolve(dirfd, dir, "", target, err);
    close(dirfd);
    return rc;
}

static int print(const struct options *options, const struct target *target, struct output *output,
                 struct err *err)
{
    char *text = NULL;
    size_t bytes = 0;
    double load[3];
    FILE *out = open_memstream(&text, &bytes);

    if (!out)
        return err_set(err, errno, "no memory for the result");
    target_load_average("", load);
    if (options->format == OUTPUT_JSON)
        report_info_json(out, target, load);
    else
        report_info_text(out, target, load);
    int rc = fclose(out) ? err_set(err, ENOMEM, "no memory for the result")
                         : output_deliver(output, text, bytes, err);
    free(text);
    return rc;
}

int info(const struct options *options)
{
    struct target *target = malloc(sizeof *target);
    struct output output;
    struct err err = {.text = "no memory for the facts"};
    int rc = target ? resolve(options->dir, target, &err) : -ENOMEM;

    if (!rc)
        rc = output_open(&output, options->output, &err);
    if (!rc)
        notices_idle(stderr, options);
    if (!rc)
        rc = print(options, target, &output, &err);
    free(target);
    if (!rc)
        return STATUS_DONE;
    fprintf(stderr, "fsyncscope: %s\n", err.text);
    return STATUS_SETUP;
}

/* export.c: see export.h. The names are tried with exclusive creation until one is free for all
 * three files; a failure removes what there is of them. No fsync: it would be measured. */
#include "ui/export.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/text.h"
#include "ui/canvas_svg.h"

enum { FILES = 3, NAME_BYTES = 64, TRIES = 100, LAST_WAIT_MS = 500 };

static const char *const endings[FILES] = {"svg", "txt", "json"};

struct exporter {
    int event;         /* written by the thread when it is done: orders what it left behind, too */
    bool busy;         /* main thread alone */
    char *text[FILES]; /* NULL: this file is not wanted. The thread's until it is done */
    size_t bytes[FILES];
    char stem[NAME_BYTES - 16]; /* of the names, without a number */
    char said[400];             /* what became of it */
};

int exporter_create(struct exporter **out, struct err *err)
{
    struct exporter *e = calloc(1, sizeof *e);
    if (!e)
        return err_set(err, ENOMEM, "no memory for exports");
    e->event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (e->event < 0) {
        free(e);
        return err_set(err, errno, "no descriptor for exports");
    }
    *out = e;
    return 0;
}

static void drop_texts(struct exporter *e)
{
    for (int i = 0; i < FILES; i++) {
        free(e->text[i]);
        e->text[i] = NULL;
    }
}

void exporter_free(struct exporter *e)
{
    char said[sizeof e->said];
    if (!e)
        return;
    struct pollfd wait = {.fd = e->event, .events = POLLIN};
    if (e->busy && poll(&wait, 1, LAST_WAIT_MS) > 0)
        exporter_take(e, said, sizeof said);
    if (e->busy)
        return; /* stuck: its thread still has all of it */
    close(e->event);
    free(e);
}

int exporter_fd(const struct exporter *e)
{
    return e->event;
}

/* --- the thread --- */

static char *name_of(char name[NAME_BYTES], const struct exporter *e, int attempt, int file)
{
    if (attempt == 0)
        snprintf(name, NAME_BYTES, "%s.%s", e->stem, endings[file]);
    else
        snprintf(name, NAME_BYTES, "%s-%d.%s", e->stem, attempt + 1, endings[file]);
    return name;
}

static int write_whole(int fd, const char *text, size_t bytes)
{
    while (bytes > 0) {
        ssize_t n = write(fd, text, bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? -errno : -ENOSPC;
        text += n;
        bytes -= (size_t)n;
    }
    return 0;
}

/* -EEXIST: the name is taken, nothing was done. */
static int write_file(const char *name, const char *text, size_t bytes)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0)
        return -errno;
    int rc = write_whole(fd, text, bytes);
    if (close(fd) && !rc)
        rc = -errno;
    if (rc)
        unlink(name);
    return rc;
}

/* All files under the names of one attempt, or none. FAILED is the name that could not be had. */
static int write_attempt(const struct exporter *e, int attempt, char failed[NAME_BYTES])
{
    char name[NAME_BYTES];
    for (int i = 0; i < FILES; i++) {
        int rc =
            e->text[i] ? write_file(name_of(failed, e, attempt, i), e->text[i], e->bytes[i]) : 0;
        if (!rc)
            continue;
        while (i-- > 0)
            if (e->text[i])
                unlink(name_of(name, e, attempt, i));
        return rc;
    }
    return 0;
}

static void *write_files(void *arg)
{
    struct exporter *e = arg;
    struct err err;
    char name[NAME_BYTES], first[NAME_BYTES];
    const uint64_t done = 1;
    int rc = -EEXIST, attempt = -1;
    while (rc == -EEXIST && attempt + 1 < TRIES)
        rc = write_attempt(e, ++attempt, name);
    name_of(first, e, attempt, 0);
    if (rc) {
        /* Short, for a footer of 80 columns. */
        err_set(&err, rc, "not exported, %s", name + strcspn(name, "."));
        text_copy(e->said, sizeof e->said, err.text);
    } else {
        snprintf(e->said, sizeof e->said, "exported: %s, .txt%s", first,
                 e->text[FILES - 1] ? ", .json" : "");
    }
    drop_texts(e);
    if (write(e->event, &done, sizeof done) < 0)
        return NULL; /* never: the counter is far from full */
    return NULL;
}

/* --- the main thread --- */

static int keep_text(struct exporter *e, int file, FILE *out)
{
    return !out || fclose(out) || !e->text[file] ? -ENOMEM : 0;
}

static int make_texts(struct exporter *e, const struct canvas *canvas, const struct theme *theme,
                      export_figures *figures, void *ctx)
{
    FILE *out = open_memstream(&e->text[0], &e->bytes[0]);
    if (out)
        canvas_svg(out, canvas, theme);
    int rc = keep_text(e, 0, out);
    e->text[1] = canvas_to_text(canvas);
    if (!e->text[1])
        return -ENOMEM;
    e->bytes[1] = strlen(e->text[1]);
    if (rc || !figures)
        return rc;
    out = open_memstream(&e->text[2], &e->bytes[2]);
    if (out)
        figures(out, ctx);
    return keep_text(e, 2, out);
}

static int start_thread(struct exporter *e)
{
    pthread_attr_t attributes;
    pthread_t thread;
    int rc = pthread_attr_init(&attributes);
    if (rc)
        return -rc;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    rc = pthread_create(&thread, &attributes, write_files, e);
    pthread_attr_destroy(&attributes);
    return -rc;
}

int exporter_begin(struct exporter *e, const struct canvas *canvas, const struct theme *theme,
                   export_figures *figures, void *ctx, time_t now, struct err *err)
{
    struct tm local;
    if (e->busy)
        return err_set(err, EBUSY, "the last export is still being written");
    if (!localtime_r(&now, &local) ||
        !strftime(e->stem, sizeof e->stem, "fsyncscope-%Y%m%d-%H%M%S", &local))
        return err_set(err, EINVAL, "not exported: the time of day is out of range");
    int rc = make_texts(e, canvas, theme, figures, ctx);
    if (!rc)
        rc = start_thread(e);
    if (rc) {
        drop_texts(e);
        return err_set(err, rc, "not exported");
    }
    e->busy = true;
    return 0;
}

bool exporter_take(struct exporter *e, char *text, size_t size)
{
    uint64_t count;
    if (!e->busy || read(e->event, &count, sizeof count) != (ssize_t)sizeof count)
        return false;
    e->busy = false;
    text_copy(text, size, e->said);
    return true;
}

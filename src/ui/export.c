/* export.c: see export.h. The names are tried with exclusive creation until one is free for all of
 * the files; a failure removes what there is of them. No fsync: it would be measured. */
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

enum {
    SCREENS = 2,
    FILES = SCREENS + EXPORT_FORMATS_MAX,
    NAME_BYTES = 64,
    TRIES = 100,
    LAST_WAIT_MS = 500,
    STACK_BYTES = 128 << 10 /* whatever `ulimit -s` says */
};

struct exporter {
    int event;      /* written by the thread when it is done: orders what it left behind, too */
    bool busy;      /* main thread alone */
    unsigned count; /* of files. From here on the thread's, until it is done */
    const char *ending[FILES];
    char *text[FILES];
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
    while (e->count > 0)
        free(e->text[--e->count]);
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

static char *name_of(char name[NAME_BYTES], const struct exporter *e, int attempt, unsigned file)
{
    if (attempt == 0)
        snprintf(name, NAME_BYTES, "%s.%s", e->stem, e->ending[file]);
    else
        snprintf(name, NAME_BYTES, "%s-%d.%s", e->stem, attempt + 1, e->ending[file]);
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
    for (unsigned i = 0; i < e->count; i++) {
        int rc = write_file(name_of(failed, e, attempt, i), e->text[i], e->bytes[i]);
        if (!rc)
            continue;
        while (i-- > 0)
            unlink(name_of(name, e, attempt, i));
        return rc;
    }
    return 0;
}

/* "wrote fsyncscope-20261130-163130.{svg,txt}": short, for a footer of 60 columns. */
static void say_written(struct exporter *e, int attempt)
{
    char name[NAME_BYTES], endings[NAME_BYTES] = "";
    for (unsigned i = 0; i < e->count; i++) {
        size_t used = strlen(endings);
        snprintf(endings + used, sizeof endings - used, "%s%s", i ? "," : "", e->ending[i]);
    }
    name_of(name, e, attempt, 0);
    snprintf(e->said, sizeof e->said, "wrote %.*s.{%s}", (int)strcspn(name, "."), name, endings);
}

static void *write_files(void *arg)
{
    struct exporter *e = arg;
    struct err err;
    char name[NAME_BYTES];
    const uint64_t done = 1;
    int rc = -EEXIST, attempt = -1;
    while (rc == -EEXIST && attempt + 1 < TRIES)
        rc = write_attempt(e, ++attempt, name);
    if (rc) {
        /* Short, for a footer of 80 columns. */
        err_set(&err, rc, "not exported, %s", name + strcspn(name, "."));
        text_copy(e->said, sizeof e->said, err.text);
    } else {
        say_written(e, attempt);
    }
    drop_texts(e);
    if (write(e->event, &done, sizeof done) < 0)
        return NULL; /* never: the counter is far from full */
    return NULL;
}

/* --- the main thread --- */

static void print_screen(FILE *out, const struct canvas *canvas)
{
    char *text = canvas_to_text(canvas);
    if (text)
        fputs(text, out);
    free(text);
}

/* Opens the contents of one more file; NULL without memory. */
static FILE *next_text(struct exporter *e, const char *ending)
{
    unsigned i = e->count;
    FILE *out = open_memstream(&e->text[i], &e->bytes[i]);
    e->ending[i] = ending;
    e->count += out != NULL;
    return out;
}

/* OUT is closed and holds something: an empty file would be one that went wrong. */
static bool has_ended(const struct exporter *e, FILE *out)
{
    return out && !fclose(out) && e->bytes[e->count - 1] > 0;
}

static int make_texts(struct exporter *e, const struct canvas *canvas, const struct theme *theme,
                      const struct export_format *formats, void *ctx)
{
    FILE *out = next_text(e, "svg");
    if (out)
        canvas_svg(out, canvas, theme);
    if (!has_ended(e, out) || !(out = next_text(e, "txt")))
        return -ENOMEM;
    print_screen(out, canvas);
    if (!has_ended(e, out))
        return -ENOMEM;
    for (; formats && formats->ending && e->count < FILES; formats++) {
        if (!(out = next_text(e, formats->ending)))
            return -ENOMEM;
        formats->print(out, ctx);
        if (!has_ended(e, out))
            return -ENOMEM;
    }
    return 0;
}

static int start_thread(struct exporter *e)
{
    pthread_attr_t attributes;
    pthread_t thread;
    int rc = pthread_attr_init(&attributes);
    if (rc)
        return -rc;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    rc = pthread_create(&thread, &attributes, write_files, e);
    pthread_attr_destroy(&attributes);
    return -rc;
}

int exporter_begin(struct exporter *e, const struct canvas *canvas, const struct theme *theme,
                   const struct export_format *formats, void *ctx, time_t now, struct err *err)
{
    struct tm local;
    if (e->busy)
        return err_set(err, EBUSY, "the last export is still being written");
    if (!localtime_r(&now, &local) ||
        !strftime(e->stem, sizeof e->stem, "fsyncscope-%Y%m%d-%H%M%S", &local))
        return err_set(err, EINVAL, "not exported: the time of day is out of range");
    int rc = make_texts(e, canvas, theme, formats, ctx);
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

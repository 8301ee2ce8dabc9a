/* export.h: the screen as SVG and text, and the figures in the formats of whoever has them, in
 * files of the directory in which the program was started.
 *
 * The main thread makes the contents, in memory; a thread of its own writes them, for that
 * directory may be on the very file system that does not answer. One export at a time. */
#ifndef FSYNCSCOPE_UI_EXPORT_H
#define FSYNCSCOPE_UI_EXPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>

#include "base/err.h"
#include "ui/canvas.h"
#include "ui/theme.h"

struct exporter;

enum { EXPORT_FORMATS_MAX = 4 };

/* One format of the figures. A list ends with a row without an ending. */
struct export_format {
    const char *ending; /* of the file's name, "json" */
    void (*print)(FILE *out, void *ctx);
};

/* 0, or -errno with a sentence. */
int exporter_create(struct exporter **out, struct err *err);

/* Waits at most half a second for what is being written. NULL is allowed. */
void exporter_free(struct exporter *exporter);

/* For poll(2): readable when exporter_take has something to say. */
int exporter_fd(const struct exporter *exporter);

/* Begins to write CANVAS and the figures in the FORMATS (NULL: none), printed with CTX; the names
 * tell NOW, local time, and no file is ever written over. 0, or -errno with a sentence: -EBUSY
 * while the last export is not done. */
int exporter_begin(struct exporter *exporter, const struct canvas *canvas,
                   const struct theme *theme, const struct export_format *formats, void *ctx,
                   time_t now, struct err *err);

/* What became of it, a sentence for the footer; false when there is nothing to say yet. */
bool exporter_take(struct exporter *exporter, char *text, size_t size);

#endif

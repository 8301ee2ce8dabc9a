/* err.h: one sentence for the user, made where a failure meets its context.
 *
 * Low layers return 0 or -errno. A boundary that knows what was being done turns the number into
 * a sentence with err_set; main alone prints it and exits. Any thread; nothing allocates. */
#ifndef FSYNCSCOPE_BASE_ERR_H
#define FSYNCSCOPE_BASE_ERR_H

#include <stdarg.h>

struct err {
    int code;       /* errno value behind the sentence, 0 if there is none */
    char text[400]; /* one sentence, no newline, printable: control bytes are escaped */
};

/* Writes the sentence and, when CODE (an errno value, or its negative) is not 0, appends
 * ": <meaning> (<NAME>)". Returns -CODE, or -EINVAL when CODE is 0, so that a caller can
 * `return err_set(...)`. ERR may be NULL. */
int err_set(struct err *err, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The symbolic name of an errno value ("EIO"), or "error N" written to BUF. */
const char *err_name(int code, char buf[24]);

#endif

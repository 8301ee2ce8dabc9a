/* err.c: sentences for the user out of error numbers.
 *
 * The names are a table of our own: strerrorname_np(3) is glibc's alone. It holds what files, disks
 * and threads can answer; any other number is shown as "error N". Messages are English: LC_MESSAGES
 * is never set. */
#include "base/err.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

#define NAMED(code)                                                                                \
    {                                                                                              \
        code, #code                                                                                \
    }

static const struct {
    int code;
    const char *name;
} names[] = {
    NAMED(EPERM),     NAMED(ENOENT),    NAMED(EINTR),        NAMED(EIO),       NAMED(ENXIO),
    NAMED(E2BIG),     NAMED(EBADF),     NAMED(EAGAIN),       NAMED(ENOMEM),    NAMED(EACCES),
    NAMED(EFAULT),    NAMED(EBUSY),     NAMED(EEXIST),       NAMED(EXDEV),     NAMED(ENODEV),
    NAMED(ENOTDIR),   NAMED(EISDIR),    NAMED(EINVAL),       NAMED(ENFILE),    NAMED(EMFILE),
    NAMED(ENOTTY),    NAMED(ETXTBSY),   NAMED(EFBIG),        NAMED(ENOSPC),    NAMED(ESPIPE),
    NAMED(EROFS),     NAMED(EMLINK),    NAMED(EPIPE),        NAMED(ERANGE),    NAMED(EDEADLK),
    NAMED(ENOSYS),    NAMED(ELOOP),     NAMED(ENAMETOOLONG), NAMED(EOVERFLOW), NAMED(EOPNOTSUPP),
    NAMED(ETIMEDOUT), NAMED(ECANCELED), NAMED(ESTALE),       NAMED(EDQUOT),    NAMED(EREMOTEIO),
    NAMED(ENODATA),   NAMED(EILSEQ),    NAMED(EUCLEAN),      NAMED(EPROTO),    NAMED(ESHUTDOWN),
    NAMED(ENOLINK),   NAMED(ENOMEDIUM), NAMED(EMEDIUMTYPE),  NAMED(EHOSTDOWN), NAMED(ECONNRESET),
};

const char *err_name(int code, char buf[24])
{
    if (code < 0)
        code = -code;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (names[i].code == code)
            return names[i].name;
    }
    snprintf(buf, 24, "error %d", code);
    return buf;
}

int err_set(struct err *err, int code, const char *format, ...)
{
    if (code < 0)
        code = -code;
    if (!err)
        return code ? -code : -EINVAL;

    char raw[sizeof(err->text)];
    va_list args;
    va_start(args, format);
    vsnprintf(raw, sizeof(raw), format, args);
    va_end(args);

    /* strerror(3) keeps what it returns per thread (glibc since 2.32) or in constants (musl). */
    char meaning[128] = "";
    char number[24];
    if (code)
        snprintf(meaning, sizeof(meaning), ": %s (%s%s)", strerror(code), err_name(code, number),
                 code == EMFILE ? ", see ulimit -n" : "");

    /* The meaning always fits: a long name in the sentence is cut in its place. */
    err->code = code;
    text_escape(err->text, sizeof(err->text) - strlen(meaning), raw);
    text_copy(err->text + strlen(err->text), sizeof(meaning), meaning);
    return code ? -code : -EINVAL;
}

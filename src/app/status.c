/* status.c: see status.h. */
#include "app/status.h"

#include <errno.h>
#include <stddef.h>

static bool is_among(int code, const int *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (code == list[i])
            return true;
    }
    return false;
}

enum status status_of_failure(const struct snapshot *failed, bool began)
{
    static const int disks_own[] = {EIO,     EREMOTEIO, ENODATA, EILSEQ,
                                    EUCLEAN, ENXIO,     ENODEV,  ESTALE};
    static const int full[] = {ENOSPC, EDQUOT};
    int code = failed->error_code;
    bool filling = failed->prepare_total > 0; /* too little room is found before that */

    if (began || is_among(code, disks_own, sizeof(disks_own) / sizeof(disks_own[0])))
        return STATUS_DISK;
    return filling && is_among(code, full, 2) ? STATUS_DISK : STATUS_SETUP;
}

/* status.c: see status.h. */
#include "app/status.h"

enum status status_of_failure(const struct snapshot *failed, bool began)
{
    return snapshot_disk_failed(failed, began) ? STATUS_DISK : STATUS_SETUP;
}

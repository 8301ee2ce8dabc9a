/* bypass.c: a page that is in the cache, and mapped, is written with O_DIRECT. A write past the
 * cache has to throw it out, or the next reader would see old data. One through the cache changes
 * it in place, and may drop what it used of the cache afterwards, but not a page that is mapped. So
 * whether the page is still there tells the two apart.
 *
 * Neither the type of the file system nor the kernel's version tells: both ways were ported back,
 * and on btrfs it depends on the file. */
#include "disk/bypass.h"

#include <sys/mman.h>

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22 /* Linux 5.14 */
#endif

/* UNKNOWN, when the kernel does not tell. */
static enum known is_cached(void *page)
{
    unsigned char pages[1];
    if (mincore(page, 1, pages))
        return UNKNOWN;
    return pages[0] & 1 ? YES : NO;
}

int bypass_try(const struct sysio *io, int fd, const struct dio *align, const void *buffer,
               enum known *out)
{
    void *page;
    *out = UNKNOWN;
    if (io->map(io, fd, align->block, &page))
        return 0;
    int rc = 0;
    /* Reads the page in as a load would, but tells a failure where that would be a SIGBUS. */
    if (madvise(page, align->block, MADV_POPULATE_READ) == 0 && is_cached(page) == YES) {
        rc = sysio_write_all(io, fd, buffer, align->block, 0);
        const enum known stayed = is_cached(page);
        *out = stayed == UNKNOWN ? UNKNOWN : stayed == YES ? NO : YES;
        if (!rc)
            rc = sysio_fdatasync(io, fd);
    }
    io->unmap(io, page, align->block);
    return rc;
}

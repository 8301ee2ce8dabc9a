/* touch.h: memory that is there from the start: what fills up over minutes looks like a leak. */
#ifndef FSYNCSCOPE_BASE_TOUCH_H
#define FSYNCSCOPE_BASE_TOUCH_H

#include <stddef.h>

/* Writes a zero to each page of MEMORY, BYTES long, which must be zeroed or of no meaning yet. */
static inline void touch_pages(void *memory, size_t bytes)
{
    enum { PAGE_LEAST = 4096 };
    volatile unsigned char *at = memory; /* else a compiler may see that zeros change nothing */

    for (size_t i = 0; i < bytes; i += PAGE_LEAST)
        at[i] = 0;
    if (bytes)
        at[bytes - 1] = 0;
}

#endif

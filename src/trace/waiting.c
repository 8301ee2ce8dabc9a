/* waiting.c: /proc/self/task/TID/wchan and schedstat (proc(5)).
 *
 * Who would write to a frozen file system waits for its superblock's counter, which is a per-cpu
 * semaphore; no other is taken on the way of a write or a sync. */
#include "trace/waiting.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool read_line(int32_t pid, const char *file, char *line, int size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%d/%s", (int)pid, file);
    FILE *f = pid > 0 ? fopen(path, "re") : NULL;
    const bool ok = f && fgets(line, size, f);
    if (f)
        fclose(f);
    return ok;
}

bool waiting_for_thaw(int32_t pid)
{
    char line[128];
    return read_line(pid, "wchan", line, sizeof line) &&
           (strstr(line, "percpu_rwsem_wait") || strstr(line, "percpu_down_read") ||
            strstr(line, "sb_start_write"));
}

uint64_t waiting_ready_ns(int32_t pid)
{
    char line[128];
    uint64_t ran, ready;
    if (!read_line(pid, "schedstat", line, sizeof line) ||
        sscanf(line, "%" SCNu64 " %" SCNu64, &ran, &ready) != 2)
        return 0;
    return ready;
}

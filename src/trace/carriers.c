/* carriers.c: a few workers and a few disks: looked through one by one. */
#include "trace/carriers.h"

#include "base/text.h"

void carriers_asked(struct carriers *c, uint64_t work, const char *disk)
{
    unsigned i = 0;
    while (i < CARRIERS_WORKS && c->asked[i].work != work)
        i++;
    if (i == CARRIERS_WORKS)
        i = c->next_work++ % CARRIERS_WORKS;
    c->asked[i].work = work;
    text_copy(c->asked[i].disk, sizeof c->asked[i].disk, disk);
}

static struct carrier *worker_of(struct carriers *c, int32_t pid)
{
    for (unsigned i = 0; i < CARRIERS_WORKERS; i++) {
        if (c->worker[i].pid == pid)
            return &c->worker[i];
    }
    return &c->worker[c->next_worker++ % CARRIERS_WORKERS];
}

void carriers_began(struct carriers *c, int32_t pid, uint64_t work)
{
    struct carrier *worker = worker_of(c, pid);
    *worker = (struct carrier){.pid = pid};
    for (unsigned i = 0; work && i < CARRIERS_WORKS; i++) {
        if (c->asked[i].work == work)
            text_copy(worker->disk, sizeof worker->disk, c->asked[i].disk);
    }
}

const char *carriers_disk(const struct carriers *c, int32_t pid)
{
    for (unsigned i = 0; pid && i < CARRIERS_WORKERS; i++) {
        if (c->worker[i].pid == pid)
            return c->worker[i].disk;
    }
    return "";
}

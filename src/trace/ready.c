/* ready.c: an account covers an interval with many rounds, so it bounds what one of them waited and
 * does not tell it. At least it waited what the rest of the interval cannot have; or, since the
 * rest is likely to be as it is at other times, what is beyond the worst of those. */
#include "trace/ready.h"

#include <stddef.h>

#include "trace/waiting.h"

enum { OTHERS_LEAST = 5 }; /* other intervals, to know what is common */

void ready_note(struct ready_book *book, uint64_t now_ns, const int32_t *pid, unsigned count)
{
    struct ready_account *account = &book->account[book->noted++ % READY_ACCOUNTS];
    *account = (struct ready_account){.at_ns = now_ns};
    for (unsigned i = 0; i < count && i < READY_WRITERS; i++)
        account->ready_ns[i] = waiting_ready_ns(pid[i]);
}

static unsigned kept(const struct ready_book *book)
{
    return book->noted < READY_ACCOUNTS ? book->noted : READY_ACCOUNTS;
}

/* The I-th, newest first. */
static const struct ready_account *at(const struct ready_book *book, unsigned i)
{
    return &book->account[(book->noted - 1 - i) % READY_ACCOUNTS];
}

/* The waiting of WRITER in as long a time as BEFORE to AFTER, at the rate of the worst other
 * interval. False: too few are known. */
static bool common_ns(const struct ready_book *book, uint32_t writer,
                      const struct ready_account *before, const struct ready_account *after,
                      uint64_t *out)
{
    unsigned others = 0;
    double worst = 0;
    for (unsigned i = 1; i < kept(book); i++) {
        const struct ready_account *from = at(book, i), *to = at(book, i - 1);
        const bool apart = to->at_ns <= before->at_ns || from->at_ns >= after->at_ns;
        if (!apart || !from->ready_ns[writer] || !to->ready_ns[writer] || to->at_ns <= from->at_ns)
            continue;
        const double rate = (double)(to->ready_ns[writer] - from->ready_ns[writer]) /
                            (double)(to->at_ns - from->at_ns);
        worst = rate > worst ? rate : worst;
        others++;
    }
    *out = (uint64_t)(worst * (double)(after->at_ns - before->at_ns));
    return others >= OTHERS_LEAST;
}

static uint64_t beyond(uint64_t ns, uint64_t part_ns)
{
    return ns > part_ns ? ns - part_ns : 0;
}

bool ready_of(const struct ready_book *book, const struct round *round, struct ready_bounds *out)
{
    const uint64_t end_ns = round->start_ns + round->latency_ns;
    const uint32_t writer = round->writer;
    const struct ready_account *before = NULL, *after = NULL;
    for (unsigned i = 0; i < kept(book) && writer < READY_WRITERS; i++) {
        if (at(book, i)->at_ns >= end_ns)
            after = at(book, i);
        if (at(book, i)->at_ns <= round->start_ns && !before)
            before = at(book, i);
    }
    if (!before || !after || !before->ready_ns[writer] || !after->ready_ns[writer])
        return false;
    const uint64_t all_ns = after->ready_ns[writer] - before->ready_ns[writer];
    const uint64_t rest_ns = beyond(after->at_ns - before->at_ns, round->latency_ns);
    uint64_t common;
    *out = (struct ready_bounds){.least = beyond(all_ns, rest_ns), .most = all_ns};
    if (common_ns(book, writer, before, after, &common) && beyond(all_ns, common) > out->least)
        out->least = beyond(all_ns, common);
    return true;
}

/* pick.c: see pick.h. */
#include "ui/pick.h"

#include "ui/keymap.h"

enum { PAGE = 5 };

#define STAY_NS UINT64_C(2000000000)

static bool is_picked(const struct pick *pick, const struct slow_round *slow)
{
    return pick->known && pick->round.round.start_ns == slow->round.start_ns &&
           pick->round.round.writer == slow->round.writer;
}

static unsigned list_length(const struct history *history)
{
    unsigned count = 0;
    while (history_slow(history, count))
        count++;
    return count;
}

unsigned pick_place(const struct pick *pick, const struct history *history)
{
    const struct slow_round *slow;
    unsigned i = 0;
    while ((slow = history_slow(history, i)) && !is_picked(pick, slow))
        i++;
    return i;
}

/* The newest that was looked into, else the newest: what was seen inside comes some intervals after
 * its round. */
static const struct slow_round *newest_told(const struct history *history)
{
    const struct slow_round *slow;
    for (unsigned i = 0; (slow = history_slow(history, i)); i++)
        if (inside_known(&slow->inside))
            return slow;
    return history_slow(history, 0);
}

static void take(struct pick *pick, const struct slow_round *slow, uint64_t now_ns)
{
    pick->known = true;
    pick->since_ns = now_ns;
    pick->round = *slow;
}

void pick_follow(struct pick *pick, const struct history *history, uint64_t now_ns)
{
    const struct slow_round *newest = newest_told(history);
    if (!newest) { /* reset */
        *pick = (struct pick){0};
        return;
    }
    const struct slow_round *same = history_slow(history, pick_place(pick, history));
    if (same)
        pick->round = *same; /* its inside may have come */
    if (pick->held && pick->known)
        return;
    bool told = pick->known && inside_known(&pick->round.inside);
    bool better = !told && inside_known(&newest->inside);
    if (!pick->known || better || now_ns >= pick->since_ns + STAY_NS)
        take(pick, newest, is_picked(pick, newest) ? pick->since_ns : now_ns);
}

/* Moves BY places; past either end it stays. */
static void move(struct pick *pick, const struct history *history, int by)
{
    int count = (int)list_length(history);
    int at = pick->known ? (int)pick_place(pick, history) : 0;
    if (count == 0)
        return;
    pick->held = true;
    if (by > 0 && at == count) /* it has left the list, and is older than all of it */
        return;
    at += by;
    at = at < 0 ? 0 : at >= count ? count - 1 : at;
    take(pick, history_slow(history, (unsigned)at), pick->since_ns);
}

void pick_newest(struct pick *pick)
{
    pick->held = pick->known = false; /* the next frame takes it */
}

bool pick_key(struct pick *pick, const struct history *history, uint32_t key)
{
    switch (key) {
    case KEY_ARROW_UP:
    case 'k':
        move(pick, history, -1);
        return true;
    case KEY_ARROW_DOWN:
    case 'j':
        move(pick, history, 1);
        return true;
    case KEY_PAGE_UP:
        move(pick, history, -PAGE);
        return true;
    case KEY_PAGE_DOWN:
        move(pick, history, PAGE);
        return true;
    case KEY_END_CODE:
        move(pick, history, HISTORY_SLOW_MAX);
        return true;
    default:
        return false;
    }
}

/* pick.h: which slow round the view of them shows. It stays on its round while new ones come in,
 * even when the list has no room for it any more. */
#ifndef FSYNCSCOPE_UI_PICK_H
#define FSYNCSCOPE_UI_PICK_H

#include <stdbool.h>
#include <stdint.h>

#include "source/history.h"

struct pick {
    bool held;  /* by a key; else it follows the newest that was looked into */
    bool known; /* there is a round */
    uint64_t since_ns;
    struct slow_round round; /* a copy */
};

/* Brings PICK up to date with HISTORY. Following, it stays for two seconds, so that it can be
 * read. */
void pick_follow(struct pick *pick, const struct history *history, uint64_t now_ns);

/* Its place in the list, 0 the newest; one past the end when the list has it no more. */
unsigned pick_place(const struct pick *pick, const struct history *history);

/* Follows the newest again. */
void pick_newest(struct pick *pick);

/* Up to newer ones, down to older ones, a page, the oldest. False for another key. */
bool pick_key(struct pick *pick, const struct history *history, uint32_t key);

#endif

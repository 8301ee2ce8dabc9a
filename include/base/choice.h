/* choice.h: how a mode or a strategy presents itself: to menus, `modes`, JSON and the man page. */
#ifndef FSYNCSCOPE_BASE_CHOICE_H
#define FSYNCSCOPE_BASE_CHOICE_H

#include <stdbool.h>

struct choice {
    const char *name;  /* the contract's name, "append-fsync" */
    const char *alias; /* another name that is accepted: PostgreSQL's for it; may be NULL */
    const char *group; /* heading in the menu: "append", "overwrite", "no data", "one at a time" */
    const char *line;  /* what it does and what it guarantees, one line */
    const char *used_by; /* who works this way, one line */
    bool durable;        /* acknowledged means durable */
    bool uses_delay;     /* a strategy that config.delay_ns has a meaning for */
    bool uses_siblings;  /* and config.siblings */
};

#endif

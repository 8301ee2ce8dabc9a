/* config.h: what the load is. The one value that goes down from keys and options to the engine.
 *
 * A value without pointers: modes and strategies are named by their contract names, so a recording
 * of another version can name one that this program does not have. Pure functions, any thread. */
#ifndef FSYNCSCOPE_BASE_CONFIG_H
#define FSYNCSCOPE_BASE_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

enum {
    CONFIG_NAME_MAX = 24,
    WRITERS_MAX = 1024,
    BATCH_MAX = 65536,
    RECORD_MAX = 16 << 20,
};

#define RATE_MIN        0.001 /* records a second; 0 is closed loop */
#define RATE_MAX        1e9
#define DELAY_MAX_NS    UINT64_C(1000000000)
#define FILE_BYTES_MIN  UINT64_C(4096)
#define FILE_BYTES_MAX  (UINT64_C(1) << 40)
#define STOP_ROUNDS_MAX UINT64_C(1000000000000)
#define STOP_NS_MAX     (UINT64_C(7) * 24 * 3600 * 1000000000)
#define RUN_ROUNDS      UINT64_C(1000) /* of `run` when neither count nor time is given */

/* The numbers of a configuration that have bounds. */
enum config_number {
    CONFIG_WRITERS,
    CONFIG_SIBLINGS,
    CONFIG_BATCH,
    CONFIG_RECORD,
    CONFIG_DELAY,
    CONFIG_FILE,
    CONFIG_STOP_ROUNDS,
    CONFIG_STOP_TIME,
    CONFIG_NUMBERS,
};

struct config {
    char mode[CONFIG_NAME_MAX];
    char strategy[CONFIG_NAME_MAX];
    bool durable;          /* mode and strategy acknowledge only what is durable */
    bool uses_delay;       /* the strategy has a use for delay_ns, */
    bool uses_siblings;    /* and for siblings */
    uint32_t syncs_each;   /* syncs that are timed as one, with what is between; 0: none is made */
    bool writes_nothing;   /* the mode: then batch is 1, and record_bytes means nothing */
    uint32_t writers;      /* 1 to WRITERS_MAX */
    uint32_t siblings;     /* group+delay waits only if so many other writers are under way */
    uint32_t batch;        /* records that one writer writes between two syncs */
    uint64_t record_bytes; /* 1 to RECORD_MAX */
    uint64_t delay_ns;     /* 0 to DELAY_MAX_NS */
    uint64_t file_bytes; /* where append starts anew, what overwrite fills; 0: the mode's default */
    bool grown; /* what is written once begins with file_bytes of it already there, and goes on */
    double rate_per_s;    /* records a second on a schedule; 0: closed loop */
    uint64_t stop_rounds; /* end after so many rounds of all writers together; 0: no limit */
    uint64_t stop_ns;     /* end after so much time; 0: no limit */
};

/* append-fsync, alone, one writer, 4 KiB, batch 1, delay 200 us, no limits. */
struct config config_default(void);

/* Sets NUMBER from what was typed. 0, or -EINVAL with one sentence that names the option, the value
 * and the range; CONFIG is then as it was. */
int config_set_number(struct config *config, enum config_number number, const char *text,
                      struct err *err);

/* The same for the rate of an open loop. */
int config_set_rate(struct config *config, const char *text, struct err *err);

/* The bounds of NUMBER in words that the option would take, "1 to 16M". */
const char *config_range(enum config_number number);

/* Checks the bounds of every number. 0, or -EINVAL with one sentence that names the option, the
 * value and the range. Mode and strategy names are checked by whoever has their tables. */
int config_check(const struct config *config, struct err *err);

/* Whether two configurations ask for the same load and the same end. What follows from the
 * names (durable, uses_*, syncs_each, writes_nothing) is not looked at; but where one says that its
 * mode writes nothing, batch and record size are no load. */
bool config_equal(const struct config *a, const struct config *b);

#endif

/* outbox.h: snapshots on their way to the one consumer.
 *
 * Holds a few seconds' worth. When the consumer is that late, intervals of the same generation are
 * added up, so that nothing that was counted is lost and memory stays bounded. Any thread may put;
 * one thread takes; neither waits for the other for longer than a copy. */
#ifndef FSYNCSCOPE_ENGINE_OUTBOX_H
#define FSYNCSCOPE_ENGINE_OUTBOX_H

#include <stdbool.h>

#include "base/snapshot.h"

struct outbox;

/* NULL with errno set when there is no memory or descriptor. */
struct outbox *outbox_create(void);
void outbox_free(struct outbox *outbox);

void outbox_put(struct outbox *outbox, const struct snapshot *snapshot);
bool outbox_take(struct outbox *outbox, struct snapshot *out);

/* Readable (poll(2)) while something waits. */
int outbox_fd(const struct outbox *outbox);

#endif

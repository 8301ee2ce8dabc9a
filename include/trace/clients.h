/* clients.h: who waits for a flush of a timeline's disks. For requests.c. */
#ifndef FSYNCSCOPE_TRACE_CLIENTS_H
#define FSYNCSCOPE_TRACE_CLIENTS_H

#include "trace/actor.h"
#include "trace/timeline.h"

/* EVENT asks for one. True: for the round. */
bool clients_ask(struct timeline *t, const struct trace_event *event, unsigned disk);

/* A flush goes to the disk, for all who wait: who counts as having asked for it, the round if it is
 * one of them; NULL: nobody who was seen. */
const struct client *clients_serve(struct timeline *t, unsigned disk);

/* The disk is done with it. */
void clients_end(struct timeline *t, unsigned disk, uint64_t now_ns);

/* EVENT, a write that was to be followed by a flush, needs none on a disk that writes past its
 * cache. */
void clients_forget_second(struct timeline *t, const struct trace_event *event, unsigned disk);

struct actor clients_actor(const struct client *client);

/* Tells the sink of others who still wait. */
void clients_close(const struct timeline *t, uint64_t now_ns);

#endif

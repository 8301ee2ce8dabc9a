/* noise.h: bytes that no file system or disk can make smaller. */
#ifndef FSYNCSCOPE_BASE_NOISE_H
#define FSYNCSCOPE_BASE_NOISE_H

#include <stddef.h>
#include <stdint.h>

/* Fills WORDS at OUT and moves *STATE on: the next call goes on with other noise. Start with any
 * state; the same one gives the same noise. Any thread. */
void noise_fill(uint64_t *out, size_t words, uint64_t *state);

#endif

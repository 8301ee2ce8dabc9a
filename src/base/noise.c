/* noise.c: splitmix64 (Steele, Lea and Flood, 2014). */
#include "base/noise.h"

static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

void noise_fill(uint64_t *out, size_t words, uint64_t *state)
{
    for (size_t i = 0; i < words; i++)
        out[i] = next(state);
}

/* octaves.h: a histogram in power-of-two buckets of microseconds, as people compare them. Pure. */
#ifndef FSYNCSCOPE_REPORT_OCTAVES_H
#define FSYNCSCOPE_REPORT_OCTAVES_H

#include <stdint.h>

#include "base/histogram.h"

enum { OCTAVES_MAX = 40 };

struct octave {
    uint64_t from_ns;
    uint64_t to_ns; /* UINT64_MAX: "at least from_ns" */
    uint64_t count;
};

/* Fills OUT from the first octave that has values to the last, gaps included; returns how many, 0
 * for an empty histogram. The borders are 2^k us, to the nanosecond; as the histogram's own buckets
 * are narrow but not cut there, a value within 1.6 % of a border may be counted across it. */
unsigned octaves_of(const struct histogram *h, struct octave out[OCTAVES_MAX]);

#endif

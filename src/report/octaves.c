/* octaves.c: see octaves.h. */
#include "report/octaves.h"

/* 2^-6 us, 16 ns, is below what any call takes; 2^32 us, 72 minutes, is as far as the histogram
 * tells values apart. Beyond both ends there is one more octave. */
enum { LOWEST_EXPONENT = -6, HIGHEST_EXPONENT = 32 };

static uint64_t border_ns(int exponent)
{
    if (exponent < LOWEST_EXPONENT)
        return 0;
    if (exponent > HIGHEST_EXPONENT)
        return UINT64_MAX;
    return exponent < 0 ? (UINT64_C(1000) + (1u << -exponent) / 2) >> -exponent
                        : UINT64_C(1000) << exponent;
}

unsigned octaves_of(const struct histogram *h, struct octave out[OCTAVES_MAX])
{
    unsigned used = 0, last = 0;

    for (int e = LOWEST_EXPONENT - 1; e <= HIGHEST_EXPONENT; e++) {
        struct octave o = {.from_ns = border_ns(e), .to_ns = border_ns(e + 1)};
        o.count = histogram_between(h, o.from_ns, o.to_ns);
        if (!o.count && !used)
            continue;
        out[used++] = o;
        if (o.count)
            last = used;
    }
    return last;
}

/* format.c: numbers as people read them.
 *
 * All digits are made from integers, so that the decimal point is a point in every locale, and the
 * unit is chosen after rounding, so that "1000 us" never stands beside "1.00 ms". */
#include "base/format.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define SECOND UINT64_C(1000000000)

/* N / STEP, half rounded up, without the overflow of n + step / 2. */
static uint64_t divide(uint64_t n, uint64_t step)
{
    return n / step + (n % step >= step - step / 2);
}

/* The decimal digits of N / 10^DECIMALS. */
static int put_fixed(char buf[FORMAT_MAX], uint64_t n, unsigned decimals)
{
    uint64_t one = 1;

    for (unsigned i = 0; i < decimals; i++)
        one *= 10;
    if (decimals == 0)
        return snprintf(buf, FORMAT_MAX, "%" PRIu64, n);
    return snprintf(buf, FORMAT_MAX, "%" PRIu64 ".%0*" PRIu64, n / one, (int)decimals, n % one);
}

/* Three digits each: a row serves while its rounded value has no fourth. */
static const struct {
    uint64_t step_ns; /* one of the last digit */
    const char *unit;
    unsigned decimals;
} scales[] = {
    {1, "ns", 0},       {10, "us", 2},      {100, "us", 1},
    {1000, "us", 0},    {10000, "ms", 2},   {100000, "ms", 1},
    {1000000, "ms", 0}, {10000000, "s", 2}, {100000000, "s", 1},
};

static char *put_minutes(char buf[FORMAT_MAX], uint64_t ns)
{
    uint64_t seconds = divide(ns, SECOND);

    if (seconds < 3600) {
        snprintf(buf, FORMAT_MAX, "%" PRIu64 " m %02" PRIu64 " s", seconds / 60, seconds % 60);
    } else {
        uint64_t minutes = divide(ns, 60 * SECOND);
        snprintf(buf, FORMAT_MAX, "%" PRIu64 " h %02" PRIu64 " m", minutes / 60, minutes % 60);
    }
    return buf;
}

char *format_duration(char buf[FORMAT_MAX], uint64_t ns)
{
    for (size_t i = 0; i < sizeof(scales) / sizeof(scales[0]); i++) {
        uint64_t n = divide(ns, scales[i].step_ns);
        if (n >= 1000)
            continue;
        if (scales[i].step_ns * n >= 60 * SECOND)
            break;
        int length = put_fixed(buf, n, scales[i].decimals);
        snprintf(buf + length, (size_t)(FORMAT_MAX - length), " %s", scales[i].unit);
        return buf;
    }
    return put_minutes(buf, ns);
}

char *format_count(char buf[FORMAT_MAX], uint64_t count)
{
    char digits[FORMAT_MAX];
    int length = snprintf(digits, sizeof(digits), "%" PRIu64, count);
    char *out = buf;

    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *out++ = ',';
        *out++ = digits[i];
    }
    *out = '\0';
    return buf;
}

char *format_fixed(char buf[FORMAT_MAX], double value, unsigned decimals)
{
    double scaled = fabs(value);

    for (unsigned i = 0; i < decimals; i++)
        scaled *= 10;
    if (!(scaled < 1e18)) { /* NAN too */
        snprintf(buf, FORMAT_MAX, "n/a");
        return buf;
    }
    uint64_t n = (uint64_t)(scaled + 0.5);
    int negative = value < 0 && n > 0;
    if (negative)
        buf[0] = '-';
    put_fixed(buf + negative, n, decimals);
    return buf;
}

char *format_number(char buf[FORMAT_MAX], double value)
{
    double size = fabs(value);

    if (!(size < 1e18) || size == 0)
        return format_fixed(buf, value, 0);
    if (size < 0.00095)
        snprintf(buf, FORMAT_MAX, "<0.001");
    else if (size < 0.0095)
        format_fixed(buf, value, 3);
    else if (size < 9.995)
        format_fixed(buf, value, 2);
    else if (size < 99.95)
        format_fixed(buf, value, 1);
    else
        format_count(buf, (uint64_t)(size + 0.5));
    return buf;
}

static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

enum { UNIT_KIB = 1, UNIT_LAST = sizeof(units) / sizeof(units[0]) - 1 };

/* How many decimals leave three digits. */
static unsigned decimals_of(double value)
{
    return value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
}

/* VALUE of UNIT with three digits, in a larger unit when it would round to 1,024; at most DECIMALS
 * while it stays in UNIT. */
static char *put_size(char buf[FORMAT_MAX], double value, unsigned unit, unsigned decimals)
{
    char digits[FORMAT_MAX];

    for (; value >= 1023.5 && unit < UNIT_LAST; unit++) {
        value /= 1024;
        decimals = 2;
    }
    if (decimals > decimals_of(value))
        decimals = decimals_of(value);
    format_fixed(digits, value, decimals);
    snprintf(buf, FORMAT_MAX, "%.24s %s", digits, units[unit]);
    return buf;
}

char *format_bytes(char buf[FORMAT_MAX], uint64_t bytes)
{
    unsigned unit = 0;
    uint64_t whole = bytes;

    for (; whole >= 1024 && whole % 1024 == 0 && unit < UNIT_LAST; unit++)
        whole /= 1024;
    if (whole < 1024) {
        snprintf(buf, FORMAT_MAX, "%" PRIu64 " %s", whole, units[unit]);
        return buf;
    }
    return put_size(buf, (double)whole, unit, 0);
}

char *format_kib(char buf[FORMAT_MAX], double kib)
{
    if (!(fabs(kib) < 1e15))
        snprintf(buf, FORMAT_MAX, "n/a");
    else if (kib > 0 && kib < 0.05)
        snprintf(buf, FORMAT_MAX, "<0.1 KiB");
    else
        put_size(buf, kib, UNIT_KIB, kib > 0 ? 1 : 0);
    return buf;
}

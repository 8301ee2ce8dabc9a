/* parse.c: numbers as people type them, the other half of format.c.
 *
 * Exact and without floating point: "1.5ms" is 1,500,000 ns and "0.1k" is no number of bytes. No
 * strtod(3), whose decimal point is the locale's. */
#include "base/format.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#define SECOND UINT64_C(1000000000)

struct unit {
    const char *suffix;
    uint64_t factor;
};

static const struct unit time_units[] = {
    {"ns", 1},          {"us", 1000},         {"ms", 1000000},           {"s", SECOND},
    {"m", 60 * SECOND}, {"h", 3600 * SECOND}, {"d", 24 * 3600 * SECOND}, {0},
};

static const struct unit size_units[] = {
    {"", 1},
    {"B", 1},
    {"k", UINT64_C(1) << 10},
    {"M", UINT64_C(1) << 20},
    {"G", UINT64_C(1) << 30},
    {"T", UINT64_C(1) << 40},
    {0},
};

/* The text of a number, found but not yet worked out. */
struct digits {
    const char *whole, *fraction;
    size_t whole_length, fraction_length;
    const char *rest;
};

static size_t digit_span(const char *text)
{
    return strspn(text, "0123456789");
}

/* Digits, then at most one point with digits on both sides. */
static bool find_digits(const char *text, struct digits *out)
{
    *out = (struct digits){.whole = text, .whole_length = digit_span(text)};
    out->rest = text + out->whole_length;
    if (out->whole_length == 0)
        return false;
    if (*out->rest != '.')
        return true;
    out->fraction = out->rest + 1;
    out->fraction_length = digit_span(out->fraction);
    out->rest = out->fraction + out->fraction_length;
    return out->fraction_length > 0;
}

static int whole_value(const struct digits *digits, uint64_t factor, uint64_t *value)
{
    uint64_t n = 0;

    for (size_t i = 0; i < digits->whole_length; i++) {
        if (__builtin_mul_overflow(n, 10u, &n) ||
            __builtin_add_overflow(n, (uint64_t)(digits->whole[i] - '0'), &n))
            return -ERANGE;
    }
    return __builtin_mul_overflow(n, factor, value) ? -ERANGE : 0;
}

/* Works from the last digit to the first: the sum is a whole number just when every step is one. */
static int fraction_value(const struct digits *digits, uint64_t factor, uint64_t *value)
{
    uint64_t n = 0;

    for (size_t i = digits->fraction_length; i-- > 0;) {
        n += factor * (uint64_t)(digits->fraction[i] - '0');
        if (n % 10 != 0)
            return -EINVAL;
        n /= 10;
    }
    *value = n;
    return 0;
}

static int scale(const struct digits *digits, uint64_t factor, uint64_t *out)
{
    uint64_t whole, fraction;
    int err = fraction_value(digits, factor, &fraction);

    if (!err)
        err = whole_value(digits, factor, &whole);
    if (!err && __builtin_add_overflow(whole, fraction, out))
        err = -ERANGE;
    return err;
}

/* The row whose suffix is TEXT, exactly. */
static const struct unit *find_time_unit(const char *text)
{
    for (const struct unit *u = time_units; u->suffix; u++) {
        if (strcmp(u->suffix, text) == 0)
            return u;
    }
    return NULL;
}

/* The letter counts in either case, and "B" or "iB" may follow it. */
static const struct unit *find_size_unit(const char *text)
{
    for (const struct unit *u = size_units; u->suffix; u++) {
        size_t length = strlen(u->suffix);
        const char *tail = text + length;
        if (strncasecmp(u->suffix, text, length) != 0)
            continue;
        if (*tail == '\0' || (u->factor > 1 && (!strcmp(tail, "B") || !strcmp(tail, "iB"))))
            return u;
    }
    return NULL;
}

int parse_duration(const char *text, uint64_t *ns)
{
    struct digits digits;

    if (!find_digits(text, &digits))
        return -EINVAL;
    const struct unit *unit = find_time_unit(digits.rest);
    if (unit)
        return scale(&digits, unit->factor, ns);

    /* A bare number could be anything; 0 alone is the same in every unit. */
    uint64_t bare;
    if (*digits.rest || scale(&digits, 1, &bare) || bare != 0)
        return -EINVAL;
    *ns = 0;
    return 0;
}

int parse_size(const char *text, uint64_t *bytes)
{
    struct digits digits;

    if (!find_digits(text, &digits))
        return -EINVAL;
    const struct unit *unit = find_size_unit(digits.rest);
    return unit ? scale(&digits, unit->factor, bytes) : -EINVAL;
}

int parse_count(const char *text, uint64_t *count)
{
    struct digits digits;

    if (!find_digits(text, &digits) || digits.fraction || *digits.rest)
        return -EINVAL;
    return scale(&digits, 1, count);
}

int parse_number(const char *text, double *value)
{
    struct digits digits;
    double n = 0, one = 1;

    if (!find_digits(text, &digits) || *digits.rest)
        return -EINVAL;
    for (size_t i = 0; i < digits.whole_length; i++)
        n = n * 10 + (digits.whole[i] - '0');
    for (size_t i = 0; i < digits.fraction_length && one < 1e18; i++) {
        n = n * 10 + (digits.fraction[i] - '0');
        one *= 10;
    }
    if (n > 1e300)
        return -ERANGE;
    *value = n / one;
    return 0;
}

/* format.h: durations, sizes, counts and rates as people write them; print and parse as pairs.
 *
 * Inside the program times are nanoseconds and sizes bytes, always; this is the edge where they get
 * units. Numbers have a decimal point in every locale. Pure functions, any thread. */
#ifndef FSYNCSCOPE_BASE_FORMAT_H
#define FSYNCSCOPE_BASE_FORMAT_H

#include <stddef.h>
#include <stdint.h>

/* Room for any text of the printers below. */
enum { FORMAT_MAX = 32 };

/* All printers write to BUF and return it, so that they can stand in an argument list. */

/* "834 us", "1.10 ms", "12.0 s", "950 ns", "2 m 05 s", "1 h 10 m": three significant digits, the
 * unit chosen after rounding, so that 999.6 us is "1.00 ms" and never "1000 us". 0 is "0 ns". */
char *format_duration(char buf[FORMAT_MAX], uint64_t ns);

/* "100 B", "4 KiB", "1.25 MiB": whole numbers stay whole, else three significant digits. */
char *format_bytes(char buf[FORMAT_MAX], uint64_t bytes);

/* "168,204". */
char *format_count(char buf[FORMAT_MAX], uint64_t count);

/* A rate or ratio of 0 or more with up to three digits, and thousands separators from 1,000 on:
 * "0", "0.06", "1.00", "15.9", "834", "17,012"; small ones that are not 0 never look like it:
 * "0.004",
 * "<0.001". "n/a" for NAN or infinity. */
char *format_number(char buf[FORMAT_MAX], double value);

/* VALUE with just so many DECIMALS (at most 9) and a point in every locale, "-0.250". "n/a" for
 * NAN, infinity and what is no figure any more (10^18 of the last digit). */
char *format_fixed(char buf[FORMAT_MAX], double value, unsigned decimals);

/* KIB (a count of 1,024 bytes) as "0 KiB", "1.8 KiB", "24.0 KiB", "1.20 MiB". */
char *format_kib(char buf[FORMAT_MAX], double kib);

/* Parsers take the whole TEXT or nothing: 0 on success with *OUT set, -EINVAL for what is no such
 * value, -ERANGE for one that does not fit 64 bits. A leading sign or white space is -EINVAL. */

/* "200us", "1.5ms", "2s", "1m", "3h", "7d"; a bare number other than 0 is -EINVAL. To
 * nanoseconds. */
int parse_duration(const char *text, uint64_t *ns);

/* "100", "4k", "1.5M", "1G", "1T" with powers of 1,024; also "4K", "4KiB", "4kB". To bytes. A
 * fraction that is no whole number of bytes is -EINVAL. */
int parse_size(const char *text, uint64_t *bytes);

/* A whole decimal number. */
int parse_count(const char *text, uint64_t *count);

/* A decimal number of 0 or more, "2.5"; always with a point, whatever the locale. */
int parse_number(const char *text, double *value);

#endif

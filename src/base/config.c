/* config.c: the default load, and the bounds of every number in one table.
 *
 * The command line, recordings and tests all come by here, so that a range is told in the same
 * words everywhere. */
#include "base/config.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "base/text.h"

struct bounds {
    const char *option;
    const char *range; /* in words that the option itself would take */
    const char *unit;  /* that is likely meant where a time has none */
    int (*parse)(const char *text, uint64_t *value);
    uint64_t min, max;
    bool zero_is_unset; /* 0 is a value of the struct, but none to be typed */
    size_t offset;
    size_t width;
};

#define MEMBER(name)                                                                               \
    .offset = offsetof(struct config, name), .width = sizeof(((struct config *)NULL)->name)

static const struct bounds bounds[CONFIG_NUMBERS] = {
    [CONFIG_WRITERS] = {MEMBER(writers), .option = "--writers", .range = "1 to 1024",
                        .parse = parse_count, .min = 1, .max = WRITERS_MAX},
    [CONFIG_SIBLINGS] = {MEMBER(siblings), .option = "--siblings", .range = "0 to 1023",
                         .parse = parse_count, .min = 0, .max = WRITERS_MAX - 1},
    [CONFIG_BATCH] = {MEMBER(batch), .option = "--batch", .range = "1 to 65536",
                      .parse = parse_count, .min = 1, .max = BATCH_MAX},
    [CONFIG_RECORD] = {MEMBER(record_bytes), .option = "--size", .range = "1 to 16M",
                       .parse = parse_size, .min = 1, .max = RECORD_MAX},
    [CONFIG_DELAY] = {MEMBER(delay_ns), .option = "--delay", .range = "0 to 1s", .unit = "us",
                      .parse = parse_duration, .min = 0, .max = DELAY_MAX_NS},
    [CONFIG_FILE] = {MEMBER(file_bytes), .option = "--file-size", .range = "4k to 1T",
                     .parse = parse_size, .min = FILE_BYTES_MIN, .max = FILE_BYTES_MAX,
                     .zero_is_unset = true},
    [CONFIG_STOP_ROUNDS] = {MEMBER(stop_rounds), .option = "--count", .range = "1 to 1000000000000",
                            .parse = parse_count, .min = 1, .max = STOP_ROUNDS_MAX,
                            .zero_is_unset = true},
    [CONFIG_STOP_TIME] = {MEMBER(stop_ns), .option = "--time", .range = "1ns to 7d", .unit = "s",
                          .parse = parse_duration, .min = 1, .max = STOP_NS_MAX,
                          .zero_is_unset = true},
};

static uint64_t load(const struct config *config, const struct bounds *b)
{
    const char *at = (const char *)config + b->offset;
    uint32_t narrow;
    uint64_t wide;

    if (b->width == sizeof(wide)) {
        memcpy(&wide, at, sizeof(wide));
        return wide;
    }
    memcpy(&narrow, at, sizeof(narrow));
    return narrow;
}

static void store(struct config *config, const struct bounds *b, uint64_t value)
{
    char *at = (char *)config + b->offset;
    uint32_t narrow = (uint32_t)value;

    if (b->width == sizeof(value))
        memcpy(at, &value, sizeof(value));
    else
        memcpy(at, &narrow, sizeof(narrow));
}

static bool is_within(const struct bounds *b, uint64_t value)
{
    return value >= b->min && value <= b->max;
}

static int refuse(const struct bounds *b, const char *value, struct err *err)
{
    char shown[TEXT_SHOWN_MAX];
    return err_set(err, 0, "%s %s: allowed is %s", b->option, text_show(shown, value), b->range);
}

/* A bare number where a time is wanted: people mean a unit, and are told it. */
static bool lacks_unit(const struct bounds *b, const char *text)
{
    double number;
    return b->unit && parse_number(text, &number) == 0 && number > 0;
}

static int refuse_bare(const struct bounds *b, const char *text, struct err *err)
{
    char likely[FORMAT_MAX], shown[TEXT_SHOWN_MAX];
    uint64_t value;
    int length = snprintf(likely, sizeof(likely), "%s%s", text, b->unit);

    if (length < (int)sizeof(likely) && b->parse(likely, &value) == 0 && is_within(b, value))
        return err_set(err, 0, "%s %s: a time needs a unit, as in %s; allowed is %s", b->option,
                       text, likely, b->range);
    return err_set(err, 0, "%s %s: a time needs a unit; allowed is %s", b->option,
                   text_show(shown, text), b->range);
}

struct config config_default(void)
{
    return (struct config){
        .mode = "append-fsync",
        .strategy = "alone",
        .durable = true,
        .syncs_each = 1,
        .writers = 1,
        .batch = 1,
        .record_bytes = 4096,
        .delay_ns = 200000,
    };
}

int config_set_number(struct config *config, enum config_number number, const char *text,
                      struct err *err)
{
    const struct bounds *b = &bounds[number];
    uint64_t value;

    if (lacks_unit(b, text))
        return refuse_bare(b, text, err);
    if (b->parse(text, &value) || !is_within(b, value))
        return refuse(b, text, err);
    store(config, b, value);
    return 0;
}

static bool is_rate(double rate)
{
    return isfinite(rate) && rate >= RATE_MIN && rate <= RATE_MAX;
}

int config_set_rate(struct config *config, const char *text, struct err *err)
{
    char shown[TEXT_SHOWN_MAX];
    double rate;

    if (parse_number(text, &rate) || !is_rate(rate))
        return err_set(err, 0, "--rate %s: allowed is 0.001 to 1000000000, in digits",
                       text_show(shown, text));
    config->rate_per_s = rate;
    return 0;
}

const char *config_range(enum config_number number)
{
    return bounds[number].range;
}

int config_check(const struct config *config, struct err *err)
{
    for (size_t i = 0; i < CONFIG_NUMBERS; i++) {
        const struct bounds *b = &bounds[i];
        uint64_t value = load(config, b);
        if (is_within(b, value) || (value == 0 && b->zero_is_unset))
            continue;
        char text[FORMAT_MAX];
        snprintf(text, sizeof(text), "%" PRIu64 "%s", value,
                 b->parse == parse_duration ? "ns" : "");
        return refuse(b, text, err);
    }
    if (config->rate_per_s != 0 && !is_rate(config->rate_per_s))
        return err_set(err, 0, "--rate: allowed is 0.001 to 1000000000");
    return 0;
}

bool config_equal(const struct config *a, const struct config *b)
{
    const bool writes = !a->writes_nothing && !b->writes_nothing;
    for (size_t i = 0; i < CONFIG_NUMBERS; i++) {
        const bool counts = writes || (i != CONFIG_BATCH && i != CONFIG_RECORD);
        if (counts && load(a, &bounds[i]) != load(b, &bounds[i]))
            return false;
    }
    return strcmp(a->mode, b->mode) == 0 && strcmp(a->strategy, b->strategy) == 0 &&
           a->rate_per_s == b->rate_per_s && a->grown == b->grown;
}

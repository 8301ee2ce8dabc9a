/* naming.c: one row a trait; a new number of a configuration is a row here. */
#include "source/naming.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

struct row {
    const char *before, *after; /* in a sentence; `after` in the plural */
    const char *(*text)(char out[TRAIT_TEXT_MAX], const struct config *config);
    double (*value)(const struct config *config);
    bool (*is_used)(const struct config *config); /* NULL: always */
};

static const char *mode_text(char out[TRAIT_TEXT_MAX], const struct config *c)
{
    return text_escape(out, TRAIT_TEXT_MAX, c->mode);
}

static const char *strategy_text(char out[TRAIT_TEXT_MAX], const struct config *c)
{
    return text_escape(out, TRAIT_TEXT_MAX, c->strategy);
}

static const char *writers_text(char out[TRAIT_TEXT_MAX], const struct config *c)
{
    return format_count(out, c->writers);
}

static double writers_value(const struct config *c)
{
    return c->writers;
}

static const char *record_text(char out[TRAIT_TEXT_MAX], const struct config *c)
{
    return format_bytes(out, c->record_bytes);
}

static double record_value(const struct config *c)
{
    return (double)c->record_bytes;
}

static const char *batch_text(char out[TRAIT_TEXT_MAX], const struct config *c)
{
    return format_count(out, c->batch);
}

static double batch_value(const struct config *c)
{
    return c->batch;
}

static bool data_is_used(const struct config *c)
{
    return !naming_is_floor(c);
}

static const char *delay_text(char out[TRAIT_TEXT_MAX], const struct config *c)
{
    return format_duration(out, c->delay_ns);
}

static double delay_value(const struct config *c)
{
    return (double)c->delay_ns;
}

static bool delay_is_used(const struct config *c)
{
    return c->uses_delay;
}

static const char *siblings_text(char out[TRAIT_TEXT_MAX], const struct config *c)
{
    return format_count(out, c->siblings);
}

static double siblings_value(const struct config *c)
{
    return c->siblings;
}

static bool siblings_is_used(const struct config *c)
{
    return c->uses_siblings;
}

static const char *rate_text(char out[TRAIT_TEXT_MAX], const struct config *c)
{
    char number[FORMAT_MAX];
    if (!(c->rate_per_s > 0))
        return strcpy(out, "closed");
    snprintf(out, TRAIT_TEXT_MAX, "%s/s", format_number(number, c->rate_per_s));
    return out;
}

static double rate_value(const struct config *c)
{
    return c->rate_per_s;
}

static const char *file_text(char out[TRAIT_TEXT_MAX], const struct config *c)
{
    if (!c->file_bytes)
        return strcpy(out, "default");
    format_bytes(out, c->file_bytes);
    return c->grown ? strcat(out, " grown") : out;
}

static double file_value(const struct config *c)
{
    return (double)c->file_bytes;
}

static const struct row rows[TRAITS] = {
    [TRAIT_MODE] = {.text = mode_text},
    [TRAIT_STRATEGY] = {.text = strategy_text},
    [TRAIT_WRITERS] = {.after = " writers", .text = writers_text, .value = writers_value},
    [TRAIT_RECORD] = {.text = record_text, .value = record_value, .is_used = data_is_used},
    [TRAIT_BATCH] = {.before = "batch ",
                     .text = batch_text,
                     .value = batch_value,
                     .is_used = data_is_used},
    [TRAIT_DELAY] = {.before = "delay ",
                     .text = delay_text,
                     .value = delay_value,
                     .is_used = delay_is_used},
    [TRAIT_SIBLINGS] = {.before = "siblings ",
                        .text = siblings_text,
                        .value = siblings_value,
                        .is_used = siblings_is_used},
    [TRAIT_RATE] = {.after = " loop", .text = rate_text, .value = rate_value},
    [TRAIT_FILE] = {.before = "file ", .text = file_text, .value = file_value},
};

static bool is_used(enum trait trait, const struct config *config)
{
    return !rows[trait].is_used || rows[trait].is_used(config);
}

const char *trait_text(char out[TRAIT_TEXT_MAX], enum trait trait, const struct config *config)
{
    out[0] = '\0';
    return is_used(trait, config) ? rows[trait].text(out, config) : out;
}

double trait_value(enum trait trait, const struct config *config)
{
    return rows[trait].value && is_used(trait, config) ? rows[trait].value(config) : 0;
}

static bool differs(enum trait trait, const struct config *a, const struct config *b)
{
    if (trait == TRAIT_MODE)
        return strcmp(a->mode, b->mode) != 0;
    if (trait == TRAIT_STRATEGY)
        return strcmp(a->strategy, b->strategy) != 0;
    return is_used(trait, a) && is_used(trait, b) && rows[trait].value(a) != rows[trait].value(b);
}

unsigned naming_apart(const struct config *a, const struct config *b)
{
    unsigned apart = 0;
    for (enum trait t = 0; t < TRAITS; t++)
        if (differs(t, a, b))
            apart |= TRAIT_BIT(t);
    return apart;
}

bool naming_same(const struct config *a, const struct config *b)
{
    return naming_apart(a, b) == 0;
}

const char *naming_sync(uint32_t syncs_each)
{
    return syncs_each > 1 ? "2 syncs" : syncs_each ? "sync" : "write-out";
}

bool naming_is_floor(const struct config *config)
{
    return strcmp(config->mode, "flush-only") == 0;
}

/* What few change needs no word in a list of all while it is as everybody expects. */
static bool is_silent(enum trait trait, const struct config *c, unsigned traits)
{
    bool rare = trait == TRAIT_SIBLINGS || trait == TRAIT_RATE || trait == TRAIT_FILE;
    return traits == TRAITS_ALL && rare && trait_value(trait, c) == 0;
}

const char *naming_tell(char out[NAMING_MAX], const struct config *config, unsigned traits)
{
    size_t used = 0;
    out[0] = '\0';
    for (enum trait t = 0; t < TRAITS; t++) {
        char text[TRAIT_TEXT_MAX];
        const char *after = rows[t].after ? rows[t].after : "";
        if (!(traits & TRAIT_BIT(t)) || !is_used(t, config) || is_silent(t, config, traits))
            continue;
        if (t == TRAIT_WRITERS && config->writers == 1)
            after = " writer";
        if (t == TRAIT_RATE && config->rate_per_s > 0)
            after = " open loop";
        int length =
            snprintf(out + used, NAMING_MAX - used, "%s%s%s%s", used ? ", " : "",
                     rows[t].before ? rows[t].before : "", trait_text(text, t, config), after);
        used = used + (size_t)length < NAMING_MAX ? used + (size_t)length : NAMING_MAX - 1;
    }
    return out;
}

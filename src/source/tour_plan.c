/* tour_plan.c: the sections, a row and a function each.
 *
 * A section varies one thing, or two, and leaves the rest as it was asked for; where nothing was
 * asked for it takes the load that the thing is usually compared on: group commit with short
 * records of a log, growth with batches of pages. */
#include "source/tour_plan.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "source/naming.h"

enum {
    MANY_WRITERS = 16,
    BATCH_MOST = 512,
    GROUP_RECORD = 100,
    SIZE_LEAST = 512,
    SIZE_MOST = 1 << 20,
    PAGES_A_SYNC = 8,
};

static const char *const log_mode = "append-fdatasync";
static const char *const delaying = "group+delay";

struct draft {
    const struct source_ops *ops;
    const struct tour_plan *plan;
    struct tour_line *lines;
    unsigned count;
    enum tour_section section;
};

typedef const struct choice *choice_at(size_t i);

static const struct choice *find(choice_at *at, const char *name)
{
    const struct choice *choice;

    for (size_t i = 0; (choice = at(i)); i++) {
        if (strcmp(choice->name, name) == 0)
            return choice;
    }
    return NULL;
}

/* What follows from the names, as the source will say it once it runs. */
static void settle(const struct source_ops *ops, struct config *config)
{
    const struct choice *mode = find(ops->mode, config->mode);
    const struct choice *strategy = find(ops->strategy, config->strategy);

    config->durable = mode && strategy && mode->durable && strategy->durable;
    config->writes_nothing = naming_is_floor(config);
    if (config->writes_nothing)
        config->batch = 1;
    config->uses_delay = strategy && strategy->uses_delay;
    config->uses_siblings = strategy && strategy->uses_siblings;
}

static uint64_t share_of(uint64_t whole, unsigned passes)
{
    return (whole + passes - 1) / passes;
}

static void add(struct draft *draft, const struct config *config)
{
    const struct source_ops *ops = draft->ops;

    if (draft->count == TOUR_LINES_MAX)
        return;
    struct tour_line *line = &draft->lines[draft->count++];
    line->section = draft->section;
    line->config = *config;
    line->config.stop_rounds = share_of(config->stop_rounds, draft->plan->passes);
    line->config.stop_ns = share_of(config->stop_ns, draft->plan->passes);
    settle(ops, &line->config);
    const char *clash = ops->clash ? ops->clash(config->mode, config->strategy) : NULL;
    if (clash)
        snprintf(line->trouble, sizeof(line->trouble), "%s cannot carry %s: %s", config->strategy,
                 config->mode, clash);
}

static void set_name(char out[CONFIG_NAME_MAX], const char *name)
{
    text_copy(out, CONFIG_NAME_MAX, name);
}

static void plan_modes(struct draft *draft)
{
    struct config config = draft->plan->base;
    const struct choice *mode;

    for (size_t i = 0; (mode = draft->ops->mode(i)); i++) {
        set_name(config.mode, mode->name);
        add(draft, &config);
    }
}

/* Many writers append short records to one log. */
static struct config log_load(const struct tour_plan *plan)
{
    struct config config = plan->base;

    if (!plan->mode_given)
        set_name(config.mode, log_mode);
    if (!plan->record_given)
        config.record_bytes = GROUP_RECORD;
    return config;
}

static void plan_writers(struct draft *draft)
{
    struct config config = log_load(draft->plan);
    const struct choice *strategy;

    for (size_t i = 0; (strategy = draft->ops->strategy(i)); i++) {
        set_name(config.strategy, strategy->name);
        for (config.writers = 1; config.writers <= MANY_WRITERS; config.writers *= 2)
            add(draft, &config);
    }
}

static void plan_batch(struct draft *draft)
{
    struct config config = draft->plan->base;

    for (config.batch = 1; config.batch <= BATCH_MOST; config.batch *= 2)
        add(draft, &config);
}

static void plan_size(struct draft *draft)
{
    struct config config = draft->plan->base;

    for (config.record_bytes = SIZE_LEAST; config.record_bytes <= SIZE_MOST;
         config.record_bytes *= 2)
        add(draft, &config);
}

static void plan_delay(struct draft *draft)
{
    static const unsigned delays_us[] = {0, 50, 100, 200, 500, 1000, 2000, 5000};
    const struct tour_plan *plan = draft->plan;
    struct config config = log_load(plan);
    const struct choice *asked = find(draft->ops->strategy, config.strategy);

    if (!plan->strategy_given || !asked || !asked->uses_delay)
        set_name(config.strategy, delaying);
    if (!plan->writers_given)
        config.writers = MANY_WRITERS;
    for (size_t i = 0; i < sizeof(delays_us) / sizeof(delays_us[0]); i++) {
        config.delay_ns = UINT64_C(1000) * delays_us[i];
        add(draft, &config);
    }
}

/* Batches of pages at the end of a file that has grown to a size: plain, and with the final size
 * set before the first of them. The size is there before the first round: a mean over a file that
 * grows to it would tell little of the price at it, and nothing where the time is over before. */
static void plan_growth(struct draft *draft)
{
    static const unsigned sizes_mib[] = {1, 4, 16, 64};
    static const char *const modes[] = {"append-fsync", "extend-fsync"};
    const struct tour_plan *plan = draft->plan;
    struct config config = plan->base;

    config.grown = true;
    if (!plan->batch_given)
        config.batch = PAGES_A_SYNC;
    for (size_t m = 0; m < sizeof(modes) / sizeof(modes[0]); m++) {
        if (m && plan->mode_given)
            break;
        set_name(config.mode, plan->mode_given ? plan->base.mode : modes[m]);
        for (size_t i = 0; i < sizeof(sizes_mib) / sizeof(sizes_mib[0]); i++) {
            config.file_bytes = (uint64_t)sizes_mib[i] << 20;
            add(draft, &config);
        }
    }
}

static const struct row {
    const char *name, *words;
    void (*plan)(struct draft *draft);
} rows[TOUR_SECTIONS] = {
    [TOUR_MODES] = {"modes", "every mode", plan_modes},
    [TOUR_WRITERS] = {"writers", "writers and strategies", plan_writers},
    [TOUR_BATCH] = {"batch", "records between two syncs", plan_batch},
    [TOUR_SIZE] = {"size", "the size of a record", plan_size},
    [TOUR_DELAY] = {"delay", "how long a leader waits for more records", plan_delay},
    [TOUR_GROWTH] = {"growth", "a file that has grown, plain and with its size set first",
                     plan_growth},
};

unsigned tour_plan_lines(const struct source_ops *ops, const struct tour_plan *plan,
                         struct tour_line *lines)
{
    struct draft draft = {.ops = ops, .plan = plan, .lines = lines};

    for (int section = 0; section < TOUR_SECTIONS; section++) {
        draft.section = (enum tour_section)section;
        if (plan->sections & (1u << section))
            rows[section].plan(&draft);
    }
    return draft.count;
}

const char *tour_section_name(enum tour_section section)
{
    return rows[section].name;
}

const char *tour_section_words(enum tour_section section)
{
    return rows[section].words;
}

/* The section that the LENGTH bytes at NAME name; TOUR_SECTIONS for none. */
static unsigned section_of(const char *name, size_t length)
{
    unsigned i = 0;

    while (i < TOUR_SECTIONS &&
           (strlen(rows[i].name) != length || strncmp(rows[i].name, name, length) != 0))
        i++;
    return i;
}

static int refuse(const char *name, size_t length, struct err *err)
{
    char names[160] = "", asked[2 * TEXT_SHOWN_MAX], shown[TEXT_SHOWN_MAX];
    size_t used = 0;

    for (size_t i = 0; i < TOUR_SECTIONS && used < sizeof(names); i++)
        used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%s", i ? ", " : "",
                                 rows[i].name);
    snprintf(asked, sizeof(asked), "%.*s", (int)length, name);
    return err_set(err, 0, "--only %s: there is no such section; allowed is a list of %s",
                   text_show(shown, asked), names);
}

int tour_sections_parse(const char *text, unsigned *sections, struct err *err)
{
    unsigned bits = 0;

    for (;; text++) {
        size_t length = strcspn(text, ",");
        unsigned section = section_of(text, length);
        if (section == TOUR_SECTIONS)
            return refuse(text, length, err);
        bits |= 1u << section;
        text += length;
        if (!*text)
            break;
    }
    *sections = bits;
    return 0;
}

/* modes.c: `modes --format json`: the same tables as a document. */
#include "app/options.h"

#include "disk/syncmode.h"
#include "engine/strategy.h"
#include "report/json_writer.h"

/* The members that modes and strategies have in common; the object stays open. */
static void put_choice(struct json *j, const struct choice *c)
{
    json_object(j, NULL, JSON_LINES);
    json_string(j, "name", c->name);
    json_string(j, "alias", c->alias);
    json_string(j, "group", c->group);
    json_bool(j, "durable", c->durable);
    json_string(j, "line", c->line);
    json_string(j, "used_by", c->used_by);
}

/* syncs_per_round is null where each write is a sync: a round may make several. */
static void put_mode(struct json *j, const struct syncmode *mode)
{
    put_choice(j, &mode->about);
    json_known_count(j, "syncs_per_round", mode->syncs != SYNC_EACH_WRITE, (uint64_t)mode->syncs);
    json_string(j, "write_call", mode->write ? mode->write_call : NULL);
    json_string(j, "sync_call", mode->sync ? mode->sync_call : NULL);
    json_string(j, "missing", syncmode_missing(mode));
    json_end(j);
}

static void put_strategy(struct json *j, const struct strategy *strategy)
{
    put_choice(j, &strategy->about);
    json_bool(j, "uses_delay", strategy->about.uses_delay);
    json_bool(j, "uses_siblings", strategy->about.uses_siblings);
    json_end(j);
}

void options_print_modes_json(FILE *out)
{
    struct json j = {.out = out};

    json_object(&j, NULL, JSON_LINES);
    json_string(&j, "fsyncscope", FSYNCSCOPE_VERSION);
    json_array(&j, "modes", JSON_LINES);
    for (size_t i = 0; syncmode_at(i); i++)
        put_mode(&j, syncmode_at(i));
    json_end(&j);
    json_array(&j, "strategies", JSON_LINES);
    for (size_t i = 0; strategy_at(i); i++)
        put_strategy(&j, strategy_at(i));
    json_end(&j);
    json_end(&j);
}

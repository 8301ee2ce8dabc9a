/* inside_stage.c: see inside_stage.h. Stamps are those of an append on ext4 with a journal. */
#include "support/inside_stage.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

#define US UINT64_C(1000)
#define MS UINT64_C(1000000)

struct round inside_slow(struct stage *stage, uint32_t writer, uint64_t latency_ns)
{
    struct snapshot *s = &stage->snapshot;
    const struct round round = {
        .start_ns = s->at_ns + 80 * MS + writer,
        .latency_ns = latency_ns,
        .write_ns = 4 * US,
        .sync_ns = latency_ns - 6 * US,
        .writer = writer,
        .led = 1,
        .disk = {.flushes = 2, .sectors = 48, .syncs = 1},
    };
    slowest_keep(s->slowest, &s->slowest_count, &round);
    s->slow_rounds++;
    return round;
}

static struct span *add_span(struct inside *inside, enum span_kind kind, uint64_t from_ns,
                             uint64_t to_ns, uint64_t bytes)
{
    struct span *span = &inside->span[inside->span_count++];
    *span = (struct span){
        .kind = kind, .from_ns = from_ns, .begun_ns = from_ns, .to_ns = to_ns, .bytes = bytes};
    if (kind >= SPAN_DATA && kind <= SPAN_OTHER)
        text_copy(span->disk, sizeof span->disk, "nvme0n1");
    return span;
}

static void set_usual(struct inside *inside)
{
    inside->usual_ns[SHARE_WRITE] = 3 * US;
    inside->usual_ns[SHARE_DATA] = 62 * US;
    inside->usual_ns[SHARE_META] = 60 * US;
    inside->usual_ns[SHARE_FLUSH] = 81 * US;
    inside->usual_ns[SHARE_JOURNAL] = 16 * US;
    inside->usual_ns[SHARE_CPU] = 18 * US;
}

struct inside inside_flush(const struct round *round)
{
    struct inside inside = {.origin = INSIDE_TRACED, .cause = CAUSE_FLUSH};
    uint64_t end_ns = round->latency_ns;
    struct span *span;
    add_span(&inside, SPAN_WRITE, 0, 4 * US, 0);
    add_span(&inside, SPAN_SYNC, 5 * US, end_ns - US, 0);
    add_span(&inside, SPAN_DATA, 9 * US, 72 * US, 4096);
    span = add_span(&inside, SPAN_JOURNAL, 80 * US, end_ns - 3 * US, 0);
    text_copy(span->who, sizeof span->who, "jbd2/nvme0n1-8");
    add_span(&inside, SPAN_META, 88 * US, 150 * US, 16384);
    span = add_span(&inside, SPAN_FLUSH, 152 * US, end_ns - 70 * US, 0);
    span->begun_ns = end_ns / 8;
    add_span(&inside, SPAN_META, end_ns - 65 * US, end_ns - 5 * US, 4096);
    inside.ns[SHARE_WRITE] = 4 * US;
    inside.ns[SHARE_DATA] = 63 * US;
    inside.ns[SHARE_META] = 122 * US;
    inside.ns[SHARE_JOURNAL] = 15 * US;
    inside.ns[SHARE_CPU] = 10 * US;
    inside.ns[SHARE_FLUSH] = end_ns - 214 * US;
    set_usual(&inside);
    text_copy(inside.sentence, sizeof inside.sentence,
              "5.75 of 5.97 ms in one flush (usually 81 us); nobody else wrote");
    return inside;
}

struct inside inside_others(const struct round *round)
{
    struct inside inside = inside_flush(round);
    uint64_t taken_ns = inside.ns[SHARE_FLUSH] / 2;
    inside.cause = CAUSE_OTHERS;
    inside.ns[SHARE_FLUSH] -= taken_ns;
    inside.ns[SHARE_OTHERS] = taken_ns;
    inside.other = (struct other_program){
        .who = "postgres", .pid = 812, .bytes = 3355443, .requests = 40, .programs = 2};
    inside.others_count = 2;
    inside.others[0] =
        (struct inside_program){.who = "postgres", .pid = 812, .bytes = 3355443, .requests = 40};
    inside.others[1] = (struct inside_program){.who = "dd", .pid = 5, .bytes = 8192, .requests = 2};
    inside.others_bytes = 3355443 + 8192;
    inside.others_requests = 42;
    struct span *span = add_span(&inside, SPAN_OTHER, 160 * US, 152 * US + taken_ns, 524288);
    text_copy(span->who, sizeof span->who, "postgres");
    span->pid = 812;
    text_copy(inside.sentence, sizeof inside.sentence,
              "postgres[812] wrote 3.2 MiB meanwhile; 2.1 ms of 4.4 ms behind its requests");
    return inside;
}

void inside_tell(struct stage *stage, const struct round *round, const struct inside *inside)
{
    struct snapshot *s = &stage->snapshot;
    s->inside[s->inside_count++] = (struct inside_round){.round = *round, .inside = *inside};
}

void inside_ordinary(struct stage *stage)
{
    struct snapshot *s = &stage->snapshot;
    struct inside_round *ordinary = &s->ordinary;
    *ordinary = (struct inside_round){
        .round = {.start_ns = s->at_ns + 10 * MS, .latency_ns = 240 * US, .writer = 1}};
    struct inside *inside = &ordinary->inside;
    add_span(inside, SPAN_WRITE, 0, 3 * US, 0);
    add_span(inside, SPAN_SYNC, 4 * US, 239 * US, 0);
    add_span(inside, SPAN_DATA, 9 * US, 71 * US, 4096);
    add_span(inside, SPAN_META, 88 * US, 148 * US, 16384);
    add_span(inside, SPAN_FLUSH, 152 * US, 233 * US, 0);
    inside->origin = INSIDE_TRACED;
    set_usual(inside);
    memcpy(inside->ns, inside->usual_ns, sizeof inside->ns);
    s->has_ordinary = true;
}

void inside_feed(struct stage *stage)
{
    struct snapshot *s = &stage->snapshot;
    s->sequence++;
    s->at_ns += 100 * MS;
    s->wall_ns += 100 * MS;
    s->interval_ns = s->active_ns = 100 * MS;
    s->slow_limit_ns = 720 * US;
    stage->ui.state.now_ns = s->at_ns;
    history_add(stage->history, s);
    state_note(&stage->ui.state, s);
    s->slowest_count = s->inside_count = 0;
    s->slow_rounds = 0;
    s->has_ordinary = false;
}

static void add_told(struct stage *stage, uint32_t writer, uint64_t latency_ns,
                     struct inside make(const struct round *))
{
    struct round round = inside_slow(stage, writer, latency_ns);
    inside_feed(stage);
    struct inside inside = make(&round);
    inside_tell(stage, &round, &inside);
    inside_feed(stage);
}

struct stage *inside_story(bool ascii)
{
    struct stage *stage = stage_open(ascii);
    stage->base_ns = 240 * US;
    stage->snapshot.tracing.on = true;
    stage->rounds = 20;
    stage_feed(stage, 20);
    stage->snapshot.slowest_count = 0;
    stage->snapshot.slow_rounds = 0;
    inside_ordinary(stage);
    for (unsigned i = 0; i < 6; i++)
        add_told(stage, i, (1500 + 100 * i) * US, inside_flush);
    add_told(stage, 6, 4400 * US, inside_others);
    inside_slow(stage, 7, 900 * US);
    inside_feed(stage);
    add_told(stage, 8, 5970 * US, inside_flush);
    return stage;
}

/* test_causes.c: the cause of a slow round in words, seen and inferred. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "trace/causes.h"
#include "trace/inferred.h"

/* An ordinary round of 154 us, and a slow one like it but for SHARE, which has US. */
static struct inside usual_inside(void)
{
    struct inside in = {.origin = INSIDE_TRACED};
    in.ns[SHARE_WRITE] = 2000;
    in.ns[SHARE_CPU] = 11000;
    in.ns[SHARE_DATA] = 60000;
    in.ns[SHARE_FLUSH] = 81000;
    return in;
}

static struct inside slow_inside(enum share share, uint64_t us)
{
    struct inside in = usual_inside();
    in.ns[share] = us * 1000;
    return in;
}

static void explain(struct inside *in)
{
    const struct inside usual = usual_inside();
    cause_find(in, &usual);
}

static void the_share_that_grew_most_is_the_cause(void **state)
{
    (void)state;
    static const struct {
        enum share share;
        enum cause cause;
        const char *sentence;
    } row[] = {
        {SHARE_FLUSH, CAUSE_FLUSH,
         "5.10 ms of 5.17 ms in the flush (usually 81.0 us); nobody else wrote"},
        {SHARE_DATA, CAUSE_DATA,
         "5.10 ms of 5.19 ms in writing data (usually 60.0 us); nobody else wrote"},
        {SHARE_JOURNAL, CAUSE_JOURNAL,
         "5.10 ms of 5.25 ms waiting for the journal's thread (usually none)"},
        {SHARE_WORKER, CAUSE_SCHEDULER,
         "a kernel worker took 5.10 ms of 5.25 ms to go on (usually none)"},
        {SHARE_READY, CAUSE_SCHEDULER,
         "the writer waited 5.10 ms of 5.25 ms for a processor (usually none)"},
        {SHARE_THROTTLE, CAUSE_THROTTLE,
         "a cgroup's limit held a request back for 5.10 ms of 5.25 ms (usually none)"},
        {SHARE_FROZEN, CAUSE_FROZEN, "the file system was frozen for 5.10 ms of 5.25 ms"},
        {SHARE_STOPPED, CAUSE_STOPPED, "a signal had stopped the program for 5.10 ms of 5.25 ms"},
        {SHARE_WAIT, CAUSE_WAIT,
         "5.10 ms of 5.25 ms waiting for the lock or the leader (usually none)"},
        {SHARE_WRITE, CAUSE_WORK, "5.10 ms of 5.25 ms in write() (usually 2.00 us)"},
        {SHARE_UNNAMED, CAUSE_UNNAMED, "5.10 ms of 5.25 ms that nothing seen accounts for"},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct inside in = slow_inside(row[i].share, 5100);
        explain(&in);
        assert_int_equal(in.cause, row[i].cause);
        assert_string_equal(in.sentence, row[i].sentence);
        assert_int_equal(in.usual_ns[SHARE_FLUSH], 81000);
    }
}

static void flushes_of_the_round_are_counted(void **state)
{
    (void)state;
    struct inside in = slow_inside(SHARE_FLUSH, 5100);
    in.span_count = 2;
    in.span[0].kind = in.span[1].kind = SPAN_FLUSH;
    explain(&in);
    assert_non_null(strstr(in.sentence, "in 2 flushes"));
    in.span_count = 1;
    explain(&in);
    assert_non_null(strstr(in.sentence, "in one flush"));
}

static void another_program_that_wrote_much_is_named(void **state)
{
    (void)state;
    struct inside in = slow_inside(SHARE_FLUSH, 4000);
    in.other = (struct other_program){
        .who = "postgres", .pid = 812, .bytes = 3355443, .requests = 9, .programs = 1};
    in.others_requests = 9;
    in.others_bytes = 3355443;
    in.beside.ns = 3900000;
    explain(&in);
    assert_int_equal(in.cause, CAUSE_OTHERS);
    assert_string_equal(in.sentence,
                        "postgres[812] wrote 3.20 MiB meanwhile; 4.00 ms of 4.07 ms in "
                        "the flush (usually 81.0 us)");
}

static void a_few_bytes_of_another_program_explain_nothing(void **state)
{
    (void)state;
    struct inside in = slow_inside(SHARE_FLUSH, 4000);
    in.other = (struct other_program){
        .who = "systemd-journal", .pid = 5, .bytes = 4096, .requests = 1, .programs = 1};
    in.others_requests = 1;
    in.others_bytes = 4096;
    in.beside.ns = 3900000;
    explain(&in);
    assert_int_equal(in.cause, CAUSE_FLUSH);
    assert_null(strstr(in.sentence, "nobody else"));
}

static void another_program_is_no_cause_of_a_wait_for_a_processor(void **state)
{
    (void)state;
    struct inside in = slow_inside(SHARE_READY, 4000);
    in.other = (struct other_program){.who = "dd", .pid = 5, .bytes = 1 << 20, .programs = 1};
    explain(&in);
    assert_int_equal(in.cause, CAUSE_SCHEDULER);
}

static void a_journals_thread_without_a_processor_is_told(void **state)
{
    (void)state;
    struct inside in = slow_inside(SHARE_JOURNAL, 300);
    in.span_count = 1;
    in.span[0] = (struct span){.kind = SPAN_READY, .to_ns = 280000, .who = "jbd2/sda-8"};
    explain(&in);
    assert_int_equal(in.cause, CAUSE_JOURNAL);
    assert_non_null(strstr(in.sentence, "jbd2 waited 280 us for a processor; "));
}

static void what_is_slow_all_over_has_a_cause_all_the_same(void **state)
{
    (void)state;
    struct inside in = {.origin = INSIDE_TRACED};
    for (int i = 0; i < SHARES; i++)
        in.ns[i] = 10000;
    in.ns[SHARE_UNNAMED] = 0;
    in.ns[SHARE_META] = 11000;
    cause_find(&in, NULL);
    assert_int_equal(in.cause, CAUSE_META);
    assert_null(strstr(in.sentence, "usually"));
}

static void where_the_usual_was_slow_itself_the_largest_share_is_the_cause(void **state)
{
    (void)state;
    struct inside usual = usual_inside();
    for (int i = 0; i < SHARES; i++)
        usual.ns[i] *= 100;
    struct inside in = slow_inside(SHARE_FLUSH, 500);
    cause_find(&in, &usual); /* nothing grew: no signal had stopped it */
    assert_int_equal(in.cause, CAUSE_FLUSH);
    in.ns[SHARE_UNNAMED] = 5000; /* and so little is not what made it slow */
    cause_find(&in, &usual);
    assert_int_equal(in.cause, CAUSE_FLUSH);
    assert_non_null(strstr(in.sentence, "500 us of 578 us in the flush (usually 8.10 ms)"));
}

static void metadata_is_no_journal_where_there_is_none(void **state)
{
    (void)state;
    struct inside in = slow_inside(SHARE_META, 5100);
    explain(&in);
    assert_string_equal(
        in.sentence, "5.10 ms of 5.25 ms in writing the journal (usually none); nobody else wrote");
    in.no_journal = true;
    explain(&in);
    assert_string_equal(in.sentence,
                        "5.10 ms of 5.25 ms in writing metadata (usually none); nobody else wrote");
    assert_string_equal(cause_words(CAUSE_META), "journal write");
    assert_string_equal(cause_label(CAUSE_META, true), "metadata write");
    assert_string_equal(share_label(SHARE_META, &in), "metadata write");
    assert_string_equal(share_label(SHARE_FLUSH, &in), share_row(SHARE_FLUSH)->words);
}

static void lost_events_take_back_that_nobody_else_wrote(void **state)
{
    (void)state;
    struct inside in = slow_inside(SHARE_FLUSH, 4000);
    in.lost_events = 1;
    explain(&in);
    assert_null(strstr(in.sentence, "nobody else"));
}

static struct round slow_round(void)
{
    return (struct round){.start_ns = 1000000,
                          .latency_ns = 6000000,
                          .write_ns = 4000,
                          .sync_ns = 5990000,
                          .synced_ns = 6999000,
                          .led = 1,
                          .disk = {.flushes = 1, .sectors = 16, .syncs = 1}};
}

static uint64_t sum(const struct inside *in)
{
    uint64_t all = 0;
    for (int i = 0; i < SHARES; i++)
        all += in->ns[i];
    return all;
}

static void time_that_nobody_watched_is_no_cause_and_is_told(void **state)
{
    (void)state;
    struct inside in = slow_inside(SHARE_FLUSH, 4000);
    in.ns[SHARE_UNNAMED] = in.blind_ns = 9000000;
    explain(&in);
    assert_int_equal(in.cause, CAUSE_FLUSH);
    assert_non_null(strstr(in.sentence, "4.00 ms of 13.1 ms in"));
    assert_non_null(strstr(in.sentence, "; nobody watched in the first 9.00 ms"));
}

static void inferred_shares_add_up_and_guess_nothing(void **state)
{
    (void)state;
    const struct round round = slow_round();
    const struct circumstances nothing = {.ready_ns = 0};
    struct inside in;
    infer(&round, &nothing, &in);
    assert_int_equal(in.origin, INSIDE_INFERRED);
    assert_int_equal(sum(&in), round.latency_ns);
    assert_int_equal(in.ns[SHARE_WRITE], 4000);
    assert_int_equal(in.ns[SHARE_UNNAMED], 5990000);
    infer_cause(&round, NULL, &in);
    assert_int_equal(in.cause, CAUSE_UNNAMED);
    assert_string_equal(in.sentence, "5.99 ms of 6.00 ms in the sync; the disk did 1 flush and 8 "
                                     "KiB meanwhile");
}

static void readiness_beyond_the_schedulers_account_is_a_freeze_or_not_named(void **state)
{
    (void)state;
    struct inside in = slow_inside(SHARE_READY, 900000);
    limit_ready(1000, true, &in);
    assert_int_equal(in.ns[SHARE_READY], 1000);
    assert_int_equal(in.ns[SHARE_FROZEN], 899999000);
    in = slow_inside(SHARE_READY, 900000);
    limit_ready(900000000, false, &in);
    assert_int_equal(in.ns[SHARE_READY], 900000000);
    limit_ready(1000, false, &in);
    assert_int_equal(in.ns[SHARE_UNNAMED], 899999000);
}

static void standing_still_freezing_and_readiness_are_inferred(void **state)
{
    (void)state;
    const struct round round = slow_round();
    struct inside in;
    infer(&round, &(struct circumstances){.stood_from_ns = 2000000, .stood_to_ns = 6000000}, &in);
    assert_int_equal(in.ns[SHARE_STOPPED], 4000000);
    infer(&round, &(struct circumstances){.ready_ns = 3000000}, &in);
    assert_int_equal(in.ns[SHARE_READY], 3000000);
    infer(&round, &(struct circumstances){.frozen = true}, &in);
    assert_int_equal(in.ns[SHARE_FROZEN], 5994000);
    infer(&round, &(struct circumstances){.only_flushes = true}, &in);
    assert_int_equal(in.ns[SHARE_FLUSH], 5990000);
    assert_int_equal(sum(&in), round.latency_ns);
    infer(
        &round,
        &(struct circumstances){.stood_from_ns = 2000000, .stood_to_ns = 6000000, .starved = true},
        &in);
    assert_int_equal(in.ns[SHARE_STOPPED], 0);
    assert_true(in.ns[SHARE_READY] > 0);
}

static void a_disk_that_wrote_much_more_than_usual_had_other_work(void **state)
{
    (void)state;
    struct round round = slow_round(), usual = slow_round();
    round.disk.sectors = 6553 + 16;
    const struct circumstances known = {.ordinary = &usual};
    struct inside in;
    infer(&round, &known, &in);
    infer_cause(&round, NULL, &in);
    assert_int_equal(in.cause, CAUSE_OTHERS);
    assert_string_equal(in.sentence,
                        "other programs wrote 3.20 MiB meanwhile; 5.99 ms of 6.00 ms in the sync");
}

static void usual_of_an_inferred_sync_is_the_mean_of_all_its_parts(void **state)
{
    (void)state;
    const struct round round = {.latency_ns = 3000000, .write_ns = 1000, .sync_ns = 2999000};
    const struct circumstances nothing = {0};
    struct inside in, usual = {.origin = INSIDE_TRACED};
    usual.ns[SHARE_WRITE] = 5000;
    usual.ns[SHARE_FLUSH] = 80000;
    usual.ns[SHARE_DATA] = 60000;
    infer(&round, &nothing, &in);
    infer_cause(&round, &usual, &in);
    assert_non_null(strstr(in.sentence, "3.00 ms of 3.00 ms in the sync (usually 140 us)"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_share_that_grew_most_is_the_cause),
        cmocka_unit_test(flushes_of_the_round_are_counted),
        cmocka_unit_test(another_program_that_wrote_much_is_named),
        cmocka_unit_test(a_few_bytes_of_another_program_explain_nothing),
        cmocka_unit_test(another_program_is_no_cause_of_a_wait_for_a_processor),
        cmocka_unit_test(a_journals_thread_without_a_processor_is_told),
        cmocka_unit_test(what_is_slow_all_over_has_a_cause_all_the_same),
        cmocka_unit_test(where_the_usual_was_slow_itself_the_largest_share_is_the_cause),
        cmocka_unit_test(metadata_is_no_journal_where_there_is_none),
        cmocka_unit_test(lost_events_take_back_that_nobody_else_wrote),
        cmocka_unit_test(time_that_nobody_watched_is_no_cause_and_is_told),
        cmocka_unit_test(inferred_shares_add_up_and_guess_nothing),
        cmocka_unit_test(readiness_beyond_the_schedulers_account_is_a_freeze_or_not_named),
        cmocka_unit_test(standing_still_freezing_and_readiness_are_inferred),
        cmocka_unit_test(a_disk_that_wrote_much_more_than_usual_had_other_work),
        cmocka_unit_test(usual_of_an_inferred_sync_is_the_mean_of_all_its_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

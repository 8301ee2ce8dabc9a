/* test_tracefs_parse.c: formats and ring pages of a real kernel, and bytes that are neither. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "trace/filter.h"
#include "trace/page.h"

enum { PAGE_BYTES = 4096, PAGES = 8, ROOM = 4096 };

static char *read_fixture(const char *name, size_t *bytes)
{
    char path[256];
    snprintf(path, sizeof path, "tests/fixtures/trace/%s", name);
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    char *text = calloc(1, 64 << 10);
    assert_non_null(text);
    *bytes = fread(text, 1, (64 << 10) - 1, f);
    fclose(f);
    return text;
}

static void load_layout(struct trace_layout layout[TRACE_KINDS])
{
    for (int kind = 0; kind < TRACE_KINDS; kind++) {
        char name[64];
        size_t bytes;
        snprintf(name, sizeof name, "%s.format", trace_row((enum trace_kind)kind)->name);
        char *text = read_fixture(name, &bytes);
        assert_true(trace_layout_parse((enum trace_kind)kind, text, &layout[kind]));
        free(text);
    }
}

static struct trace_events make_events(size_t room)
{
    struct trace_events events = {.at = calloc(room, sizeof *events.at), .room = room};
    assert_non_null(events.at);
    return events;
}

static void the_kernels_formats_are_understood(void **state)
{
    (void)state;
    struct trace_layout layout[TRACE_KINDS];
    load_layout(layout);
    assert_int_equal(layout[TRACE_ISSUE].id, 2104);
    assert_int_equal(layout[TRACE_ISSUE].place[FIELD_SECTOR].offset, 16);
    assert_int_equal(layout[TRACE_ISSUE].place[FIELD_RWBS].size, 10);
    assert_int_equal(layout[TRACE_SWITCH].place[FIELD_PID].offset, 24);
    assert_int_equal(layout[TRACE_SWITCH].place[FIELD_NEXT_PID].offset, 56);
    assert_true(layout[TRACE_WORK].place[FIELD_WHO].elsewhere);
    assert_false(layout[TRACE_ISSUE].place[FIELD_WHO].elsewhere);
}

static void a_format_without_a_wanted_field_is_refused(void **state)
{
    (void)state;
    struct trace_layout layout;
    assert_false(trace_layout_parse(TRACE_COMMIT_BEGIN,
                                    "name: x\nID: 7\nformat:\n"
                                    "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n",
                                    &layout));
    assert_false(trace_layout_parse(TRACE_COMMIT_BEGIN, "", &layout));
    assert_true(trace_layout_parse(TRACE_COMMIT_BEGIN,
                                   "ID: 7\n\tfield:int common_pid;\toffset:4;\tsize:4;\n"
                                   "\tfield:dev_t dev;\toffset:8;\tsize:4;\tsigned:0;\n",
                                   &layout));
    assert_int_equal(layout.id, 7);
}

static void captured_pages_give_their_events_in_order(void **state)
{
    (void)state;
    struct trace_layout layout[TRACE_KINDS];
    struct trace_events events = make_events(ROOM);
    unsigned count[TRACE_KINDS] = {0};
    uint64_t left_out = 0;
    size_t bytes;
    load_layout(layout);
    char *pages = read_fixture("ext4-journal.pages", &bytes);
    assert_int_equal(bytes, PAGES * PAGE_BYTES);
    for (int i = 0; i < PAGES; i++) {
        const size_t before = events.count;
        const struct trace_page page = trace_page_parse(
            layout, (const uint8_t *)pages + i * PAGE_BYTES, PAGE_BYTES, &events, &left_out);
        assert_true(page.valid);
        assert_true(events.count > before);
        for (size_t k = before; k < events.count; k++) {
            assert_true(events.at[k].at_ns >= (k > before ? events.at[k - 1].at_ns : page.from_ns));
            count[events.at[k].kind]++;
        }
    }
    assert_int_equal(left_out, 0);
    assert_true(count[TRACE_ISSUE] > 20);
    assert_true(count[TRACE_COMPLETE] > 20);
    assert_true(count[TRACE_ASK_FLUSH] > 5);
    assert_true(count[TRACE_COMMIT_BEGIN] > 0);
    assert_true(count[TRACE_SWITCH] > 0);
    free(events.at);
    free(pages);
}

static void a_captured_request_has_its_disk_place_and_letters(void **state)
{
    (void)state;
    struct trace_layout layout[TRACE_KINDS];
    struct trace_events events = make_events(ROOM);
    uint64_t left_out = 0;
    size_t bytes;
    bool journal = false;
    load_layout(layout);
    char *pages = read_fixture("ext4-journal.pages", &bytes);
    for (int i = 0; i < PAGES; i++)
        trace_page_parse(layout, (const uint8_t *)pages + i * PAGE_BYTES, PAGE_BYTES, &events,
                         &left_out);
    for (size_t i = 0; i < events.count; i++) {
        const struct trace_event *e = &events.at[i];
        if (e->kind != TRACE_ISSUE || strcmp(e->who, "jbd2/loop0-8") != 0)
            continue;
        assert_int_equal(e->dev, 7 << 20);
        assert_string_equal(e->rwbs, "WSM");
        assert_true(e->sectors >= 8 && e->sector > 0 && e->pid > 0);
        journal = true;
    }
    assert_true(journal);
    free(events.at);
    free(pages);
}

static void what_has_no_room_is_counted(void **state)
{
    (void)state;
    struct trace_layout layout[TRACE_KINDS];
    struct trace_events all = make_events(ROOM), few = make_events(3);
    uint64_t none = 0, left_out = 0;
    size_t bytes;
    load_layout(layout);
    char *pages = read_fixture("ext4-journal.pages", &bytes);
    trace_page_parse(layout, (const uint8_t *)pages, PAGE_BYTES, &all, &none);
    trace_page_parse(layout, (const uint8_t *)pages, PAGE_BYTES, &few, &left_out);
    assert_int_equal(few.count, 3);
    assert_int_equal(left_out, all.count - 3);
    free(all.at);
    free(few.at);
    free(pages);
}

/* A page of one made-up event kind, word by word. */
struct made {
    uint64_t ns, length;
    uint32_t word[64];
};

static const struct trace_layout made_layout[TRACE_KINDS] = {
    [TRACE_COMMIT_BEGIN] = {
        .id = 9,
        .place = {[FIELD_PID] = {.offset = 4, .size = 4}, [FIELD_DEV] = {.offset = 8, .size = 4}}}};

static void times_add_up_through_extensions_and_stamps(void **state)
{
    (void)state;
    struct made page = {.ns = 1000, .length = 0};
    unsigned n = 0;
    page.word[n++] = 3 | 5 << 5; /* a record of 3 words, 5 ns on */
    page.word[n++] = 9, page.word[n++] = 77, page.word[n++] = 1;
    page.word[n++] = 30 | 2 << 5; /* 2^27 ns and 2 on */
    page.word[n++] = 1;
    page.word[n++] = 0 | 1 << 5; /* the length follows: 4 for itself, 12 of data */
    page.word[n++] = 16, page.word[n++] = 9, page.word[n++] = 78, page.word[n++] = 1;
    page.word[n++] = 31 | 7 << 5; /* a whole time: 3 * 2^27 + 7 */
    page.word[n++] = 3;
    page.word[n++] = 3;
    page.word[n++] = 9, page.word[n++] = 79, page.word[n++] = 1;
    page.length = n * 4;
    struct trace_events events = make_events(8);
    uint64_t left_out = 0;
    const struct trace_page seen =
        trace_page_parse(made_layout, (const uint8_t *)&page, sizeof page, &events, &left_out);
    assert_true(seen.valid && !seen.missed);
    assert_int_equal(events.count, 3);
    assert_int_equal(events.at[0].at_ns, 1005);
    assert_int_equal(events.at[0].pid, 77);
    assert_int_equal(events.at[1].at_ns, 1005 + (1 << 27) + 2 + 1);
    assert_int_equal(events.at[2].at_ns, (3u << 27) + 7);
    assert_int_equal(events.at[2].pid, 79);
    free(events.at);
}

static void a_page_tells_how_much_is_missing_before_it(void **state)
{
    (void)state;
    struct made page = {.ns = 50, .length = 8 | UINT64_C(3) << 30};
    page.word[0] = 29; /* padding to the end */
    page.word[2] = 4711;
    const struct trace_page seen = trace_page_head((const uint8_t *)&page, sizeof page);
    assert_true(seen.valid && seen.missed);
    assert_int_equal(seen.missed_count, 4711);
    assert_int_equal(seen.from_ns, 50);
}

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525 + 1013904223;
    return *seed >> 8;
}

static void no_bytes_lead_beyond_the_page_or_the_room(void **state)
{
    (void)state;
    struct trace_layout layout[TRACE_KINDS];
    struct trace_events events = make_events(64);
    uint32_t seed = 7;
    size_t bytes;
    load_layout(layout);
    char *pages = read_fixture("ext4-journal.pages", &bytes);
    for (int round = 0; round < 20000; round++) {
        const size_t size = next_random(&seed) % (PAGE_BYTES + 1);
        uint8_t *page = malloc(size + 1); /* of just that size, for the sanitizer to watch */
        uint64_t left_out = 0;
        memcpy(page, pages + next_random(&seed) % PAGES * PAGE_BYTES, size);
        for (unsigned i = next_random(&seed) % 16; size && i; i--)
            page[next_random(&seed) % size] = (uint8_t)next_random(&seed);
        events.count = 0;
        trace_page_parse(layout, page, size, &events, &left_out);
        assert_true(events.count <= events.room);
        for (size_t i = 0; i < events.count; i++) {
            assert_non_null(memchr(events.at[i].who, '\0', sizeof events.at[i].who));
            assert_non_null(memchr(events.at[i].rwbs, '\0', sizeof events.at[i].rwbs));
        }
        free(page);
    }
    free(events.at);
    free(pages);
}

static void filters_name_each_disk_of_the_stack(void **state)
{
    (void)state;
    const struct trace_stack stack = {.disks = 2,
                                      .devs = 2,
                                      .disk = {{.name = "loop0", .upper = true}, {.name = "vda"}},
                                      .dev = {{.dev = 7340032}, {.dev = 266338304, .disk = 1}},
                                      .any_upper = true};
    const struct trace_threads any = {0};
    char text[FILTER_MAX];
    assert_true(trace_filter(TRACE_ISSUE, &stack, any, false, text, sizeof text));
    assert_string_equal(text, "dev == 7340032 || dev == 266338304");
    assert_true(trace_filter(TRACE_ASK_FLUSH, &stack, any, false, text, sizeof text));
    assert_string_equal(text, "(dev == 7340032 || dev == 266338304) && rwbs ~ \"F*\"");
    assert_false(trace_filter(TRACE_QUEUE, &stack, any, false, text, sizeof text));
    assert_false(trace_filter(TRACE_WAKING, &stack, any, false, text, sizeof text));
    assert_false(trace_filter(TRACE_COMMIT_BEGIN, &stack, any, false, text, sizeof text));
}

static void workers_of_disks_on_files_are_followed_only_where_there_is_one(void **state)
{
    (void)state;
    struct trace_stack stack = {.disks = 1, .devs = 1, .disk = {{.name = "vda"}}};
    const struct trace_threads any = {0};
    char text[FILTER_MAX];
    assert_false(trace_filter(TRACE_RUN, &stack, any, false, text, sizeof text));
    assert_true(trace_filter(TRACE_WORK, &stack, any, false, text, sizeof text));
    assert_null(strstr(text, "loop"));
    stack.any_upper = true;
    assert_true(trace_filter(TRACE_RUN, &stack, any, false, text, sizeof text));
    assert_string_equal(text, "COMM ~ \"kworker/u*\"");
    assert_true(trace_filter(TRACE_WORK, &stack, any, false, text, sizeof text));
    assert_non_null(strstr(text, "workqueue ~ \"loop*\""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_kernels_formats_are_understood),
        cmocka_unit_test(a_format_without_a_wanted_field_is_refused),
        cmocka_unit_test(captured_pages_give_their_events_in_order),
        cmocka_unit_test(a_captured_request_has_its_disk_place_and_letters),
        cmocka_unit_test(what_has_no_room_is_counted),
        cmocka_unit_test(times_add_up_through_extensions_and_stamps),
        cmocka_unit_test(a_page_tells_how_much_is_missing_before_it),
        cmocka_unit_test(no_bytes_lead_beyond_the_page_or_the_room),
        cmocka_unit_test(filters_name_each_disk_of_the_stack),
        cmocka_unit_test(workers_of_disks_on_files_are_followed_only_where_there_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

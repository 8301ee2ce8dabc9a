/* test_text.c: names from outside made harmless, UTF-8 read strictly, sentences of errors. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/err.h"
#include "base/text.h"

static void control_and_invalid_bytes_are_escaped(void **state)
{
    static const struct {
        const char *in, *out;
    } rows[] = {
        {"plain \"quoted\" \\", "plain \"quoted\" \\"},
        {"a\033[2J\a\r\n\tb", "a\\x1b[2J\\x07\\x0d\\x0a\\x09b"},
        {"\x7f", "\\x7f"},
        {"\xc2\x9b"
         "31m",
         "\\xc2\\x9b31m"}, /* C1: the one-byte CSI */
        {"\xff", "\\xff"},
        {"\xc0\xaf", "\\xc0\\xaf"},          /* overlong slash */
        {"\xe2\x82", "\\xe2\\x82"},          /* cut off */
        {"\xed\xa0\x80", "\\xed\\xa0\\x80"}, /* half of a surrogate pair */
        {"\xf5\x80\x80\x80", "\\xf5\\x80\\x80\\x80"},
        {"\xe2\x80\xae"
         "txt",
         "\\xe2\\x80\\xaetxt"}, /* right-to-left override */
        {"gr\xc3\xbc\xc3\x9f\xe2\x82\xac\xf0\x9f\x92\xbe",
         "gr\xc3\xbc\xc3\x9f\xe2\x82\xac\xf0\x9f\x92\xbe"},
        {"", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char out[128];
        assert_string_equal(text_escape(out, sizeof(out), rows[i].in), rows[i].out);
    }
}

static void escaping_twice_changes_nothing(void **state)
{
    char once[64], twice[64];
    (void)state;
    text_escape(once, sizeof(once), "a\x1b\\\xff");
    assert_string_equal(text_escape(twice, sizeof(twice), once), once);
}

static void cutting_keeps_whole_characters(void **state)
{
    char out[8];
    (void)state;
    assert_string_equal(text_escape(out, 4, "ab\xe2\x82\xac"), "ab");
    assert_string_equal(text_escape(out, 6, "ab\xe2\x82\xac"), "ab\xe2\x82\xac");
    assert_string_equal(text_escape(out, 5, "ab\x1b"), "ab");
    assert_string_equal(text_escape(out, 1, "ab"), "");
    out[0] = 'x';
    text_escape(out, 0, "ab");
    assert_int_equal(out[0], 'x');
}

static void copy_says_when_it_cut(void **state)
{
    char out[4];
    (void)state;
    assert_true(text_copy(out, sizeof(out), "abc"));
    assert_string_equal(out, "abc");
    assert_false(text_copy(out, sizeof(out), "abcd"));
    assert_string_equal(out, "abc");
}

/* Every code is either encoded and read back, or replaced. */
static void codes_survive_encoding(void **state)
{
    (void)state;
    for (uint32_t code = 1; code < 0x120000; code += 61) {
        char bytes[5] = {0};
        uint32_t back = 0;
        int n = text_encode(bytes, code);
        assert_int_equal(text_decode(bytes, &back), n);
        bool none = (code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff;
        assert_int_equal(back, none ? TEXT_REPLACEMENT : code);
    }
}

static void length_counts_characters_and_stray_bytes(void **state)
{
    (void)state;
    assert_int_equal(text_length(""), 0);
    assert_int_equal(text_length("gr\xc3\xbc\xc3\x9f"), 4);
    assert_int_equal(text_length("a\xff"
                                 "b\xe2\x82"),
                     5);
}

static void shown_word_is_whole_or_ends_in_dots(void **state)
{
    char shown[TEXT_SHOWN_MAX], word[2 * TEXT_SHOWN_MAX] = "";
    (void)state;
    assert_string_equal(text_show(shown, ""), "''");
    for (size_t length = 1; length < sizeof(word); length++) {
        memset(word, 'x', length);
        text_show(shown, word);
        if (length < TEXT_SHOWN_MAX) {
            assert_string_equal(shown, word);
            continue;
        }
        assert_int_equal(strlen(shown), TEXT_SHOWN_MAX - 1);
        assert_string_equal(shown + strspn(shown, "x"), "...");
    }
}

/* Controls, of which each byte is four letters when shown, and characters of two and four bytes. */
static void shown_word_is_cut_between_characters(void **state)
{
    static const char *const pieces[] = {"\x1b", "\xc2\x80", "\xc3\xbc", "\xf0\x9f\x98\x80"};
    (void)state;
    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
        char shown[TEXT_SHOWN_MAX], whole[8 * TEXT_SHOWN_MAX], word[2 * TEXT_SHOWN_MAX] = "";
        for (unsigned n = 0; n + strlen(pieces[i]) < sizeof(word); n += strlen(pieces[i])) {
            strcat(word, pieces[i]);
            text_escape(whole, sizeof(whole), word);
            text_show(shown, word);
            size_t kept = strlen(shown) - 3, piece = strlen(whole) / (n / strlen(pieces[i]) + 1);
            if (strcmp(shown, whole) == 0)
                continue;
            assert_true(strlen(whole) >= TEXT_SHOWN_MAX);
            assert_true(strlen(shown) < TEXT_SHOWN_MAX && kept > TEXT_SHOWN_MAX / 2);
            assert_string_equal(shown + kept, "...");
            assert_memory_equal(shown, whole, kept);
            assert_int_equal(kept % piece, 0);
        }
    }
}

static void sentence_ends_in_meaning_and_name(void **state)
{
    struct err err;
    (void)state;
    assert_int_equal(err_set(&err, EIO, "fsync %s", "log"), -EIO);
    assert_string_equal(err.text, "fsync log: Input/output error (EIO)");
    assert_int_equal(err.code, EIO);
    assert_int_equal(err_set(&err, -ENOSPC, "write"), -ENOSPC);
    assert_string_equal(err.text, "write: No space left on device (ENOSPC)");
    assert_int_equal(err_set(&err, 0, "only words"), -EINVAL);
    assert_string_equal(err.text, "only words");
    assert_int_equal(err_set(NULL, EIO, "nobody listens"), -EIO);
}

static void sentence_is_printable_and_keeps_its_meaning(void **state)
{
    struct err err;
    char name[600];
    (void)state;
    memset(name, '\x1b', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    err_set(&err, EIO, "open %s", name);
    assert_null(strchr(err.text, '\x1b'));
    assert_non_null(strstr(err.text, "(EIO)"));
    assert_true(strlen(err.text) < sizeof(err.text));
}

static void unknown_numbers_are_shown_as_numbers(void **state)
{
    char buf[24];
    (void)state;
    assert_string_equal(err_name(EROFS, buf), "EROFS");
    assert_string_equal(err_name(-EDQUOT, buf), "EDQUOT");
    assert_string_equal(err_name(99999, buf), "error 99999");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(control_and_invalid_bytes_are_escaped),
        cmocka_unit_test(escaping_twice_changes_nothing),
        cmocka_unit_test(cutting_keeps_whole_characters),
        cmocka_unit_test(copy_says_when_it_cut),
        cmocka_unit_test(codes_survive_encoding),
        cmocka_unit_test(length_counts_characters_and_stray_bytes),
        cmocka_unit_test(shown_word_is_whole_or_ends_in_dots),
        cmocka_unit_test(shown_word_is_cut_between_characters),
        cmocka_unit_test(sentence_ends_in_meaning_and_name),
        cmocka_unit_test(sentence_is_printable_and_keeps_its_meaning),
        cmocka_unit_test(unknown_numbers_are_shown_as_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

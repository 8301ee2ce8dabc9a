/* test_mountinfo.c: lines of the mount table as kernels write them, and which one holds a path. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "disk/mount_options.h"
#include "disk/mountinfo.h"
#include "support/tree.h"

static void any_number_of_tags_stands_before_the_dash(void **state)
{
    static const char *const tags[] = {
        "",
        "shared:1 ",
        "shared:1 master:2 ",
        "shared:1 master:2 propagate_from:3 ",
        "unbindable a:1 b:2 c:3 d:4 e:5 ",
    };
    (void)state;
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
        char line[256];
        struct mount mount;
        snprintf(line, sizeof line, "36 35 98:7 /root /mnt rw,noatime %s- ext3 /dev/sda7 rw,sync\n",
                 tags[i]);
        assert_int_equal(mountinfo_parse(line, &mount), 0);
        assert_int_equal(mount.id, 36);
        assert_int_equal(mount.major, 98);
        assert_int_equal(mount.minor, 7);
        assert_string_equal(mount.root, "/root");
        assert_string_equal(mount.point, "/mnt");
        assert_string_equal(mount.options, "rw,noatime");
        assert_string_equal(mount.file_system, "ext3");
        assert_string_equal(mount.source, "/dev/sda7");
        assert_string_equal(mount.super_options, "rw,sync");
    }
}

static void escapes_are_decoded_exactly_once(void **state)
{
    static const struct {
        const char *field, *decoded;
    } rows[] = {
        {"/my\\040data", "/my data"},
        {"/tab\\011line\\012end", "/tab\tline\nend"},
        {"/back\\134slash", "/back\\slash"},
        {"/\\134040", "/\\040"}, /* a folder whose name looks like an escape */
        {"/hash\\043", "/hash#"},
        {"/short\\04", "/short\\04"},
        {"/not\\09x\\400", "/not\\09x\\400"},
        {"/end\\", "/end\\"},
        {"/raw\xff\x1b", "/raw\xff\x1b"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char line[256];
        struct mount mount;
        snprintf(line, sizeof line, "1 2 0:55 / %s rw - zfs tank%s rw", rows[i].field,
                 rows[i].field);
        assert_int_equal(mountinfo_parse(line, &mount), 0);
        assert_string_equal(mount.point, rows[i].decoded);
        assert_memory_equal(mount.source, "tank", 4);
        assert_string_equal(mount.source + 4, rows[i].decoded);
    }
}

static void empty_source_is_a_field(void **state)
{
    struct mount mount;
    (void)state;
    assert_int_equal(mountinfo_parse("1 2 0:5 / /m rw - tmpfs  rw,size=4k\n", &mount), 0);
    assert_string_equal(mount.source, "");
    assert_string_equal(mount.super_options, "rw,size=4k");
}

static void what_is_no_line_is_refused(void **state)
{
    static const char *const lines[] = {
        "",
        "\n",
        "nonsense",
        "1 2 8:1",
        "1 2 8:1 / /m rw",
        "1 2 8:1 / /m rw shared:1 ext4 /dev/sda1 rw", /* no dash */
        "1 2 8:1 / /m rw -",
        "1 2 8:1 / /m rw - ext4",
        "1 2 8:1 / /m rw - ext4 /dev/sda1",
        "1 2 8:1 / /m rw -  /dev/sda1 rw", /* no type */
        "1 2 8-1 / /m rw - ext4 /dev/sda1 rw",
        "-1 2 8:1 / /m rw - ext4 /dev/sda1 rw",
        "99999999999999999999 2 8:1 / /m rw - ext4 /dev/sda1 rw",
        "1 2 8:99999999999 / /m rw - ext4 /dev/sda1 rw",
        "1  2 8:1 / /m rw - ext4 /dev/sda1 rw",
    };
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct mount mount;
        assert_int_equal(mountinfo_parse(lines[i], &mount), -EINVAL);
    }
}

static void overlong_fields_are_cut(void **state)
{
    static char line[60000], text[9000];
    struct mount mount;
    (void)state;
    memset(text, 'x', sizeof text - 1);
    snprintf(line, sizeof line, "1 2 8:1 /%s /%s %s - %s %s %s", text, text, text, text, text,
             text);
    assert_int_equal(mountinfo_parse(line, &mount), 0);
    assert_int_equal(strlen(mount.root), sizeof mount.root - 1);
    assert_int_equal(strlen(mount.point), sizeof mount.point - 1);
    assert_int_equal(strlen(mount.options), sizeof mount.options - 1);
    assert_int_equal(strlen(mount.file_system), sizeof mount.file_system - 1);
    assert_int_equal(strlen(mount.source), sizeof mount.source - 1);
    assert_string_equal(mount.super_options, ""); /* half an option would say something else */
}

static void options_that_matter_outlast_a_long_list_of_lower_folders(void **state)
{
    static char line[60000], folder[1000];
    struct mount mount;
    (void)state;
    memset(folder, 'l', sizeof folder - 1);
    snprintf(
        line, sizeof line,
        "1 2 0:38 / / rw - overlay o rw,lowerdir=%s:%s:%s,lowerdir+=%s,upperdir=/u,lowerdir+=%s"
        ",volatile",
        folder, folder, folder, folder, folder);
    assert_int_equal(mountinfo_parse(line, &mount), 0);
    assert_string_equal(mount.super_options, "rw,upperdir=/u,volatile");
}

static const char table[] = "1 0 8:1 / / rw - ext4 /dev/root rw\n"
                            "this line is broken\n"
                            "20 1 8:2 / /data rw - xfs /dev/sda2 rw\n"
                            "21 20 8:3 / /data/in rw - xfs /dev/sda3 rw\n"
                            "22 1 8:4 / /my\\040data rw - ext4 /dev/sda4 rw\n"
                            "23 1 8:5 / /over rw - ext4 /dev/sda5 rw\n"
                            "24 23 8:6 / /over rw - ext4 /dev/sda6 rw\n"
                            "25 1 8:2 /sub /bind rw - xfs /dev/sda2 rw\n";

static void longest_path_by_components_wins_without_an_id(void **state)
{
    static const struct {
        const char *path;
        int id;
    } rows[] = {
        {"/data", 20},        {"/data/x", 20},     {"/data-x", 1}, {"/data/in", 21},
        {"/data/in/y", 21},   {"/data/inner", 20}, {"/", 1},       {"/elsewhere", 1},
        {"/my data/sub", 22}, {"/over/x", 24},     {"/bind", 25},
    };
    struct tree tree;
    struct mount mount;
    (void)state;
    tree_make(&tree, NULL);
    tree_write(&tree, "proc/self/mountinfo", table);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(mountinfo_find(tree.path, 9, rows[i].path, &mount), 0);
        assert_int_equal(mount.id, rows[i].id);
    }
    assert_int_equal(mountinfo_find(tree.path, 9, "", &mount), -ENOENT);
    tree_remove(&tree);
}

static void mount_id_beats_the_path(void **state)
{
    struct tree tree;
    struct mount mount;
    (void)state;
    tree_make(&tree, NULL);
    tree_write(&tree, "proc/self/mountinfo", table);
    tree_write(&tree, "proc/self/fdinfo/9", "pos:\t0\nflags:\t0200000\nmnt_id:\t23\nino:\t5\n");
    assert_int_equal(mountinfo_find(tree.path, 9, "/over/x", &mount), 0);
    assert_int_equal(mount.id, 23);
    assert_string_equal(mount.source, "/dev/sda5");

    /* The path then says nothing, since it is another namespace's. */
    tree_write(&tree, "proc/self/fdinfo/9", "mnt_id:\t4711\n");
    assert_int_equal(mountinfo_find(tree.path, 9, "/data/in", &mount), -EXDEV);
    tree_remove(&tree);
}

static void missing_table_is_an_error_of_the_read(void **state)
{
    struct tree tree;
    struct mount mount;
    (void)state;
    tree_make(&tree, NULL);
    assert_int_equal(mountinfo_find(tree.path, 9, "/", &mount), -ENOENT);
    tree_write(&tree, "proc/self", "a file where a folder is due");
    assert_int_equal(mountinfo_find(tree.path, 9, "/", &mount), -ENOTDIR);
    tree_remove(&tree);
}

static void options_are_found_whole(void **state)
{
    (void)state;
    assert_true(mount_options_has("rw,nobarrier", "nobarrier"));
    assert_true(mount_options_has("nobarrier,rw", "nobarrier"));
    assert_true(mount_options_has("rw,barrier=0,x", "barrier=0"));
    assert_false(mount_options_has("rw,nobarrier", "barrier"));
    assert_false(mount_options_has("rw,barrier=01", "barrier=0"));
    assert_false(mount_options_has("", "rw"));
}

static void joined_options_are_neither_doubled_nor_cut(void **state)
{
    char list[24] = "rw,relatime";
    (void)state;
    mount_options_join(list, sizeof list, "rw,errors=remount-ro,relatime,sync,");
    assert_string_equal(list, "rw,relatime,sync");
    mount_options_join(list, sizeof list, "abcdef"); /* 23 characters: the last that fit */
    assert_string_equal(list, "rw,relatime,sync,abcdef");
    mount_options_join(list, sizeof list, "z");
    assert_string_equal(list, "rw,relatime,sync,abcdef");
}

static void value_of_an_option_is_decoded_once(void **state)
{
    static const struct {
        const char *list, *value; /* NULL: none */
    } rows[] = {
        {"rw,upperdir=/a/b,workdir=/w", "/a/b"},
        {"upperdir=", ""},
        {"rw,upperdir=/with\\054comma\\040and\\134backslash", "/with,comma and\\backslash"},
        {"rw,upperdir=/\\134054", "/\\054"},
        {"rw,myupperdir=/a", NULL},
        {"rw,upperdir", NULL},
        {"", NULL},
        {"upperdir=/123456789012345678901234567890", NULL}, /* does not fit */
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char value[30];
        assert_int_equal(mount_options_value(rows[i].list, "upperdir", value, sizeof value),
                         rows[i].value != NULL);
        if (rows[i].value)
            assert_string_equal(value, rows[i].value);
    }
}

static void decoded_options_are_cut_to_their_room(void **state)
{
    char text[12];
    (void)state;
    mount_options_decode(text, sizeof text, "a=\\040,b=\\054\\054");
    assert_string_equal(text, "a= ,b=\\054"); /* no room for the second */
    mount_options_decode(text, sizeof text, "");
    assert_string_equal(text, "");
    mount_options_decode(text, sizeof text, "0123456789abcdef");
    assert_string_equal(text, "0123456789a");
}

static void option_that_keeps_flushes_away_is_named(void **state)
{
    (void)state;
    assert_null(mount_options_barrier_off("rw,barrier=1,relatime"));
    assert_string_equal(mount_options_barrier_off("rw,nobarrier"), "nobarrier");
    assert_string_equal(mount_options_barrier_off("barrier=0"), "barrier=0");
    assert_string_equal(mount_options_barrier_off("rw,barrier=none,x"), "barrier=none");
    assert_string_equal(mount_options_barrier_off("fsync_mode=nobarrier"), "fsync_mode=nobarrier");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_tags_stands_before_the_dash),
        cmocka_unit_test(escapes_are_decoded_exactly_once),
        cmocka_unit_test(empty_source_is_a_field),
        cmocka_unit_test(what_is_no_line_is_refused),
        cmocka_unit_test(overlong_fields_are_cut),
        cmocka_unit_test(options_that_matter_outlast_a_long_list_of_lower_folders),
        cmocka_unit_test(longest_path_by_components_wins_without_an_id),
        cmocka_unit_test(mount_id_beats_the_path),
        cmocka_unit_test(missing_table_is_an_error_of_the_read),
        cmocka_unit_test(options_are_found_whole),
        cmocka_unit_test(value_of_an_option_is_decoded_once),
        cmocka_unit_test(decoded_options_are_cut_to_their_room),
        cmocka_unit_test(option_that_keeps_flushes_away_is_named),
        cmocka_unit_test(joined_options_are_neither_doubled_nor_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_direct_block.c: what `info` says of O_DIRECT's alignment is what the modes use there. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/facts.h"
#include "disk/dio.h"
#include "support/mounts.h"
#include "support/root.h"

/* --- real file systems --- */

struct stage {
    const char *make, *dir;
    unsigned block; /* 0: no O_DIRECT */
    struct mounts mounts;
};

static void alignment_told_is_that_of_a_file(void **state)
{
    struct stage *stage = *state;
    struct target target;
    struct dio dio;
    mounts_make(&stage->mounts, stage->make);
    const int fd = mounts_open(&stage->mounts, stage->dir);
    assert_int_equal(target_resolve(fd, stage->dir, "", &target, NULL), 0);
    assert_int_equal(target.direct_block, stage->block);
    const int file = openat(fd, "file", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    assert_return_code(file, errno);
    if (dio_of_file("", file, &dio) == 0 && stage->block)
        assert_int_equal(dio.block, stage->block);
    close(file);
    close(fd);
}

static int take_down(void **state)
{
    struct stage *stage = *state;
    mounts_remove(&stage->mounts);
    return 0;
}

#define EXT4 "need mkfs.ext4; mkdir m; loop a.img; mkfs.ext4 -q $DEV; "

static struct stage stages[] = {
    {.make = EXT4 "mount $DEV m", .dir = "m", .block = 512},
    {.make = EXT4 "mount -o data=journal $DEV m", .dir = "m", .block = 0},
    {.make = "need mkfs.ext4; mkdir m; loop a.img -b 4096; mkfs.ext4 -q $DEV; mount $DEV m",
     .dir = "m",
     .block = 4096},
    {.make = "need mkfs.btrfs; mkdir m; loop a.img; mkfs.btrfs -q $DEV; mount $DEV m",
     .dir = "m",
     .block = 4096},
    {.make = EXT4 "mount $DEV m; mkdir m/up m/work low o;"
                  "mount -t overlay o -o lowerdir=low,upperdir=m/up,workdir=m/work o",
     .dir = "o",
     .block = 512},
    {.make = "mkdir m; mount -t tmpfs t m", .dir = "m", .block = 0},
};

static void block_size_is_the_disks_own(void **state)
{
    struct stage *stage = *state;
    struct target target;
    mounts_make(&stage->mounts, "need mkfs.ext4; mkdir m; loop a.img -b 4096; mkfs.ext4 -q $DEV;"
                                "mount $DEV m");
    const int fd = mounts_open(&stage->mounts, "m");
    assert_int_equal(target_resolve(fd, "m", "", &target, NULL), 0);
    close(fd);
    assert_int_equal(target.device[0].logical_block, 4096);
    assert_int_equal(target.device[0].bytes, UINT64_C(320) << 20);
    assert_in_range(target.bytes_total, UINT64_C(200) << 20, UINT64_C(320) << 20);
    assert_in_range(target.bytes_free, 1, target.bytes_total);
}

/* --- in words --- */

static void words_keep(void *ctx, const char *label, const char *text)
{
    char *out = ctx;
    const size_t used = strlen(out);
    if (strcmp(label, "O_DIRECT") == 0 || label[0] == '\0')
        snprintf(out + used, FACT_MAX - used, "%s|%s\n", label, text);
}

static void assert_words(const struct target *target, const char *expected)
{
    char text[FACT_MAX] = "";
    facts_tell(target, words_keep, text);
    assert_string_equal(text, expected);
}

static void alignment_is_the_directorys_and_blocks_are_the_disks(void **state)
{
    static struct target t;
    (void)state;
    t.device_count = 1;
    t.device[0].logical_block = 512;
    t.device[0].physical_block = 4096;
    assert_words(&t, "|cache unknown\n|blocks of 512 B, physically 4 KiB\n");
    t.direct_block = 4096;
    assert_words(&t,
                 "O_DIRECT|aligns to 4 KiB\n|cache unknown\n|blocks of 512 B, physically 4 KiB\n");
    t.direct_block = 0;
    t.device_count = 0;
    t.data_journal = YES;
    assert_words(&t, "O_DIRECT|not with data=journal\n");
}

#define ON(name, i)                                                                                \
    {                                                                                              \
        name, alignment_told_is_that_of_a_file, NULL, take_down, &stages[i]                        \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON("ext4", 0),
        ON("ext4_data_journal", 1),
        ON("ext4_on_blocks_of_4096", 2),
        ON("btrfs", 3),
        ON("overlay", 4),
        ON("tmpfs", 5),
        {"block_size_is_the_disks_own", block_size_is_the_disks_own, NULL, take_down,
         &(struct stage){.block = 0}},
        cmocka_unit_test(alignment_is_the_directorys_and_blocks_are_the_disks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

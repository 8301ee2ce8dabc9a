/* test_stack.c: from a file system down to its disks on hardware that is not here: trees of /proc
 * and /sys under tests/fixtures/sys. A row tells what a tree must resolve to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "disk/blockstat.h"
#include "support/root.h"

struct row {
    const char *fixture;
    const char *disks;    /* in the order in which they are found */
    uint64_t flushes;     /* the sum of their counters; NOT_COUNTED: none to be had */
    const char *warnings; /* all of them, most severe first */
    const char *reason;   /* a part of why something is missing, "" */
    const char *tree;     /* a storey a line, a blank for each step down */
};

#define NOT_COUNTED UINT64_MAX

static const struct row rows[] = {
    {"dm-over-md", "sda sdb", 100, "", "",
     "ext4 /\n lvm dm-0 (vg-data)\n  raid1 md0\n   partition sda1\n    disk sda\n   partition "
     "sdb1\n"
     "    disk sdb\n"},
    {"luks-on-lvm", "nvme0n1", 50, "", "",
     "ext4 /\n crypt dm-1 (home)\n  lvm dm-0 (vg-home)\n   partition nvme0n1p2\n    disk nvme0n1\n"
     "   partition nvme0n1p3\n    disk nvme0n1\n"},
    {"nvme-one-path", "nvme0c0n1", 70, "", "",
     "ext4 /\n partition nvme0n1p1\n  disk nvme0n1\n   path nvme0c0n1\n"},
    {"nvme-two-paths", "nvme0c0n1 nvme0c1n1", 141, "", "",
     "ext4 /\n partition nvme0n1p1\n  disk nvme0n1\n   path nvme0c0n1\n   path nvme0c1n1\n"},
    {"nvme-no-path", "nvme0n1", NOT_COUNTED, "unknown-device", "kept by its paths",
     "ext4 /\n partition nvme0n1p1\n  disk nvme0n1\n"},
    {"nvme-partition", "nvme0n1", 50, "", "", "ext4 /\n partition nvme0n1p5\n  disk nvme0n1\n"},
    {"cciss", "cciss/c0d0", 50, "write-through", "",
     "ext4 /\n partition cciss/c0d0p1\n  disk cciss/c0d0\n"},
    {"mmcblk", "mmcblk0", 50, "", "", "ext4 /\n partition mmcblk0p2\n  disk mmcblk0\n"},
    {"dm-multipath", "sda sdb", 100, "", "",
     "ext4 /\n partition dm-3 (mpatha1)\n  multipath dm-2 (mpatha)\n   disk sda\n   disk sdb\n"},
    {"dm-hidden-slave", "sda", NOT_COUNTED, "unknown-device", "dm-0 is made of sdb",
     "ext4 /\n lvm dm-0 (vg-data)\n  disk sda\n  unknown sdb\n"},
    {"dm-alone", "dm-0", NOT_COUNTED, "unknown-device", "flushes of dm-0 are not counted",
     "ext4 /\n lvm dm-0 (vg-data)\n"},
    {"btrfs-three", "sdc sda sdb", 150, "no-barrier", "",
     "btrfs /\n crypt dm-1 (secret)\n  disk sdc\n disk sda\n partition sdb1\n  disk sdb\n"},
    {"zram", "zram0", 0, "memory-backed write-through", "", "ext4 /\n zram zram0\n"},
    {"md-over-zram", "ram1 zram0", 0, "memory-backed write-through", "",
     "ext4 /\n raid1 md0\n  ram disk ram1\n  zram zram0\n"},
    {"drbd", "drbd0", NOT_COUNTED, "unknown-device", "flushes of drbd0 are not counted: its driver",
     "ext4 /\n drbd drbd0\n"},
    {"pmem", "pmem0", NOT_COUNTED, "unknown-device", "flushes of pmem0 are not counted",
     "ext4 /\n pmem pmem0\n"},
    {"loop", "loop3", 20, "loop", "", "ext4 /\n loop loop3\n  file /images/disk one.img\n"},
    {"loop-deleted", "loop3", 20, "loop", "", "ext4 /\n loop loop3\n  file /images/gone.img\n"},
    {"old-kernel", "sda", NOT_COUNTED, "unknown-device", "its stat file ends before them",
     "ext4 /\n partition sda1\n  disk sda\n"},
    {"no-iostats", "sda", 50, "unknown-device", "queue/iostats is 0", "ext4 /\n disk sda\n"},
};

static void add_word(char *list, size_t size, const char *word)
{
    const size_t used = strlen(list);
    snprintf(list + used, size - used, "%s%s", used ? " " : "", word);
}

static void check_disks(const struct row *row, const struct target *target)
{
    char disks[512] = "", warnings[512] = "";
    for (unsigned i = 0; i < target->device_count; i++)
        add_word(disks, sizeof disks, target->device[i].name);
    for (unsigned i = 0; i < target->warning_count; i++)
        add_word(warnings, sizeof warnings, target->warning[i].id);
    assert_string_equal(disks, row->disks);
    assert_string_equal(warnings, row->warnings);
    assert_non_null(strstr(target->no_device_reason, row->reason));
    if (!row->reason[0])
        assert_string_equal(target->no_device_reason, "");
}

static void check_counters(const struct row *row, const struct tree *tree,
                           const struct target *target)
{
    struct blockstat stat;
    struct block_reading reading;
    uint64_t flushes = 0;
    blockstat_open(target, tree->path, &stat);
    assert_int_equal(stat.has_flushes, row->flushes != NOT_COUNTED);
    if (stat.has_flushes) {
        assert_true(blockstat_read(&stat, &reading));
        for (unsigned i = 0; i < reading.disks; i++)
            flushes += reading.disk[i].flushes;
        assert_int_equal(flushes, row->flushes);
    }
    if (!stat.has_flushes || !stat.has_sectors)
        assert_non_null(strstr(stat.reason, row->reason));
    blockstat_close(&stat);
}

static void tree_resolves_to_its_row(void **state)
{
    const struct row *row = *state;
    struct tree tree;
    struct target target;
    root_unfold(row->fixture, &tree);
    root_resolve(&tree, &target);
    root_check_stack(row->tree, &target);
    check_disks(row, &target);
    check_counters(row, &tree, &target);
    tree_remove(&tree);
}

static void facts_of_a_whole_disk_are_told(void **state)
{
    struct tree tree;
    struct target target;
    (void)state;
    root_unfold("nvme-partition", &tree);
    root_resolve(&tree, &target);
    const struct device *device = &target.device[0];
    assert_string_equal(device->model, "INTEL SSDPE2KX010T8");
    assert_string_equal(device->scheduler, "none");
    assert_int_equal(device->major, 259);
    assert_int_equal(device->minor, 0);
    assert_int_equal(device->volatile_cache, YES);
    assert_int_equal(device->fua, NO);
    assert_int_equal(device->rotational, NO);
    assert_int_equal(device->counted, YES);
    assert_int_equal(device->counts_sectors, YES);
    assert_int_equal(device->bytes, UINT64_C(2097152) * 512);
    assert_int_equal(device->logical_block, 512);
    assert_int_equal(device->physical_block, 4096);
    tree_remove(&tree);
}

static void card_is_called_by_its_name(void **state)
{
    struct tree tree;
    struct target target;
    (void)state;
    root_unfold("mmcblk", &tree);
    root_resolve(&tree, &target);
    assert_string_equal(target.device[0].model, "SD64G");
    tree_remove(&tree);
}

static void journal_is_found_by_a_name_with_a_slash(void **state)
{
    struct tree tree;
    struct target target;
    (void)state;
    root_unfold("cciss", &tree);
    root_resolve(&tree, &target);
    assert_int_equal(target.journal, YES);
    assert_int_equal(target.barrier, YES);
    tree_remove(&tree);
}

static void hidden_disk_has_no_number_and_is_counted_by_name(void **state)
{
    struct tree tree;
    struct target target;
    (void)state;
    root_unfold("nvme-two-paths", &tree);
    root_resolve(&tree, &target);
    assert_int_equal(target.device[1].major, 0);
    assert_int_equal(target.device[1].counted, YES);
    assert_string_equal(target.device[1].model, "Dell Ent NVMe PM1735");
    assert_string_equal(target.layer[3].note, "optimized");
    tree_remove(&tree);
}

/* Two volumes in one: a file system's disk and one in memory. */
static void volume_that_is_half_in_memory_is_no_memory_but_told(void **state)
{
    struct tree tree;
    struct target target;
    (void)state;
    root_unfold("md-over-zram", &tree);
    tree_write(&tree, "sys/devices/virtual/block/md0/slaves/sdz/dev", "8:400");
    tree_write(&tree, "sys/block/sdz/stat", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n");
    tree_write(&tree, "sys/block/sdz/queue/write_cache", "write back");
    tree_write(&tree, "sys/block/sdz/mq/0/nr_tags", "1");
    root_resolve(&tree, &target);
    assert_int_equal(target.device_count, 3);
    assert_false(target.memory);
    assert_string_equal(target.memory_why, "");
    assert_string_not_equal(target.memory_part, "");
    assert_string_equal(target.warning[0].id, "memory-backed");
    assert_int_equal(target.warning[0].severity, SEVERITY_WARN);
    tree_remove(&tree);
}

static const struct CMUnitTest claims[] = {
    cmocka_unit_test(facts_of_a_whole_disk_are_told),
    cmocka_unit_test(card_is_called_by_its_name),
    cmocka_unit_test(journal_is_found_by_a_name_with_a_slash),
    cmocka_unit_test(hidden_disk_has_no_number_and_is_counted_by_name),
    cmocka_unit_test(volume_that_is_half_in_memory_is_no_memory_but_told),
};

enum { ROWS = sizeof rows / sizeof rows[0], CLAIMS = sizeof claims / sizeof claims[0] };

int main(void)
{
    struct CMUnitTest tests[ROWS + CLAIMS] = {{.name = NULL}};
    for (size_t i = 0; i < ROWS; i++)
        tests[i] = (struct CMUnitTest){.name = rows[i].fixture,
                                       .test_func = tree_resolves_to_its_row,
                                       .initial_state = (void *)&rows[i]};
    memcpy(tests + ROWS, claims, sizeof claims);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* root.c: see root.h. */
#include "support/root.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/statfs.h>

#include <cmocka.h>

#include "support/fixture.h"

void root_need_ext(struct tree *tree)
{
    struct statfs fs;
    assert_int_equal(fstatfs(tree->fd, &fs), 0);
    if (fs.f_type != 0xef53) {
        print_message("the temporary folder is not on ext2, ext3 or ext4\n");
        tree_remove(tree);
        skip();
    }
}

void root_unfold(const char *fixture, struct tree *tree)
{
    tree_make(tree, NULL);
    root_need_ext(tree);
    fixture_unfold(tree, fixture);
}

void root_add_disk(const struct tree *tree)
{
    tree_link(tree, "sys/dev/block/8:0", "../../devices/pci0/ata1/block/sda");
    tree_link(tree, "sys/dev/block/8:1", "../../devices/pci0/ata1/block/sda/sda1");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/dev", "8:0\n");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/stat",
               "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/device/model", "  Samsung SSD 870  \n");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/queue/write_cache", "write back\n");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/mq/0/nr_tags", "64\n");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/queue/fua", "0\n");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/queue/rotational", "0\n");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/queue/scheduler", "none [mq-deadline] bfq\n");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/sda1/dev", "8:1\n");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/sda1/partition", "1\n");
}

void root_resolve(const struct tree *tree, struct target *target)
{
    assert_int_equal(target_resolve(tree->fd, tree->path, tree->path, target, NULL), 0);
}

void root_check_stack(const char *expected, const struct target *target)
{
    char tree[2048] = "";
    for (unsigned i = 0; i < target->layer_count; i++) {
        const size_t used = strlen(tree);
        snprintf(tree + used, sizeof tree - used, "%*s%s %s\n", (int)target->layer[i].depth, "",
                 target->layer[i].kind, target->layer[i].name);
    }
    assert_string_equal(tree, expected);
}

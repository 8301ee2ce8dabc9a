/* fstype.c: the table of file systems. Numbers are those of <linux/magic.h> and, for what that does
 * not list, of the file systems' own sources (statfs(2) names most). The first row of a number is
 * what it is called when no mount table can be asked. */
#include "disk/fstype.h"

#include <stddef.h>
#include <string.h>

static const struct fstype types[] = {
    {.magic = 0xef53, .name = "ext4", .kind = FS_ON_DISK, .shared = true},
    {.magic = 0xef53, .name = "ext3", .kind = FS_ON_DISK, .shared = true},
    {.magic = 0xef53, .name = "ext2", .kind = FS_ON_DISK, .shared = true},
    {.magic = 0x58465342, .name = "xfs", .kind = FS_ON_DISK, .silent_barriers = true},
    {.magic = 0xf2f52010, .name = "f2fs", .kind = FS_ON_DISK, .silent_barriers = true},
    {.magic = 0x3153464a, .name = "jfs", .kind = FS_ON_DISK},
    {.magic = 0x52654973, .name = "reiserfs", .kind = FS_ON_DISK, .silent_barriers = true},
    {.magic = 0x3434, .name = "nilfs2", .kind = FS_ON_DISK, .silent_barriers = true},
    {.magic = 0x4d44, .name = "vfat", .kind = FS_ON_DISK, .shared = true},
    {.magic = 0x2011bab0, .name = "exfat", .kind = FS_ON_DISK},
    {.magic = 0x5346544e, .name = "ntfs", .kind = FS_ON_DISK},
    {.magic = 0x7366746e, .name = "ntfs3", .kind = FS_ON_DISK},
    {.magic = 0x482b, .name = "hfsplus", .kind = FS_ON_DISK},
    {.magic = 0x15013346, .name = "udf", .kind = FS_ON_DISK},
    {.magic = 0x7461636f, .name = "ocfs2", .kind = FS_ON_DISK, .silent_barriers = true},
    {.magic = 0x01161970, .name = "gfs2", .kind = FS_ON_DISK, .silent_barriers = true},
    {.magic = 0x9123683e, .name = "btrfs", .kind = FS_POOL, .silent_barriers = true},
    {.magic = 0x2fc12fc1, .name = "zfs", .kind = FS_POOL, .title = "ZFS"},
    {.magic = 0xca451a4e, .name = "bcachefs", .kind = FS_POOL},
    {.magic = 0x794c7630, .name = "overlay", .kind = FS_STACKED},
    {.magic = 0xf15f, .name = "ecryptfs", .kind = FS_STACKED},
    {.magic = 0x61756673, .name = "aufs", .kind = FS_STACKED},
    {.magic = 0x6969, .name = "nfs", .kind = FS_REMOTE, .shared = true},
    {.magic = 0x6969, .name = "nfs4", .kind = FS_REMOTE, .shared = true},
    {.magic = 0xff534d42, .name = "cifs", .kind = FS_REMOTE, .shared = true},
    {.magic = 0xfe534d42, .name = "cifs", .kind = FS_REMOTE, .shared = true},
    {.magic = 0xfe534d42, .name = "smb3", .kind = FS_REMOTE, .shared = true},
    {.magic = 0x01021997, .name = "9p", .kind = FS_REMOTE},
    {.magic = 0x65735546, .name = "fuse", .kind = FS_REMOTE, .shared = true},
    {.magic = 0x65735546, .name = "virtiofs", .kind = FS_REMOTE, .shared = true},
    {.magic = 0x65735546, .name = "fuseblk", .kind = FS_ON_DISK, .shared = true},
    {.magic = 0x00c36400, .name = "ceph", .kind = FS_REMOTE},
    {.magic = 0x0bd00bd0, .name = "lustre", .kind = FS_REMOTE},
    {.magic = 0x5346414f, .name = "afs", .kind = FS_REMOTE},
    {.magic = 0x786f4256, .name = "vboxsf", .kind = FS_REMOTE},
    {.magic = 0x01021994, .name = "tmpfs", .kind = FS_MEMORY},
    {.magic = 0x858458f6, .name = "ramfs", .kind = FS_MEMORY},
    {.magic = 0x9fa0, .name = "proc", .kind = FS_KERNEL},
    {.magic = 0x62656572, .name = "sysfs", .kind = FS_KERNEL},
    {.magic = 0x0027e0eb, .name = "cgroup", .kind = FS_KERNEL},
    {.magic = 0x63677270, .name = "cgroup2", .kind = FS_KERNEL},
    {.magic = 0x1cd1, .name = "devpts", .kind = FS_KERNEL},
    {.magic = 0x74726163, .name = "tracefs", .kind = FS_KERNEL},
    {.magic = 0x64626720, .name = "debugfs", .kind = FS_KERNEL},
    {.magic = 0x73636673, .name = "securityfs", .kind = FS_KERNEL},
    {.magic = 0x62656570, .name = "configfs", .kind = FS_KERNEL},
    {.magic = 0x6165676c, .name = "pstore", .kind = FS_KERNEL},
    {.magic = 0xcafe4a11, .name = "bpf", .kind = FS_KERNEL},
    {.magic = 0xde5e81e4, .name = "efivarfs", .kind = FS_KERNEL},
    {.magic = 0xf97cff8c, .name = "selinuxfs", .kind = FS_KERNEL},
    {.magic = 0x43415d53, .name = "smackfs", .kind = FS_KERNEL},
    {.magic = 0x19800202, .name = "mqueue", .kind = FS_KERNEL},
    {.magic = 0x42494e4d, .name = "binfmt_misc", .kind = FS_KERNEL},
    {.magic = 0x6e736673, .name = "nsfs", .kind = FS_KERNEL},
    {.magic = 0x65735543, .name = "fusectl", .kind = FS_KERNEL},
    {.magic = 0x67596969, .name = "rpc_pipefs", .kind = FS_KERNEL},
    {.magic = 0x958458f6, .name = "hugetlbfs", .kind = FS_KERNEL},
    {.magic = 0x07655821, .name = "resctrl", .kind = FS_KERNEL},
};

enum { TYPES = sizeof types / sizeof types[0] };

const struct fstype *fstype_find(uint32_t magic)
{
    for (size_t i = 0; i < TYPES; i++) {
        if (types[i].magic == magic)
            return &types[i];
    }
    return NULL;
}

const struct fstype *fstype_find_name(const char *name)
{
    const size_t length = strcspn(name, "."); /* "fuse.sshfs" is fuse */
    for (size_t i = 0; i < TYPES; i++) {
        if (strlen(types[i].name) == length && strncmp(types[i].name, name, length) == 0)
            return &types[i];
    }
    return NULL;
}

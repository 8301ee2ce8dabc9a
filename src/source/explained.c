/* explained.c: two tables: what a mode asks of a file system, and what each kind of file system
 * writes for that beyond the data.
 *
 * The rows are of ext4, xfs and btrfs as they were measured on idle disks, with room above. What is
 * not known (a file system without a row, what a volume in between keeps, how many copies btrfs
 * makes) is allowed the most that is usual. */
#include "source/explained.h"

#include <string.h>

#define KIB          1024.0
#define BLOCK_BYTES  4096
#define COPIES_MAX   4          /* no file system or mirror in use makes more of everything */
#define LEAF_BYTES   (16 * KIB) /* of a tree: a page of its own place may change one of its own */
#define VOLUME_BYTES (16 * KIB) /* a sync's: the bitmap or journal that a volume keeps */

/* What a sync of a mode makes a file system write besides its data. */
enum work {
    WORK_NOTHING, /* there is no data either */
    WORK_PLACE,   /* written blocks are written again, and nothing else is waited for */
    WORK_TIMES,   /* the same, and the file's times are */
    WORK_GROWTH,  /* blocks are allocated, or their state changes */
    WORK_FILES,   /* files and names come and go */
    WORKS,
};

static const struct trait {
    const char *mode;
    enum work work;
    unsigned writes; /* how often a record is written */
    bool scattered;  /* each record to a place of its own */
} traits[] = {
    {"append-fsync", WORK_GROWTH, 1, false},
    {"append-fdatasync", WORK_GROWTH, 1, false},
    {"dsync", WORK_GROWTH, 1, false},
    {"sync", WORK_GROWTH, 1, false},
    {"falloc-fdatasync", WORK_GROWTH, 1, false},
    {"extend-fsync", WORK_GROWTH, 1, false},
    {"overwrite-fsync", WORK_TIMES, 1, false},
    {"overwrite-fdatasync", WORK_PLACE, 1, false},
    {"overwrite-dsync", WORK_PLACE, 1, false},
    {"overwrite-sync", WORK_TIMES, 1, false},
    {"rwf-dsync", WORK_PLACE, 1, false},
    {"uring-fdatasync", WORK_PLACE, 1, false},
    {"direct-fdatasync", WORK_PLACE, 1, false},
    {"direct-dsync", WORK_PLACE, 1, false},
    {"mmap-msync", WORK_TIMES, 1, false},
    {"create-rename", WORK_FILES, 1, false},
    {"doublewrite", WORK_PLACE, 2, true},
    {"flush-only", WORK_NOTHING, 0, false},
    {"no-sync", WORK_GROWTH, 1, false},
    {"sync-file-range", WORK_GROWTH, 1, false},
};

static const struct trait costliest = {"", WORK_FILES, 2, true};

static const struct trait *trait_of(const char *mode)
{
    for (size_t i = 0; i < sizeof traits / sizeof traits[0]; i++) {
        if (strcmp(traits[i].mode, mode) == 0)
            return &traits[i];
    }
    return &costliest;
}

bool explained_knows(const char *mode)
{
    return trait_of(mode) != &costliest;
}

/* What a kind of file system writes for one sync, in KiB, beyond the data. */
struct kind {
    bool steady;
    unsigned writes; /* how often it writes data in one place */
    double kib[WORKS];
};

/* "Ordered" is ext3's and ext4's usual way, that of xfs and of ext without a journal come close to
 * it; a journal of data has a commit for each sync, in place or not. */
static const struct kind ext_ordered = {true, 1, {0, 2, 20, 36, 48}};
static const struct kind ext_data_journal = {true, 2, {0, 24, 24, 36, 48}};
static const struct kind ext_bare = {true, 1, {0, 2, 8, 24, 32}};
/* On stripes, xfs fills each write of its log up to one. */
static const struct kind xfs_striped = {true, 1, {0, 2, 256, 256, 256}};
static const struct kind xfs = {true, 1, {0, 2, 8, 12, 16}};
static const struct kind tree = {false, 1, {0, 128, 128, 128, 128}};

/* The file system that does the sync: the upper one's under an overlay. */
static const char *syncing_file_system(const struct target *t)
{
    unsigned i = 0;

    while (i + 1 < t->layer_count && strcmp(t->layer[i].kind, "overlay") == 0)
        i++;
    return i < t->layer_count ? t->layer[i].kind : t->file_system;
}

static const struct kind *kind_of(const struct target *t)
{
    const char *name = syncing_file_system(t);

    if (strcmp(name, "xfs") == 0)
        return strstr(t->mount_options, "sunit=") ? &xfs_striped : &xfs;
    if (strcmp(name, "ext2") != 0 && strcmp(name, "ext3") != 0 && strcmp(name, "ext4") != 0)
        return &tree;
    if (t->data_journal == YES)
        return &ext_data_journal;
    return t->journal == NO ? &ext_bare : &ext_ordered;
}

bool explained_is_steady(const struct target *t)
{
    return kind_of(t)->steady;
}

/* Whether a volume lies in between that may write more than it is given: an array, a cache, a
 * snapshot. A file system's own storeys are passed over. */
static bool has_volume(const struct target *t)
{
    static const char *const kinds[] = {"raid", "md",     "linear", "dm",
                                        "drbd", "bcache", "lvm",    "stratis"};

    for (unsigned i = 0; i < t->layer_count; i++) {
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
            if (strncmp(t->layer[i].kind, kinds[k], strlen(kinds[k])) == 0)
                return true;
        }
    }
    return false;
}

/* On how many places of the disks a block may end up: mirrors and parity, and what a tree keeps
 * twice on one disk. */
static double copies(const struct target *t)
{
    unsigned least = has_volume(t) || kind_of(t) == &tree ? 2 : 1;
    unsigned most = t->device_count < COPIES_MAX ? t->device_count : COPIES_MAX;
    return most > least ? most : least;
}

/* Records that end within a block have a part of it written once more. */
static double partial_blocks(const struct config *c, const struct trait *trait, uint64_t records,
                             uint64_t syncs)
{
    if (c->record_bytes % BLOCK_BYTES == 0)
        return 0;
    return BLOCK_BYTES * (double)(trait->scattered ? records * trait->writes : syncs);
}

struct explained explained_bytes(const struct snapshot *now, uint64_t records, uint64_t syncs,
                                 uint64_t padded_bytes)
{
    const struct target *t = &now->target;
    const struct trait *trait = trait_of(now->config.mode);
    const struct kind *kind = kind_of(t);
    double least =
        (double)records * trait->writes * (double)now->config.record_bytes + (double)padded_bytes;
    double data = kind->writes * (least + partial_blocks(&now->config, trait, records, syncs));
    double beyond = (double)syncs * kind->kib[trait->work] * KIB;

    if (kind == &tree && trait->scattered)
        beyond += (double)records * LEAF_BYTES;
    if (trait->work != WORK_NOTHING && has_volume(t))
        beyond += (double)syncs * VOLUME_BYTES;
    return (struct explained){.least = least, .most = copies(t) * (data + beyond)};
}

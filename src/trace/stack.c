/* stack.c: from the storeys that the target names to device numbers. */
#include "trace/stack.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "trace/event.h"

enum { PATH_ROOM = 512 };

static bool read_dev(const char *path, uint32_t *dev)
{
    unsigned major, minor;
    FILE *f = fopen(path, "re");
    if (!f)
        return false;
    const bool ok = fscanf(f, "%u:%u", &major, &minor) == 2;
    fclose(f);
    *dev = major << 20 | minor;
    return ok;
}

static void add_dev(struct trace_stack *stack, uint32_t dev, unsigned disk)
{
    if (stack->devs < TRACE_DEVS_MAX && trace_stack_disk(stack, dev) < 0)
        stack->dev[stack->devs++] = (struct trace_dev){.dev = dev, .disk = (uint8_t)disk};
}

static void add_partitions(struct trace_stack *stack, const char *folder, unsigned disk)
{
    char path[PATH_ROOM];
    uint32_t dev;
    struct dirent *entry;
    DIR *dir = opendir(folder);
    while (dir && (entry = readdir(dir))) {
        snprintf(path, sizeof path, "%.200s/%.200s/partition", folder, entry->d_name);
        if (access(path, F_OK))
            continue;
        snprintf(path, sizeof path, "%.200s/%.200s/dev", folder, entry->d_name);
        if (read_dev(path, &dev))
            add_dev(stack, dev, disk);
    }
    if (dir)
        closedir(dir);
}

/* The device in sysfs that NAME is, which may go on after a blank: "dm-0 (vg-root)". False: none.
 */
static bool device_folder(const char *root, const char *name, char word[TARGET_NAME_MAX],
                          char folder[PATH_ROOM])
{
    text_copy(word, TARGET_NAME_MAX, name);
    word[strcspn(word, " ")] = '\0';
    if (!*word || strchr(word, '/'))
        return false;
    snprintf(folder, PATH_ROOM, "%.200s/sys/class/block/%s", root, word);
    return true;
}

static bool add_disk(struct trace_stack *stack, const char *root, const char *name, bool upper)
{
    char word[TARGET_NAME_MAX], folder[PATH_ROOM], path[PATH_ROOM + 16];
    uint32_t dev;
    if (stack->disks == TRACE_DISKS_MAX || !device_folder(root, name, word, folder))
        return false;
    snprintf(path, sizeof path, "%s/mq", folder);
    if (access(path, F_OK)) /* a partition, or a disk that only hands on */
        return false;
    snprintf(path, sizeof path, "%s/dev", folder);
    if (!read_dev(path, &dev) || trace_stack_disk(stack, dev) >= 0)
        return false;
    struct trace_disk *disk = &stack->disk[stack->disks];
    text_copy(disk->name, sizeof disk->name, word);
    disk->upper = upper;
    stack->any_upper |= upper;
    add_dev(stack, dev, stack->disks);
    add_partitions(stack, folder, stack->disks);
    stack->disks++;
    return true;
}

/* Adds the disks among the storeys; what stands deeper than one of them, up to the next that does
 * not, is below it. */
static void add_layers(const struct target *target, const char *root, struct trace_stack *out)
{
    unsigned above = 0; /* the depth of the disk that the present storey is below; 0: none */
    for (unsigned i = 0; i < target->layer_count; i++) {
        const struct layer *layer = &target->layer[i];
        const bool upper = i + 1 < target->layer_count && layer[1].depth > layer->depth;
        if (layer->depth <= above)
            above = 0;
        if (!layer->depth || !add_disk(out, root, layer->name, upper))
            continue;
        out->disk[out->disks - 1].lower = above > 0;
        above = !above && upper ? layer->depth : above;
    }
}

static bool find_journal(const char *root, const char *name, struct trace_journal *out)
{
    char word[TARGET_NAME_MAX], folder[PATH_ROOM], path[PATH_ROOM + 16];
    if (!device_folder(root, name, word, folder))
        return false;
    text_copy(out->name, sizeof out->name, word);
    snprintf(path, sizeof path, "%s/dev", folder);
    return read_dev(path, &out->dev);
}

/* A file system is on the first device that is named below it: the directory's is above all, others
 * hold files that are disks here. */
static void find_journals(const struct target *target, const char *root, struct trace_stack *out)
{
    bool wanted = true, below = false; /* the next device's; of a file system that holds a file */
    for (unsigned i = 0; i < target->layer_count; i++) {
        const struct layer *layer = &target->layer[i];
        struct trace_journal journal;
        if (strcmp(layer->kind, "file") == 0)
            wanted = below = true;
        if (!wanted || !layer->depth || !find_journal(root, layer->name, &journal))
            continue;
        if (!below)
            out->own = journal;
        else if (out->lower_journals < TRACE_DISKS_MAX)
            out->lower_journal[out->lower_journals++] = journal;
        wanted = false;
    }
    if (!out->own.name[0] && out->devs) {
        text_copy(out->own.name, sizeof out->own.name, out->disk[0].name);
        out->own.dev = out->dev[0].dev;
    }
    if (target->journal_device[0])
        text_copy(out->own.name, sizeof out->own.name, target->journal_device);
}

/* The kernel cuts a thread's name at 15 letters. */
bool trace_journal_is(const struct trace_journal *journal, const char *who)
{
    const size_t length = strnlen(journal->name, TRACE_WHO_MAX - 1 - strlen("jbd2/"));
    if (!length || strncmp(who, "jbd2/", 5) != 0 || strncmp(who + 5, journal->name, length) != 0)
        return false;
    return who[5 + length] == '\0' || who[5 + length] == '-';
}

static bool never_has_journal(const char *file_system)
{
    static const char *const names[] = {"ext2", "btrfs", "f2fs", "vfat", "exfat", "msdos"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(file_system, names[i]) == 0)
            return true;
    }
    return false;
}

void trace_stack_of(const struct target *target, const char *root, struct trace_stack *out)
{
    *out = (struct trace_stack){0};
    add_layers(target, root, out);
    for (unsigned i = 0; i < target->device_count; i++) {
        const char *scheduler = target->device[i].scheduler;
        add_disk(out, root, target->device[i].name, false);
        out->scheduler |= scheduler[0] && strcmp(scheduler, "none") != 0;
    }
    find_journals(target, root, out);
    out->workers = strncmp(target->file_system, "ext", 3) != 0;
    out->journal = target->journal == YES;
    out->no_journal = target->journal == NO || never_has_journal(target->file_system);
}

int trace_stack_disk(const struct trace_stack *stack, uint32_t dev)
{
    for (unsigned i = 0; i < stack->devs; i++) {
        if (stack->dev[i].dev == dev)
            return stack->dev[i].disk;
    }
    return -1;
}

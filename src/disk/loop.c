/* loop.c: what a loop device stands on: the file that loop/backing_file names.
 *
 * The name is the kernel's, raw, as the reader may see it: of a file that was deleted it ends in
 * " (deleted)", and a file of another container can have the name of none or of another one here.
 * So a file is believed to be the image when it is as large as the device. Asking the device itself
 * would mean to open it, which this program never does. Of a deleted file the folder is looked at,
 * which is on the same file system as a rule: enough for the tree, but no fact rests on it. That it
 * is memory is told as likely, unless what is mounted on the folder is younger than the measured
 * mount: then it merely covers the image's file system.
 */
#include "disk/walk.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/text.h"
#include "disk/sysfs.h"

/* The image as far as it can be seen. */
struct image {
    char path[TARGET_PATH_MAX];
    int fd; /* O_PATH, of the file or of its folder; -1: out of sight */
    struct stat st;
    const char *note; /* why it is not the image itself, "" */
};

static int path_open(const char *root, const char *path)
{
    char whole[PATH_MAX];
    if (path[0] != '/' || snprintf(whole, sizeof whole, "%s%s", root, path) >= (int)sizeof whole)
        return -ENOENT;
    const int fd = open(whole, O_PATH | O_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

/* Takes the mark of a deleted file off PATH and opens its folder. */
static int folder_open(const char *root, char *path)
{
    static const char mark[] = " (deleted)";
    char folder[TARGET_PATH_MAX];
    const size_t length = strlen(path), tail = sizeof mark - 1;
    if (length <= tail || strcmp(path + length - tail, mark) != 0)
        return -ENOENT;
    path[length - tail] = '\0';
    text_copy(folder, sizeof folder, path);
    char *slash = strrchr(folder, '/');
    if (!slash)
        return -ENOENT;
    slash[slash == folder] = '\0'; /* the root folder keeps its slash */
    return path_open(root, folder);
}

static bool is_large_enough(const struct node *disk, const struct stat *st)
{
    uint64_t sectors, offset;
    if (S_ISBLK(st->st_mode))
        return true;
    if (!S_ISREG(st->st_mode))
        return false;
    sysfs_read_number(&sectors, "%s/size", disk->path);
    sysfs_read_number(&offset, "%s/loop/offset", disk->path);
    const uint64_t bytes = (uint64_t)st->st_size;
    return offset <= bytes && sectors <= (bytes - offset) / 512;
}

static void image_drop(struct image *image, const char *note)
{
    if (image->fd >= 0)
        close(image->fd);
    image->fd = -1;
    image->note = note;
}

static void image_open(const struct walk *walk, const struct node *disk, struct image *image)
{
    image->note = "";
    image->fd = path_open(walk->root, image->path);
    if (image->fd < 0) {
        const int code = image->fd;
        image->fd = folder_open(walk->root, image->path);
        image->note = "deleted";
        if (image->fd < 0)
            image_drop(image, code == -EACCES ? "not readable for this user" : "out of sight here");
        return;
    }
    if (fstat(image->fd, &image->st))
        image_drop(image, "not readable for this user");
    else if (!is_large_enough(disk, &image->st))
        image_drop(image, "out of sight: another file has its name here");
}

static bool is_device(const struct image *image)
{
    return !image->note[0] && S_ISBLK(image->st.st_mode);
}

/* Walks from the image or, when that is a block device, from that. */
static bool image_walk(struct walk *walk, const struct image *image)
{
    struct node node;
    struct ground ground;
    if (is_device(image))
        return node_by_number(walk->root, major(image->st.st_rdev), minor(image->st.st_rdev),
                              &node) == 0 &&
               stack_walk(walk, &node);
    return ground_look(walk->root, image->fd, image->path, &ground) == 0 &&
           ground_walk(walk, &ground, image->fd);
}

static bool is_covered(const struct walk *walk, const struct image *image)
{
    return walk->mount_age > 0 && mountinfo_age(image->fd) > walk->mount_age;
}

/* Walks for the tree alone: what is below is a guess, and no fact about the target but that. */
static void guess_walk(struct walk *walk, const struct image *image)
{
    struct target *target = walk->target, kept = *target;
    const bool memory = image_walk(walk, image);
    if (memory && !is_covered(walk, image) && !kept.memory_guess[0])
        snprintf(kept.memory_guess, sizeof kept.memory_guess, "its deleted image was on %.20s",
                 strstr(target->memory_why, " whose ") ? "memory" : target->memory_why);
    kept.layer_count = target->layer_count;
    memcpy(kept.layer, target->layer, sizeof kept.layer);
    *target = kept;
}

static bool image_descend(struct walk *walk, const struct image *image)
{
    const bool counting = walk->counting, own = walk->own;
    if (!walk_down(walk))
        return false;
    walk->counting = walk->own = false;
    bool memory = false;
    if (image->note[0])
        guess_walk(walk, image);
    else
        memory = image_walk(walk, image);
    walk->counting = counting;
    walk->own = own;
    walk_up(walk);
    if (memory)
        walk_memory(walk, "a loop device whose image");
    return memory;
}

bool loop_walk(struct walk *walk, const struct node *disk)
{
    struct image image;
    const int rc =
        sysfs_read_line(image.path, sizeof image.path, "%s/loop/backing_file", disk->path);
    if (rc || !image.path[0]) {
        walk_layer(walk, "file", "a file",
                   rc == -EACCES ? "its name is not readable for this user"
                                 : "its name is not told");
        return false;
    }
    image_open(walk, disk, &image);
    const bool device = is_device(&image);
    if (!device && !walk->target->loop_file[0])
        text_copy(walk->target->loop_file, TARGET_PATH_MAX, image.path);
    walk_layer(walk, device ? "device" : "file", image.path, image.note);
    const bool memory = image.fd >= 0 && image_descend(walk, &image);
    image_drop(&image, "");
    return memory;
}

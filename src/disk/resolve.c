/* resolve.c: what stands under a directory: where ground.c finds it to be, and what the walk down
 * from there (walk.h) finds below. */
#include "disk/resolve.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/format.h"
#include "base/text.h"
#include "disk/mount_options.h"
#include "disk/sysfs.h"
#include "disk/walk.h"
#include "disk/warnings.h"

static void mount_describe(const struct mount *mount, struct target *out)
{
    text_copy(out->mount_point, sizeof out->mount_point, mount->point);
    text_copy(out->mount_source, sizeof out->mount_source, mount->source);
    char options[TARGET_OPTIONS_MAX] = "";
    mount_options_join(options, sizeof options, mount->options);
    mount_options_join(options, sizeof options, mount->super_options);
    mount_options_decode(out->mount_options, sizeof out->mount_options, options);
}

static void ground_describe(const struct ground *ground, struct target *out)
{
    text_copy(out->file_system, sizeof out->file_system, ground->file_system);
    out->bytes_total = ground->bytes_total;
    out->bytes_free = ground->bytes_free;
    mount_describe(&ground->mount, out);
    out->mount_elsewhere = ground->mount_elsewhere;
    out->mount_seen_by = ground->mount.seen_by;
}

/* What was found to be memory is all of it, or a part. */
static void memory_settle(struct target *out, bool memory)
{
    out->memory = memory;
    if (memory)
        return;
    text_copy(out->memory_part, sizeof out->memory_part, out->memory_why);
    out->memory_why[0] = '\0';
}

static void kernel_describe(struct target *out)
{
    struct utsname name;
    if (uname(&name) == 0)
        text_copy(out->kernel, sizeof out->kernel, name.release);
}

int target_resolve(int dirfd, const char *dir, const char *root, struct target *out,
                   struct err *err)
{
    struct ground ground;

    *out = (struct target){.device_count = 0};
    text_copy(out->dir, sizeof out->dir, dir);
    char *path = realpath(dir, NULL);
    const int rc = ground_look(root, dirfd, path ? path : "", &ground);
    free(path);
    if (rc)
        return err_set(err, rc, "examine %s", dir);

    struct walk walk = {.root = root, .target = out, .counting = true, .own = true};
    walk.mount_age = mountinfo_age(dirfd);
    ground_describe(&ground, out);
    memory_settle(out, ground_walk(&walk, &ground, dirfd));
    out->partial = walk.partial;
    kernel_describe(out);
    warnings_from_facts(out);
    return 0;
}

void target_load_average(const char *root, double load[3])
{
    char text[128], *rest = text;
    bool ok = sysfs_read(text, sizeof text, "%s/proc/loadavg", root) == 0;
    for (int i = 0; i < 3; i++) {
        const char *word = ok ? strsep(&rest, " ") : NULL;
        ok = word && parse_number(word, &load[i]) == 0;
    }
    for (int i = 0; i < 3 && !ok; i++)
        load[i] = -1;
}

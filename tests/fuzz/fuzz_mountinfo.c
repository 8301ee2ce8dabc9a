/* fuzz_mountinfo.c: the mount table, its lines and their options, as bytes from anywhere. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "disk/mount_options.h"
#include "disk/mountinfo.h"
#include "fuzz/scratch_root.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool ok)
{
    if (!ok)
        abort();
}

/* What is true of any line that was accepted. */
static void check_mount(const struct mount *mount)
{
    char value[64], joined[TARGET_OPTIONS_MAX] = "";
    must(mount->id >= 0 && mount->file_system[0] != '\0');
    must(memchr(mount->root, '\0', sizeof mount->root) != NULL);
    must(memchr(mount->point, '\0', sizeof mount->point) != NULL);
    must(memchr(mount->source, '\0', sizeof mount->source) != NULL);
    must(memchr(mount->super_options, '\0', sizeof mount->super_options) != NULL);
    if (mount_options_value(mount->super_options, "upperdir", value, sizeof value))
        must(strlen(value) < sizeof value);
    const char *off = mount_options_barrier_off(mount->super_options);
    must(!off || mount_options_has(mount->super_options, off));
    mount_options_join(joined, sizeof joined, mount->options);
    mount_options_join(joined, sizeof joined, mount->super_options);
    const size_t length = strlen(joined);
    mount_options_join(joined, sizeof joined, mount->options);
    must(strlen(joined) == length); /* nothing is joined twice */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct mount mount;
    char *text = malloc(size + 1);
    must(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    if (mountinfo_parse(text, &mount) == 0)
        check_mount(&mount);
    free(text);

    scratch_root_folder("proc/self");
    scratch_root_write("proc/self/mountinfo", data, size);
    if (mountinfo_find(scratch_root(), -1, "/my data/in it", &mount) == 0)
        check_mount(&mount);
    return 0;
}

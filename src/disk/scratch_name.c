/* scratch_name.c: names of scratch files, made and recognised. */
#include "disk/scratch_name.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>

#define NAME_PREFIX ".fsyncscope-"

enum { RANDOM_DIGITS = 16, VALUE_DIGITS_MAX = 16 };

static int random_number(uint64_t *random)
{
    ssize_t got;
    do
        got = getrandom(random, sizeof *random, 0);
    while (got < 0 && errno == EINTR);
    if (got != sizeof *random)
        return got < 0 ? -errno : -EIO;
    return 0;
}

int scratch_name_random(char name[SCRATCH_NAME_MAX])
{
    uint64_t random;
    const int rc = random_number(&random);
    if (!rc)
        snprintf(name, SCRATCH_NAME_MAX, NAME_PREFIX "%016" PRIx64, random);
    return rc;
}

void scratch_name_identified(char name[SCRATCH_NAME_MAX], const char *first,
                             const struct scratch_identity *identity)
{
    snprintf(name, SCRATCH_NAME_MAX, "%s-%" PRIx64 "-%" PRIx64, first, identity->inode,
             identity->birth_ns);
}

/* Reads 1 to VALUE_DIGITS_MAX hex digits as printf writes them: lower case, no leading zero. */
static const char *hex_parse(const char *text, uint64_t *value)
{
    const size_t digits = strspn(text, "0123456789abcdef");
    if (digits == 0 || digits > VALUE_DIGITS_MAX || (digits > 1 && *text == '0'))
        return NULL;
    *value = 0;
    for (size_t i = 0; i < digits; i++)
        *value = *value << 4 | (uint64_t)(text[i] <= '9' ? text[i] - '0' : text[i] - 'a' + 10);
    return text + digits;
}

bool scratch_name_parse(const char *name, struct scratch_identity *out)
{
    const size_t prefix = sizeof NAME_PREFIX - 1;
    if (strncmp(name, NAME_PREFIX, prefix) != 0)
        return false;
    name += prefix;
    if (strspn(name, "0123456789abcdef") != RANDOM_DIGITS || name[RANDOM_DIGITS] != '-')
        return false;
    name = hex_parse(name + RANDOM_DIGITS + 1, &out->inode);
    if (!name || *name != '-')
        return false;
    name = hex_parse(name + 1, &out->birth_ns);
    return name && *name == '\0';
}

int scratch_name_companion(char name[SCRATCH_COMPANION_MAX], const char *anchor, const char *ending)
{
    uint64_t random;
    const int rc = random_number(&random);
    if (!rc)
        snprintf(name, SCRATCH_COMPANION_MAX, "%s.%016" PRIx64 "%s", anchor, random, ending);
    return rc;
}

const char *scratch_name_ending(size_t i)
{
    static const char *const endings[] = {".new", ".now"};
    return i < sizeof endings / sizeof endings[0] ? endings[i] : NULL;
}

bool scratch_name_is_companion(const char *name, const char *anchor)
{
    const size_t length = strlen(anchor);
    if (strncmp(name, anchor, length) != 0 || name[length] != '.')
        return false;
    name += length + 1;
    if (strspn(name, "0123456789abcdef") != RANDOM_DIGITS)
        return false;
    for (size_t i = 0; scratch_name_ending(i); i++) {
        if (strcmp(name + RANDOM_DIGITS, scratch_name_ending(i)) == 0)
            return true;
    }
    return false;
}

static int identity_look(int fd, const char *name, int flags, struct scratch_identity *out)
{
    struct statx st;
    if (statx(fd, name, flags, STATX_TYPE | STATX_SIZE | STATX_INO | STATX_BTIME, &st))
        return -errno;
    if (!S_ISREG(st.stx_mode))
        return -EEXIST;
    if (!(st.stx_mask & STATX_INO))
        return -EOPNOTSUPP;
    out->inode = st.stx_ino;
    out->birth_ns = 0;
    out->bytes = st.stx_size;
    if (!(st.stx_mask & STATX_BTIME))
        return -EOPNOTSUPP;
    out->birth_ns = (uint64_t)st.stx_btime.tv_sec * 1000000000u + st.stx_btime.tv_nsec;
    return 0;
}

int scratch_identity_read(int fd, struct scratch_identity *out)
{
    return identity_look(fd, "", AT_EMPTY_PATH, out);
}

int scratch_identity_of(int dirfd, const char *name, struct scratch_identity *out)
{
    return identity_look(dirfd, name, AT_SYMLINK_NOFOLLOW, out);
}

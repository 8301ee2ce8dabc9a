/* scratch_name.h: how a scratch file's name tells it from a file that merely has such a name.
 *
 * It is born as .fsyncscope-RANDOM and then renamed to .fsyncscope-RANDOM-INODE-BIRTH (16 random
 * hex digits; inode number and birth time in ns, hex). A copy, or a file planted under that name,
 * has another inode or another birth. Pure but for the two that say so. Private to scratch_*.c and
 * the modes that make more files. */
#ifndef FSYNCSCOPE_DISK_SCRATCH_NAME_H
#define FSYNCSCOPE_DISK_SCRATCH_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SCRATCH_NAME_MAX = 96,       /* as in struct scratch */
    SCRATCH_COMPANION_MAX = 120, /* with what stands behind it */
};

struct scratch_identity {
    uint64_t inode;
    uint64_t birth_ns;
    uint64_t bytes; /* its length when it was looked at; no part of a name */
};

/* A new first name, from getrandom(2). 0 or -errno. */
int scratch_name_random(char name[SCRATCH_NAME_MAX]);

/* FIRST with IDENTITY behind it. */
void scratch_name_identified(char name[SCRATCH_NAME_MAX], const char *first,
                             const struct scratch_identity *identity);

/* Whether NAME is an identified one, and of which file. Accepts exactly what is printed above. */
bool scratch_name_parse(const char *name, struct scratch_identity *out);

/* A new name for a file that a mode makes besides, in use only while the anchor is: ANCHOR's, a
 * random part of its own (knowing the anchor's name is not enough to plant a file under it), and
 * ENDING. 0 or -errno. */
int scratch_name_companion(char name[SCRATCH_COMPANION_MAX], const char *anchor,
                           const char *ending);

/* The endings there are; NULL past the last. */
const char *scratch_name_ending(size_t i);

/* Whether NAME is one that could have been made so for ANCHOR. */
bool scratch_name_is_companion(const char *name, const char *anchor);

/* The identity of the open file FD, by statx(2). 0, -EOPNOTSUPP where the file system keeps no
 * birth times, or -errno. */
int scratch_identity_read(int fd, struct scratch_identity *out);

/* The same of NAME in DIRFD, which is not followed and must be a regular file (else -EEXIST). */
int scratch_identity_of(int dirfd, const char *name, struct scratch_identity *out);

#endif

/* ring.h: an io_uring of this program, through liburing where the build found it.
 *
 * Without liburing ring_open says -ENOSYS and ring_built_in false; the rest is then never called.
 * One caller at a time, from any thread: no thread owns the ring. */
#ifndef FSYNCSCOPE_SYS_RING_H
#define FSYNCSCOPE_SYS_RING_H

#include <stdbool.h>
#include <sys/types.h>
#include <sys/uio.h>

struct ring;

/* Whether the build found liburing. */
bool ring_built_in(void);

/* 0; -ENOSYS: not built in, or the kernel has none; -EPERM: switched off here; -errno. */
int ring_open(struct ring **out);
void ring_close(struct ring *ring);

/* Hands over a writev of PART at OFFSET and, linked behind it, an fdatasync, in one system call
 * that waits for both. Returns what the write returned, -errno or the bytes; *SYNC_RC is the sync's
 * 0 or -errno, -ECANCELED when the kernel left it out because the write was short or failed. */
ssize_t ring_write_sync(struct ring *ring, int fd, const struct iovec *part, int parts,
                        off_t offset, int *sync_rc);

#endif

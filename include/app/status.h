/* status.h: how the program ends, the contract's numbers. */
#ifndef FSYNCSCOPE_APP_STATUS_H
#define FSYNCSCOPE_APP_STATUS_H

enum status {
    STATUS_DONE = 0,
    STATUS_DISK = 1,     /* the disk failed the run */
    STATUS_SETUP = 2,    /* bad option; directory, terminal or output not usable */
    STATUS_SIGNAL = 128, /* + its number */
};

#endif

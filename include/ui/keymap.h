/* keymap.h: one table of keys. The dispatcher, the footer and the help are made from its rows: a
 * new key is a row and its function. */
#ifndef FSYNCSCOPE_UI_KEYMAP_H
#define FSYNCSCOPE_UI_KEYMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Keys are Unicode code points; those without one follow the last of these. */
enum key {
    KEY_TAB_CODE = 0x09,
    KEY_RETURN_CODE = 0x0d,
    KEY_ESCAPE_CODE = 0x1b,
    KEY_SPECIAL = 0x110000,
    KEY_ARROW_UP,
    KEY_ARROW_DOWN,
    KEY_ARROW_LEFT,
    KEY_ARROW_RIGHT,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_HOME_CODE,
    KEY_END_CODE,
    KEY_FUNCTION, /* + n for Fn */
    KEY_LAST = KEY_FUNCTION + 24,
};

#define CONTROL(letter) ((letter) - '@')

struct ui;

enum { KEYS_OF_A_ROW = 3 };

struct keybind {
    uint32_t key[KEYS_OF_A_ROW]; /* any of them, 0 for none: one step forward */
    uint32_t back;               /* one step back; 0 when there is no such direction */
    const char *keys;            /* as people read them: "m M" */
    const char *brief;           /* the same in the footer: "m" */
    const char *label;           /* in the footer: "mode"; NULL keeps it out */
    bool pinned;                 /* stays in the footer when others have no room */
    bool everywhere;             /* also while menu or help are open */
    const char *help;            /* one line */
    void (*run)(struct ui *ui, int step);
};

/* The I-th row in the order of footer and help; NULL past the end. */
const struct keybind *keymap_row(size_t i);

/* The row that KEY belongs to, with *STEP set to +1 or -1; NULL when it means nothing. */
const struct keybind *keymap_find(uint32_t key, int *step);

#endif

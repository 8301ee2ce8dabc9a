/* state.h: what the dashboard remembers from frame to frame. No curses, no source: views read it,
 * actions and the main loop change it. */
#ifndef FSYNCSCOPE_UI_STATE_H
#define FSYNCSCOPE_UI_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/config.h"
#include "base/snapshot.h"
#include "source/comparison.h"
#include "source/history.h"
#include "ui/compare.h"
#include "ui/pick.h"
#include "ui/tune.h"

enum {
    MESSAGE_MAX = 320,
    MARKS_MAX = 32,
    MARK_LABEL_MAX = 64,
};

enum overlay { OVERLAY_NONE, OVERLAY_MENU, OVERLAY_HELP };

/* What the footer says about the last key, for a while. */
struct message {
    char text[MESSAGE_MAX];
    uint64_t until_ns;
    bool follows;        /* goes on to tell how the change gets on */
    uint64_t generation; /* that was at work when the key was pressed */
};

enum menu_column { MENU_MODES, MENU_STRATEGIES, MENU_COLUMNS };

struct menu {
    enum menu_column column;
    size_t row[MENU_COLUMNS];
};

/* What a generation is called in the chart: whatever it changed. */
struct mark {
    uint64_t generation;
    char label[MARK_LABEL_MAX];
};

/* Scales that stay as they are until they must change. */
struct scales {
    int chart_decade; /* 10^this ns at the chart's lower edge */
    int chart_rows;   /* rows a decade; 0 before the first value */
    int bar_first;    /* border (histogram view) at the first bar's lower edge */
    int bar_rows;     /* for how many rows that was worked out; 0 before the first value */
};

/* How far a tour has come. */
struct tour_strip {
    bool on;
    unsigned done, total; /* modes */
    uint64_t left_ns;
};

/* Whether the load that runs does what was asked of it, in words from the fullest to the shortest.
 */
struct judgement {
    enum { JUDGED_WELL, JUDGED_BADLY, JUDGED_NOT } answer;
    char form[3][64];
};

/* Whoever knows; from the drawing thread. False: there is nothing to judge. HANGS: a call has not
 * returned for long. */
struct judge {
    bool (*judge)(void *ctx, const struct outcome *outcome, bool hangs, struct judgement *out);
    void *ctx;
};

struct state {
    struct choices modes, strategies;
    /* Why a strategy cannot carry a mode (source_clash); NULL: all go together. */
    const char *(*clash)(const char *mode, const char *strategy);
    struct config wish; /* what the keys asked for; the running one is in the snapshot */
    bool wish_pending;  /* no snapshot of the wish has come yet */
    enum window window;
    enum overlay overlay;
    struct menu menu;
    int help_top; /* first line of the help that is shown */
    int view_top; /* and of a view that is taller than the screen */
    bool big;
    bool paused; /* by the user */
    size_t view;
    struct message message;
    struct tour_strip tour;
    struct mark marks[MARKS_MAX];
    unsigned marks_added;
    struct config marked; /* the configuration of the newest mark */
    struct scales scales;
    struct comparison *comparison; /* of whoever runs the dashboard; NULL: nothing is kept */
    struct comparing comparing;
    struct judge judge; /* of the configuration at work; without a function: nobody judges */
    struct pick pick;
    struct round hang;       /* the last that hung, and when it began: that stays */
    uint64_t hang_wall_ns;   /* time of day */
    struct slow_round worst; /* the longest round since the last change, once one was slow */
    uint64_t run_ns; /* time that this configuration has been at work since the last reset */
    uint64_t generation;
    uint64_t now_ns;
};

/* Starts with CONFIG as its wish. */
void state_init(struct state *state);

/* Takes note of a snapshot: time at work, marks, whether a wish has come true. */
void state_note(struct state *state, const struct snapshot *snapshot);

/* Says TEXT in the footer for two seconds from state->now_ns on. */
void state_say(struct state *state, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The mark of GENERATION; NULL when it has none, or it is too long ago. */
const struct mark *state_mark(const struct state *state, uint64_t generation);

#endif

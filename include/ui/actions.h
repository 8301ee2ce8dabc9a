/* actions.h: what keys do. They change the state, ask the source, and leave wishes for the main
 * loop; none of them touches the screen or waits. */
#ifndef FSYNCSCOPE_UI_ACTIONS_H
#define FSYNCSCOPE_UI_ACTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "source/history.h"
#include "source/source.h"
#include "source/tour.h"
#include "ui/state.h"

struct ui {
    struct source *source;
    struct history *history;
    struct state state;
    struct config ran;           /* the newest configuration that did rounds; mode "": none did */
    char tried[CONFIG_NAME_MAX]; /* mode that a key asked for and that has done no round yet */
    struct tour *tour;           /* NULL: none is under way (touring.h) */
    struct config tour_home;     /* where it goes back to */
    uint64_t tour_after;         /* generation that was at work when its line was asked for */
    uint64_t tour_began_ns;      /* of that line, its preparing included */
    /* Asked of the main loop, which clears them. */
    bool quit, suspend, redraw, next_theme, export_screen;
};

/* Reads the source's lists of modes and strategies. */
void ui_init(struct ui *ui, struct source *source, struct history *history);

/* Takes note of a snapshot that the history has. */
void ui_note(struct ui *ui, const struct snapshot *snapshot);

/* One key: the open overlay's own, else the key map's. */
void ui_key(struct ui *ui, uint32_t key);

/* Asks the source for state.wish. The message said before goes on to tell how the change gets on.
 */
void ui_apply(struct ui *ui);

/* Keys of the comparison view alone. */
bool compare_key(struct ui *ui, uint32_t key);

/* Functions of the key map. STEP is +1 or -1. */
void action_mode(struct ui *ui, int step);
void action_menu(struct ui *ui, int step);
void action_strategy(struct ui *ui, int step);
void action_writers(struct ui *ui, int step);
void action_delay(struct ui *ui, int step);
void action_record(struct ui *ui, int step);
void action_batch(struct ui *ui, int step);
void action_loop(struct ui *ui, int step);
void action_view(struct ui *ui, int step);
void action_window(struct ui *ui, int step);
void action_pause(struct ui *ui, int step);
void action_tour(struct ui *ui, int step);
void action_reset(struct ui *ui, int step);
void action_big(struct ui *ui, int step);
void action_theme(struct ui *ui, int step);
void action_export(struct ui *ui, int step);
void action_baseline(struct ui *ui, int step);
void action_newest(struct ui *ui, int step);
void action_sort(struct ui *ui, int step);
void action_turn(struct ui *ui, int step);
void action_close(struct ui *ui, int step);
void action_redraw(struct ui *ui, int step);
void action_suspend(struct ui *ui, int step);
void action_help(struct ui *ui, int step);
void action_quit(struct ui *ui, int step);

#endif

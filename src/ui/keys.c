/* keys.c: who gets a key: what is open (menu, help, a view of its own), then the key map. */
#include "ui/actions.h"
#include "ui/keymap.h"
#include "ui/view.h"

enum { SCROLL_PAGE = 8, SCROLL_ALL = 10000 };

/* What the column with the cursor lists. */
static const struct choices *menu_list(const struct state *state)
{
    return state->menu.column == MENU_MODES ? &state->modes : &state->strategies;
}

static void menu_move(struct state *state, int by)
{
    struct menu *menu = &state->menu;
    const struct choices *list = menu_list(state);
    size_t *row = &menu->row[menu->column];
    if (list->count > 0)
        *row = (*row + list->count + (size_t)(by % (int)list->count)) % list->count;
}

static void menu_end(struct state *state, bool last)
{
    struct menu *menu = &state->menu;
    const struct choices *list = menu_list(state);
    menu->row[menu->column] = last && list->count > 0 ? list->count - 1 : 0;
}

/* Keys of an open menu. */
static bool menu_key(struct ui *ui, uint32_t key)
{
    struct state *state = &ui->state;
    switch (key) {
    case ' ':
    case '\n':
    case KEY_RETURN_CODE:
        action_menu(ui, 1);
        return true;
    case KEY_HOME_CODE:
    case KEY_END_CODE:
        menu_end(state, key == KEY_END_CODE);
        return true;
    case KEY_ARROW_UP:
    case 'k':
        menu_move(state, -1);
        return true;
    case KEY_ARROW_DOWN:
    case 'j':
        menu_move(state, 1);
        return true;
    case KEY_TAB_CODE:
    case KEY_ARROW_LEFT:
    case KEY_ARROW_RIGHT:
        state->menu.column = state->menu.column == MENU_MODES ? MENU_STRATEGIES : MENU_MODES;
        return true;
    default:
        return false;
    }
}

/* Moves *TOP, the first line shown of a text; false for a key that does not. Whoever draws holds it
 * within the text; here it only must not fall below 0. */
static bool scroll_key(int *top, uint32_t key)
{
    int by = key == KEY_ARROW_DOWN || key == 'j' ? 1
             : key == KEY_ARROW_UP || key == 'k' ? -1
             : key == KEY_PAGE_DOWN              ? SCROLL_PAGE
             : key == KEY_PAGE_UP                ? -SCROLL_PAGE
             : key == KEY_HOME_CODE              ? -SCROLL_ALL
             : key == KEY_END_CODE               ? SCROLL_ALL
                                                 : 0;
    *top = *top + by < 0 ? 0 : *top + by;
    return by != 0;
}

/* Keys of what is open, before those of the map. */
static bool own_key(struct ui *ui, uint32_t key)
{
    struct state *state = &ui->state;
    const struct view *view = view_shown(state);
    if (state->overlay == OVERLAY_MENU)
        return menu_key(ui, key);
    if (state->overlay == OVERLAY_HELP)
        return scroll_key(&state->help_top, key);
    if (view && view->key)
        return view->key(ui, key);
    return view && view->top_most && scroll_key(&state->view_top, key);
}

/* Nothing changes unseen under what lies over it; the help's key closes the help. */
static bool is_open_to(const struct state *state, const struct keybind *row)
{
    return state->overlay == OVERLAY_NONE || row->everywhere ||
           (state->overlay == OVERLAY_HELP && row->run == action_help);
}

void ui_key(struct ui *ui, uint32_t key)
{
    int step;
    if (own_key(ui, key))
        return;
    const struct keybind *row = keymap_find(key, &step);
    if (row && is_open_to(&ui->state, row))
        row->run(ui, step);
}

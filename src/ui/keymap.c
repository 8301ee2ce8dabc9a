/* keymap.c: the keys. What they do is in actions.c. */
#include "ui/keymap.h"

#include "ui/actions.h"

static const struct keybind table[] = {
    {
        .key = {KEY_RETURN_CODE, '\n'},
        .keys = "Enter",
        .brief = "Enter",
        .label = "menu",
        .help = "menu of modes and strategies",
        .run = action_menu,
    },
    {
        .key = {'m'},
        .back = 'M',
        .keys = "m M",
        .brief = "m",
        .label = "mode",
        .help = "next / previous mode",
        .run = action_mode,
    },
    {
        .key = {'s'},
        .back = 'S',
        .keys = "s S",
        .brief = "s",
        .label = "strategy",
        .help = "next / previous strategy",
        .run = action_strategy,
    },
    {
        .key = {'+'},
        .back = '-',
        .keys = "+ -",
        .brief = "+-",
        .label = "writers",
        .help = "writers x2 / half",
        .run = action_writers,
    },
    {
        .key = {']'},
        .back = '[',
        .keys = "] [",
        .brief = "][",
        .label = "delay",
        .help = "delay up / down",
        .run = action_delay,
    },
    {
        .key = {'>'},
        .back = '<',
        .keys = "> <",
        .brief = "><",
        .label = "record",
        .help = "record size up / down",
        .run = action_record,
    },
    {
        .key = {'b'},
        .back = 'B',
        .keys = "b B",
        .brief = "b",
        .label = "batch",
        .help = "records per sync up / down",
        .run = action_batch,
    },
    {
        .key = {KEY_TAB_CODE, 'v'},
        .keys = "Tab v",
        .brief = "Tab",
        .label = "view",
        .pinned = true,
        .help = "next view",
        .run = action_view,
    },
    {
        .key = {'='},
        .keys = "=",
        .brief = "=",
        .label = "baseline",
        .help = "pin as the baseline / unpin",
        .run = action_baseline,
    },
    {
        .key = {'w'},
        .keys = "w",
        .brief = "w",
        .label = "window",
        .help = "window 1 s, 10 s, 60 s, all",
        .run = action_window,
    },
    {
        .key = {' ', 'p'},
        .keys = "Space p",
        .brief = "p",
        .label = "pause",
        .help = "pause the load / go on",
        .run = action_pause,
    },
    {
        .key = {'o'},
        .keys = "o",
        .brief = "o",
        .label = "open loop",
        .help = "open loop at the rate of now",
        .run = action_loop,
    },
    {
        .key = {'r'},
        .keys = "r",
        .brief = "r",
        .label = "reset",
        .help = "reset figures; start again",
        .run = action_reset,
    },
    {
        .key = {'g'},
        .keys = "g",
        .brief = "g",
        .label = "big figures",
        .help = "big figures for the back row",
        .run = action_big,
    },
    {
        .key = {'e'},
        .everywhere = true,
        .keys = "e",
        .brief = "e",
        .label = "export",
        .help = "screen and figures to files",
        .run = action_export,
    },
    {
        .key = {'t'},
        .keys = "t",
        .brief = "t",
        .label = "theme",
        .help = "next theme",
        .run = action_theme,
    },
    {
        .key = {KEY_ARROW_RIGHT},
        .back = KEY_ARROW_LEFT,
        .keys = "arrows",
        .help = "pick a row; comparison: sort",
        .run = action_sort,
    },
    {
        .key = {KEY_HOME_CODE},
        .keys = "Home",
        .help = "slow rounds: newest again",
        .run = action_newest,
    },
    {
        .key = {'a'},
        .keys = "a",
        .help = "comparison: turn the order",
        .run = action_turn,
    },
    {
        .key = {KEY_ESCAPE_CODE},
        .everywhere = true,
        .keys = "Esc",
        .help = "closes what is open",
        .run = action_close,
    },
    {
        .key = {CONTROL('L')},
        .everywhere = true,
        .keys = "Ctrl-L",
        .help = "redraw",
        .run = action_redraw,
    },
    {
        .key = {CONTROL('Z')},
        .everywhere = true,
        .keys = "Ctrl-Z",
        .help = "suspend: the load stops",
        .run = action_suspend,
    },
    {
        .key = {'?', 'h', KEY_FUNCTION + 1},
        .keys = "? h F1",
        .brief = "?",
        .label = "help",
        .pinned = true,
        .help = "this help",
        .run = action_help,
    },
    {
        .key = {'q', CONTROL('C'), KEY_FUNCTION + 10},
        .everywhere = true,
        .keys = "q F10",
        .brief = "q",
        .label = "quit",
        .pinned = true,
        .help = "quit (Ctrl-C too)",
        .run = action_quit,
    },
};

const struct keybind *keymap_row(size_t i)
{
    return i < sizeof table / sizeof *table ? &table[i] : NULL;
}

const struct keybind *keymap_find(uint32_t key, int *step)
{
    const struct keybind *row;
    if (key == 0)
        return NULL;
    for (size_t i = 0; (row = keymap_row(i)); i++) {
        *step = -1;
        if (row->back == key)
            return row;
        *step = 1;
        for (size_t k = 0; k < KEYS_OF_A_ROW; k++)
            if (row->key[k] == key)
                return row;
    }
    return NULL;
}

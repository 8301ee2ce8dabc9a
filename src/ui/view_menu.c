/* view_menu.c: modes by group on the left, strategies on the right, and below them what the one
 * under the cursor does and who works that way. */
#include "ui/panels.h"

#include <stdio.h>
#include <string.h>

#include "ui/glyph.h"

enum {
    BOX_COLS_MOST = 84,
    EXPLAIN_ROWS = 5, /* a rule, two lines each for what it does and who uses it */
    EXPLAIN_ROWS_SHORT = 4,
    SHORT_ROWS = 14,
    LINES_MAX = 2 * CHOICES_MAX,
};

/* A list with its headings: a line is a heading or a choice. */
struct line {
    const char *heading; /* NULL: a choice */
    size_t choice;
};

struct list {
    int count;
    int cursor; /* the line of the chosen one */
    struct line line[LINES_MAX];
};

static void make_list(struct list *list, const struct choices *choices, size_t chosen)
{
    const char *group = "";
    list->count = list->cursor = 0;
    for (size_t i = 0; i < choices->count; i++) {
        const char *own = choices->at[i]->group ? choices->at[i]->group : "";
        if (strcmp(own, group) != 0)
            list->line[list->count++] = (struct line){.heading = own};
        group = own;
        if (i == chosen)
            list->cursor = list->count;
        list->line[list->count++] = (struct line){.choice = i};
    }
}

/* First line to show, so that the cursor (and the heading above it) is seen. */
static int first_line(const struct list *list, int rows)
{
    int top = list->cursor - rows / 2;
    if (top > list->count - rows)
        top = list->count - rows;
    return top > 0 ? top : 0;
}

struct column {
    const struct choices *choices;
    size_t chosen;
    const char *at_work; /* name of the one that runs */
    const struct state *state;
    enum menu_column which;
    bool focused;
};

/* Why a choice cannot be had, and how its row is marked; without a reason it can. */
struct obstacle {
    const char *reason, *mark;
};

/* What cannot run here before what does not go with the other column's choice: the second can be
 * helped. */
static struct obstacle obstacle_of(const struct column *column, size_t choice)
{
    const struct state *state = column->state;
    const char *name = column->choices->at[choice]->name, *reason = NULL;
    if (column->choices->trouble[choice])
        return (struct obstacle){column->choices->trouble[choice], " not here"};
    if (state->clash)
        reason = column->which == MENU_MODES ? state->clash(name, state->wish.strategy)
                                             : state->clash(state->wish.mode, name);
    return (struct obstacle){reason, " (not with this)"};
}

static void draw_choice(struct canvas *canvas, struct rect row, const struct choice *choice,
                        bool at_work, const struct obstacle *obstacle, enum role role)
{
    if (obstacle->reason && role == ROLE_TEXT)
        role = ROLE_DIM;
    canvas_fill(canvas, row, ' ', role);
    canvas_glyph(canvas, row.x + 1, row.y, at_work ? GLYPH_BULLET : ' ', role);
    struct pen pen = {canvas, row.x + 3, row.y, row.x + row.w};
    pen_text(&pen, role, choice->name);
    if (obstacle->reason && (int)strlen(obstacle->mark) > pen.end - pen.x)
        return; /* the whole mark or none: that it is grey, and why, is seen all the same */
    if (obstacle->reason)
        pen_text(&pen, role, obstacle->mark);
    else if (!choice->durable)
        pen_text(&pen, role == ROLE_TEXT ? ROLE_BAD : role, " not durable");
}

static void draw_column(struct canvas *canvas, struct rect area, const struct column *column)
{
    struct list list;
    make_list(&list, column->choices, column->chosen);
    int top = first_line(&list, area.h);
    for (int i = 0; i < area.h && top + i < list.count; i++) {
        const struct line *line = &list.line[top + i];
        struct rect row = {area.x, area.y + i, area.w, 1};
        if (line->heading) {
            canvas_text(canvas, row.x + 1, row.y, row.w - 1, ROLE_TITLE, line->heading);
            continue;
        }
        const struct choice *choice = column->choices->at[line->choice];
        const struct obstacle obstacle = obstacle_of(column, line->choice);
        bool under = top + i == list.cursor && column->focused;
        draw_choice(canvas, row, choice, strcmp(choice->name, column->at_work) == 0, &obstacle,
                    under ? ROLE_CURSOR : ROLE_TEXT);
    }
}

/* What it does and who works that way; of one that cannot be had, why, in the second one's place.
 */
static void draw_explanation(struct canvas *canvas, struct rect area, const struct choice *choice,
                             const char *reason)
{
    char title[80];
    snprintf(title, sizeof title, "%s%s%s", choice->name, choice->alias ? ", PostgreSQL's " : "",
             choice->alias ? choice->alias : "");
    canvas_rule(canvas, area.x, area.y, area.w, title);
    struct rect text = {area.x + 1, area.y + 1, area.w - 2, 2};
    text.y += choice->line ? canvas_wrap(canvas, text, ROLE_TEXT, choice->line) : 0;
    text.h = area.y + area.h - text.y;
    struct pen pen = {canvas, text.x, text.y, text.x + text.w};
    if (reason && text.h > 0) {
        canvas_wrap(canvas, text, ROLE_WARN, reason);
        return;
    }
    if (!choice->used_by || text.h <= 0)
        return;
    pen_text(&pen, ROLE_DIM, "used by ");
    text.x += 8;
    text.w -= 8;
    canvas_wrap(canvas, text, ROLE_DIM, choice->used_by);
}

/* As tall as the longer list, as far as header and banner leave room. */
static struct rect place(const struct scene *scene)
{
    const struct layout *l = &scene->layout;
    const struct state *state = scene->state;
    struct list modes;
    make_list(&modes, &state->modes, 0);
    int top = l->banner.h > 0 ? l->banner.y + l->banner.h : 1;
    int room = l->footer.y - top, cols = l->cols < BOX_COLS_MOST ? l->cols : BOX_COLS_MOST;
    int rows = modes.count + EXPLAIN_ROWS + 2;
    rows = rows < room ? rows : room;
    return (struct rect){(l->cols - cols) / 2, top + (room - rows) / 2, cols, rows};
}

void overlay_menu(struct canvas *canvas, const struct scene *scene)
{
    const struct state *state = scene->state;
    const struct menu *menu = &state->menu;
    const struct config *run = scene->now ? &scene->now->config : &state->wish;
    const struct column columns[MENU_COLUMNS] = {
        [MENU_MODES] = {&state->modes, menu->row[MENU_MODES], run->mode, state, MENU_MODES,
                        menu->column == MENU_MODES},
        [MENU_STRATEGIES] = {&state->strategies, menu->row[MENU_STRATEGIES], run->strategy, state,
                             MENU_STRATEGIES, menu->column == MENU_STRATEGIES},
    };
    struct rect box = place(scene);
    struct rect inner = {box.x + 1, box.y + 1, box.w - 2, box.h - 2};
    int explain = inner.h < SHORT_ROWS ? EXPLAIN_ROWS_SHORT : EXPLAIN_ROWS;
    struct rect list = {inner.x, inner.y, inner.w / 2, inner.h - explain};
    struct rect below = {inner.x, inner.y + list.h, inner.w, explain};
    canvas_box(canvas, box, "modes and strategies");
    for (int i = 0; i < MENU_COLUMNS; i++) {
        draw_column(canvas, list, &columns[i]);
        list.x += list.w;
    }
    const struct column *column = &columns[menu->column];
    if (column->chosen < column->choices->count)
        draw_explanation(canvas, below, column->choices->at[column->chosen],
                         obstacle_of(column, column->chosen).reason);
}

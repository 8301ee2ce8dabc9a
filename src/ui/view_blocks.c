/* view_blocks.c: on a large screen the figures that matter most, to be read from the back row.
 *
 * Three fixed fields, so that nothing moves when a figure gains a digit. */
#include "ui/panels.h"

#include <string.h>

#include "base/format.h"
#include "ui/digits.h"

enum { FIELDS = 3, NAME_GAP = 2, MARGIN = 2 };

/* The widest that a duration comes, "2 m 05 s" aside. */
static const char widest[] = "88.8 ms";

struct field {
    const char *name;
    enum role role;
    char text[FORMAT_MAX];
};

static void draw_field(struct canvas *canvas, struct rect area, const struct field *field)
{
    int name = (int)strlen(field->name) + NAME_GAP, room = area.w - name;
    struct dot dot = {2, 1};
    if (digits_width(widest, dot) > room || digits_width(field->text, dot) > room)
        dot.cols = 1;
    canvas_text(canvas, area.x, area.y + DIGIT_ROWS / 2, name, ROLE_DIM, field->name);
    digits_draw(canvas, area.x + name, area.y, dot, field->role, field->text);
}

void panel_blocks(struct canvas *canvas, const struct scene *scene)
{
    struct rect panel = scene->layout.blocks;
    struct field fields[FIELDS] = {
        {"p50", ROLE_P50, ""}, {"p99", ROLE_P99, ""}, {"records/s", ROLE_VALUE, ""}};
    if (panel.h <= 0 || scene_silence(scene))
        return;
    format_duration(fields[0].text, scene->latency.p50_ns);
    format_duration(fields[1].text, scene->latency.p99_ns);
    format_number(fields[2].text, scene->records_per_s);
    struct rect area = {panel.x + MARGIN, panel.y + 1, panel.w / FIELDS - MARGIN, DIGIT_ROWS};
    for (int i = 0; i < FIELDS; i++) {
        draw_field(canvas, area, &fields[i]);
        area.x += panel.w / FIELDS;
    }
}

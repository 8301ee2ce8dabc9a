/* shares.c: see shares.h. */
#include "ui/shares.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "ui/glyph.h"

enum { LEAST_PART = 500, GAP = 2, ITEM_MAX = 96, USUAL_FROM_COLS = 62 };

struct share_look share_look(enum share share)
{
    static const struct share_look looks[SHARES] = {
        [SHARE_WAIT] = {'-', ROLE_DIM},         [SHARE_WRITE] = {GLYPH_LIGHT, ROLE_TEXT},
        [SHARE_CPU] = {':', ROLE_TEXT},         [SHARE_QUEUE] = {'<', ROLE_P99},
        [SHARE_DATA] = {GLYPH_DARK, ROLE_P50},  [SHARE_META] = {GLYPH_MEDIUM, ROLE_NOTE},
        [SHARE_FLUSH] = {GLYPH_FULL, ROLE_BAR}, [SHARE_JOURNAL] = {'~', ROLE_NOTE},
        [SHARE_WORKER] = {'^', ROLE_GOOD},      [SHARE_READY] = {';', ROLE_GOOD},
        [SHARE_OTHERS] = {'x', ROLE_WARN},      [SHARE_THROTTLE] = {'=', ROLE_BAD},
        [SHARE_FROZEN] = {'*', ROLE_BAD},       [SHARE_STOPPED] = {'!', ROLE_BAD},
        [SHARE_UNNAMED] = {'?', ROLE_DIM},
    };
    return looks[share];
}

uint64_t shares_sum(const uint64_t ns[SHARES])
{
    uint64_t sum = 0;
    for (int i = 0; i < SHARES; i++)
        sum += ns[i];
    return sum;
}

static bool is_of_sync(int share)
{
    return share != SHARE_WAIT && share != SHARE_WRITE;
}

void shares_usual(uint64_t out[SHARES], const struct inside *inside)
{
    memcpy(out, inside->usual_ns, sizeof inside->usual_ns);
    if (inside->origin != INSIDE_INFERRED || !inside->ns[SHARE_UNNAMED])
        return;
    for (int i = 0; i < SHARES; i++) {
        if (!is_of_sync(i) || i == SHARE_UNNAMED || inside->ns[i] > 0)
            continue;
        out[SHARE_UNNAMED] += out[i];
        out[i] = 0;
    }
}

static void draw_part(struct canvas *canvas, struct rect part, enum share share,
                      const struct inside *inside)
{
    const struct share_look look = share_look(share);
    const char *words = share_label(share, inside);
    int length = (int)strlen(words);
    canvas_fill(canvas, part, look.glyph, look.role);
    if (length + 4 > part.w)
        return;
    int x = part.x + (part.w - length - 2) / 2, y = part.y + part.h / 2;
    canvas_print(canvas, x, y, length + 2, ROLE_VALUE, " %s ", words);
}

void shares_bar(struct canvas *canvas, struct rect area, const uint64_t ns[SHARES],
                const struct inside *inside, uint64_t full_ns)
{
    double end = 0;
    int from = 0;
    for (int i = 0; i < SHARES && full_ns > 0 && area.h > 0; i++) {
        end += (double)ns[i];
        double x = end / (double)full_ns * area.w + 0.5;
        int to = x < area.w ? (int)x : area.w;
        if (to > from)
            draw_part(canvas, (struct rect){area.x + from, area.y, to - from, area.h},
                      (enum share)i, inside);
        from = to;
    }
}

/* The largest that was not yet told, or SHARES. */
static enum share next_share(const uint64_t ns[SHARES], const bool told[SHARES], uint64_t least_ns)
{
    enum share most = SHARES;
    for (int i = 0; i < SHARES; i++)
        if (!told[i] && ns[i] > 0 && ns[i] >= least_ns && (most == SHARES || ns[i] > ns[most]))
            most = (enum share)i;
    return most;
}

static void item_text(char out[ITEM_MAX], const char *words, uint64_t ns, const uint64_t *usual_ns)
{
    char a[FORMAT_MAX], b[FORMAT_MAX];
    int used = snprintf(out, ITEM_MAX, " %s %s", words, format_duration(a, ns));
    if (usual_ns)
        snprintf(out + used, ITEM_MAX - (size_t)used, " (usual %s)",
                 *usual_ns ? format_duration(b, *usual_ns) : "none");
}

int shares_legend(struct canvas *canvas, struct rect area, const struct inside *inside,
                  const uint64_t usual_ns[SHARES])
{
    const uint64_t *ns = inside->ns;
    bool told[SHARES] = {false}, usual = area.w >= USUAL_FROM_COLS && shares_sum(usual_ns) > 0;
    uint64_t least_ns = shares_sum(ns) / LEAST_PART;
    enum share share;
    int x = area.x, y = area.y;
    while ((share = next_share(ns, told, least_ns)) != SHARES) {
        const struct share_look look = share_look(share);
        char text[ITEM_MAX];
        item_text(text, share_label(share, inside), ns[share], usual ? &usual_ns[share] : NULL);
        int width = 1 + (int)strlen(text);
        if (x > area.x && x + width > area.x + area.w) {
            x = area.x;
            y++;
        }
        if (y >= area.y + area.h)
            return area.h;
        canvas_glyph(canvas, x, y, look.glyph, look.role);
        canvas_text(canvas, x + 1, y, area.x + area.w - x - 1, ROLE_TEXT, text);
        x += width + GAP;
        told[share] = true;
    }
    return x > area.x ? y - area.y + 1 : y - area.y;
}

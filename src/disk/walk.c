/* walk.c: the record that a walk leaves: the tree of storeys, and the reason where it ended. */
#include "disk/walk.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum {
    DEPTH_MAX = 12,
    STEPS_MAX = 256,
    ESCAPED_MAX = 4 * TARGET_PATH_MAX, /* each byte may become four */
};

/* Copies the end of TEXT, from a character's border, with dots for what is missing. */
static void copy_end(char out[TARGET_NAME_MAX], const char *text)
{
    const size_t length = strlen(text), room = TARGET_NAME_MAX - 1 - strlen("...");
    if (text_copy(out, TARGET_NAME_MAX, text))
        return;
    const char *from = text + length - room;
    while ((*from & 0xc0) == 0x80)
        from++;
    snprintf(out, TARGET_NAME_MAX, "...%s", from);
}

void walk_layer(struct walk *walk, const char *kind, const char *name, const char *note)
{
    char escaped[ESCAPED_MAX];
    struct target *target = walk->target;
    if (target->layer_count == TARGET_LAYERS_MAX) {
        text_copy(target->layer[TARGET_LAYERS_MAX - 1].note, TARGET_NAME_MAX,
                  "and more that are not shown");
        return;
    }
    struct layer *layer = &target->layer[target->layer_count++];
    *layer = (struct layer){.depth = walk->depth};
    text_copy(layer->kind, sizeof layer->kind, kind);
    copy_end(layer->name, text_escape(escaped, sizeof escaped, name));
    text_copy(layer->note, sizeof layer->note, note);
}

bool walk_down(struct walk *walk)
{
    if (walk->depth + 1 >= DEPTH_MAX || walk->steps >= STEPS_MAX) {
        walk_blind_ever(walk, "it stands on more storeys than are looked at");
        return false;
    }
    walk->depth++;
    walk->steps++;
    return true;
}

void walk_up(struct walk *walk)
{
    walk->depth--;
}

void walk_reason(struct walk *walk, enum blindness blindness, const char *reason)
{
    struct target *target = walk->target;
    if (!walk->counting || target->no_device_reason[0])
        return;
    text_copy(target->no_device_reason, REASON_MAX, reason);
    target->blindness = blindness;
}

static void end_in_the_dark(struct walk *walk, enum blindness blindness, const char *format,
                            va_list args) __attribute__((format(printf, 3, 0)));

static void end_in_the_dark(struct walk *walk, enum blindness blindness, const char *format,
                            va_list args)
{
    char reason[REASON_MAX];
    vsnprintf(reason, sizeof reason, format, args);
    walk->partial = walk->partial || walk->counting;
    walk_reason(walk, blindness, reason);
}

void walk_blind(struct walk *walk, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    end_in_the_dark(walk, BLIND_HERE, format, args);
    va_end(args);
}

void walk_blind_ever(struct walk *walk, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    end_in_the_dark(walk, BLIND_EVER, format, args);
    va_end(args);
}

void walk_memory(struct walk *walk, const char *what)
{
    char inner[TARGET_NAME_MAX];
    char *why = walk->target->memory_why;
    text_copy(inner, sizeof inner, why);
    if (strstr(inner, " whose "))
        snprintf(why, TARGET_NAME_MAX, "%s ends in memory", what);
    else
        snprintf(why, TARGET_NAME_MAX, "%s is on %.20s", what, inner);
}

/* facts_stack.c: what a target stands on, in words: as a tree, a line a storey, and in one line. */
#include <stdio.h>
#include <string.h>

#include "base/facts.h"
#include "base/text.h"

const struct branches branches_ascii = {.tee = "|- ", .last = "`- ", .down = "|  ", .gap = "   "};
const struct branches branches_utf8 = {
    .tee = "\u251c\u2500 ", .last = "\u2514\u2500 ", .down = "\u2502  ", .gap = "   "};

/* Whether a storey of DEPTH comes after I before the tree goes back above that depth. */
static bool goes_on(const struct target *t, unsigned i, unsigned depth)
{
    for (i++; i < t->layer_count && t->layer[i].depth >= depth; i++) {
        if (t->layer[i].depth == depth)
            return true;
    }
    return false;
}

char *facts_layer(char *out, size_t size, const struct target *t, unsigned i,
                  const struct branches *b)
{
    const struct layer *layer = &t->layer[i];
    char branch[BRANCH_MAX] = "";
    size_t used = 0;

    for (unsigned depth = 1; depth <= layer->depth && used < sizeof branch; depth++) {
        bool more = goes_on(t, i, depth), own = depth == layer->depth;
        const char *piece = own ? (more ? b->tee : b->last) : (more ? b->down : b->gap);
        used += (size_t)snprintf(branch + used, sizeof branch - used, "%s", piece);
    }
    snprintf(out, size, "%s%s%s%s%s%s", branch, layer->kind, layer->name[0] ? " " : "", layer->name,
             layer->note[0] ? ": " : "", layer->note);
    return out;
}

/* Puts WORDS behind what is in OUT. */
static void append(char *out, size_t size, const char *words)
{
    size_t used = strlen(out);
    text_copy(out + used, size - used, words);
}

/* The next storey after I that stands on the same one as I does; past the end for none. */
static unsigned next_beside(const struct target *t, unsigned i)
{
    const unsigned depth = t->layer[i].depth;

    for (i++; i < t->layer_count && t->layer[i].depth >= depth; i++) {
        if (t->layer[i].depth == depth)
            return i;
    }
    return t->layer_count;
}

/* Storey I with all below it. Where it stands on several, those are put in brackets. */
static void say_storey(const struct target *t, unsigned i, char *out, size_t size)
{
    const struct layer *layer = &t->layer[i];
    char words[sizeof *layer + 8];
    unsigned below = i + 1;

    snprintf(words, sizeof words, "%s%s%s%s%s", layer->kind, layer->name[0] ? " " : "", layer->name,
             layer->note[0] ? ", " : "", layer->note);
    append(out, size, words);
    if (below >= t->layer_count || t->layer[below].depth <= layer->depth)
        return;
    const bool several = next_beside(t, below) < t->layer_count;
    if (strcmp(layer->kind, "overlay") == 0)
        append(out, size, ", reached through its upper folder");
    append(out, size, several ? " on (" : " on ");
    for (const char *between = ""; below < t->layer_count; below = next_beside(t, below)) {
        append(out, size, between);
        say_storey(t, below, out, size);
        between = "; ";
    }
    if (several)
        append(out, size, ")");
}

bool facts_stack(char *out, size_t size, const struct target *t)
{
    out[0] = '\0';
    if (t->layer_count > 0 && t->layer_count <= TARGET_LAYERS_MAX)
        say_storey(t, 0, out, size);
    return t->layer_count > 2;
}

/* notices.c: see notices.h. Times are the snapshots' own. */
#include "app/notices.h"

#include <inttypes.h>
#include <string.h>

#include "app/option_rows.h"
#include "base/format.h"
#include "base/text.h"
#include "engine/strategy.h"

enum { BAR_COLS = 79 };

static const uint64_t second_ns = UINT64_C(1000000000);

void notices_begin(struct notices *n, FILE *out, bool on_terminal)
{
    *n = (struct notices){.out = out, .on_terminal = on_terminal};
}

static bool is_told(const struct notices *n, const char *id)
{
    for (unsigned i = 0; i < n->told_count; i++) {
        if (strcmp(n->told[i], id) == 0)
            return true;
    }
    return n->told_count == sizeof(n->told) / sizeof(n->told[0]);
}

static void end_line(struct notices *n)
{
    if (n->line_open)
        putc('\n', n->out);
    n->line_open = false;
    notices_clear(n);
}

void notices_bar(struct notices *n, const char *text)
{
    if (!n->on_terminal)
        return;
    fprintf(n->out, "\r%-*.*s", BAR_COLS, BAR_COLS, text);
    fflush(n->out);
    n->bar_open = true;
}

void notices_clear(struct notices *n)
{
    if (n->bar_open)
        fprintf(n->out, "\r%*s\r", BAR_COLS, "");
    fflush(n->out);
    n->bar_open = false;
}

void notices_say(struct notices *n, const char *text)
{
    end_line(n);
    fprintf(n->out, "%s\n", text);
    fflush(n->out);
}

static void tell_warning(struct notices *n, const struct warning *w)
{
    char text[2 * REASON_MAX];

    /* What failed the load is the command's last sentence: not told twice. */
    if (strcmp(w->id, "io-error") == 0 || is_told(n, w->id))
        return;
    text_copy(n->told[n->told_count++], sizeof(n->told[0]), w->id);
    end_line(n);
    fprintf(n->out, "fsyncscope: %s %s: %s\n", w->severity == SEVERITY_NOTE ? "note" : "warning",
            w->id, text_escape(text, sizeof(text), w->text));
}

/* On a terminal one line that is written over, elsewhere a line every five seconds. */
static void tell_progress(struct notices *n, const struct snapshot *s)
{
    char done[FORMAT_MAX], total[FORMAT_MAX];
    uint64_t pause_ns = n->on_terminal ? 0 : 5 * second_ns;

    if (s->state != RUN_PREPARING || !s->prepare_total) {
        n->prepare_begin_ns = 0;
        end_line(n);
        return;
    }
    if (!n->prepare_begin_ns)
        n->prepare_begin_ns = s->at_ns;
    if (s->at_ns - n->prepare_begin_ns < second_ns)
        return;
    if (n->prepare_told_ns && s->at_ns - n->prepare_told_ns < pause_ns)
        return;
    n->prepare_told_ns = s->at_ns;
    n->line_open = n->on_terminal;
    fprintf(n->out, "%sfsyncscope: filling the file: %s of %s%s", n->on_terminal ? "\r" : "",
            format_bytes(done, s->prepare_done), format_bytes(total, s->prepare_total),
            n->on_terminal ? "    " : "\n");
    fflush(n->out);
}

void notices_warn(struct notices *n, const struct warning *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        tell_warning(n, &list[i]);
}

void notices_follow(struct notices *n, const struct snapshot *s)
{
    notices_warn(n, s->target.warning, s->target.warning_count);
    tell_progress(n, s);
}

/* In the dashboard keys may still add writers; a tour has its own. */
static bool never_waits(const struct options *options)
{
    const struct config *config = &options->config;
    const struct strategy *strategy = strategy_find(config->strategy);

    return options->command == COMMAND_RUN && strategy && strategy->about.uses_siblings &&
           config->siblings >= config->writers;
}

void notices_idle(FILE *out, const struct options *options)
{
    char why[64];
    bool begun = false;

    for (size_t i = 0; option_row(i); i++) {
        if (!option_is_idle(options, i, why, sizeof(why)))
            continue;
        fprintf(out, "%s--%s (%s)",
                begun ? ", " : "fsyncscope: note: these have no effect: ", option_row(i)->name,
                why);
        begun = true;
    }
    if (begun)
        putc('\n', out);
    if (never_waits(options))
        fprintf(out,
                "fsyncscope: note: no leader ever waits: of %" PRIu32 " writers there are never "
                "%" PRIu32 " others (--siblings)\n",
                options->config.writers, options->config.siblings);
}

void notices_stuck(FILE *out, const struct snapshot *s)
{
    char age[FORMAT_MAX];
    unsigned behind = s->in_flight > s->calls ? s->in_flight - s->calls : 0;

    if (!s->calls) {
        fputs("fsyncscope: the file system does not answer: waiting for it\n", out);
        return;
    }
    fprintf(out, "fsyncscope: %u call%s stuck for %s in the kernel", s->calls,
            s->calls == 1 ? "" : "s", format_duration(age, s->call_ns));
    if (behind)
        fprintf(out, ", %u more writer%s behind %s", behind, behind == 1 ? " waits" : "s wait",
                s->calls == 1 ? "it" : "them");
    fputs(": waiting for the return\n", out);
}

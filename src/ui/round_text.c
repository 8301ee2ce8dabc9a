/* round_text.c: see round_text.h. Each text has longer and shorter forms; the longest that fits is
 * taken, and what is left out is what tells least. */
#include "ui/round_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/format.h"
#include "base/text.h"
#include "ui/hang.h"
#include "source/naming.h"

enum {
    PARTS = 3,
    MINOR = 20, /* a part under a 20th of its round is left out before the disk's work is */
    WORDS_MAX = 160,
};

#define SECOND UINT64_C(1000000000)

void round_clock(char out[32], uint64_t wall_ns)
{
    struct tm tm;
    time_t seconds = (time_t)(wall_ns / SECOND);
    localtime_r(&seconds, &tm);
    snprintf(out, 32, "%02d:%02d:%02d.%03u", tm.tm_hour, tm.tm_min, tm.tm_sec,
             (unsigned)(wall_ns % SECOND / 1000000));
}

void round_times(char out[16], uint64_t ns, uint64_t median_ns)
{
    char number[FORMAT_MAX];
    out[0] = '\0';
    if (median_ns > 0)
        snprintf(out, 16, "%.14sx", format_number(number, (double)ns / (double)median_ns));
}

/* "28 KiB, 1 flush"; in brief without what does not tell of this round alone. */
static void disk_text(char out[WORDS_MAX], const struct disk_delta *disk, uint32_t syncs_each,
                      bool brief)
{
    const uint32_t syncs = syncs_each ? disk->syncs * syncs_each : disk->syncs;
    char bytes[FORMAT_MAX], flushes[FORMAT_MAX], over[32] = "";
    if (disk->syncs == 0) {
        snprintf(out, WORDS_MAX, "disk not read");
        return;
    }
    format_bytes(bytes, disk->sectors * 512);
    if (disk->syncs > 1)
        snprintf(over, sizeof over, " in %" PRIu32 " %s", syncs, syncs_each ? "syncs" : "rounds");
    if (brief && disk->syncs > 1)
        snprintf(out, WORDS_MAX, "%s%s", bytes, over);
    else
        snprintf(out, WORDS_MAX, "%s, %s flush%s%s", bytes, format_count(flushes, disk->flushes),
                 disk->flushes == 1 ? "" : "es", over);
}

void round_disk(char out[ROUND_TEXT_MAX], const struct disk_delta *disk, uint32_t syncs_each)
{
    char text[WORDS_MAX];
    disk_text(text, disk, syncs_each, false);
    snprintf(out, ROUND_TEXT_MAX, "%s", text);
}

/* Where the round's time went. */
struct part {
    const char *name;
    uint64_t ns; /* NOT_TIMED: left out */
};

static void split(const struct round *round, uint32_t syncs_each, struct part out[PARTS])
{
    uint64_t wait_ns = round_wait_ns(round);
    bool waited = wait_ns > round->latency_ns / MINOR;
    out[0] = (struct part){"write", round->write_ns};
    out[1] = (struct part){naming_sync(syncs_each), round->sync_ns};
    out[2] = (struct part){"wait", waited ? wait_ns : NOT_TIMED};
}

/* "write 3.10 us, sync 5.97 ms" */
static void parts_text(char out[WORDS_MAX], const struct part parts[PARTS])
{
    int used = 0;
    out[0] = '\0';
    for (int i = 0; i < PARTS; i++) {
        char ns[FORMAT_MAX];
        if (parts[i].ns != NOT_TIMED)
            used += snprintf(out + used, WORDS_MAX - (size_t)used, "%s%s %s", used ? ", " : "",
                             parts[i].name, format_duration(ns, parts[i].ns));
    }
}

/* Takes the least part away if it is under LIMIT; false when it is not, or none was left. */
static bool drop_least(struct part parts[PARTS], uint64_t limit)
{
    struct part *least = &parts[0];
    for (int i = 1; i < PARTS; i++)
        if (parts[i].ns < least->ns)
            least = &parts[i];
    bool dropped = least->ns < limit;
    if (dropped)
        least->ns = NOT_TIMED;
    return dropped;
}

/* Parts and the disk's work, if both fit. */
static bool join(char out[ROUND_TEXT_MAX], const struct part parts[PARTS],
                 const struct disk_delta *delta, uint32_t syncs_each, bool brief, int width)
{
    char times[WORDS_MAX], disk[WORDS_MAX];
    parts_text(times, parts);
    disk_text(disk, delta, syncs_each, brief);
    snprintf(out, ROUND_TEXT_MAX, "%s%s%s", times, times[0] ? "; " : "", disk);
    return (int)strlen(out) <= width;
}

void round_parts(char out[ROUND_TEXT_MAX], const struct round *round, uint32_t syncs_each,
                 int width)
{
    struct part parts[PARTS];
    split(round, syncs_each, parts);
    do {
        if (join(out, parts, &round->disk, syncs_each, false, width) ||
            join(out, parts, &round->disk, syncs_each, true, width))
            return;
    } while (drop_least(parts, round->latency_ns / MINOR));
    do {
        parts_text(out, parts);
    } while ((int)strlen(out) > width && drop_least(parts, NOT_TIMED));
}

/* Cuts TEXT at the last clause that lets it fit; false when none does. */
static bool cut_at_clause(char *text, int width)
{
    for (char *at = text + strlen(text) - 1; at > text; at--) {
        bool clause =
            strncmp(at, "; ", 2) == 0 || strncmp(at, ", ", 2) == 0 || strncmp(at, " (", 2) == 0;
        if (!clause)
            continue;
        *at = '\0';
        if ((int)text_length(text) <= width)
            return true;
    }
    return false;
}

/* "flush 5.75 ms": the share that is furthest beyond the usual. */
static void share_text(char out[ROUND_TEXT_MAX], const char *mark, const struct inside *inside)
{
    uint64_t most_ns = 0;
    char time[FORMAT_MAX];
    snprintf(out, ROUND_TEXT_MAX, "%s%s", mark,
             cause_label(inside_class(inside), inside->no_journal));
    for (int i = 0; i < SHARES; i++) {
        uint64_t usual_ns = inside->usual_ns[i];
        uint64_t beyond_ns = inside->ns[i] > usual_ns ? inside->ns[i] - usual_ns : 0;
        if (beyond_ns <= most_ns)
            continue;
        most_ns = beyond_ns;
        const char *words = share_label((enum share)i, inside);
        format_duration(time, inside->ns[i]);
        if (i == SHARE_UNNAMED && inside->origin == INSIDE_INFERRED)
            snprintf(out, ROUND_TEXT_MAX, "%s%s %s", mark, time, words);
        else
            snprintf(out, ROUND_TEXT_MAX, "%s%s %s", mark, words, time);
    }
}

bool round_cause(char out[ROUND_TEXT_MAX], const struct inside *inside, int width)
{
    char shown[2 * INSIDE_CAUSE_MAX];
    const char *mark = inside->origin == INSIDE_INFERRED ? "inferred: " : "";
    if (!inside_known(inside) || inside->cause == CAUSE_NONE || !inside->sentence[0])
        return false;
    snprintf(out, ROUND_TEXT_MAX, "%s%s", mark, text_escape(shown, sizeof shown, inside->sentence));
    if ((int)text_length(out) <= width ||
        cut_at_clause(out + strlen(mark), width - (int)strlen(mark)))
        return true;
    share_text(out, mark, inside);
    if ((int)strlen(out) > width)
        snprintf(out, ROUND_TEXT_MAX, "%s", cause_label(inside_class(inside), inside->no_journal));
    return true;
}

/* Adds the disk's work to OUT, in brief or not at all where WIDTH is short of it. */
static void add_disk(char out[ROUND_TEXT_MAX], const struct slow_round *slow, int width)
{
    char disk[WORDS_MAX];
    const struct disk_delta *delta = &slow->round.disk;
    const size_t used = strlen(out);
    const int room = width - (int)text_length(out) - 2;
    if (!delta->syncs)
        return;
    disk_text(disk, delta, slow->syncs_each, false);
    if ((int)strlen(disk) > room)
        disk_text(disk, delta, slow->syncs_each, true);
    if ((int)strlen(disk) <= room)
        snprintf(out + used, ROUND_TEXT_MAX - used, "; %s", disk);
}

void round_told(char out[ROUND_TEXT_MAX], const struct slow_round *slow, int width)
{
    char parts[ROUND_TEXT_MAX];
    if (!round_cause(out, &slow->inside, width)) {
        round_parts(out, &slow->round, slow->syncs_each, width);
        return;
    }
    const char *class = cause_words(inside_class(&slow->inside));
    if (strcmp(out, class) != 0) {
        add_disk(out, slow, width);
        return;
    }
    const int room = width - (int)strlen(class) - 2;
    round_parts(parts, &slow->round, slow->syncs_each, room);
    if (parts[0] && (int)strlen(parts) <= room)
        snprintf(out, ROUND_TEXT_MAX, "%s; %.*s", class, room, parts);
}

/* The request that has been open for longest; NULL when none is. */
static const struct span *open_request(const struct inside *inside)
{
    const struct span *oldest = NULL;
    for (unsigned i = 0; i < inside->span_count && i < INSIDE_SPANS; i++) {
        const struct span *span = &inside->span[i];
        bool request = span->kind == SPAN_DATA || span->kind == SPAN_META ||
                       span->kind == SPAN_FLUSH || span->kind == SPAN_OTHER;
        if (request && span->open && (!oldest || span->from_ns < oldest->from_ns))
            oldest = span;
    }
    return oldest;
}

/* "flush on vda for 1.30 s" */
static void request_text(char out[WORDS_MAX], const struct span *span, bool no_journal)
{
    const char *const words[SPAN_KINDS] = {[SPAN_DATA] = "data write",
                                           [SPAN_META] =
                                               no_journal ? "metadata write" : "journal write",
                                           [SPAN_FLUSH] = "flush"};
    char age[FORMAT_MAX], who[4 * INSIDE_WHO_MAX], name[4 * INSIDE_WHO_MAX + 16], disk[64];
    text_escape(who, sizeof who, span->who);
    snprintf(name, sizeof name, "%s[%" PRId32 "]", who, span->pid);
    text_escape(disk, sizeof disk, span->disk);
    snprintf(out, WORDS_MAX, "%s%s%s for %s", span->kind == SPAN_OTHER ? name : words[span->kind],
             disk[0] ? " on " : "", disk,
             format_duration(age, span->to_ns > span->from_ns ? span->to_ns - span->from_ns : 0));
}

/* " when last looked, 2.10 s ago"; "" while the look tells of now. */
static void ago_text(char out[64], uint64_t since_ns)
{
    char ago[FORMAT_MAX];
    out[0] = '\0';
    if (since_ns > HANG_FRESH_NS)
        snprintf(out, 64, " when last looked, %s ago", format_duration(ago, since_ns));
}

/* What is open, and the same in brief; false when that is not known. */
static bool open_text(char out[WORDS_MAX], char brief[WORDS_MAX], const struct inside *inside,
                      bool old)
{
    const struct span *span = open_request(inside);
    if (hang_is_frozen(inside))
        snprintf(out, WORDS_MAX, "the file system %s frozen", old ? "was" : "is");
    else if (span)
        request_text(out, span, inside->no_journal);
    else if (inside->origin == INSIDE_TRACED)
        snprintf(out, WORDS_MAX, "no request open: waiting inside the kernel");
    else
        return false;
    bool none = !hang_is_frozen(inside) && !span;
    snprintf(brief, WORDS_MAX, "%s", none ? "no request, in the kernel" : out);
    return true;
}

bool round_hanging(char out[ROUND_TEXT_MAX], const struct slow_round *hanging, uint64_t since_ns,
                   int width)
{
    char age[FORMAT_MAX], open[WORDS_MAX], brief[WORDS_MAX], ago[64];
    bool old = since_ns > HANG_FRESH_NS;
    if (!inside_known(&hanging->inside) || !open_text(open, brief, &hanging->inside, old))
        return false;
    ago_text(ago, since_ns);
    format_duration(age, hanging->round.latency_ns);
    snprintf(out, ROUND_TEXT_MAX, "in flight for %s: %s%s", age, open, ago);
    if ((int)text_length(out) > width)
        snprintf(out, ROUND_TEXT_MAX, "%s: %s%s", age, brief, ago);
    if ((int)text_length(out) > width && old)
        snprintf(out, ROUND_TEXT_MAX, "in flight for %s", age);
    else if ((int)text_length(out) > width)
        snprintf(out, ROUND_TEXT_MAX, "%s", brief);
    return true;
}

/* window.c: sums that follow a ring.
 *
 * Counts and buckets are subtracted when an interval leaves. Extremes cannot be: when one leaves
 * that held the window's least or greatest value, the rest is looked through for the next. The
 * ring keeps used buckets alone; whole histograms of a minute are 50 MiB, a page more of which is
 * touched by each outlier. */
#include "source/window.h"

#include "base/text.h"

static const uint64_t length_ns[WINDOW_ALL] = {
    [WINDOW_1S] = UINT64_C(1000000000),
    [WINDOW_10S] = UINT64_C(10000000000),
    [WINDOW_60S] = UINT64_C(60000000000),
};

static struct histogram *part_of(struct figures *f, unsigned part)
{
    struct histogram *const parts[WINDOW_PARTS] = {&f->latency, &f->write, &f->sync, &f->response};
    return parts[part];
}

static void counts_add(struct figures *into, const struct figures *from)
{
    into->rounds += from->rounds;
    into->records += from->records;
    into->syncs += from->syncs;
    into->padded_bytes += from->padded_bytes;
    into->active_ns += from->active_ns;
    sharing_add(&into->sharing, &from->sharing);
    into->disk.flushes += from->disk.flushes;
    into->disk.sectors += from->disk.sectors;
    into->disk.left_out += from->disk.left_out;
    into->disk.left_out_records += from->disk.left_out_records;
    into->disk.left_out_syncs += from->disk.left_out_syncs;
}

static void counts_subtract(struct figures *out_of, const struct figures *from)
{
    out_of->rounds -= from->rounds;
    out_of->records -= from->records;
    out_of->syncs -= from->syncs;
    out_of->padded_bytes -= from->padded_bytes;
    out_of->active_ns -= from->active_ns;
    sharing_subtract(&out_of->sharing, &from->sharing);
    out_of->disk.flushes -= from->disk.flushes;
    out_of->disk.sectors -= from->disk.sectors;
    out_of->disk.left_out -= from->disk.left_out;
    out_of->disk.left_out_records -= from->disk.left_out_records;
    out_of->disk.left_out_syncs -= from->disk.left_out_syncs;
}

/* Not by assignment: most buckets are empty. */
static void copy_used(struct histogram *to, const struct histogram *from)
{
    histogram_clear(to);
    histogram_merge(to, from);
}

/* What the disk did while no load ran (a pause, a file being filled) is nobody's cost here. */
void figures_of(struct figures *out, const struct snapshot *s)
{
    out->rounds = s->rounds;
    out->records = s->records;
    out->syncs = s->syncs;
    out->padded_bytes = s->padded_bytes;
    out->active_ns = s->active_ns;
    copy_used(&out->latency, &s->latency);
    copy_used(&out->write, &s->write);
    copy_used(&out->sync, &s->sync);
    copy_used(&out->response, &s->response);
    out->sharing = s->sharing;
    out->disk = s->disk;
    if (!s->active_ns || !s->disk.available)
        out->disk.flushes = 0;
    if (!s->active_ns || !s->disk.has_sectors)
        out->disk.sectors = 0;
    if (!s->active_ns)
        out->disk.left_out = 0;
}

static void settle_disk(struct window_sum *sum)
{
    struct disk_counts *disk = &sum->figures.disk;

    disk->available = sum->ran > 0 && sum->blind == 0;
    disk->has_sectors = sum->ran > 0 && sum->blind_sectors == 0;
    if (disk->available && disk->has_sectors && !disk->left_out)
        disk->reason[0] = '\0';
    else if (!sum->ran && !disk->left_out)
        text_copy(disk->reason, sizeof(disk->reason), "nothing was measured");
}

/* Counts an interval in (STEP 1) or out again (-1). One without figures because it is left out says
 * nothing about the others. */
static void count_disk(struct window_sum *sum, const struct figures *interval, int step)
{
    const struct disk_counts *disk = &interval->disk;
    const bool told_nothing = !disk->available && !disk->has_sectors;

    if (!interval->active_ns || (told_nothing && disk->left_out))
        return;
    sum->ran += (uint64_t)step;
    if (!disk->available)
        sum->blind += (uint64_t)step;
    if (!disk->has_sectors)
        sum->blind_sectors += (uint64_t)step;
}

void window_sum_clear(struct window_sum *sum)
{
    struct figures *f = &sum->figures;

    f->rounds = f->records = f->syncs = f->padded_bytes = f->active_ns = 0;
    f->sharing = (struct sharing){0};
    f->disk = (struct disk_counts){0};
    for (unsigned i = 0; i < WINDOW_PARTS; i++)
        histogram_clear(part_of(f, i));
    sum->ran = sum->blind = sum->blind_sectors = 0;
    settle_disk(sum);
}

static void latencies_add(struct figures *f, const struct figures *more)
{
    histogram_merge(&f->latency, &more->latency);
    histogram_merge(&f->write, &more->write);
    histogram_merge(&f->sync, &more->sync);
    histogram_merge(&f->response, &more->response);
}

void window_sum_add(struct window_sum *sum, const struct figures *interval)
{
    struct figures *f = &sum->figures;

    counts_add(f, interval);
    latencies_add(f, interval);
    count_disk(sum, interval, 1);
    if (interval->active_ns && interval->disk.reason[0])
        text_copy(f->disk.reason, sizeof(f->disk.reason), interval->disk.reason);
    settle_disk(sum);
}

static void sum_subtract(struct window_sum *sum, const struct figures *interval)
{
    struct figures *f = &sum->figures;

    counts_subtract(f, interval);
    histogram_subtract(&f->latency, &interval->latency);
    histogram_subtract(&f->write, &interval->write);
    histogram_subtract(&f->sync, &interval->sync);
    histogram_subtract(&f->response, &interval->response);
    count_disk(sum, interval, -1);
    settle_disk(sum);
}

/* The least and greatest value of PART that is left in a window which has some. */
static void find_extremes(const struct windows *w, struct window_sum *sum, unsigned part)
{
    struct window_extremes all = {.min_ns = UINT64_MAX};

    for (uint64_t i = sum->first; i < w->added; i++) {
        const struct window_extremes *one = &w->extremes[i % WINDOW_RING][part];
        if (one->min_ns > one->max_ns)
            continue;
        if (one->min_ns < all.min_ns)
            all.min_ns = one->min_ns;
        if (one->max_ns > all.max_ns)
            all.max_ns = one->max_ns;
    }
    histogram_set_extremes(part_of(&sum->figures, part), all.min_ns, all.max_ns);
}

static void pack(struct windows *w, const struct figures *f, struct window_interval *out)
{
    out->rounds = f->rounds;
    out->records = f->records;
    out->syncs = f->syncs;
    out->padded_bytes = f->padded_bytes;
    out->active_ns = f->active_ns;
    out->sharing = f->sharing;
    out->disk = f->disk;
    packing_put(&w->packing, &f->latency, &out->part[0]);
    packing_put(&w->packing, &f->write, &out->part[1]);
    packing_put(&w->packing, &f->sync, &out->part[2]);
    packing_put(&w->packing, &f->response, &out->part[3]);
}

static void unpack(const struct windows *w, const struct window_interval *packed,
                   struct figures *out)
{
    out->rounds = packed->rounds;
    out->records = packed->records;
    out->syncs = packed->syncs;
    out->padded_bytes = packed->padded_bytes;
    out->active_ns = packed->active_ns;
    out->sharing = packed->sharing;
    out->disk = packed->disk;
    for (unsigned i = 0; i < WINDOW_PARTS; i++)
        packing_get(&w->packing, &packed->part[i], part_of(out, i));
}

/* Takes the oldest interval out of SUM. */
static void drop_oldest(struct windows *w, struct window_sum *sum)
{
    uint64_t at = sum->first % WINDOW_RING;

    unpack(w, &w->interval[at], &w->leaving);
    sum_subtract(sum, &w->leaving);
    sum->first++;
    for (unsigned i = 0; i < WINDOW_PARTS; i++) {
        struct histogram *left = part_of(&sum->figures, i);
        const struct window_extremes *gone = &w->extremes[at][i];
        if (!left->count)
            histogram_clear(left);
        else if (gone->min_ns == left->min_ns || gone->max_ns == left->max_ns)
            find_extremes(w, sum, i);
    }
}

static uint64_t oldest(const struct windows *w)
{
    uint64_t first = w->added;

    for (unsigned i = 0; i < WINDOW_ALL; i++) {
        if (w->sum[i].first < first)
            first = w->sum[i].first;
    }
    return first;
}

static bool has_room(const struct windows *w, uint64_t buckets)
{
    const uint64_t first = oldest(w);

    if (first == w->added)
        return true;
    return w->added - first < WINDOW_RING &&
           w->packing.next + buckets - w->interval[first % WINDOW_RING].part[0].first <=
               PACKING_ROOM;
}

/* Lets the oldest interval go until there is room for what enters. */
static void make_room(struct windows *w)
{
    uint64_t buckets = 0;

    for (unsigned i = 0; i < WINDOW_PARTS; i++)
        buckets += packing_need(part_of(&w->entering, i));
    while (!has_room(w, buckets)) {
        const uint64_t first = oldest(w);
        for (unsigned i = 0; i < WINDOW_ALL; i++) {
            if (w->sum[i].first == first)
                drop_oldest(w, &w->sum[i]);
        }
    }
}

static void put(struct windows *w, const struct snapshot *snapshot)
{
    uint64_t at = w->added % WINDOW_RING;

    figures_of(&w->entering, snapshot);
    make_room(w);
    w->end_ns[at] = snapshot->at_ns;
    pack(w, &w->entering, &w->interval[at]);
    for (unsigned i = 0; i < WINDOW_PARTS; i++) {
        const struct histogram *h = part_of(&w->entering, i);
        w->extremes[at][i] = h->count ? (struct window_extremes){h->min_ns, h->max_ns}
                                      : (struct window_extremes){1, 0};
    }
    w->added++;
}

void windows_clear(struct windows *w)
{
    for (unsigned i = 0; i < WINDOW_ALL; i++) {
        window_sum_clear(&w->sum[i]);
        w->sum[i].first = w->added;
    }
}

void windows_add(struct windows *w, const struct snapshot *snapshot)
{
    put(w, snapshot);
    for (unsigned i = 0; i < WINDOW_ALL; i++) {
        struct window_sum *sum = &w->sum[i];
        window_sum_add(sum, &w->entering);
        while (w->end_ns[sum->first % WINDOW_RING] + length_ns[i] <= snapshot->at_ns)
            drop_oldest(w, sum);
    }
}

/* tour_others.c: other-writers, judged by passes.
 *
 * The live rule (evidence.h) learns what a load writes from its quietest whole second, and takes no
 * stretch for shorter than one: a pass is over before either. In their place the passes of one load
 * are each other's yardstick, in whatever section: the one whose syncs wrote least beyond their
 * records was the quiet one, and the others may write so much, with an allowance.
 * A pass that wrote more is disturbed if that was over 4 MiB a second, and 1 MiB in all: less is
 * any machine's own murmur. Where no pass was quiet the allowance is the most that a sync of such a
 * file system writes.
 *
 * Left out: loads that are not durable, which write when they like. */
#include "source/tour_others.h"

#include <math.h>
#include <stdio.h>

#include "base/format.h"
#include "base/text.h"
#include "source/evidence.h"
#include "source/explained.h"
#include "source/naming.h"

#define EXCESS_BYTES_A_S (4 * 1024 * 1024.0)
#define EXCESS_BYTES     (1024 * 1024.0)

/* Beyond its records, a sync: the most, and to what the quietest may grow. */
#define OVERHEAD_STEADY (64 * 1024.0)
#define OVERHEAD_TREE   (256 * 1024.0)
#define GROWTH_STEADY   1.5
#define GROWTH_TREE     4.0
#define SLACK_BYTES     (4 * 1024.0)

enum { SYNCS_LEAST = 32 }; /* fewer are no yardstick */

static double own_bytes(const struct figures *f, const struct config *config)
{
    double records = naming_is_floor(config) ? 0 : (double)f->records;
    return records * (double)config->record_bytes + (double)f->padded_bytes;
}

double tour_beyond_bytes(const struct figures *f, const struct config *config)
{
    if (!f->syncs || !f->disk.has_sectors || f->disk.left_out)
        return (double)NAN;
    return fmax((double)f->disk.sectors * 512 - own_bytes(f, config), 0) / (double)f->syncs;
}

/* The least that a sync of LINE's load wrote beyond its records; NAN where no pass tells. */
static double quiet_bytes(const struct tour_line *lines, unsigned count,
                          const struct tour_line *line)
{
    double least = (double)NAN;

    for (unsigned i = 0; i < count; i++) {
        for (unsigned p = 0; naming_same(&lines[i].config, &line->config) && p < lines[i].passes;
             p++) {
            if (lines[i].pass[p].syncs >= SYNCS_LEAST)
                least = fmin(least, lines[i].pass[p].beyond_bytes);
        }
    }
    return least;
}

/* The most bytes that a sync may write on T beyond its records, where the quietest wrote QUIET;
 * NAN: that is not known. */
static double allowance(const struct target *t, double quiet)
{
    bool steady = explained_is_steady(t);
    double most =
        (steady ? OVERHEAD_STEADY : OVERHEAD_TREE) * (t->device_count > 1 ? t->device_count : 1);
    double seen = (steady ? GROWTH_STEADY : GROWTH_TREE) * quiet + SLACK_BYTES;

    return seen < most ? seen : most;
}

/* A journal of data writes every record twice, a mirror as well. */
static double allowed_bytes(const struct tour_pass *pass, double quiet, const struct target *target)
{
    return pass->written_bytes / (double)pass->syncs + allowance(target, quiet);
}

static bool is_disturbed(const struct tour_pass *pass, double quiet, const struct target *target)
{
    if (!pass->syncs || isnan(pass->beyond_bytes))
        return false;
    double excess = (double)pass->syncs * (pass->beyond_bytes - allowed_bytes(pass, quiet, target));
    return excess > EXCESS_BYTES && excess > EXCESS_BYTES_A_S * pass->seconds;
}

static void tell(const struct tour_line *line, const struct tour_pass *pass, struct warning *out)
{
    char own[FORMAT_MAX], all[FORMAT_MAX];
    double own_kib = pass->written_bytes / (double)pass->syncs / 1024;

    evidence_name(EVIDENCE_OTHER_WRITERS, out);
    snprintf(out->text, sizeof(out->text),
             "in a pass of %s the disk wrote %s for a sync that had %s to write, more than this "
             "load explains: rounds wait for others.",
             line->config.mode, format_kib(all, own_kib + pass->beyond_bytes / 1024),
             format_kib(own, own_kib));
}

bool tour_others_wrote(const struct tour_line *lines, unsigned count, const struct tour_line *line,
                       const struct target *target, struct warning *out)
{
    double quiet = quiet_bytes(lines, count, line);

    for (unsigned i = 0; line->config.durable && !target->memory && i < line->passes; i++) {
        if (!is_disturbed(&line->pass[i], quiet, target))
            continue;
        tell(line, &line->pass[i], out);
        return true;
    }
    return false;
}

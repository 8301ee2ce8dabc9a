/* evidence.h: what the figures say against themselves, judged with each snapshot. For history.c and
 * verdict.c.
 *
 * A rule answers yes, no, or "too close or too few to tell", which leaves its finding as it was: so
 * a warning does not flicker at a threshold or in a pause, and goes away once the figures say no.
 */
#ifndef FSYNCSCOPE_SOURCE_EVIDENCE_H
#define FSYNCSCOPE_SOURCE_EVIDENCE_H

#include <stdbool.h>

#include "source/history.h"

enum evidence_rule {
    EVIDENCE_NO_FLUSH,
    EVIDENCE_TOO_FAST,
    EVIDENCE_OTHER_WRITERS,
    EVIDENCE_RULES,
};

struct evidence {
    bool holds[WINDOWS][EVIDENCE_RULES];
    bool quiet_known;
    double quiet_part; /* of what the load may have written, what its quietest second did write */
};

/* Nothing is known: at the start, and with each new configuration. */
void evidence_clear(struct evidence *evidence);

/* Judges all windows anew after NOW was added to HISTORY. */
void evidence_judge(struct evidence *evidence, struct history *history, const struct snapshot *now);

/* The warning of RULE but for what it says of the figures. */
void evidence_name(enum evidence_rule rule, struct warning *out);

/* The warning of RULE with the figures of WINDOW, whether it holds or not. */
void evidence_tell(const struct evidence *evidence, enum evidence_rule rule,
                   const struct figures *figures, const struct snapshot *now, struct warning *out);

#endif

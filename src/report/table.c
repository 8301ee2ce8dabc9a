/* table.c: see table.h. */
#include "report/table.h"

#include <string.h>

static bool holds(const struct report_table *table, const struct outcome *outcome, unsigned warning)
{
    size_t i = 0;

    while (table->warned && i < table->count && table->outcomes[i] != outcome)
        i++;
    return !table->warned || (i < table->count && table->warned[i] & UINT32_C(1) << warning);
}

bool table_warns(const struct report_table *table, const struct outcome *outcome, const char *id)
{
    if (strcmp(id, "not-durable") == 0)
        return !outcome->config.durable;
    if (strcmp(id, "io-error") == 0 && !outcome->error[0])
        return false;
    for (unsigned i = 0; i < table->warning_count; i++) {
        if (strcmp(table->warnings[i].id, id) == 0 && holds(table, outcome, i))
            return true;
    }
    return false;
}

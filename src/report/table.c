/* table.c: see table.h. */
#include "report/table.h"

#include <string.h>

bool table_warns(const struct report_table *table, const struct outcome *outcome, const char *id)
{
    if (strcmp(id, "not-durable") == 0)
        return !outcome->config.durable;
    if (strcmp(id, "io-error") == 0 && !outcome->error[0])
        return false;
    for (unsigned i = 0; i < table->warning_count; i++) {
        if (strcmp(table->warnings[i].id, id) == 0)
            return true;
    }
    return false;
}

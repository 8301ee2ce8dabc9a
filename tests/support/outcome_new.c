/* outcome_new.c: see outcome_new.h. */
#include "support/outcome_new.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

struct outcome *outcome_new(void)
{
    struct outcome *outcome = calloc(1, sizeof(*outcome));

    assert_non_null(outcome);
    outcome->config = config_default();
    histogram_clear(&outcome->figures.latency);
    histogram_clear(&outcome->figures.write);
    histogram_clear(&outcome->figures.sync);
    histogram_clear(&outcome->figures.response);
    return outcome;
}

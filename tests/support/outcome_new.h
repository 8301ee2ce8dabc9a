/* outcome_new.h: an outcome without a round, to be filled by a test. */
#ifndef FSYNCSCOPE_TESTS_OUTCOME_NEW_H
#define FSYNCSCOPE_TESTS_OUTCOME_NEW_H

#include "source/outcome.h"

/* Of the default configuration; malloc'd. Fails the test when there is no memory. */
struct outcome *outcome_new(void);

#endif

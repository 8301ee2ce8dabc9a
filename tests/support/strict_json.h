/* strict_json.h: the least that JSON demands, for tests of what writes it. */
#ifndef FSYNCSCOPE_TESTS_STRICT_JSON_H
#define FSYNCSCOPE_TESTS_STRICT_JSON_H

/* What follows the one value at S; NULL when it is none. */
const char *strict_json_skip(const char *s);

#endif

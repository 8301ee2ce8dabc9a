/* json_writer.h: strict JSON on a stream: commas, nesting, escapes and numbers, nothing else.
 *
 * What is not known is null: a NAN or an infinity never reaches the document. Numbers have a point
 * in every locale. Text that is no UTF-8 gets U+FFFD for each stray byte, and whatever could move a
 * terminal is escaped, for a document is often looked at on one. The caller checks ferror(3). */
#ifndef FSYNCSCOPE_REPORT_JSON_WRITER_H
#define FSYNCSCOPE_REPORT_JSON_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { JSON_DEPTH_MAX = 8, JSON_PATH_MAX = 128 };

/* How the members of an object or array are laid out. */
enum json_layout { JSON_LINES, JSON_INLINE };

/* Is told of each number as it is printed, or "" for one that is null, by its path: the names from
 * the document down, with points between. Members of arrays have none. */
struct json_watch {
    void (*number)(void *ctx, const char *path, const char *digits);
    void *ctx;
};

struct json {
    FILE *out;
    const struct json_watch *watch; /* NULL: nobody */
    unsigned depth;
    struct {
        const char *name; /* NULL: the document, or a member of an array */
        char close;
        enum json_layout layout;
        bool has_members;
    } open[JSON_DEPTH_MAX];
};

/* A group's NAME is kept until its end. NAME is NULL for the document itself and for members of an
 * array. */
void json_object(struct json *json, const char *name, enum json_layout layout);
void json_array(struct json *json, const char *name, enum json_layout layout);
void json_end(struct json *json); /* closes the innermost; the outermost ends the document's line */

void json_string(struct json *json, const char *name, const char *value); /* NULL: null */
void json_text(struct json *json, const char *name, const char *value);   /* "" too: null */
void json_bool(struct json *json, const char *name, bool value);
void json_null(struct json *json, const char *name);
void json_count(struct json *json, const char *name, uint64_t value);
void json_number(struct json *json, const char *name, double value, unsigned decimals);
/* Null where VALUE, or NS, is not KNOWN. */
void json_known_count(struct json *json, const char *name, bool known, uint64_t value);
void json_known_bool(struct json *json, const char *name, bool known, bool value);
void json_known_us(struct json *json, const char *name, bool known, uint64_t ns);
/* Digits that are a number already; "": null. */
void json_digits(struct json *json, const char *name, const char *digits);
/* Nanoseconds as microseconds with three decimals: exact. */
void json_us(struct json *json, const char *name, uint64_t ns);

#endif

/* text.h: strings that came from outside, made fit for a terminal; bounded copies.
 * Pure functions, any thread, nothing allocates. */
#ifndef FSYNCSCOPE_BASE_TEXT_H
#define FSYNCSCOPE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What stands for a character that is none: U+FFFD. */
#define TEXT_REPLACEMENT UINT32_C(0xfffd)

/* Whether a character moves a terminal in place of being shown: C0 and C1 controls, DEL, line
 * separators, and the marks that turn the direction of what follows. */
bool text_is_control(uint32_t code);

/* Copies IN to OUT (SIZE bytes, always terminated) with each byte of a control character
 * (text_is_control) and each invalid UTF-8 byte written as \xNN, so that a name can never drive a
 * terminal. A backslash stays one, so escaping twice changes nothing. Cut at a character's border
 * when it does not fit. Returns OUT. */
char *text_escape(char *out, size_t size, const char *in);

/* A word from the command line as a message shows it: escaped, '' when it is empty, and with "..."
 * in place of what is too long, so that there is room for what the message says of it. Returns OUT.
 */
enum { TEXT_SHOWN_MAX = 64 };
char *text_show(char out[TEXT_SHOWN_MAX], const char *word);

/* Copies at most SIZE - 1 bytes and terminates. Returns false when IN was cut. */
bool text_copy(char *out, size_t size, const char *in);

/* Decodes one UTF-8 character at S into *CODE and returns its length in bytes, 1 to 4; returns 0
 * at the end of the string and -1 for an invalid or overlong sequence (skip one byte). */
int text_decode(const char *s, uint32_t *code);

/* Encodes CODE as UTF-8 into OUT (not terminated); returns the length, 1 to 4. What is no character
 * becomes TEXT_REPLACEMENT. */
int text_encode(char out[4], uint32_t code);

/* The number of characters in a UTF-8 string; an invalid byte counts as one. */
size_t text_length(const char *s);

#endif

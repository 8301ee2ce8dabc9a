/* text.c: UTF-8 read byte by byte, and names made harmless.
 *
 * The decoder is our own, because mbrtowc(3) follows the locale, while file names and the screen's
 * texts are UTF-8 or nothing, whatever LC_CTYPE says. Display width is the canvas's business. */
#include "base/text.h"

#include <stdio.h>
#include <string.h>

/* The length that a lead byte announces and the lowest code that needs so many bytes: a smaller
 * code in as many is an overlong form, the classic way past a filter. */
static const struct {
    unsigned char mask, lead;
    int length;
    uint32_t lowest;
} forms[] = {
    {0x80, 0x00, 1, 0},
    {0xe0, 0xc0, 2, 0x80},
    {0xf0, 0xe0, 3, 0x800},
    {0xf8, 0xf0, 4, 0x10000},
};

static bool is_scalar(uint32_t code)
{
    return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
}

/* Reads LENGTH - 1 continuation bytes onto CODE; the terminating 0 is none, so this never runs past
 * the end of the string. */
static bool read_tail(const unsigned char *s, int length, uint32_t *code)
{
    for (int i = 1; i < length; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return false;
        *code = *code << 6 | (s[i] & 0x3fu);
    }
    return true;
}

int text_decode(const char *s, uint32_t *code)
{
    const unsigned char *bytes = (const unsigned char *)s;

    if (!bytes[0])
        return 0;
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        if ((bytes[0] & forms[i].mask) != forms[i].lead)
            continue;
        uint32_t value = bytes[0] & (unsigned char)~forms[i].mask;
        if (!read_tail(bytes, forms[i].length, &value))
            return -1;
        if (value < forms[i].lowest || !is_scalar(value))
            return -1;
        *code = value;
        return forms[i].length;
    }
    return -1;
}

int text_encode(char out[4], uint32_t code)
{
    if (!is_scalar(code))
        code = TEXT_REPLACEMENT;
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    int length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (int i = length - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
    }
    out[0] = (char)(forms[length - 1].lead | code);
    return length;
}

size_t text_length(const char *s)
{
    size_t characters = 0;
    uint32_t code;

    for (int n; (n = text_decode(s, &code)) != 0; s += n > 0 ? n : 1)
        characters++;
    return characters;
}

bool text_is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code <= 0x9f) ||     /* C0, DEL, C1 */
           code == 0x2028 || code == 0x2029 ||                  /* line and paragraph separator */
           code == 0x61c || code == 0x200e || code == 0x200f || /* marks of direction */
           (code >= 0x202a && code <= 0x202e) ||                /* embeddings and overrides */
           (code >= 0x2066 && code <= 0x2069);                  /* isolates */
}

/* Writes BYTES bytes of S as \xNN each. */
static size_t escape_bytes(char *piece, size_t size, const char *s, int bytes)
{
    size_t used = 0;

    for (int i = 0; i < bytes; i++)
        used += (size_t)snprintf(piece + used, size - used, "\\x%02x", (unsigned char)s[i]);
    return used;
}

char *text_escape(char *out, size_t size, const char *in)
{
    size_t used = 0;
    uint32_t code = 0;

    for (int n; (n = text_decode(in, &code)) != 0;) {
        char piece[17]; /* four bytes, four characters each */
        int bytes = n > 0 ? n : 1;
        size_t length = (size_t)bytes;
        if (n < 0 || text_is_control(code))
            length = escape_bytes(piece, sizeof(piece), in, bytes);
        else
            memcpy(piece, in, length);
        if (used + length >= size)
            break;
        memcpy(out + used, piece, length);
        used += length;
        in += bytes;
    }
    if (size)
        out[used] = '\0';
    return out;
}

char *text_show(char out[TEXT_SHOWN_MAX], const char *word)
{
    static const char ellipsis[] = "...";
    char whole[TEXT_SHOWN_MAX + 17]; /* what does not fit here does not fit OUT either */

    if (!*word)
        word = "''";
    text_escape(whole, sizeof(whole), word);
    if (text_copy(out, TEXT_SHOWN_MAX, whole))
        return out;
    text_escape(out, TEXT_SHOWN_MAX - strlen(ellipsis), word);
    return strcat(out, ellipsis);
}

bool text_copy(char *out, size_t size, const char *in)
{
    size_t length = strnlen(in, size);

    if (!size)
        return false;
    bool fits = length < size;
    if (!fits)
        length = size - 1;
    memmove(out, in, length);
    out[length] = '\0';
    return fits;
}

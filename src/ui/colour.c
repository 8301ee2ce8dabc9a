/* colour.c: names, #rrggbb, and the nearest of 256, 16 or 8 colours.
 *
 * Nearest is by squared distance in RGB. The first 16 colours of a 256-colour terminal are what its
 * owner set them to, so an #rrggbb never lands there. */
#include "ui/colour.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const names[16] = {
    "black",        "red",           "green",       "yellow",         "blue",
    "magenta",      "cyan",          "white",       "bright-black",   "bright-red",
    "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan",
    "bright-white",
};

/* What xterm shows for them. */
static const uint32_t shown[16] = {
    0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
    0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
};

static const int cube_steps[6] = {0, 95, 135, 175, 215, 255};

static bool parse_rgb(const char *digits, struct colour *out)
{
    if (strlen(digits) != 6 || strspn(digits, "0123456789abcdefABCDEF") != 6)
        return false;
    *out = (struct colour){COLOUR_RGB, (uint32_t)strtoul(digits, NULL, 16)};
    return true;
}

bool colour_parse(const char *text, struct colour *out)
{
    if (text[0] == '#')
        return parse_rgb(text + 1, out);
    if (strcasecmp(text, "default") == 0) {
        *out = (struct colour){COLOUR_DEFAULT, 0};
        return true;
    }
    for (uint32_t i = 0; i < 16; i++) {
        if (strcasecmp(text, names[i]) == 0) {
            *out = (struct colour){COLOUR_NAMED, i};
            return true;
        }
    }
    return false;
}

uint32_t colour_shown(struct colour colour)
{
    return colour.kind == COLOUR_NAMED ? shown[colour.value % 16] : colour.value & 0xffffff;
}

static int channel(uint32_t rgb, int which)
{
    return (int)(rgb >> (16 - 8 * which) & 0xff);
}

static int distance(uint32_t a, uint32_t b)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int d = channel(a, i) - channel(b, i);
        sum += d * d;
    }
    return sum;
}

static int nearest_step(int value)
{
    int best = 0;
    for (int i = 1; i < 6; i++)
        if (abs(cube_steps[i] - value) < abs(cube_steps[best] - value))
            best = i;
    return best;
}

static int nearest_grey(uint32_t rgb)
{
    int mean = (channel(rgb, 0) + channel(rgb, 1) + channel(rgb, 2)) / 3;
    int step = (mean - 8 + 5) / 10;
    return step < 0 ? 0 : step > 23 ? 23 : step;
}

/* The 6x6x6 cube from 16 on, or the ramp of 24 greys from 232 on. */
static int reduce_256(uint32_t rgb)
{
    int step[3];
    uint32_t cube = 0;
    for (int i = 0; i < 3; i++) {
        step[i] = nearest_step(channel(rgb, i));
        cube = cube << 8 | (uint32_t)cube_steps[step[i]];
    }
    int grey = nearest_grey(rgb);
    uint32_t level = (uint32_t)(8 + 10 * grey);
    if (distance(rgb, level << 16 | level << 8 | level) < distance(rgb, cube))
        return 232 + grey;
    return 16 + 36 * step[0] + 6 * step[1] + step[2];
}

static bool is_greyish(uint32_t rgb)
{
    int low = 255, high = 0;
    for (int i = 0; i < 3; i++) {
        int c = channel(rgb, i);
        low = c < low ? c : low;
        high = c > high ? c : high;
    }
    return high - low < 48;
}

/* Black, white and their bright kin are left out: see colour_reduce. */
static int reduce_few(uint32_t rgb, int colours)
{
    if (is_greyish(rgb))
        return -1;
    int best = 1;
    for (int i = 2; i < colours; i++)
        if (i % 8 != 0 && i % 8 != 7 && distance(rgb, shown[i]) < distance(rgb, shown[best]))
            best = i;
    return best;
}

int colour_reduce(struct colour colour, int colours)
{
    if (colour.kind == COLOUR_DEFAULT || colours < 8)
        return -1;
    if (colour.kind == COLOUR_NAMED)
        return (int)(colours >= 16 ? colour.value : colour.value % 8);
    if (colours >= 256)
        return reduce_256(colour.value);
    return reduce_few(colour.value, colours >= 16 ? 16 : 8);
}

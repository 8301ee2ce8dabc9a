# shellcheck shell=bash disable=SC2034,SC2154 # what tests/screen and its parts share
# Colours and themes.

colour=$'\033\\[([0-9;]*;)?(3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]'

has_colour() { screen_raw | grep -qE "$colour"; }
has_no_colour() { ! has_colour || { screen_raw | cat -v && return 1; }; }

# shown ENVIRONMENT... -- ARGUMENT...: the dashboard, once it has figures.
shown() { start TERM=screen-256color "$@" "$disk" && sees "$figures"; }

shown --
check "colours are used where there are any" has_colour
check "plain text has the terminal's own colours: no fixed black or white behind it" \
    eval '! screen_raw | grep -qE "\[([0-9;]*;)?(40|47|48;5;(0|15|16|231))[;m]"'
shown NO_COLOR=1 --
check "NO_COLOR takes the colours away" has_no_colour
shown NO_COLOR= --
check "an empty NO_COLOR does not" has_colour
shown -- --no-color
check "--no-color takes them away" has_no_colour

shown FSYNCSCOPE_THEMES="$root/themes" -- --theme mono
check "--theme mono has none" has_no_colour
shown FSYNCSCOPE_THEMES="$root/themes" -- --theme light
check "--theme light has some" has_colour

refuses_theme() {
    start FSYNCSCOPE_THEMES="$root/themes" -- --theme no-such "$disk"
    waits_for_end && sees '^fsyncscope: --theme no-such: no such theme; there are .*dark, .*light' &&
        [ "$(cat "$work/status")" = 2 ] && is_empty "$disk"
}

check "an unknown theme is refused with a list of those there are" refuses_theme

mkdir "$work/themes"
printf '%s\n' '# a theme' 'bar = no-such-colour' 'p50 = red' >"$work/themes/broken.theme"
start TERM=screen FSYNCSCOPE_THEMES="$work/themes" -- --theme broken "$disk"
check "a wrong line of a theme is told with file, line and reason" \
    sees '^ broken\.theme:2: .*: no-such-colour$'
sees "$figures"
check "the rest of that theme is used" eval 'screen_raw | grep -qE "\[([0-9;]*;)?31[;m]"'
leaves q
check "and it is told again on the normal screen" sees '^fsyncscope: /.*/themes/broken\.theme:2: '

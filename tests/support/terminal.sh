# shellcheck shell=bash disable=SC2034,SC2154 # what tests/screen and its parts share
# What tests/screen adds to tap.sh: the dashboard in a terminal of tmux, keys, and what stands there.
#
#   start [-u NAME]... [VARIABLE=VALUE]... -- [ARGUMENT]...   the dashboard in a new terminal
#   press KEY...                   keys by tmux's names: m, Enter, C-c, F10
#   types TEXT                     as it stands
#   sees PATTERN...                waits until all of them (grep -E) are on the screen at one moment
#   hides PATTERN                  waits until it is not
#   leaves KEY                     presses it and waits for the program's end
#
# A terminal runs a launcher that notes what the tests look at later, in $work: pid, status, stty.before
# and stty.after; then `cat`, so that what is typed shows whether the terminal echoes.
# Before `start`: COLS and ROWS give the size, the array `under` a program to run it under.

server=fsyncscope-test-$$
patience=15 # seconds for what comes in a tenth on an idle machine
COLS=80 ROWS=24
under=()

export TMUX_TMPDIR=$work LC_ALL=C.UTF-8

terminal() {
    tmux -u -L "$server" -f /dev/null "$@"
}

# A server whose last session ends would end too; this session stays.
terminal new-session -d -s keep cat || exit 1
at_end terminal kill-server

close_terminal() {
    terminal kill-session -t dash 2>/dev/null
    [ ! -e "$work/pid" ] || within "$patience" gone "$(cat "$work/pid")"
    rm -f "$work"/{pid,status,stty.before,stty.after}
}

# open_terminal COMMAND: in place of the one before.
open_terminal() {
    close_terminal
    terminal new-session -d -s dash -x "$COLS" -y "$ROWS" "$1"
}

# command_line [-u NAME]... [VARIABLE=VALUE]... -- [ARGUMENT]...: what starts the program, quoted for a
# shell. Its id goes to $pid_file.
pid_file=$work/pid
command_line() {
    local environment=()
    while [ "$1" != -- ]; do
        environment+=("$1")
        shift
    done
    shift
    # shellcheck disable=SC2016 # $$ and "$@" are the inner shell's
    printf '%q ' env "${environment[@]}" \
        sh -c 'echo $$ >"$0"; exec "$@"' "$pid_file" "${under[@]}" "$PROGRAM" "$@"
}

start() {
    cat >"$work/launcher" <<END
stty -a >$work/stty.before
$(command_line "$@")
echo \$? >$work/status.new
stty -a >$work/stty.after
mv $work/status.new $work/status
exec cat
END
    open_terminal "bash $work/launcher"
}

# The same beside a terminal: prints how it ended and left the terminal, see tests/pty/pty_driver.c.
# driver STEP... -- [-u NAME]... [VARIABLE=VALUE]... -- [ARGUMENT]...
driver() {
    local steps=()
    # A file of its own: close_terminal waits for the program that the terminal runs.
    local pid_file=$work/driver.pid
    while [ "$1" != -- ]; do
        steps+=("$1")
        shift
    done
    shift
    eval "$root/build/$FLAVOUR/pty/pty_driver \"\${steps[@]}\" -- $(command_line "$@")"
}

screen() { terminal capture-pane -p -t dash; }
screen_raw() { terminal capture-pane -e -p -t dash; }
press() { terminal send-keys -t dash -- "$@"; }
types() { terminal send-keys -t dash -l -- "$1"; }
resize() { terminal resize-window -t dash -x "$1" -y "$2"; }
state() { terminal display-message -p -t dash "#{$1}"; }

on_screen() {
    local shot pattern
    shot=$(screen)
    for pattern; do
        grep -qE -- "$pattern" <<<"$shot" || return 1
    done
}

off_screen() { ! on_screen "$1"; }

sees() {
    within "$patience" on_screen "$@" && return
    printf 'not all at once: %s\n' "$*"
    screen
    return 1
}

hides() {
    within "$patience" off_screen "$1" && return
    screen
    return 1
}

# The value of a field of the control strip: field writers.
field() {
    screen | grep -E '^ (mode .* strategy|writers .* record) ' |
        sed -nE "s/^.* $1 ([^ ]+( [KMG]?i?B| [num]?s)?)( .*)?\$/\1/p"
}

field_is() { [ "$(field "$1")" = "$2" ]; }
field_is_not() { local now && now=$(field "$1") && [ -n "$now" ] && [ "$now" != "$2" ]; }

ended() { [ -e "$work/status" ]; }
waits_for_end() { within "$patience" ended || { screen && return 1; }; }
leaves() { press "$1" && waits_for_end; }

# Bytes that the running program had written by now.
written() { awk '$1 == "write_bytes:" { print $2 }' "/proc/$(cat "$work/pid")/io"; }
wrote_more_than() { [ "$(written)" -gt "$1" ]; }
goes_on_writing() { within "$patience" wrote_more_than "$(written)"; }

# What a test's folder holds, to compare.
folder() { (cd "$1" && find . -mindepth 1 ! -name lost+found -exec ls -ld {} + | sort); }
is_empty() { [ -z "$(folder "$1")" ]; }
is_clean() { within "$patience" is_empty "$1" || { folder "$1" && return 1; }; }

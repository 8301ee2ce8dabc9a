# shellcheck shell=bash disable=SC2034,SC2154 # what tests/screen and its parts share
# However it is ended from outside: the terminal as before, no scratch file.

# ends_by NUMBER END: the signal, and what the driver says of the end.
ends_by() {
    driver wait=records/s "signal=$1" -- TERM=xterm -- "$disk" >"$work/report"
    cat "$work/report"
    [ "$(cat "$work/report")" = "$(printf '%s\n' "ended $2" 'modes same' 'cursor on' 'screen normal')" ]
}

while read -r name number end; do
    check "SIG$name leaves modes, cursor and screen as they were: $end" ends_by "$number" "$end"
    check "SIG$name leaves no scratch file" is_clean "$disk"
done <<'END'
TERM 15 exit 143
INT 2 exit 0
HUP 1 exit 129
QUIT 3 exit 131
ABRT 6 signal 6
SEGV 11 signal 11
KILL 9 signal 9
END

whole=$(printf '%s\n' ended 'modes same' 'cursor on' 'screen normal')

# Any moment will do: before the screen is up, while it comes, in a frame.
ends_at_any_moment() {
    local i
    for ((i = 0; i < 30; i++)); do
        driver read=$((RANDOM % 400)) signal=15 -- TERM=xterm -- -w 16 -S group "$disk" >"$work/report"
        if [ "$(sed 's/^ended .*/ended/' "$work/report")" != "$whole" ]; then
            cat "$work/report"
            return 1
        fi
    done
}

check "SIGTERM at 30 random moments with 16 writers ends it each time" ends_at_any_moment
check "and nothing is left of all 30" is_clean "$disk"

ends_without_terminal() {
    driver wait=records/s close -- TERM=xterm -- "$@" "$disk" >"$work/report"
    cat "$work/report"
    grep -qx 'ended exit 129' "$work/report"
}

check "it ends when its terminal vanishes" ends_without_terminal
check "and leaves no scratch file then" is_clean "$disk"

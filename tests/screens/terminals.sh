# shellcheck shell=bash disable=SC2034,SC2154 # what tests/screen and its parts share
# Terminals and locales: those that cannot be driven get a sentence, all others a dashboard.

# refuses WORDS ENVIRONMENT...: a sentence with WORDS and the way out; no escape byte, exit 2.
refuses() {
    local words=$1
    shift
    driver "log=$work/bytes" -- "$@" -- "$disk" >"$work/report"
    cat "$work/report" "$work/bytes"
    grep -qx 'ended exit 2' "$work/report" && grep -q "$words" "$work/bytes" &&
        grep -q 'fsyncscope run' "$work/bytes" && ! grep -q $'\033' "$work/bytes" && is_empty "$disk"
}

check "TERM unset is said" refuses 'TERM is not set' -u TERM
check "TERM empty is said" refuses 'TERM is not set' TERM=
check "an unknown TERM is named" refuses 'TERM=no-such-thing' TERM=no-such-thing
check "a TERM without a cursor to place is named" refuses 'TERM=dumb' TERM=dumb

runs() {
    driver wait=records/s type=q -- "$@" -- "$disk" >"$work/report"
    cat "$work/report"
    grep -qx 'ended exit 0' "$work/report" && grep -qx 'modes same' "$work/report"
}

for term in xterm linux ansi vt100 screen; do
    check "it runs on TERM=$term" runs "TERM=$term"
done
check "it runs without HOME" runs -u HOME -u XDG_CONFIG_HOME TERM=xterm

# Lines and blocks need bytes beyond ASCII.
writes_only_ascii() { ! LC_ALL=C grep -q '[^ -~[:cntrl:]]' "$work/bytes"; }

# \e(0 and ^N would draw lines in ASCII bytes.
switches_no_alphabet() { ! LC_ALL=C grep -qE $'\033[(][0]|\016' "$work/bytes"; }

# visits ENVIRONMENT... -- ARGUMENT...: overview, big figures, help.
visits() {
    driver "log=$work/bytes" wait=records/s type=g 'wait=a record' 'type=?' wait=previous type=q -- \
        TERM=xterm "$@" "$disk"
}

pure_ascii() { visits "$@" && writes_only_ascii && switches_no_alphabet; }
draws_lines() { visits "$@" && ! writes_only_ascii; }

check "LC_ALL=C: nothing but ASCII" pure_ascii LC_ALL=C --
check "no locale at all: nothing but ASCII" pure_ascii LC_ALL= LC_CTYPE= LANG= --
check "a locale that is not installed goes on as C" pure_ascii LC_ALL=badbad_BAD.UTF-8 --
check "--ascii wins over a UTF-8 locale" pure_ascii LC_ALL=C.UTF-8 -- --ascii
check "LC_CTYPE alone is enough for line drawing" draws_lines LC_ALL= LANG=C LC_CTYPE=C.UTF-8 --

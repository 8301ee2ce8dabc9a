# shellcheck shell=bash disable=SC2034,SC2154
# What the scripts tests/cli* share besides tap.sh: runs of $PROGRAM and what is to be true of them.
#
# `try` and `start` leave standard output in $work/out and standard error in $work/err; all other
# functions are about those. A function that fails says first what it expected.

: "${PROGRAM:?names the program under test, by its absolute path}"
out=$work/out
err=$work/err
no_leak_check=detect_leaks=0:${ASAN_OPTIONS-} # it cannot work beside strace
chmod 711 "$work" # for the tests as an ordinary user

# expect WHAT COMMAND...: the command succeeds, or WHAT is said.
expect() {
    local what=$1
    shift
    "$@" && return
    echo "expected: $what"
    return 1
}

# try ARGUMENT...: a run to its end; its status in $status. $launcher (an array) comes before it.
launcher=()
try() {
    timeout -k 5 300 "${launcher[@]}" "$PROGRAM" "$@" >"$out" 2>"$err"
    status=$?
}

# start ARGUMENT...: a run in the background, its process in $pid. Shells let background jobs ignore
# INT and QUIT; the program would respect that.
start() {
    : >"$out"
    env --default-signal=INT,QUIT,HUP,TERM "$PROGRAM" "$@" >"$out" 2>"$err" &
    pid=$!
}

# begun: $pid is the program by now, no more the shell that starts it and may ignore a signal.
begun() {
    [ "/proc/$pid/exe" -ef "$PROGRAM" ]
}

# ended SECONDS: $pid ended within that time; its status in $status.
ended() {
    expect "an end within $1 s" within "$1" gone "$pid" || return
    wait "$pid"
    status=$?
}

# done_with STATUS: how the last run ended.
done_with() {
    [ "$status" -eq "$1" ] && return
    echo "expected: exit status $1, not $status; on standard error:"
    cat "$err"
    return 1
}

# json FILTER: what jq says of the document on standard output.
json() {
    jq -e "$1" "$out" >/dev/null && return
    echo "expected: $1"
    cat "$err"
    jq -c 'del(.slow_rounds, .histogram_us)' "$out" || cat "$out"
    return 1
}

# measured FILTER: exit 0, and the document says so.
measured() {
    done_with 0 && json "$1"
}

# strict_json: one document, in UTF-8, without the words that some printers write for no number.
strict_json() {
    expect "one document" [ "$(jq -s length "$out")" = 1 ] &&
        expect "UTF-8" iconv -f UTF-8 -t UTF-8 "$out" -o /dev/null &&
        expect "no control bytes" no_controls "$out" &&
        expect "neither nan nor inf" lacks '(^|[[:space:],:[])-?(nan|inf|infinity)([],}[:space:]]|$)' "$out" &&
        expect "numbers with a point" lacks '": -?[0-9]+,[0-9]' "$out"
}

# lacks PATTERN FILE
lacks() {
    ! grep -qaiE -- "$1" "$2"
}

# no_controls FILE: neither ESC nor any other control byte but the newline.
no_controls() {
    [ "$(LC_ALL=C tr -d '\n\040-\176\200-\377' <"$1" | wc -c)" -eq 0 ]
}

# said: standard error, but for the warning that other programs earn: on a shared disk they write.
said() {
    grep -v '^fsyncscope: warning other-writers: ' "$err"
}

# one_line PATTERN: standard error is one line and says so.
one_line() {
    expect "one line on standard error" [ "$(said | wc -l)" -eq 1 ] &&
        expect "a line with: $1" grep -qE -- "$1" "$err" && return
    cat "$err"
    return 1
}

# comma_locale: builds one in $work; fails with the reason in $why.
comma_locale() {
    why="no localedef or no source of de_DE"
    mkdir "$work/locale" && localedef -i de_DE -f UTF-8 "$work/locale/de_DE.UTF-8" 2>/dev/null || return
    export LOCPATH=$work/locale
    why="the locale has no effect"
    [ "$(LC_ALL=de_DE.UTF-8 bash -c 'printf %.1f 0,5' 2>/dev/null)" = 0,5 ]
}

# listing FOLDER: what is in it, to compare with later.
listing() {
    find "$1" -mindepth 1 -printf '%P %y %s %m %l %i %T@ %n\n' | LC_ALL=C sort
}

# as_before FOLDER LISTING
as_before() {
    [ "$(listing "$1")" = "$2" ]
}

# unchanged FOLDER LISTING [SECONDS]: as_before, perhaps after a while.
unchanged() {
    within "${3:-0}" as_before "$1" "$2" && return
    echo "expected: the folder as before; the difference:"
    diff <(echo "$2") <(listing "$1")
    return 1
}

# scratch_files FOLDER FIND-TEST...: those of runs, not those that tests planted.
scratch_files() {
    local folder=$1
    shift
    find "$folder" -maxdepth 1 -type f -name '.fsyncscope-*-*-*' ! -name '*-0123456789abcdef-*' "$@"
}

has_scratch() {
    [ -n "$(scratch_files "$1")" ]
}

# refused PATTERN ARGUMENT...: exit 2, one line that names what is wrong, no output, nothing made in
# $here.
refused() {
    local pattern=$1 before
    shift
    before=$(listing "$here")
    try "$@"
    done_with 2 && one_line "$pattern" && unchanged "$here" "$before" &&
        expect "nothing on standard output" [ ! -s "$out" ]
}

# ext4_image POINT SIZE [MKFS-OPTION...]: a quiet one: nothing is written later behind our back.
ext4_image() {
    local point=$1 size=$2
    shift 2
    mount_image "$point" "$point.img" "$size" \
        mkfs.ext4 -qF -E lazy_itable_init=0,lazy_journal_init=0 "$@"
}

# has_mode NAME: in this build.
has_mode() {
    "$PROGRAM" modes -f json | jq -e ".modes[] | select(.name == \"$1\") | .missing == null" >/dev/null
}

# shellcheck shell=bash disable=SC2034,SC2154 # what tests/screen and its parts share
# A disk that does not answer, and one that fails.

# --- frozen ---

# How long the oldest call hangs, in ms; fails while none does for a second.
hanging() {
    screen | sed -nE 's/.* HANGING +([0-9]+)\.?([0-9]*) s *$/\1 \2/p' |
        awk '{ printf "%d\n", $1 * 1000 + substr($2 "000", 1, 3); found = 1 } END { exit !found }'
}

hangs_longer_than() { local now && now=$(hanging) && [ "$now" -gt "$1" ]; }

counts_up() {
    local at
    within "$patience" hangs_longer_than 1000 && at=$(hanging) &&
        within "$patience" hangs_longer_than "$at" && return
    screen
    return 1
}

still_runs() { ! ended && ! gone "$(cat "$work/pid")"; }

if [ -n "$mounted" ] && fsfreeze -f "$disk" && fsfreeze -u "$disk"; then
    start -- "$disk"
    sees "$figures"
    fsfreeze -f "$disk"
    check "on a frozen disk the age of the call in flight counts up" counts_up
    press '?'
    check "the help opens" sees 'help: Esc closes' 'HANGING'
    press Escape
    check "and closes" sees 'histogram' 'HANGING'
    press t
    check "themes change" sees '^ theme '
    press w
    check "the window changes" sees ' window 60 s$'
    press g
    check "the big figures come" sees 'records/s' 'HANGING'
    press g
    check "and go" sees 'histogram' 'HANGING'
    within "$patience" hangs_longer_than 2000
    fsfreeze -u "$disk"
    check "after the thaw the freeze is seen among the slow rounds, with its time" \
        sees 'LIVE' '[0-9]{2}:[0-9]{2}\.[0-9]{3} +([2-9]|[1-9][0-9])[.0-9]* s( |$)'
    check "and the maximum" sees ' ([2-9]|[1-9][0-9])[.0-9]* s +[1-9][0-9,.]* records/s'
    press + +
    sees 'writers 4 .*record' 'LIVE' "$figures"

    fsfreeze -f "$disk"
    within "$patience" hangs_longer_than 1000
    press m
    check "a mode asked for on a frozen disk is noted at once" sees '^ mode>append-fdatasync +strategy'
    fsfreeze -u "$disk"
    check "and runs after the thaw" sees '^ mode append-fdatasync +strategy' 'LIVE' "$figures"

    fsfreeze -f "$disk"
    within "$patience" hangs_longer_than 1000
    press q
    check "quitting a frozen disk prints the summary, with the calls that are stuck" \
        sees '^directory' '^latency +p50' 'stuck for'
    check "and waits for them" still_runs
    fsfreeze -u "$disk"
    check "after the thaw it ends" waits_for_end
    check "and the folder is clean" is_clean "$disk"
else
    skip "a frozen disk holds neither keys nor the end" "${why:-file systems cannot be frozen here}"
fi

# --- failing ---

if strace -o /dev/null true 2>/dev/null; then
    under=(strace -f --seccomp-bpf -o /dev/null -e trace=fsync -e inject=fsync:error=EIO:when=50)
    start ASAN_OPTIONS=detect_leaks=0 -- "$disk"
    check "a failed sync shows as such, with call and reason" \
        sees 'FAILED' 'WARNING io-error: .*fsync' '\(EIO\)|Input/output error'
    press '?'
    check "keys still answer" sees 'help: Esc closes' 'WARNING io-error'
    press Escape
    check "and the help closes" hides 'help: Esc'
    press m
    check "another mode can be started, and the warning stays" \
        sees '^ mode append-fdatasync +strategy' 'LIVE' 'WARNING io-error' "$figures"
    leaves q
    check "the summary has the warning" sees 'io-error' '^latency'
    check "a failed disk's folder is clean" is_clean "$disk"
    under=()
else
    skip "a failed sync is told and another mode can be started" "strace may not trace here"
fi

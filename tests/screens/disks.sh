# shellcheck shell=bash disable=SC2034,SC2154 # what tests/screen and its parts share
# What stands under the directory: memory, a name with control bytes, a file that must be filled first.

memory=$work/memory
mkdir "$memory"
if mount -t tmpfs -o size=64m tmpfs "$memory"; then
    start -- "$memory"
    check "on tmpfs the overview says that this is memory" sees 'WARNING .*tmpfs: .*memory' "$figures"
    press g
    check "the big figures say so" sees 'WARNING .*memory' '██'
    press '?'
    check "the help says so" sees 'WARNING .*memory' 'help: Esc closes'
    press Escape
    hides 'help: Esc'
    press Enter
    check "the menu says so" sees 'WARNING .*memory' 'modes and strategies'
    press Escape
    hides 'modes and strategies'
    resize 50 15
    check "a screen that is too small says so" sees 'WARNING .*memory' 'too small'
    leaves q
    check "the summary says so" sees 'memory-backed' '^latency'
else
    skip "on tmpfs every view says that this is memory" "tmpfs cannot be mounted here"
fi

# --- a name that means something to a terminal ---

evil=$disk/$'e\033]0;pwned\007b\nc\xff'
mkdir "$evil"

keeps_name_harmless() {
    driver "log=$work/bytes" wait=records/s type=g 'wait=a record' type=q -- TERM=xterm "$@" -- "$evil" &&
        ! LC_ALL=C grep -qE $'\007|\xff|\033]0' "$work/bytes"
}

start -- "$evil"
check "control bytes of a name are escaped on the screen" sees 'e\\x1b\]0;pwned\\x07b\\x0ac\\xff ' "$figures"
leaves q
check "and in the summary" sees 'e\\x1b\]0;pwned\\x07b\\x0ac\\xff'
check "none of them reaches the terminal in UTF-8" keeps_name_harmless LC_ALL=C.UTF-8
check "nor in the C locale" keeps_name_harmless LC_ALL=C
rmdir "$evil"
check "the folder with that name was left empty" test ! -e "$evil"

# --- preparing ---

if strace -o /dev/null true 2>/dev/null; then
    # Slow enough to be looked at on any disk: 2,048 pages, 10 ms each.
    under=(strace -f --seccomp-bpf -o /dev/null -e trace=pwrite64 -e inject=pwrite64:delay_enter=10000)
    ASAN_OPTIONS=detect_leaks=0 # cannot be looked for under strace
    start ASAN_OPTIONS=detect_leaks=0 -- -m overwrite-fsync --file-size 8M "$disk"
    check "filling a file shows how far it has come" \
        sees 'PREPARING [1-9]' 'preparing the file: .* of 8 MiB' '█.*░'
    press M
    check "it can be left by a key, and the next mode has figures" \
        sees '^ mode extend-fsync ' 'LIVE' "$figures"
    start ASAN_OPTIONS=detect_leaks=0 -- -m overwrite-fsync --file-size 8M "$disk"
    sees 'PREPARING [1-9]'
    check "it can be quit while it fills" leaves q
    check "and the half filled file is gone" is_clean "$disk"
    under=()
else
    skip "filling a file can be watched and left" "strace may not trace here"
fi

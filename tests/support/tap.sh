# shellcheck shell=bash
# What the TAP scripts (tests/cli, tests/screen, ...) share: claims, a temporary folder, mounts, waiting.
#
#   . "$(dirname "$0")/support/tap.sh"
#   check "a claim" command argument...      "ok" if the command succeeds; else "not ok" and its output
#   skip "a claim" "the reason"
#   finish                                   the plan; the exit status is 1 if a check failed
#
# ONLY in the environment, an extended pattern, chooses checks: claim or command has to match. What is
# skipped is told all the same.
#
# $work is a folder of this run's own. A trap removes it, whatever ends the script: processes started
# in the background are killed, frozen mounts below it thawed, mounts undone, loop devices detached.
# Mounts are made in a mount namespace of the script's own, so not even kill -9 leaves one behind.

if [ "${TAP_NAMESPACE-}" != "$$" ] && unshare -m true 2>/dev/null; then
    TAP_NAMESPACE=$$ exec unshare -m --propagation private "$0" "$@"
fi
unset TAP_NAMESPACE

tap_tests=0
tap_failures=0
tap_last_wishes=()
work=$(mktemp -d "${TMPDIR:-/tmp}/fsyncscope-test.XXXXXX") || exit 1
tap_log=$work/tap-log # what the command of the running check printed

# at_end COMMAND...: run by the trap before anything is removed, the last one first.
at_end() {
    tap_last_wishes=("$(printf '%q ' "$@")" "${tap_last_wishes[@]}")
}

# at_mounts COMMAND...: runs it on each mount point in $work, the innermost first. The table writes
# spaces and the like as octal numbers.
at_mounts() {
    local place
    awk -v top="$work/" 'index($5, top) == 1 { print $5 }' /proc/self/mountinfo | tac |
        while read -r place; do "$@" "$(printf %b "$place")"; done
}

tap_umount() {
    within 5 umount "$1" || umount -l "$1"
}

tap_clean() {
    local wish pid loop

    trap '' INT TERM HUP
    for wish in "${tap_last_wishes[@]}"; do eval "$wish"; done
    at_mounts fsfreeze -u
    for pid in $(jobs -p); do kill -KILL "$pid"; done
    wait
    at_mounts tap_umount
    for loop in $(losetup -n -O NAME,BACK-FILE | awk -v top="$work/" 'index($2, top) == 1 { print $1 }'); do
        losetup -d "$loop"
    done
    lsattr -dR "$work" | awk '$1 ~ /[ai]/' | grep -q . && chattr -R -f -ai "$work"
    rm -rf "$work"
} >/dev/null 2>&1

trap tap_clean EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# wanted CLAIM [COMMAND...]: ONLY does not leave it out.
wanted() {
    [[ "$*" =~ ${ONLY-} ]]
}

# check CLAIM COMMAND...: the command runs in this shell, so it may be a function that sets variables.
check() {
    wanted "$@" || return 0
    judge "$@"
}

# judge CLAIM COMMAND...: check without a choice, for who has asked `wanted` already.
judge() {
    local claim=$1
    shift
    tap_tests=$((tap_tests + 1))
    if "$@" >"$tap_log" 2>&1; then
        echo "ok $tap_tests - $claim"
    else
        tap_failures=$((tap_failures + 1))
        echo "not ok $tap_tests - $claim"
        echo "# $(printf '%q ' "$@")" | cut -c 1-400
        head -n 40 "$tap_log" | cat -v | sed 's/^/#   /'
    fi
}

skip() {
    tap_tests=$((tap_tests + 1))
    echo "ok $tap_tests - $1 # SKIP $2"
}

finish() {
    echo "1..$tap_tests"
    [ "$tap_failures" -eq 0 ] && [ "$tap_tests" -gt 0 ]
    exit
}

# within SECONDS COMMAND...: tries until the command succeeds; fails once the time is over.
within() {
    local deadline=$((${EPOCHREALTIME/[.,]/} + $1 * 1000000))
    shift
    until "$@"; do
        [ "${EPOCHREALTIME/[.,]/}" -lt "$deadline" ] || return 1
        sleep 0.02
    done
}

# gone PID: no such process, or one that has ended and waits for its parent.
gone() {
    ! grep -q '^State:[[:space:]]*[^ZX[:space:]]' "/proc/$1/status" 2>/dev/null
}

# mount_image POINT IMAGE SIZE MKFS-COMMAND...: a new file system in a file, mounted on POINT (which is
# made). Fails with the reason in $why where loop devices or mounts are not to be had.
mount_image() {
    local point=$1 image=$2 size=$3
    shift 3
    mkdir -p "$point" && truncate -s "$size" "$image" &&
        why=$("$@" "$image" 2>&1 >/dev/null) &&
        why=$(mount -o "${mount_options:-loop}" "$image" "$point" 2>&1) && return
    why=${why//$'\n'/ }
    return 1
}

# mount_mirror POINT SIZE: the same with a btrfs that keeps all of it on two loop devices.
mount_mirror() {
    local point=$1 size=$2 half disks=()
    mkdir -p "$point"
    for half in a b; do
        truncate -s "$size" "$point.$half"
        why=$(losetup -f --show "$point.$half" 2>&1) || return
        disks+=("$why")
    done
    why=$(mkfs.btrfs -q -d raid1 -m raid1 "${disks[@]}" 2>&1 >/dev/null) &&
        why=$(btrfs device scan "${disks[@]}" 2>&1) &&
        why=$(mount "${disks[0]}" "$point" 2>&1) && return
    why=${why//$'\n'/ }
    return 1
}

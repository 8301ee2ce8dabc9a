# shellcheck shell=bash disable=SC2034,SC2154 # what tests/screen and its parts share
# The key e: what it writes, where, and what it does when it cannot.

exports=$work/exports
mkdir "$exports"

# exported COUNT: so many files of each kind, complete, and no other file.
exported() {
    local ending
    [ "$(ls -A "$exports" | wc -l)" -eq $((5 * $1)) ] || { ls -A "$exports" && return 1; }
    for ending in svg txt json csv prom; do
        [ "$(ls "$exports" | grep -cE "^fsyncscope-[0-9]{8}-[0-9]{6}(-[0-9]+)?\.$ending\$")" -eq "$1" ] ||
            return 1
    done
}

pictures_are_xml() {
    python3 -c 'import sys, xml.dom.minidom as m; [m.parse(f) for f in sys.argv[1:]]' "$exports"/*.svg
}

documents_are_json() {
    jq -es 'all(.[]; .fsyncscope and .target.dir and .latency_us.count > 0)' "$exports"/*.json
}

# all_say WORDS: each picture, text and document. Of a picture its letters alone, in one line.
all_say() {
    local file
    for file in "$exports"/*.{txt,json,csv,prom}; do
        grep -qiE -- "$1" "$file" || { echo "not in $file" && return 1; }
    done
    for file in "$exports"/*.svg; do
        sed -nE 's,^<text [^>]*>(.*)</text>$,\1,p' "$file" | tr '\n' ' ' | grep -qiE -- "$1" ||
            { echo "not in $file" && return 1; }
    done
}

under=(env -C "$exports")
start -- --preset etcd "$disk"
check "a preset is a configuration of the dashboard" \
    sees 'mode falloc-fdatasync +strategy group' 'record 2.25 KiB' "$figures"
check "its threshold is judged while it runs" sees 'strategy group +etcd sync_p99<10ms: (not )?met, ~?[0-9.]+ [mu]?s *$'
press e
check "e says what it has written" \
    sees '^ wrote fsyncscope-[0-9]{8}-[0-9]{6}\.\{svg,txt,json,csv,prom}$'
press Tab
sees '^ view: '
press e
within "$patience" exported 2
check "each press writes five files" exported 2
press '?'
sees 'help: Esc closes'
press e
check "e exports what is open, too" within "$patience" exported 3
check "the documents are JSON with figures" documents_are_json
if command -v python3 >/dev/null; then
    check "the pictures are XML" pictures_are_xml
else
    skip "the pictures are XML" "no python3 here to read them with"
fi
leaves q
check "the summary has the preset's verdict" sees '^preset +etcd: sync_p99<10ms (is|cannot)'
check "the measured folder has none of it" is_clean "$disk"

# Every configuration visited, in each format: MODE...
export_has() {
    local mode
    rm -f "$exports"/*
    press e
    sees '^ wrote fsyncscope-' && exported 1 &&
        jq -e --args '[.comparison[].config.mode] == $ARGS.positional and .config.mode == $ARGS.positional[-1]
            and all(.comparison[]; .latency_us.count > 0 and .disk.scope)' "$@" <"$(echo "$exports"/*.json)" &&
        if command -v promtool >/dev/null; then
            [ -z "$(promtool check metrics <"$(echo "$exports"/*.prom)" 2>&1 || echo refused)" ]
        fi || return 1
    for mode; do
        grep -q "^fsyncscope_latency_seconds_count{mode=\"$mode\"" "$exports"/*.prom || return 1
    done
    ! command -v python3 >/dev/null ||
        python3 "$root/tests/support/csv_strict.py" $# <"$(echo "$exports"/*.csv)" | grep '^mode=' |
        diff - <(printf 'mode=%s\n' "$@")
}

start -- "$disk"
# The clock is the configuration's own: it has been measured by then.
sees "$figures" 'LIVE 00:0[1-9]'
press m
sees '^ mode append-fdatasync ' 'LIVE 00:0[1-9]'
press m
sees '^ mode dsync ' 'LIVE 00:0[1-9]'
check "e exports every configuration visited, strictly" export_has append-fsync append-fdatasync dsync
leaves q

# told_so_long: prints for how many tenths of a second what was written stands in the footer.
told_so_long() {
    local tenths=0
    press e
    sees '^ wrote fsyncscope-' >/dev/null || return
    while on_screen '^ wrote fsyncscope-' && [ $((++tenths)) -lt 150 ]; do sleep 0.1; done
    echo $tenths
}

# As with any other key, and without a snapshot that would draw the screen anew.
goes_while_paused() {
    local tenths
    tenths=$(told_so_long) && { [ "$tenths" -le 40 ] || { echo "after $tenths tenths" && return 1; }; }
}

start -- "$disk"
sees "$figures"
press Space
sees 'PAUSED'
check "paused, what was written is not told for ever" goes_while_paused
leaves q

rm -f "$exports"/*
volatile=$work/volatile
mkdir "$volatile"
if mount -t tmpfs -o size=64m tmpfs "$volatile"; then
    start -- "$volatile"
    sees 'WARNING .*memory' "$figures"
    press e
    sees '^ wrote fsyncscope-'
    press g
    sees 'WARNING .*memory' '██'
    press e
    within "$patience" exported 2
    check "memory is told in every export" all_say 'memory'
    leaves q
else
    skip "memory is told in every export" "tmpfs cannot be mounted here"
fi

rm -rf "$exports"
mkdir "$exports"
start -- "$disk"
sees "$figures"
rmdir "$exports"
press e
check "a folder that takes nothing is told with the reason" \
    sees '^ not exported, \.svg: .*\(ENOENT\)' 'LIVE'
leaves q

frozen=$work/frozen
if mount_image "$frozen" "$work/frozen-image" 64M mkfs.ext4 -q && fsfreeze -f "$frozen" &&
    fsfreeze -u "$frozen"; then
    under=(env -C "$frozen")
    start -- "$disk"
    sees "$figures"
    fsfreeze -f "$frozen"
    press e
    check "where files cannot be written now, e goes on in the background" sees '^ exporting'
    press w
    check "and keys still answer" sees '^ window 60 s' 'LIVE'
    press e
    check "a second export waits for the first" sees '^ the last export is still being written'
    fsfreeze -u "$frozen"
    check "after the thaw it is told as done" sees '^ wrote fsyncscope-'
    leaves q
else
    skip "an export to a frozen disk holds no key" "${why:-file systems cannot be frozen here}"
fi
under=()

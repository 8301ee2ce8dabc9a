# shellcheck shell=bash disable=SC2034,SC2154 # what tests/screen and its parts share
# Whatever size a terminal takes on: never a fault, and the full view again when there is room.

# The overview reaches from the first row to the last and as far right as there are columns.
fills() {
    sees "^ fsyncscope  /.{$(($1 - 40)),}" "$figures" ' q quit' && [ "$(screen | wc -l)" -eq "$2" ] &&
        sees "^.{$1}\$"
}

start -- "$disk"
sees "$figures"
resize 50 15
check "50x15 says what it needs" sees 'too small: needs 60x16'
check "50x15 measures on" goes_on_writing
resize 80 24
check "back at 80x24 the overview is there" sees 'histogram' 'slow rounds' "$figures" ' q quit'
resize 60 16
check "60x16 shows figures and footer" sees 'p50' 'histogram' "$figures" 'q quit'
resize 200 50
check "200x50 is filled" fills 200 50
for size in '38 10' '20 5'; do
    # shellcheck disable=SC2086 # two words
    resize $size
    check "${size/ /x} says that it is too small, and what it needs" sees 'too small' '60x16'
    check "${size/ /x} measures on" goes_on_writing
done
resize 80 24
check "from 20x5 back to the overview" sees 'histogram' "$figures" ' q quit'

COLS=20 ROWS=5 start -- "$disk"
check "a start at 20x5 runs" sees 'too small'
resize 80 24
check "and shows the overview once there is room" sees 'histogram' "$figures"

start LINES=24 COLUMNS=80 -- "$disk"
sees "$figures"
resize 120 40
check "exported LINES and COLUMNS do not pin the size" fills 120 40

# Each size is drawn, for the screen is cleared, before the next one comes. A terminal of 0x0 does not
# know its size: it is taken for 80x24.
through_all_sizes() {
    local size steps=(wait=records/s)
    for size in 1x1 2x1 1x50 500x200 0x0 500x1 1x500 80x24 1x1 0x0; do
        steps+=("size=$size" 'wait=\e[H\e[2J')
    done
    driver "${steps[@]}" wait=records/s "$@" type=q -- TERM=xterm -- "$disk" >"$work/report"
    cat "$work/report"
    grep -qx 'ended exit 0' "$work/report"
}

check "1x1, 2x1, 1x50, 500x200, 0x0 and back: the overview again, a normal end" through_all_sizes

# shellcheck shell=bash disable=SC2154 # what tests/screen and its parts share
# The tour on the screen: it goes from mode to mode, answers keys, and ends where it began.

# A row for what was there before the tour, and for every mode that it came to: how many depends on when
# the keys came.
leaves_with_rows() {
    leaves "$1" && sees '^visited +([4-9]|[1-9][0-9]) configurations' '^append-fsync, 4 writers' '^sync, 4 writers' '[0-9] (us|ms) .* [0-9]'
}

# High enough for the rows of both loads.
ROWS=60 start -- -w 2 "$disk"
check "before the tour there is a load" sees 'LIVE 00:' "$figures"
press T
check "T begins a tour, and the footer tells how to leave it" sees 'T or Esc leaves it'
check "it goes from mode to mode, with its progress and the time left" \
    sees '^ tour [2-9] of [1-9][0-9]* .* left  T leaves'
check "the rest of the configuration stays" field_is writers 2
press w
check "keys are answered meanwhile" sees '^ window 60 s'
press +
check "a key that changes the load leaves it from where it began" \
    sees '^ mode append-fsync ' '^ writers 4 ' 'writers 4 \.\.\. ready'
press T
check "it can be begun again" sees '^ tour [1-9] of '
press Escape
check "Escape leaves it and shows what was measured" sees 'tour left after [1-9]' 'comparison' 'falloc-fdatasync|append-fdatasync'
check "the load is what it was" sees '^ mode append-fsync ' '^ writers 4 '
press T
sees '^ tour [4-9] of '
check "q in the middle of a tour leaves what was measured" leaves_with_rows q

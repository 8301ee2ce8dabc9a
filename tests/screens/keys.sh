# shellcheck shell=bash disable=SC2034,SC2154 # what tests/screen and its parts share
# Keys do what footer and help say they do, and the footer says that it was done.

# does CLAIM KEY PATTERN...
does() {
    local claim=$1
    press "$2"
    shift 2
    check "$claim" sees "$@"
}

# The field changes, the footer names its new value, and the other key takes it back.
goes_forth() {
    local before
    before=$(field "$1")
    press "$2"
    within "$patience" field_is_not "$1" "$before" && sees "^ $1 $(field "$1")( |:|\$)"
}

goes_back() {
    press "$2"
    within "$patience" field_is "$1" "$3"
}

# tells_ready KEY BACK PATTERN...: after KEY. The footer tells for two seconds; where a disk took longer to
# make the file, BACK and KEY ask once more.
tells_ready() {
    local forth=$1 back=$2 patience=4
    shift 2
    for _ in 1 2 3; do
        sees "$@" && return
        press "$back"
        press "$forth"
    done
    return 1
}

# Between two readings a key was answered, so the program had its turns.
writes_nothing() {
    local at
    at=$(written)
    press w
    sees ' window 10 s$' 'PAUSED' && [ "$(written)" -eq "$at" ]
}

start -- "$disk"
check "a start shows p50 with its unit, the rounds counted, and that it is live" \
    sees 'LIVE 00:' ' [1-9][0-9,]* rounds ' ' p50 ' "$figures"
[ -z "$mounted" ] || check "the header names file system and disk" sees 'ext4 on loop'

check "m takes the next mode" goes_forth mode m
check "the footer says when the new mode is ready, and its first figure is there" \
    tells_ready m M "^ mode $(field mode) \.\.\. ready" "$figures"
check "M takes the mode before" goes_back mode M append-fsync
check "s takes the next strategy" goes_forth strategy s
check "S takes the strategy before" goes_back strategy S alone
does "minus at one writer says that this is the least" - '^ writers 1 is the least'
does "+ doubles the writers" + '^ writers 2 .*record' '^ writers 2( \.\.\.|$)'
press +
check "the load runs with the new number of writers" tells_ready + - '^ writers 4 \.\.\. ready' "$figures"
does "minus halves the writers" - '^ writers 2 .*record' '^ writers 2( \.\.\.|$)'
does "> doubles the record" '>' 'record 8 KiB' '^ record 8 KiB'
does "< halves it" '<' ' record 4 KiB .*batch' '^ record 4 KiB'
does "b doubles the batch" b 'record .* batch 2 ' '^ batch 2'
does "B halves it" B 'record .* batch 1 ' '^ batch 1'
does "] raises the delay and says who does not use it" ']' '^ delay 500 us \(alone does not use it\)'
does "[ lowers it" '[' '^ delay 200 us'
does "w widens the window" w ' window 60 s$' '^ window 60 s'
does "w reaches everything since the change" w ' window all$' '^ window all'
does "w comes round to a second" w ' window 1 s$' '^ window 1 s'
does "p pauses the load" p 'PAUSED' '^ the load is paused'
check "paused for longer than its window it shows no samples" sees 'no samples' 'PAUSED'
check "paused it writes nothing" writes_nothing
does "Space lets it go on" Space 'LIVE' '^ the load goes on' "$figures"
does "Tab leads to the slow rounds" Tab 'slow rounds: append-fsync' \
    ' newest: arrows pick another '
does "Down picks one" Down ' picked: Home follows the newest ' '^ > [0-9]{2}:[0-9]{2}:[0-9]{2}'
does "Home follows the newest" Home ' newest: arrows pick another '
does "Esc goes back to the overview" Escape ' histogram of rounds '
does "r starts the figures anew" r 'LIVE 00:0' '^ the figures start anew'
does "g shows the big figures" g '██' ' flushes and '
does "Esc closes the big figures" Escape 'histogram' "$figures"
does "Esc with nothing open does not quit" Escape 'LIVE' "$figures"

for key in '?' h F1; do
    does "$key opens the help" "$key" 'help: Esc closes' 'm M +next / previous mode'
    press Escape
    check "Esc closes the help that $key opened" sees 'histogram' "$figures"
done
press '?' NPage NPage NPage NPage
check "the help can be read to its end" sees 'help: Esc closes' 'could not be measured'
press Escape
hides 'help: Esc'

press '?'
sees 'help: Esc closes'
press w
check "with the help open w does nothing unseen" sees 'help: Esc closes' 'Esc closes +\? too'
press Escape
check "and the window is as before" sees ' window 10 s$' 'histogram'

does "Enter opens the menu" Enter 'modes and strategies' '─ append-fsync ─'
does "Down goes to the next mode and explains it" Down '─ append-fdatasync ─'
does "j too" j '─ dsync ─'
does "k goes back" k '─ append-fdatasync ─'
does "Up too" Up '─ append-fsync ─'
does "Tab goes to the strategies" Tab '─ alone ─'
does "Left goes back to the modes" Left '─ append-fsync ─'
press End
check "End goes to the last mode" hides '─ append-fsync ─'
does "Home goes to the first" Home '─ append-fsync ─'
does "Esc closes the menu and changes nothing" Escape ' mode append-fsync ' 'histogram'
press Enter Down
does "Enter takes the mode under the cursor" Enter '^ mode append-fdatasync +strategy' \
    '^ mode append-fdatasync( \.\.\.|$)' 'histogram'

# A line that another program wrote over the screen, on a row that does not change.
printf '\0337\033[3;40HGARBAGE\0338' >"$(state pane_tty)"
sees GARBAGE
press C-l
check "Ctrl-L draws everything anew" hides GARBAGE

start FSYNCSCOPE_THEMES="$root/themes" -- "$disk"
sees "$figures"
does "t takes the next theme and names it" t '^ theme light'

start -- -S group+delay "$disk"
sees "$figures"
does "] raises the delay of a strategy that has one" ']' '^ mode .* delay 500 us' '^ delay 500 us'

start -- -w 1024 -S group "$disk"
sees ' writers 1,024 ' "$figures"
does "+ at 1024 writers says that this is the most" + '^ writers 1,024 is the most'
does "with 1024 writers at work keys still answer" w ' window 60 s$'
check "1024 writers end" leaves q
check "and leave nothing behind" is_clean "$disk"

start -- -c 200 "$disk"
check "at its limit it is done and says how to go on" sees 'DONE' '^ done: r runs again'
does "r runs again after a limit" r '^ starting again( \.\.\. ready)?$' ' [1-9][0-9,]* rounds '
check "until it is done once more" sees 'DONE' '^ done: r runs again' ' 200 rounds '

# Two configurations, one of them the baseline.
to_view() {
    local patience=3
    for _ in {1..12}; do # round once more, for what a slow disk had not measured by then
        press Tab
        sees "$@" >/dev/null && return
    done
    screen
    return 1
}

start -- "$disk"
sees "$figures"
does "= pins the result of now as the baseline" = '^ baseline: append-fsync, ' 'when it was pinned'
does "the next mode is measured by it, in words and behind the bars" m ' mode append-fdatasync ' \
    ' = .* (than|as) append-fsync' '░ baseline'
check "the comparison has a row for either" to_view 'comparison, sorted by p50' \
    '^ = append-fsync ' '^•  append-fdatasync '
does "Right takes another column to sort by" Right '^ sorted by p90, least first' '↑p90'
press Left Left
does "Left goes back" Left '^ sorted by mode, a to z' 'mode↑'
does "a turns the order round" a '^ sorted by mode, z to a' 'mode↓'
does "Home goes to the first row" Home '^── append-fsync, '
does "Enter goes back to it" Enter '^ back to append-fsync' ' mode append-fsync '
check "its row goes on beside the baseline's" sees '^ = append-fsync ' '^•  append-fsync '
does "= unpins it there" = '^ no baseline any more' '^•  append-fsync '
does "Esc goes back to the overview" Escape 'histogram' "$figures"

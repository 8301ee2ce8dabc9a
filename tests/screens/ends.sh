# shellcheck shell=bash disable=SC2034,SC2154 # what tests/screen and its parts share
# However it is left by its user: a summary, a whole terminal, the folder as before.

close_terminal # the part before this one may still measure
check "nothing is left of the part before" is_clean "$disk"
echo "not ours" >"$disk/foreign"
before=$(folder "$disk")

same_modes() { diff "$work/stty.before" "$work/stty.after"; }
is_normal_screen() { [ "$(state alternate_on) $(state cursor_flag)" = "0 1" ]; }
echoes() { types "typed-$1" && sees "^typed-$1"; }
same_folder() { [ "$(folder "$disk")" = "$before" ] && [ "$(cat "$disk/foreign")" = "not ours" ]; }
status_is() { [ "$(cat "$work/status")" = "$1" ] || { cat "$work/status" && return 1; }; }

for key in q C-c F10; do
    start -- "$disk"
    sees "$figures"
    check "$key ends it" leaves "$key"
    check "$key: exit status 0" status_is 0
    check "$key: a summary stands on the normal screen" \
        sees '^directory +/' '^measured +append-fsync, alone, 1 writer' 'rounds in' '^latency +p50 '
    check "$key: the terminal's modes are as before" same_modes
    check "$key: normal screen, cursor visible" is_normal_screen
    check "$key: what is typed is seen" echoes "$key"
    check "$key: the folder is as before" same_folder
done

# --- Ctrl-Z ---

# In a shell's terminal.
commands() { types "$1" && press Enter; }

stands_still() {
    local at
    at=$(written)
    # shellcheck disable=SC2016 # for the other shell
    commands 'echo still-$((40 + 2))'
    sees '^still-42' && [ "$(written)" -eq "$at" ]
}

# The modes as the program left them: dash does not mend them as bash does.
modes_while_stopped() {
    commands "stty -a >$work/stty.after; echo noted-\$((1 + 1))"
    sees '^noted-2' && diff "$work/stty.before" "$work/stty.after"
}

for shell in 'bash --norc --noprofile -i' 'dash -i'; do
    name=${shell%% *}
    command_line -- "$disk" >"$work/program"
    open_terminal "env PS1='ready> ' $shell"
    sees '^ready>'
    commands "stty -a >$work/stty.before; . $work/program"
    sees 'LIVE' "$figures"
    press C-z
    check "$name: Ctrl-Z gives the shell back" sees '^ready>' 'Stopped'
    check "$name: stopped, the terminal's modes are as before" modes_while_stopped
    check "$name: stopped, it leaves normal screen and cursor" is_normal_screen
    check "$name: stopped, it writes nothing" stands_still
    commands fg
    check "$name: fg draws everything anew and the load goes on" \
        sees '^ fsyncscope' 'LIVE' 'histogram' "$figures" ' q quit'
    press w
    check "$name: after fg keys answer" sees ' window 60 s$'
    press q
    check "$name: after fg it ends as usual" sees '^latency +p50' '^ready> *$'
    check "$name: after fg it leaves no file" same_folder
done

# To the terminal `linux` Ctrl-Z is a key of its own, and it has no second screen to come back from.
command_line TERM=linux -- "$disk" >"$work/program"
open_terminal "env PS1='ready> ' bash --norc --noprofile -i"
sees '^ready>'
commands ". $work/program"
sees 'LIVE' "$figures"
press C-z
check "TERM=linux: Ctrl-Z gives the shell back" sees '^ready>' 'Stopped'
check "TERM=linux: stopped, nothing of the screen is left" hides 'histogram|strategy'
commands fg
sees 'LIVE' "$figures"
press q
check "TERM=linux: the summary stands alone" sees '^latency +p50' '^ready> *$'
check "TERM=linux: nothing of the screen is left beside it" hides 'histogram|slow rounds, over|q quit'
rm "$disk/foreign"

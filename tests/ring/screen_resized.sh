#!/bin/bash
# The window changes its size while the screen is shown: every size gets a screen that fits, the smallest gets log
# lines. Messages stay above the screen, and Ctrl-C leaves screen and summary.
. "$SOURCE/tests/lib.sh"
command -v tmux >/dev/null || skip "no tmux, which is the terminal here (tools/setup installs it)"

export TMUX_TMPDIR=$PWD LC_ALL=C.UTF-8
cleanup() { tmux kill-server 2>/dev/null || true; }
tmux() { command tmux -L screen -f /dev/null "$@"; }
# until_window WHAT COMMAND...: waits until COMMAND, which reads the window's contents, accepts them.
until_window() {
    local what=$1 end=$((SECONDS + WAIT_LIMIT))
    shift
    while [[ $SECONDS -lt $end ]]; do
        tmux capture-pane -p >picture
        ! "$@" <picture || return 0
        sleep 0.1
    done
    cat picture
    fail "the window never showed: $what"
}
# screen_of ROWS: a complete screen of at most ROWS lines, and nothing below it. (Above it may be the beginning of an
# old one that no longer fitted when it was wrapped: see src/cli/canvas.h.)
screen_of() {
    awk -v rows="$1" '
        / bediv-structure  / { titles++; first = NR; trials = ends = 0 }
        /^  trials / { trials++ }
        /Ctrl-C ends and saves/ { ends++; last = NR }
        NF { bottom = NR }
        END { exit !(titles && trials == 1 && ends == 1 && last == bottom && last - first < rows) }'
}

step "80 columns"
tmux new-session -d -x 80 -y 24 "TERM=screen $BUILD/tests/ring/planted_kinds --seed 1 --timeout 200ms -o out; cat"
until_window "a screen" screen_of 24
until_window "failures" grep -q 'failures  *[0-9,]*   [1-9]'

for size in "60 15" "200 50" "72 11" "100 24" "80 24"; do
    step "$size"
    read -r columns rows <<<"$size"
    tmux resize-window -x "$columns" -y "$rows"
    until_window "a screen in $size" screen_of "$rows"
done

step "too small: log lines"
tmux resize-window -x 50 -y 24
until_window "log lines" grep -q '^#[0-9]'
tmux resize-window -x 80 -y 24
until_window "the screen again" screen_of 24

step "Ctrl-C"
tmux send-keys C-c
until_window "the summary" grep -q '^  saved in    out'
tmux capture-pane -p -S - >picture
says '^  behavioural diversity' picture
says '^Stopped after ' picture
says 'saved as out/failures/' picture

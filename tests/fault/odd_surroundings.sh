#!/bin/bash
# What starts a campaign may have left odd signal settings, small limits or closed pipes behind: it goes on, and
# says what could not be written.
. "$SOURCE/tests/lib.sh"

step "SIGCHLD is ignored"
exits 0 env --ignore-signal=CHLD "$EXPAT" -q --seed 1 -n 2000 -o ignored
adds_up ignored
step "stderr is a closed pipe"
{ "$EXPAT" -n 5000 --seed 1 -o closed; echo $? >code; } 2>&1 >summary | true
same "exit code" "$(cat code)" 0
adds_up closed
step "files may not grow beyond 8 KiB"
exits 74 bash -c 'ulimit -f 8 && exec "$0" -q --seed 1 -n 20000 -o small 2>errors' "$EXPAT"
grep -q "cannot write" errors || fail "nobody was told: $(cat errors)"

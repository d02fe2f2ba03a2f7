#!/bin/bash
# The commands that -j suggests work as printed, except for the time: several campaigns at once, merged, and continued
# from.
. "$SOURCE/tests/lib.sh"

exits 2 "$TREE" -j 2
sed -n 's/^    //p; s/^To continue fuzzing with all of it: //p' log | sed 's/-t 1h/-n 3000/g; s/--seeds/-q -n 3000 -s 3 -o on --seeds/' >advice
same "commands" "$(wc -l <advice)" 4
grep -q 'wait$' advice || fail "no two campaigns at once"
status=0
bash advice >advised 2>&1 || status=$?
[[ $status == 0 || $status == 77 ]] || fail "exit code $status: $(cat advised)"
for dir in one two on; do adds_up "$dir"; done
says '^both: [1-9][0-9]* of ' advised
says '^SIGABRT in run|no failures|failure ' advised
[[ $(figure on corpus_count) -gt 0 ]] || fail "the merged inputs are no seeds"

step "a pipe that nobody writes to can be interrupted"
mkfifo pipe
set -m # otherwise SIGINT is ignored in the background
"$TREE" replay pipe >log 2>&1 &
pid=$!
set +m
until [[ $(cat /proc/$pid/comm) == tree && $(awk '{ print $3 }' /proc/$pid/stat) == S ]]; do sleep 0.05; done
kill -INT -- -$pid
status=0
wait $pid || status=$?
same "exit code" $status 130

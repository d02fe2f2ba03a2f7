#!/bin/bash
# A target in a process of its own (tests/ring/remote.c): its branches are covered, a campaign is resumed, and whatever it
# does to what it shares, and however it starts, nothing is lost and nothing is left running. How it fails: remote_fails.sh.
. "$SOURCE/tests/lib.sh"
. "$SOURCE/tests/remote_target.sh"

step "a campaign covers the remote's branches, and the same seed gives the same run"
exits 0 "$remote" -q --seed 1 -n 3000 -o one
exits 0 "$remote" -q --seed 1 -n 3000 -o two
same "branches" "$(figure one edges_found)" 11 # without those that a letter takes once
same "stability" "$(figure one stability)" 100.00%
same "traces" "$(figure one traces)" "$(figure two traces)"
diff <(ls one/corpus) <(ls two/corpus) || fail "the corpora differ"
exits 0 "$remote" replay one
says "cover 11 branches"
no_remote_is_left

step "a killed campaign is resumed"
exits 0 "$remote" -q --seed 1 -n 1500 -o resumed
exits 0 "$remote" -q --resume resumed -n 3000
same "traces" "$(figure resumed traces)" "$(figure one traces)"

step "it overwrites everything that it shares"
REMOTE=garbage exits 77 "$remote" -q --seed 1 -n 12 --shrink-runs 2 -o garbage
adds_up garbage
step "processes that it leaves behind end with it"
REMOTE=child exits 0 "$remote" -q --seed 1 -n 40 -o child
no_remote_is_left

step "it does not start"
REMOTE_START=exit exits 1 "$remote" -q --seed 1 -n 10 -o start
says 'could not be started'
says 'it does not want to start'
REMOTE_START=exit exits 1 "$remote" replay one
says 'it does not want to start'
step "somebody kills it while it starts: it is started again, but not for ever"
REMOTE_START='kill once' exits 0 "$remote" -q --seed 1 -n 3000 -o killed_once
[[ -e killed ]] || fail "it was not killed"
same "traces" "$(figure killed_once traces)" "$(figure one traces)"
REMOTE_START=kill exits 1 "$remote" -q --seed 1 -n 10 -o killed_always
says 'could not be started'
no_remote_is_left
step "it hangs while it starts: Ctrl-C ends it"
REMOTE_START=hang "$remote" -q --seed 1 -n 10 -o hanging >log 2>&1 </dev/null &
pid=$!
starting() { local warden && warden=$(pgrep -P $pid) && pgrep -P "$warden" >/dev/null; }
wait_for "the remote" starting
kill -TERM $pid
status=0 && wait $pid || status=$?
same "exit code" $status 72
no_remote_is_left

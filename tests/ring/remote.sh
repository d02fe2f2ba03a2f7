#!/bin/bash
# A target in a process of its own (tests/ring/remote.c): its branches are covered, its failures are filed with its own
# words, shrunk and replayed; whatever it does, nothing is lost and nothing is left running.
. "$SOURCE/tests/lib.sh"

remote=$BUILD/tests/ring/remote

# wrong WAY CODE SIGNATURE [FLAG...]: goes wrong in this way, is filed under this signature, and continues.
wrong() {
    local way=$1 code=$2 signature=$3
    shift 3
    step "$way"
    REMOTE=$way exits "$code" "$remote" -q --seed 1 -n 12 --timeout 20s --shrink-runs 2 "$@" -o "$way"
    adds_up "$way"
    same "$way: trials" "$(figure "$way" execs_done)" 12
    same "$way: signatures" "$(for folder in $(folders "$way"); do known "$folder" signature; done)" "$signature"
    same "$way: reproducible" "$(known "$(folders "$way")" reproducible)" yes
    REMOTE=$way exits "$code" "$remote" replay --timeout 20s "$(folders "$way")"
    says "$signature"
    no_remote_is_left
}
no_remote_is_left() {
    gone() { ! pgrep -f "^$remote\$" >/dev/null; }
    wait_for "all remotes to end" gone
}

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

wrong report 77 "words.WrongLetter in words.Reader.letter at Reader.lang:12" --shrink-runs 100
same "smallest input" "$(cat report/failures/*/input)" x
says '#1 words.Reader.letter Reader.lang:12' report/failures/*/report.txt
says 'words.WrongLetter: found an x' report/failures/*/report.txt
wrong recurse 77 "lang.StackOverflowError in words.Reader.down"
wrong exit 77 "exit 3"
wrong abort 77 SIGABRT
wrong kill 77 SIGKILL
wrong close 77 "exit 0"
wrong end 77 "words.NoPaper in words.Reader.letter at Reader.lang:14" # and not "exit 5" for the next input
wrong say 77 "words.WrongLetter in words.Reader.letter at Reader.lang:12"
says 'run 1 went wrong' say/failures/*/report.txt # of one run alone
step "hang"
REMOTE=hang exits 70 "$remote" -q --seed 1 -n 6 --timeout 2s --shrink-runs 0 -o hang
same "signature" "$(known "$(folders hang)" signature)" "timeout in words.Reader.loop"
no_remote_is_left
step "grow"
REMOTE=grow exits 71 "$remote" -q --seed 1 -n 6 --timeout 60s --memory 64M --shrink-runs 0 -o grow
says '^memory' <(known "$(folders grow)" signature)
no_remote_is_left

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

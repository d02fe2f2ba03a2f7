#!/bin/bash
# The run directory is renamed, removed, emptied or replaced during a campaign. The campaign reports it, continues,
# and never reports as saved what is not.
. "$SOURCE/tests/lib.sh"

# start DIR [FLAG...]: starts a campaign that finds failures and never ends by itself; returns when the first is
# reported.
start() {
    local dir=$1
    shift
    "$TREE" --seed 4 --guide quickcheck --checkpoint 100ms -o "$dir" "$@" >log 2>&1 </dev/null &
    pid=$!
    wait_for "the first failure" heard "saved as $dir/failures/"
}
# finish CODE: asks the campaign to end, and expects that exit code.
finish() {
    local status=0
    kill -TERM $pid
    wait $pid || status=$?
    [[ $status -eq $1 ]] || fail "exit code $status, expected $1"
}
# is_whole DIR: its figures are true.
is_whole() {
    same "$1: corpus" "$(count_cases "$1/corpus")" "$(figure "$1" corpus_count)"
    cases_have_tapes "$1"
    while read -r said; do
        [[ -s $said/input.tape && -s $said/failure.json ]] || fail "said to be saved, and not there: $said"
    done < <(sed -n 's/.*, saved as \([^ ]*\).*/\1/p' log | sed "s#^$2/#$1/#")
}
cases_have_tapes() {
    local case
    while read -r case; do [[ -s $case.tape ]] || fail "$case has no tape"; done < <(cases "$1/corpus")
}

step "renamed: the campaign follows"
start first
mv first second
wait_for "a message" heard 'was renamed to .*/second'
touch stamp
wait_for "newer figures" test second/fuzzer_stats -nt stamp
finish 77
[[ ! -e first ]] || fail "first was made again"
is_whole second first
same "the name in the summary" "$(sed -n 's/^  saved in  *//p' log)" "$PWD/second"
grep -q "\"reproduce\": .*$PWD/second/failures/" second/failures/*/failure.json || fail "the command names the old place"
exits 77 "$TREE" --resume second -n $(($(figure second execs_done) + 1000))

step "removed: it is created again, with the corpus; failures are filed again when they recur"
start removed
kill -STOP $pid # so that for the campaign it happens in an instant
rm -rf removed
kill -CONT $pid
wait_for "a message" heard 'the run directory removed was removed during the campaign. It is made again'
wait_for "a checkpoint" test -s removed/state
wait_for "a message" heard 'was removed; the failure is saved again'
folder_is_back() { [[ $(distinct removed) -gt 0 ]]; }
wait_for "its folder" folder_is_back
finish 74
is_whole removed removed
same "rows after it begin with a header" "$(head -c 1 removed/plot_data)" "#"

step "removed file by file, while files are written to it"
start torn
until rm -rf torn; do :; done 2>/dev/null
wait_for "a message" heard 'the run directory torn was removed during the campaign. It is made again'
wait_for "a checkpoint" test -s torn/state
finish 74
same "its corpus" "$(count_cases torn/corpus)" "$(figure torn corpus_count)"

step "removed with its parent, so it cannot be created again: nothing is reported as saved"
mkdir parent
start parent/run
kill -STOP $pid
rm -rf parent
touch parent # a file, so that nothing can be created below it
kill -CONT $pid
wait_for "a message" heard 'was removed during the campaign, and cannot be made again: Not a directory'
finish 74
says 'NOT SAVED'
[[ -f parent ]] || fail "the file was replaced"
rm parent

step "replaced by another campaign's directory: no file is written there"
start mine
mv mine aside
mkdir mine && echo precious >mine/file
wait_for "a message" heard 'was renamed to .*/aside'
finish 77
same "what is in mine" "$(ls -A mine)" file
is_whole aside mine

step "replaced after it was removed"
start ours
rm -rf theirs && mkdir theirs && echo precious >theirs/file
kill -STOP $pid
rm -rf ours
mv theirs ours
kill -CONT $pid
wait_for "a message" heard 'cannot be made again: another file or folder is in its place'
finish 74
same "what is in ours" "$(ls -A ours)" file

step "the folder of one failure is removed: the failure is filed again"
start some
before=$(grep -c ', saved as' log)
kill -STOP $pid
rm -rf some/failures/*
kill -CONT $pid
again() { [[ $(grep -c ', saved as' log) -gt $before ]]; }
wait_for "the failure, announced again" again
finish 77
is_whole some some

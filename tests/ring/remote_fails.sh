#!/bin/bash
# A target in a process of its own (tests/ring/remote.c) that fails, dies, hangs or grows: each failure is filed with its
# own words, shrunk and replayed, and nothing is left running.
. "$SOURCE/tests/lib.sh"
. "$SOURCE/tests/remote_target.sh"

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
step "hang: in a loop, and, when the failure is repeated in a new process, asleep"
REMOTE=hang exits 70 "$remote" -q -g quickcheck --seed 2 -n 90 --timeout 2s --shrink-runs 0 -o hang
adds_up hang
same "trials" "$(figure hang execs_done)" 90
same "signature" "$(known "$(folders hang)" signature)" "timeout in words.Reader.loop"
same "reproducible" "$(known "$(folders hang)" reproducible)" yes
[[ $(known "$(folders hang)" first_trial) -gt 32 ]] || fail "it hangs before the process has had 32 runs: choose another seed"
no_remote_is_left
step "grow"
REMOTE=grow exits 71 "$remote" -q --seed 1 -n 6 --timeout 60s --memory 64M --shrink-runs 0 -o grow
says '^memory' <(known "$(folders grow)" signature)
no_remote_is_left

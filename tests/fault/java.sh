#!/bin/bash
# builds: unsanitized
# A target in Java that goes wrong, in every way that we know of: nothing is lost or left behind, and nothing hangs.
. "$SOURCE/tests/lib.sh"
own_processes
. "$SOURCE/tests/faults.sh"

. "$SOURCE/tests/java_target.sh"

# way NAME CODE SIGNATURE TRIALS WORDS [FLAG...]: so many trials, of which some go wrong in this way. Each is filed, under
# this signature alone, and nothing else is; "none": each survives.
way() {
    local name=$1 expected=$2 signature=$3 trials=$4 words=$5
    shift 5
    goes_wrong throw
    [[ -d wrong-$trials ]] || exits 77 "$java" -q -g quickcheck --seed 1 -n "$trials" --shrink-runs 0 -o "wrong-$trials"
    begin "Java: $words"
    goes_wrong "$name"
    ends "$expected" "$java" -g quickcheck --seed 1 -n "$trials" --timeout 60s --shrink-runs 0 "$@" -o out
    injected=$(figure "wrong-$trials" failures)
    count out
    cases_are_whole out
    log_is_true out log
    figures_are_true out
    [[ $(figure out execs_done) == "$trials" ]] || lose "$(figure out execs_done) trials of $trials"
    if [[ $signature == none ]]; then
        [[ $(figure out failures) == 0 ]] || mind "$(figure out failures) failures"
        goes_wrong nothing
        exits 0 "$java" -q -g quickcheck --seed 1 -n "$trials" -o out.good
        [[ $(figure out traces) == "$(figure out.good traces)" ]] || lose "traces"
        goes_wrong "$name"
    else
        [[ $(figure out failures) == "$injected" ]] || lose "$(figure out failures) failures of $injected"
        local signatures
        signatures=$(for folder in $(folders out); do known "$folder" signature; done)
        [[ $signatures =~ ^($signature)$ ]] || mind "signature: $signatures"
    fi
    [[ $expected == 70 ]] || replays out "$java" --timeout 60s
    nothing_left out
    end
}
in_target='in bediv\.test\.Misbehave\.'
n=20 some=8 few=3 one=2 # of two inputs, one goes wrong: a new JVM has ten seconds more than its limit, and loops burn them
[[ -z $full ]] || n=400 some=400 few=20 one=20
way throw 77 "java.lang.IllegalStateException ${in_target}go at Misbehave.java:[0-9]+.*" $n "an exception"
way overflow 77 "java.lang.StackOverflowError ${in_target}recurse.*" $n "StackOverflowError"
way memory 77 java.lang.OutOfMemoryError $some "OutOfMemoryError"
way kept-memory 77 java.lang.OutOfMemoryError $some "OutOfMemoryError, and it keeps the memory"
way exit 77 "exit 7" $some "System.exit"
way halt 77 "exit 0" $some "Runtime.halt"
way native 77 SIGABRT $some "a crash in native code"
way sleepers 0 none $n "leaked threads"
way loop 70 "timeout ${in_target}loop" $one "an endless loop that ignores interrupts" --timeout 2s
way deadlock 70 "timeout ${in_target}deadlock" $few "a deadlock" --timeout 2s

table

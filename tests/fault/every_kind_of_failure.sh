#!/bin/bash
# Whatever goes wrong in target or generator is one distinct failure, filed completely under its kind, and
# reproducible. The campaign continues to its last trial, and replay shows each failure again, with its exit code.
. "$SOURCE/tests/lib.sh"

misbehave=$BUILD/tests/fault/misbehave

# fails WAY KIND EXIT-CODE WORDS: KIND is in the names of the files, WORDS are in the messages.
fails() {
    local way=$1 kind=$2 code=$3 words=$4 out=out-$1 case
    step "$way"
    export MISBEHAVE=$way
    exits "$code" "$misbehave" -q --seed 1 -n 200 --timeout $TIMEOUT --memory $MEMORY ${FEW-} -o "$out"
    same trials "$(figure "$out" execs_done)" 200
    adds_up "$out"
    [[ $(figure "$out" failures) -gt 0 ]] || fail "no failure"
    filed "$out" "$(figure "$out" failures)"
    [[ $(figure "$out" valid) -gt 50 && $(figure "$out" invalid) -gt 20 ]] || fail "the campaign did not go on"
    while read -r case; do
        [[ ${case##*/} =~ ^id:[0-9]{6},$kind,(src:[0-9]+,)?execs: ]] || fail "not named $kind: $case"
        same "verdict on the tape" "$(sed -n 's/^# verdict: //p' "$case.tape")" "failure ($words)"
        says "in trial [0-9]+" "$(folder_of "$case")/report.txt"
    done < <(cases "$out/failures")
    same "distinct failures" "$(distinct "$out")" 1
    same "reproducible" "$(known "$(folders "$out")" reproducible)" yes
    exits "$code" "$misbehave" replay --timeout $TIMEOUT --memory $MEMORY "$(folders "$out")"
    case=$(first_case "$out/failures")
    exits "$code" "$misbehave" replay --timeout $TIMEOUT --memory $MEMORY "$case"
    says ": FAILURE: "
    exits "$code" "$misbehave" replay --timeout $TIMEOUT --memory $MEMORY "$case.tape"
    unset MISBEHAVE
    exits 0 "$misbehave" replay "$case.tape" # it was the misbehaviour, not the input
}

MEMORY=64M TIMEOUT=1m FEW="--shrink-runs 20" # generous, so that a busy machine does not turn other failures into timeouts
if [[ -z $SANITIZE ]]; then
    fails segv sig:11 77 SIGSEGV
    fails fpe sig:08 77 SIGFPE
    fails ill sig:04 77 SIGILL
    fails stack stack 77 "stack overflow"
    fails generator-segv sig:11,generator 77 "in the generator: SIGSEGV"
    fails generator-stack stack,generator 77 "in the generator: stack overflow"
else # a sanitizer reports these itself
    MEMORY=512M
    fails segv sanitizer 77 "sanitizer report"
    fails fpe sanitizer 77 "sanitizer report"
    fails stack sanitizer 77 "sanitizer report"
    fails generator-segv sanitizer,generator 77 "in the generator: sanitizer report"
fi
fails abort sig:06 77 SIGABRT
fails kill sig:09 77 SIGKILL
fails exit0 exit:00 77 "exit(0)"
fails exit3 exit:03 77 "exit(3)"
export ONE_IN=50 # few, because each takes its full time
TIMEOUT=500ms FEW="--shrink-runs 2"
fails hang timeout 70 timeout
fails sleep timeout 70 timeout
fails generator-hang timeout,generator 70 "in the generator: timeout"
TIMEOUT=1m FEW="--shrink-runs 20"
unset ONE_IN
fails memory memory 71 "memory limit"
fails generator-abort sig:06,generator 77 "in the generator: SIGABRT"
fails generator-exit3 exit:03,generator 77 "in the generator: exit(3)"
fails generator-memory memory,generator 71 "in the generator: memory limit"

step "the log has what the target wrote before it died"
MISBEHAVE=setup exits 1 "$misbehave" -n 10 -o setup
says "error: the target's set-up failed \(SIGABRT\):"
says "no licence"

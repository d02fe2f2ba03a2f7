#!/bin/bash
# SIGKILL of the supervisor leaves no process and no shared memory behind, and what was saved is complete.
. "$SOURCE/tests/lib.sh"
own_processes

misbehave=$BUILD/tests/fault/misbehave

MARK=$PWD/mark # created by a target that goes wrong
export MARK

# has_found COUNT DIR: this many corpus files exist; has_filed DIR: a failure exists; went_wrong: the mark exists.
has_found() { [[ $(find "$2/corpus" -name '*.tape' 2>/dev/null | wc -l) -ge $1 ]]; }
has_filed() { [[ -n $(find "$1/failures" -name failure.json 2>/dev/null) ]]; }
went_wrong() { there_is "$MARK"; }
# has_worker PID: sets $workers. There is no worker between the end of one and the start of the next.
has_worker() { workers=$(descendants_of "$1") && [[ -n $workers ]]; }

# kill_while NAME EVENT COMMAND...: kills the supervisor after EVENT.
kill_while() {
    local name=$1 event=$2 pid workers
    step "$name"
    shift 2
    rm -f "$MARK"
    find /dev/shm -mindepth 1 | sort >shm_before
    "$@" >log 2>&1 </dev/null &
    pid=$!
    # shellcheck disable=SC2086 # a function and its arguments
    wait_for "$event" $event
    wait_for "a worker" has_worker $pid
    kill -KILL $pid
    wait $pid 2>/dev/null || true
    # shellcheck disable=SC2086
    wait_for "the end of the workers $workers" gone $workers
    find /dev/shm -mindepth 1 | sort | diff shm_before - || fail "something is left in /dev/shm"
    # System V segments that nobody is attached to, or that this process created.
    ! awk -v p="$pid" 'NR > 1 && $5 == p' /proc/sysvipc/shm | grep . || fail "a System V segment is left"
}

kill_while "while it fuzzes" "has_found 5 fuzzes" "$EXPAT" -q --seed 1 -o fuzzes
[[ -n $(cases fuzzes/corpus) ]] || fail "nothing was saved"
while read -r case; do
    # Bytes and tape are two files: the tape of the last case may be missing.
    [[ ! -e $case.tape ]] || cases_with_tape+=("$case.tape")
done < <(cases fuzzes/corpus)
exits 0 "$EXPAT" replay -q "${cases_with_tape[@]}" # each is a complete tape
silent_about 'does not quite fit'

MISBEHAVE=hang EVERY=1 kill_while "while the target hangs" went_wrong "$misbehave" -q --timeout 1h -o hangs
MISBEHAVE=sleep EVERY=1 kill_while "while the target sleeps" went_wrong "$misbehave" -q --timeout 1h -o sleeps
MISBEHAVE=abort EVERY=1 kill_while "while the target crashes" "has_filed crashes" "$misbehave" -q -o crashes
MISBEHAVE=handle-signals EVERY=1 kill_while "while the target ignores signals" went_wrong "$misbehave" -q -o ignores
[[ $(distinct crashes) -gt 0 ]] || fail "no failure was saved"
while read -r folder; do # failure.json is written last
    [[ -e $folder/input && -s $folder/input.tape && -s $folder/report.txt ]] || fail "$folder is not whole"
done < <(folders crashes)

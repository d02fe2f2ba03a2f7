#!/bin/bash
# SIGKILL of the supervisor leaves no process and no shared memory behind, and what was saved is whole.
. "$SOURCE/tests/lib.sh"
own_processes

misbehave=$BUILD/tests/fault/misbehave

# gone PID...: soon none of them is there, unless as a zombie that nobody reaps.
gone() {
    local i pid state left
    for i in $(seq 1200); do
        left=
        for pid in "$@"; do
            state=$(sed -n 's/^State:\t\(.\).*/\1/p' /proc/"$pid"/status 2>/dev/null || true)
            [[ -z $state || $state == Z ]] || left+=" $pid($state)"
        done
        [[ -n $left ]] || return 0
        sleep 0.05
    done
    fail "still there:$left"
}

# kill_while NAME COMMAND...: kills the supervisor half a second into the campaign.
kill_while() {
    local name=$1 pid workers
    step "$name"
    shift
    find /dev/shm -mindepth 1 | sort >shm_before
    "$@" >log 2>&1 </dev/null &
    pid=$!
    sleep 0.5
    workers=
    for _ in $(seq 20); do # there is none between the end of one and the start of the next
        workers=$(descendants_of $pid)
        [[ -z $workers ]] || break
    done
    kill -KILL $pid
    wait $pid 2>/dev/null || true
    # shellcheck disable=SC2086
    gone $workers
    find /dev/shm -mindepth 1 | sort | diff shm_before - || fail "something is left in /dev/shm"
    # System V segments that nobody is attached to, or made by that process.
    ! awk -v p="$pid" 'NR > 1 && $5 == p' /proc/sysvipc/shm | grep . || fail "a System V segment is left"
}

kill_while "while it fuzzes" "$EXPAT" -q --seed 1 -o fuzzes
[[ -n $(cases fuzzes/corpus) ]] || fail "nothing was saved"
while read -r case; do
    # Bytes and tape are two files: the last may have lost its second half, as a file that is not there.
    [[ ! -e $case.tape ]] || cases_with_tape+=("$case.tape")
done < <(cases fuzzes/corpus)
exits 0 "$EXPAT" replay -q "${cases_with_tape[@]}" # each is a whole tape
silent_about 'does not quite fit'

MISBEHAVE=hang EVERY=1 kill_while "while the target hangs" "$misbehave" -q --timeout 1h -o hangs
MISBEHAVE=sleep EVERY=1 kill_while "while the target sleeps" "$misbehave" -q --timeout 1h -o sleeps
MISBEHAVE=abort EVERY=1 kill_while "while the target crashes" "$misbehave" -q -o crashes
MISBEHAVE=handle-signals EVERY=1 kill_while "while the target ignores signals" "$misbehave" -q -o ignores
[[ $(distinct crashes) -gt 0 ]] || fail "no failure was saved"
while read -r folder; do # failure.json is written last
    [[ -e $folder/input && -s $folder/input.tape && -s $folder/report.txt ]] || fail "$folder is not whole"
done < <(folders crashes)

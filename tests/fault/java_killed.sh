#!/bin/bash
# builds: unsanitized
# A target in Java, while somebody kills its virtual machine or the supervisor, and while the disk is full: nothing is lost
# or left behind, and nothing hangs.
. "$SOURCE/tests/lib.sh"
own_processes
. "$SOURCE/tests/faults.sh"
. "$SOURCE/tests/java_target.sh"

# The virtual machine of campaign PID.
machine_of() {
    local p
    for p in $(descendants_of "$1"); do
        [[ $(readlink "/proc/$p/exe") != */java ]] || echo "$p"
    done 2>/dev/null
}

begin "Java: SIGKILL of the virtual machine"
goes_wrong throw
"$java" --seed 2 --keep-failures 1M --shrink-runs 0 -o out >log 2>&1 </dev/null &
pid=$!
wait_for "the first trials" reached out execs_done 1
end=$((SECONDS + WAIT_LIMIT + KILLS))
while ((injected < KILLS && SECONDS < end)); do
    before=$(figure out execs_done 2>/dev/null || true)
    machine=$(machine_of $pid) && machine=${machine%%$'\n'*}
    [[ -z $machine ]] || ! kill -KILL "$machine" 2>/dev/null || injected=$((injected + 1))
    wait_for "more trials" reached out execs_done $((before + 1))
done
kill -TERM $pid || mind "it ended by itself"
status=0 && wait $pid || status=$?
[[ $status -eq 77 || $status -eq 72 ]] || mind "exit code $status"
[[ $injected -eq $KILLS ]] || mind "only $injected were killed"
count out && cases_are_whole out && log_is_true out log && figures_are_true out
nothing_left out
end

begin "Java: SIGKILL of the supervisor"
for ((i = 0; i < KILLS; i++)); do
    rm -rf out
    "$java" --seed $((i + 1)) --shrink-runs 0 -o out >log 2>&1 </dev/null &
    pid=$!
    ((i % 2 == 1)) || wait_for "a corpus" there_is out/plot_data # otherwise while the virtual machine starts
    sleep "0.$((RANDOM % 5))"
    kill -KILL $pid
    wait $pid 2>/dev/null || true
    injected=$((injected + 1))
    count out && cases_are_whole out && log_is_true out log
    nothing_left out killed
done
[[ -d out/corpus ]] || fail "no campaign got that far"
exits 77 "$java" -q --resume out -n 300
end

begin "Java: the disk is full"
TROUBLE_UNDER=out/ TROUBLE_CALL=write TROUBLE_ERROR=ENOSPC TROUBLE_AT=12 TROUBLE_FOR=0 \
    ends 74 env LD_PRELOAD="$trouble" "$java" -g quickcheck --seed 1 -n 40 --shrink-runs 0 -o out
injected=1
grep -q 'cannot write' log || mind "nobody was told"
count out && cases_are_whole out && log_is_true out log
replays out "$java" --timeout 60s
nothing_left out
end

table

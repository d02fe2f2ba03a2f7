#!/bin/bash
# builds: unsanitized
# table.sh: injects every fault, then prints a table of them (tests/faults.sh). The faults are those of plain builds.
. "$SOURCE/tests/lib.sh"
own_processes
. "$SOURCE/tests/faults.sh"

[[ -z $full ]] || targets # otherwise hostile_*.sh run them

begin "heap corruption without sanitizer"
for way in free lists all; do
    WAY=$way ends 77 "$heap" --seed 1 -n $((TRIALS / 10)) -o out
    injected=$((injected + $(figure out failures)))
    count out && cases_are_whole out && log_is_true out log && figures_are_true out
    nothing_left out
    rm -rf out
done
end

# ---- SIGKILL at random moments -----------------------------------------------------------------------

# a random moment in the first half second
moment() { sleep "0.$(printf %03d $((RANDOM % 480 + 20)))"; }

begin "SIGKILL of the worker"
MISBEHAVE=abort ONE_IN=10000 "$misbehave" --seed 2 --keep-failures 1M -o out >log 2>&1 </dev/null &
pid=$!
wait_for "a campaign" there_is out/plot_data
end=$((SECONDS + WAIT_LIMIT + KILLS))
while ((injected < KILLS && SECONDS < end)); do
    worker=$(workers_of $pid | head -n 1)
    [[ -z $worker ]] || ! kill -KILL "$worker" 2>/dev/null || injected=$((injected + 1))
    sleep "0.0$((RANDOM % 90 + 10))"
done
kill -TERM $pid || mind "it ended by itself"
status=0 && wait $pid || status=$?
[[ $status -eq 77 || $status -eq 72 ]] || mind "exit code $status"
[[ $injected -eq $KILLS ]] || mind "only $injected were killed"
count out
cases_are_whole out
log_is_true out log
figures_are_true out
nothing_left out
end

# kills WHOM FAULT: one campaign per kill.
kills() {
    local i pid workers
    begin "$2"
    for ((i = 0; i < KILLS; i++)); do
        rm -rf out
        export MISBEHAVE=abort ONE_IN=$((i % 2 ? 16 : 2000)) # crashes all the time; fuzzes most of the time
        "$misbehave" --seed $((i + 1)) -o out >log 2>&1 </dev/null &
        pid=$!
        moment
        workers=
        [[ $1 != both ]] || workers=$(descendants_of $pid)
        # shellcheck disable=SC2086
        kill -KILL $workers $pid 2>/dev/null || true
        wait $pid 2>/dev/null || true
        injected=$((injected + 1))
        count out
        cases_are_whole out
        log_is_true out log
        ((i % 5 > 0)) || replays out "$misbehave"
        nothing_left out killed
    done
    unset MISBEHAVE ONE_IN
    end
}
kills supervisor "SIGKILL of the supervisor"
kills both "SIGKILL of supervisor and worker"

# ---- the disk ---------------------------------------------------------------------------------------

# writing CALL ERROR COUNT CODES: from a random call on, COUNT calls fail; 0: all of them.
writing() {
    local i words="$3 times"
    [[ $3 -ne 0 ]] || words="for good"
    begin "$1() fails with $2, $words"
    for ((i = 0; i < SEEDS; i++)); do
        rm -rf out && rm -f wrong
        MISBEHAVE=abort TROUBLE_UNDER=out/ TROUBLE_CALL=$1 TROUBLE_ERROR=$2 TROUBLE_AT=$((RANDOM % 15 + 3)) TROUBLE_FOR=$3 \
            TROUBLE_COUNT=$PWD/wrong ends "$4" env LD_PRELOAD="$trouble" "$misbehave" -g quickcheck --seed $((i + 1)) -n $TRIALS -o out
        injected=$((injected + $(cat wrong)))
        count out
        cases_are_whole out
        log_is_true out log
        if [[ $code -eq 74 ]]; then
            grep -q 'cannot write' log || mind "nobody was told"
        else
            figures_are_true out
        fi
        MISBEHAVE=abort replays out "$misbehave"
        nothing_left out
    done
    end
}
writing write EIO 1 77
writing write ENOSPC 3 77
writing write EINTR 5 77
writing write SHORT 0 77
writing write ENOSPC 0 74
writing open EIO 2 77
writing open EROFS 0 74
writing fsync EIO 2 77
writing close EIO 2 77
writing rename EIO 2 77
writing rename ENOSPC 0 74

# A disk that fills up: a small file system, or a shim where none can be mounted.
mkdir -p disk
mounted=
cleanup() { [[ -z $mounted ]] || umount disk; }
! mount -t tmpfs -o size=64k none disk 2>/dev/null || mounted=yes
# full_disk FAULT CODE [FLAG...]
full_disk() {
    local expected=$2 name=$1
    begin "$name"
    shift 2
    rm -rf disk/run spill
    if [[ -n $mounted ]]; then
        mount -o remount,size=64k disk
        MISBEHAVE=abort ends "$expected" "$misbehave" -g quickcheck --seed 1 -n $TRIALS -o disk/run "$@"
    else
        MISBEHAVE=abort TROUBLE_UNDER=disk/ TROUBLE_CALL=write TROUBLE_ERROR=ENOSPC TROUBLE_AT=40 TROUBLE_FOR=0 \
            ends "$expected" env LD_PRELOAD="$trouble" "$misbehave" -g quickcheck --seed 1 -n $TRIALS -o disk/run "$@"
    fi
    injected=1
    grep -q 'cannot write' log || mind "nobody was told"
    for dir in disk/run spill; do
        [[ -d $dir ]] || continue
        count $dir
        cases_are_whole $dir
        MISBEHAVE=abort replays $dir "$misbehave"
        nothing_left $dir
    done
}
full_disk "disk full" 74
log_is_true disk/run log
end
full_disk "disk full, with --spill" 77 --spill spill
grep -q 'spilled ' log || mind "the summary does not say where files are"
mkdir -p both/corpus both/failures
for dir in disk/run spill; do cp -r $dir/corpus $dir/failures both/ 2>/dev/null || true; done
[[ $(count_cases both/corpus) == "$(figure spill corpus_count)" ]] || lose "corpus"
[[ $(accounted both) == "$(figure spill failures)" ]] || lose "failures"
rm -rf both
end
if [[ -n $mounted ]]; then
    begin "disk full, then there is room"
    rm -rf disk/run && mount -o remount,size=64k disk
    MISBEHAVE=abort ONE_IN=500 "$misbehave" --seed 1 -o disk/run --keep-failures 1M >log 2>&1 </dev/null &
    pid=$!
    wait_for "word of the full disk" heard 'No space left'
    injected=1
    mount -o remount,size=1g disk
    wait_for "word that writing works" heard 'writing to disk/run works again'
    kill -TERM $pid
    status=0 && wait $pid || status=$?
    [[ $status -eq 77 ]] || mind "exit code $status"
    count disk/run
    cases_are_whole disk/run
    log_is_true disk/run log
    figures_are_true disk/run
    MISBEHAVE=abort ONE_IN=500 replays disk/run "$misbehave"
    nothing_left disk/run
    end
fi

# ---- the clock --------------------------------------------------------------------------------------

begin "clocks jump"
for ((i = 0; i < SEEDS; i++)); do
    rm -rf out && rm -f wrong
    MISBEHAVE=slow TROUBLE_CLOCK=$((RANDOM + 1)) TROUBLE_COUNT=$PWD/wrong \
        ends 0 env LD_PRELOAD="$trouble" "$misbehave" --seed 1 -n $((TRIALS * 10)) -o out
    injected=$((injected + $(cat wrong)))
    [[ $(figure out failures) == 0 ]] || mind "$(figure out failures) runs were blamed"
    count out && cases_are_whole out && figures_are_true out
    nothing_left out
done
end

begin "all is stopped for a while, and goes on"
MISBEHAVE=slow EVERY=1 "$misbehave" --seed 1 -n $((TRIALS * 2)) --timeout 1s -o out >log 2>&1 </dev/null &
pid=$!
for ((i = 0; i < KILLS; i++)); do
    moment
    workers=$(descendants_of $pid)
    # shellcheck disable=SC2086
    kill -STOP $workers $pid 2>/dev/null || break
    sleep 1.3 # longer than a run may take
    # shellcheck disable=SC2086
    kill -CONT $workers $pid 2>/dev/null || break
    injected=$((injected + 1))
done
status=0 && wait $pid || status=$?
[[ $status -eq 0 ]] || mind "exit code $status"
[[ $injected -gt 0 ]] || mind "it was never stopped"
count out && cases_are_whole out && figures_are_true out
nothing_left out
end

table

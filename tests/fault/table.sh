#!/bin/bash
# builds: unsanitized
# table.sh: every fault there is, injected; then a table of them with counts: how often each was injected, how many
# findings (corpus entries and failures) the campaigns made, how many of these are lost, and what was left behind. One lost
# finding or one thing left fails the test.
#
# After each campaign: its exit code is as documented; each failure that the log says is saved exists; each case on disk is
# whole and replays to the verdict and the trace that its tape says; what the figures count as saved is there; no process,
# no shared memory and no temporary file is left (but .tmp after SIGKILL of the supervisor, as docs/run-directory.md says).
#
#   FAULTS=full    100 kills of each sort, more of everything (make test-faults); else a quick selection
# Not under sanitizers: the faults are those of plain builds.
. "$SOURCE/tests/lib.sh"
own_shm

misbehave=$BUILD/tests/fault/misbehave
heap=$BUILD/tests/fault/heap
trouble=$BUILD/tests/fault/trouble.so
full=
[[ ${FAULTS-} != full ]] || full=yes
KILLS=5 TRIALS=300 SEEDS=1
[[ -z $full ]] || KILLS=100 TRIALS=1000 SEEDS=5
RANDOM=${SEED-1}
export RICH=1             # there is a corpus to lose
export BEDIV_FAULT_MARK=$$.$RANDOM # in the environment of all that we start, and of what that starts

# ---- what is looked at after a campaign ------------------------------------------------------------

lose() {
    lost=$((lost + 1))
    echo "   LOST: $*"
}
leave() {
    left=$((left + 1))
    echo "   LEFT: $*"
}
mind() {
    wrong=$((wrong + 1))
    echo "   WRONG: $*"
}

# marked: processes of campaigns that have our mark, whatever session they are in; zombies have no environment.
marked() {
    local p
    for p in $(grep -lsz "^BEDIV_FAULT_MARK=$BEDIV_FAULT_MARK\$" /proc/[0-9]*/environ 2>/dev/null || true); do
        p=${p%/environ}
        [[ $(readlink "$p/exe" 2>/dev/null) != "$BUILD"/tests/fault/* ]] || echo "${p#/proc/}"
    done
}

# Shared memory that has a name: POSIX objects, and System V segments that nobody is attached to.
shm() {
    {
        find /dev/shm -mindepth 1 -maxdepth 1 ! -type d 2>/dev/null
        awk 'NR > 1 && $7 == 0 { print "segment", $2 }' /proc/sysvipc/shm 2>/dev/null || true
    } | sort
}

# nothing_left DIR [killed]
nothing_left() {
    local i who
    for i in $(seq 60); do
        who=$(marked)
        [[ -n $who ]] || break
        sleep 0.05
    done
    [[ -z $who ]] || {
        leave "processes $who"
        # shellcheck disable=SC2086
        kill -KILL $who 2>/dev/null || true
    }
    shm | comm -13 shm_before - >shm_new
    [[ ! -s shm_new ]] || leave "shared memory: $(head -n 3 shm_new | xargs)"
    [[ ${2-} == killed || ! -d $1 ]] || for i in $(find "$1" -name '*.tmp'); do leave "$i"; done
}

# cases_are_whole DIR: bytes come with a tape that ends with a line's end.
cases_are_whole() {
    local case list
    mapfile -t list < <([[ ! -d $1/corpus ]] || cases "$1/corpus"; failed_inputs "$1")
    for case in "${list[@]}"; do [[ -s $case.tape ]] || lose "$case has no tape"; done
    [[ ${#list[@]} -gt 0 ]] || return 0
    while read -r case; do lose "$case is torn"; done < <(
        awk 'FNR == 1 && $0 != "bediv-tape 1" { print FILENAME }' "${list[@]/%/.tape}" 2>/dev/null
        [[ $(tail -qc 1 "${list[@]/%/.tape}" 2>/dev/null | tr -d '\n' | wc -c) -eq 0 ]] || echo "a tape"
    )
}

# log_is_true DIR LOG: every failure said to be saved is there, whole.
log_is_true() {
    local said
    whole_failures "$1" >whole
    while read -r said; do
        grep -qF "$said" whole || lose "the log says saved: $said"
    done < <(said_saved "$2")
}

# replays DIR PROGRAM [FLAG...]: a sample of the cases, against what their tapes say of them.
replays() {
    local dir=$1 program=$2 sample=12 tapes
    shift 2
    [[ -z $full ]] || sample=40
    mapfile -t tapes < <({
        [[ ! -d $dir/corpus ]] || cases "$dir/corpus" | awk -v n=$sample 'NR % 3 == 1 && m++ < n'
        failed_inputs "$dir" | awk -v n=$sample 'm++ < n'
    } | sed 's/$/.tape/' | while read -r tape; do [[ ! -e $tape ]] || echo "$tape"; done)
    [[ ${#tapes[@]} -gt 0 ]] || return 0
    "$program" replay -q "$@" "${tapes[@]}" >replayed 2>replay_errors </dev/null || true
    for tape in "${tapes[@]}"; do
        awk -v tape="$tape" '
            FNR == NR && /^# verdict: / { sub(/^# verdict: /, ""); verdict = $0 }
            FNR == NR && /^# trace: / { trace = $3 }
            FNR != NR && index($0, tape ": ") == 1 {
                line = substr($0, length(tape) + 3); said = 1
                if (verdict ~ /^failure/) {
                    sub(/^failure \(/, "", verdict); sub(/\)$/, "", verdict); sub(/^in the generator/, "the generator failed", verdict)
                    good = index(line, "FAILURE: " verdict ",") == 1
                } else {
                    good = index(line, verdict ",") == 1 && (trace == "" || index(line, "trace " trace))
                }
                if (!good) { print "the tape says " verdict " " trace ", replay: " line; exit }
            }
            END { if (!said) print "replay says nothing" }
        ' "$tape" replayed >mismatch
        [[ ! -s mismatch ]] || lose "${tape##*/}: $(cat mismatch) $(head -n 2 replay_errors)"
    done
}

# figures_are_true DIR: of a campaign that ended by itself and saved all.
figures_are_true() {
    local dir=$1
    [[ -s $dir/fuzzer_stats ]] || { lose "$dir/fuzzer_stats" && return; }
    [[ $(figure "$dir" unsaved) == 0 ]] || mind "unsaved: $(figure "$dir" unsaved)"
    [[ $(count_cases "$dir/corpus") == "$(figure "$dir" corpus_count)" ]] ||
        lose "corpus: $(count_cases "$dir/corpus") files of $(figure "$dir" corpus_count)"
    [[ $(accounted "$dir") == "$(figure "$dir" failures)" ]] ||
        lose "failures: $(accounted "$dir") of $(figure "$dir" failures)"
    [[ -s $dir/abundances && -s $dir/plot_data && -s $dir/setup.json ]] || lose "figures of $dir"
    [[ $(awk -F', ' 'END { print $12 }' "$dir/plot_data") == "$(figure "$dir" execs_done)" ]] || lose "the last row"
}

# ---- the rows --------------------------------------------------------------------------------------

rows=() failed=
# begin FAULT
begin() {
    fault=$1 injected=0 found=0 lost=0 left=0 wrong=0
    step "$fault"
    rm -rf out out.* && : >log
    shm >shm_before
}
# count DIR: what was found, for the table.
count() { found=$((found + $(failed_inputs "$1" | wc -l) + $([[ ! -d $1/corpus ]] || count_cases "$1/corpus"))); }
end() {
    local verdict=passed
    ((lost + left + wrong == 0)) || { verdict=FAILED failed=yes && tail -n 5 log; }
    rows+=("$(printf '%-44s %8d %9d %6d %6d   %s' "$fault" $injected $found $lost $left $verdict)")
}

# ends CODES COMMAND...: runs it, output to ./log; its exit code must be one of CODES.
ends() {
    local codes=$1 status=0
    shift
    timeout -s KILL 300 "$@" >log 2>&1 </dev/null || status=$?
    [[ " $codes " == *" $status "* ]] || mind "exit code $status, not one of $codes: $*"
    code=$status
}

# ---- targets that go wrong --------------------------------------------------------------------------

# target FAULT WAY CODES [REPLAYED]: TRIALS of which one in sixteen goes wrong in that way. The figures must be true, and
# unless REPLAYED is `once` (a matter of chance) the cases must replay.
target() {
    local way=$2 codes=$3 flags=(--timeout "${TIMEOUT-2s}" --memory 128M)
    begin "$1"
    export MISBEHAVE=$way
    ends "$codes" "$misbehave" -g quickcheck --seed 1 -n $TRIALS "${flags[@]}" -o out
    injected=$(($(figure out execs_done) / ${EVERY-16}))
    [[ $code -eq 1 || $(figure out execs_done) -ge $TRIALS ]] || mind "$(figure out execs_done) trials of $TRIALS"
    [[ $codes != 7[017] ]] || injected=$(figure out failures)
    count out
    cases_are_whole out
    log_is_true out log
    figures_are_true out
    [[ ${4-} == once ]] || replays out "$misbehave" "${flags[@]}"
    nothing_left out
    unset MISBEHAVE
    end
}
target "none, to compare with" nothing 0
target "SIGSEGV" segv 77
target "abort" abort 77
target "_exit(0)" exit0 77
target "exit(3)" exit3 77
target "abort in a destructor of the input's object" destructor 77
target "abort in a handler of exit()" exit-abort 77
target "stack overflow" stack 77
target "abort in the generator" generator-abort 77
TIMEOUT=200ms
TRIALS=$((TRIALS / 4)) target "hang in the target" hang 70
TRIALS=$((TRIALS / 4)) target "hang in the target, asleep" sleep 70
TRIALS=$((TRIALS / 4)) target "hang in the generator" generator-hang 70
TIMEOUT=5s
TRIALS=$((TRIALS / 4)) target "endless allocation" memory 71
TIMEOUT=2s
target "leak: a megabyte a run" leak 0
target "closes descriptors" close 0
target "closes all descriptors" close-all 0
target "changes directory" chdir 0
target "forks" fork 0
target "forks and returns twice" come-back-twice 0
target "forks, and leaves a child" leave-children 0
target "forks, and leaves a session" leave-session 0
target "forks twenty children" fork-many 0
target "ignores and blocks all signals" handle-signals 0
target "lowers its limits" limit 0
target "leaves its process group" leave-group 0
target "writes over its input" scribble "0"
target "writes over its input, and aborts" scribble-abort 77
target "unmaps its input" unmap "0 1 77" once
target "protects its input" protect "0 1 77" once
target "an alarm goes off later" alarm "0 77" once
target "a thread crashes later" thread "0 1 77" once
EVERY=1 TRIALS=$((TRIALS / 20)) target "32 MB to stdout and stderr, every run" talk 0

begin "heap corruption without sanitizer"
for way in free lists all; do
    WAY=$way ends 77 "$heap" --seed 1 -n $((TRIALS / 10)) -o out
    injected=$((injected + $(figure out failures)))
    count out && cases_are_whole out && log_is_true out log && figures_are_true out
    nothing_left out
    rm -rf out
done
end

# ---- SIGKILL at moments of chance -------------------------------------------------------------------

# a moment of the first half second
moment() { sleep "0.$(printf %03d $((RANDOM % 480 + 20)))"; }

begin "SIGKILL of the worker"
MISBEHAVE=abort ONE_IN=10000 "$misbehave" --seed 2 --keep-failures 1M -o out >log 2>&1 </dev/null &
pid=$!
for _ in $(seq 100); do [[ ! -e out/plot_data ]] && sleep 0.05 || break; done
for ((i = 0; i < KILLS * 50 && injected < KILLS; i++)); do
    worker=$(children_of $pid | head -n 1)
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

# kills WHOM FAULT: a campaign each.
kills() {
    local i pid workers
    begin "$2"
    for ((i = 0; i < KILLS; i++)); do
        rm -rf out
        export MISBEHAVE=abort ONE_IN=$((i % 2 ? 16 : 2000)) # crashes all the time; fuzzes most of it
        "$misbehave" --seed $((i + 1)) -o out >log 2>&1 </dev/null &
        pid=$!
        moment
        workers=
        [[ $1 != both ]] || workers=$(children_of $pid)
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

# writing CALL ERROR COUNT CODES: from a call of chance on so many go wrong; 0: all of them.
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

# A disk that fills up: a small file system, or where none can be mounted, a shim.
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
    MISBEHAVE=abort ONE_IN=500 "$misbehave" --seed 1 -t 5s -o disk/run --keep-failures 1M >log 2>&1 </dev/null &
    pid=$!
    for _ in $(seq 100); do grep -q 'No space left' log && break || sleep 0.05; done
    injected=1
    mount -o remount,size=1g disk
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
MISBEHAVE=slow EVERY=1 "$misbehave" --seed 1 -n $((TRIALS * 2)) --timeout 500ms -o out >log 2>&1 </dev/null &
pid=$!
for ((i = 0; i < KILLS; i++)); do
    moment
    workers=$(children_of $pid)
    # shellcheck disable=SC2086
    kill -STOP $workers $pid 2>/dev/null || break
    sleep 0.7
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

# ---- the table --------------------------------------------------------------------------------------

echo
printf '%-44s %8s %9s %6s %6s   %s\n' fault injected findings lost left verdict
printf '%s\n' "${rows[@]}"
printf '%s\n' "${rows[@]}" | awk '
    { n++; for (i = NF; i > 0; i--) if ($i == "passed" || $i == "FAILED") break
      injected += $(i - 4); found += $(i - 3); lost += $(i - 2); left += $(i - 1); bad += $i == "FAILED" }
    END { printf "%d faults, injected %d times: %d findings, %d lost, %d things left behind, %d faults failed\n",
                 n, injected, found, lost, left, bad }'
[[ -z $failed ]]

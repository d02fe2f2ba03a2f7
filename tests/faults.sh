# faults.sh: injects faults, and checks what must be true afterwards. For scripts that include lib.sh, run in their own
# folder, and call own_processes first. Each fault is a row of a table: how often it was injected, how many findings
# (corpus entries and failures) the campaigns made, how many of these were lost, what was left behind, how often a
# campaign had to be killed because it hung. If one of the last three is not zero, the test fails.
#
# After each campaign: its exit code is as documented; each failure that the log reports as saved exists; each case on disk
# is complete, and replays to the verdict and the trace on its tape; everything that the figures count as saved exists; no
# process, no shared memory and no temporary file is left behind (except .tmp files after SIGKILL of the supervisor, as
# docs/run-directory.md says).
#
#   FAULTS=full    100 kills of each kind, and more of everything (make test-faults); otherwise a quick selection
misbehave=$BUILD/tests/fault/misbehave
heap=$BUILD/tests/fault/heap
trouble=$BUILD/tests/fault/trouble.so
full=
[[ ${FAULTS-} != full ]] || full=yes
KILLS=5 TRIALS=300 SEEDS=1
[[ -z $full ]] || KILLS=100 TRIALS=1000 SEEDS=5
RANDOM=${SEED-1}
export RICH=1                      # so that there is a corpus to lose
export BEDIV_FAULT_MARK=$$.$RANDOM # in the environment of all processes that we start, and of those that they start

# ---- checks after a campaign -----------------------------------------------------------------------

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

# marked: processes of campaigns that have our mark, in any session and with any program, except this script. Zombies
# have no environment.
marked() {
    local p
    for p in $(grep -lsz "^BEDIV_FAULT_MARK=$BEDIV_FAULT_MARK\$" /proc/[0-9]*/environ 2>/dev/null || true); do
        p=${p%/environ}
        case $(readlink "$p/exe" 2>/dev/null) in
        '' | */bash | */grep | */timeout) ;;
        *) echo "${p#/proc/}" ;;
        esac
    done
}
# Named shared memory: POSIX objects, and System V segments that nobody is attached to.
shm() {
    {
        find /dev/shm -mindepth 1 -maxdepth 1 ! -type d 2>/dev/null
        awk 'NR > 1 && $7 == 0 { print "segment", $2 }' /proc/sysvipc/shm 2>/dev/null || true
    } | sort
}

# nothing_left DIR [killed]
nothing_left() {
    local i who
    for i in $(seq 600); do
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

# cases_are_whole DIR: all bytes have a tape that ends with a newline.
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

# log_is_true DIR LOG: every failure that the log reports as saved exists and is complete.
log_is_true() {
    local said
    whole_failures "$1" >whole
    while read -r said; do
        grep -qF "$said" whole || lose "the log says saved: $said"
    done < <(said_saved "$2")
}

# replays DIR PROGRAM [FLAG...]: replays a sample of the cases, and compares with what their tapes say.
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

# figures_are_true DIR: for a campaign that ended by itself and saved everything.
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
    fault=$1 injected=0 found=0 lost=0 left=0 hangs=0 wrong=0
    step "$fault"
    rm -rf out out.* && : >log
    shm >shm_before
}
# count DIR: counts the findings, for the table.
count() {
    found=$((found + $(failed_inputs "$1" | wc -l)))
    [[ ! -d $1/corpus ]] || found=$((found + $(count_cases "$1/corpus")))
}
end() {
    local verdict=passed
    ((lost + left + hangs + wrong == 0)) || { verdict=FAILED failed=yes && tail -n 5 log; }
    rows+=("$(printf '%-45s %8d %8d %6d %6d %6d   %s' "$fault" $injected $found $lost $left $hangs $verdict)")
}

# ends CODES COMMAND...: runs COMMAND with its output in ./log; its exit code must be one of CODES.
ends() {
    local codes=$1 status=0
    shift
    timeout -s KILL 1500 "$@" >log 2>&1 </dev/null || status=$?
    [[ $status -ne 137 ]] || hangs=$((hangs + 1))
    [[ " $codes " == *" $status "* ]] || mind "exit code $status, not one of $codes: $*"
    code=$status
}

# ---- hostile targets --------------------------------------------------------------------------------

# reference TRIALS: runs this many trials of a target that does nothing wrong, in ./good-TRIALS; sets $bad to how many
# of them would have gone wrong.
reference() {
    local wrong="wrong-$1"
    [[ -d good-$1 ]] || MISBEHAVE=nothing exits 0 "$misbehave" -q -g quickcheck --seed 1 -n "$1" -o "good-$1"
    [[ -d $wrong ]] ||
        MISBEHAVE=exit0 exits 77 "$misbehave" -q -g quickcheck --seed 1 -n "$1" --shrink-runs 0 --timeout 60s -o "$wrong"
    bad=$(figure "$wrong" failures)
    [[ $bad -gt 0 ]] || fail "no trial of $1 goes wrong"
}

# survived DIR TRIALS: the result is as if nothing had gone wrong.
survived() {
    local key
    for key in execs_done valid invalid failures traces corpus_count; do
        [[ $(figure "$1" $key) == "$(figure "good-$2" $key)" ]] ||
            lose "$key: $(figure "$1" $key), not $(figure "good-$2" $key)"
    done
}

# failed_as DIR EXPECTED TRIALS: each trial that goes wrong is a failure of the expected kind.
failed_as() {
    [[ $(figure "$1" execs_done) == "$3" ]] || lose "$(figure "$1" execs_done) trials of $3"
    [[ $(figure "$1" failures) == "$bad" ]] || lose "$(figure "$1" failures) failures of $bad"
    of_kind "$1" "$2"
}
of_kind() {
    local case
    [[ $2 != any ]] || return 0
    while read -r case; do mind "not $2: $case"; done < <(failed_inputs "$1" | grep -vE ",($2)(,|\$)")
}

# target NAME GROUP EXPECTED WORDS: runs TRIALS, of which one in sixteen goes wrong in that way (misbehave.c explains
# EXPECTED).
target() {
    local way=$1 expected=${3#\~} trials=$TRIALS codes=77 chance= flags=(--timeout 60s --memory 128M)
    [[ $3 != "~"* ]] || chance=yes
    [[ -n $full ]] || trials=$((TRIALS / 5)) flags+=(--shrink-runs 0) # two or three go wrong
    case $3 in
    none) codes=0 ;;
    "~"*) codes="0 1 77" ;;
    timeout) codes=70 trials=$((TRIALS / 5)) flags=(--timeout 600ms --memory 128M --shrink-runs 0) ;;
    memory) codes=71 trials=$((TRIALS / 5)) flags=(--timeout 60s --memory 128M --shrink-runs 0) ;;
    esac
    reference $trials
    begin "$4"
    export MISBEHAVE=$way
    ends "$codes" "$misbehave" -g quickcheck --seed 1 -n $trials "${flags[@]}" -o out
    injected=$bad
    count out
    cases_are_whole out
    log_is_true out log
    figures_are_true out
    if [[ -n $chance ]]; then
        of_kind out "$expected"
    elif [[ $expected == none ]]; then
        survived out $trials
        replays out "$misbehave" "${flags[@]:0:4}"
    else
        failed_as out "$expected" $trials
        [[ -z $full && $expected == timeout ]] || replays out "$misbehave" "${flags[@]:0:4}"
    fi
    nothing_left out
    unset MISBEHAVE
    end
}

# targets [GROUP]: all ways of misbehave.c, or those of one group.
targets() {
    local name group expected words
    while IFS=$'\t' read -r name group expected words <&8; do
        [[ -n ${1-} && $group != "$1" ]] || target "$name" "$group" "$expected" "$words"
    done 8< <(MISBEHAVE=list "$misbehave")
}

# table: prints all that was injected; returns false if anything failed.
table() {
    echo
    printf '%-45s %8s %8s %6s %6s %6s   %s\n' fault injected findings lost left hangs verdict
    printf '%s\n' "${rows[@]}"
    printf '%s\n' "${rows[@]}" | awk '
        { n++; for (i = NF; i > 0; i--) if ($i == "passed" || $i == "FAILED") break
          injected += $(i - 5); found += $(i - 4); lost += $(i - 3); left += $(i - 2); hung += $(i - 1); bad += $i == "FAILED" }
        END { printf "%d faults, injected %d times: %d findings, %d lost, %d things left behind, %d hangs, %d faults failed\n",
                     n, injected, found, lost, left, hung, bad }'
    [[ -z $failed ]]
}

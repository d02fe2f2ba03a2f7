# lib.sh: helpers for the scripts in ring/, fault/ and quality/, which begin with  . "$SOURCE/tests/lib.sh"
# A script runs in an empty folder, and passes if it reaches its end.
set -euo pipefail
export LC_ALL=C

TREE=$BUILD/examples/tree
EXPAT=$BUILD/subjects/expat

# guides_of PROGRAM: the names of all guides, one per line, the default first.
guides_of() { "$1" list | sed -n '/^Guides/,/^$/s/^  \([^ ]*\) .*/\1/p'; }
# All guides, on one line. Where that program is not built, using this is an error, not an empty list.
[[ ! -x $TREE ]] || GUIDES=$(guides_of "$TREE" | xargs)

# Flags that a fuzzer needs in addition to `bediv cc`, to match the library of this build.
SANITIZE=
if grep -q '^BEDIV_SANITIZE:[A-Z]*=\(ON\|true\|TRUE\|1\)$' "$BUILD/CMakeCache.txt"; then
    SANITIZE="-fsanitize=address,undefined -fno-sanitize-recover=undefined"
fi

# However a script ends, nothing that it started stays behind. Scripts can redefine cleanup.
cleanup() { :; }
end_all() {
    local status=$? pid
    for pid in $(jobs -p); do kill -KILL "$pid" 2>/dev/null && wait "$pid" 2>/dev/null || true; done
    cleanup
    exit $status
}
trap end_all EXIT

# The library, for linkers other than `bediv cc`.
LINK=$("$BUILD/bin/bediv" flags --link)

step() { echo "-- $*"; }
fail() {
    echo "FAILED: $*"
    [[ ! -f log ]] || { echo "--- log (last lines):" && tail -n 30 log; }
    exit 1
}
# skip REASON: ends the script as neither passed nor failed; tools/test counts and lists it. For the code 200, see
# CMakeLists.txt. A script that tests nothing in a whole kind of build has a marker for that instead (markers.cmake).
skip() {
    echo "skipped: $*"
    exit 200
}
# wait_for EVENT COMMAND...: tries COMMAND until it succeeds. Tests wait until something has happened, never for a
# time after which it should have. The limit only ends tests that hang; no machine is that slow.
WAIT_LIMIT=300
wait_for() {
    local event=$1 end=$((SECONDS + WAIT_LIMIT))
    shift
    until "$@"; do
        [[ $SECONDS -lt $end ]] || fail "waited $WAIT_LIMIT seconds in vain: $event"
        sleep 0.02
    done
}
# For wait_for: there_is PATH; heard PATTERN [FILE], where FILE need not exist yet; gone PID..., or zombies that
# nobody reaps; reached DIR KEY NUMBER: the figure, as last saved, is at least NUMBER.
there_is() { [[ -e $1 ]]; }
heard() { grep -qsE -e "$1" "${2-log}"; }
gone() {
    local pid
    for pid in "$@"; do ! grep -qs '^State:[[:space:]]*[^ZX[:space:]]' "/proc/$pid/status" || return 1; done
}
reached() {
    local value
    value=$(figure "$1" "$2" 2>/dev/null) || return 1
    [[ -n $value && $value -ge $3 ]]
}
# same WHAT FOUND EXPECTED
same() { [[ $2 == "$3" ]] || fail "$1: found '$2', expected '$3'"; }
# says PATTERN [FILE]: FILE (./log) has a line that matches the extended regular expression.
says() { grep -qE -e "$1" "${2-log}" || fail "nothing in ${2-log} matches: $1"; }
silent_about() { ! grep -qE -e "$1" "${2-log}" || fail "${2-log} must not match: $1"; }

# exits CODE COMMAND...: runs COMMAND with its output in ./log, and expects that exit code.
exits() {
    local expected=$1 status=0
    shift
    "$@" >log 2>&1 </dev/null || status=$?
    [[ $status -eq $expected ]] || fail "exit code $status, expected $expected: $*"
}

# children_of PID: its living children.
children_of() {
    cat /proc/[0-9]*/stat 2>/dev/null |
        awk -v parent="$1" '{ pid = $1; sub(/^.*\) /, ""); if ($2 == parent && $1 !~ /[ZX]/) print pid }' || true
}
# workers_of PID: the workers of a supervisor, which are the children of its wardens. descendants_of PID: all of them.
workers_of() {
    local warden
    for warden in $(children_of "$1"); do
        [[ $(cat "/proc/$warden/comm" 2>/dev/null) != bediv-warden ]] || children_of "$warden"
    done
}
descendants_of() {
    local child
    for child in $(children_of "$1"); do echo "$child" && descendants_of "$child"; done
}

# state_of PID: a letter, as in /proc; "" if there is no such process. ended PID: it is gone, or a zombie.
state_of() { sed -n 's/^State:\t\(.\).*/\1/p' "/proc/$1/status" 2>/dev/null || true; }
ended() { [[ $(state_of "$1") == @(|Z) ]]; }
has_a_worker() { [[ -n $(workers_of "$1") ]]; }
# has_rows DIR: the campaign has written figures.
has_rows() { [[ $(cat "$1/plot_data" 2>/dev/null | wc -l) -gt 1 ]]; }

# figure DIR KEY: the value in fuzzer_stats.
figure() { sed -n "s/^$2 *: //p" "$1/fuzzer_stats"; }
# cases DIR/corpus, cases DIR/failures: the saved inputs in it, one per line; no tapes, and no temporary files. For
# failures, these are the ones in seen/: the first few of each distinct failure.
cases() {
    case $1 in
    */failures) find "$1" -mindepth 3 -maxdepth 3 -type f -path '*/seen/*' ! -name '*.tape' ! -name '*.tmp' | sort ;;
    *) find "$1" -mindepth 1 -maxdepth 1 -type f ! -name '*.tape' ! -name '*.tmp' | sort ;;
    esac
}
first_case() { cases "$1" | sed -n 1p; } # not head: `cases` would die of SIGPIPE
count_cases() { cases "$1" | wc -l; }

# ends_by SIGNAL CODE OUT COMMAND...: starts a campaign, and sends the signal as soon as there is a worker, or, with
# ROWS=1, as soon as the campaign has written figures.
ends_by() {
    local signal=$1 expected=$2 out=$3 status=0 pid
    shift 3
    "$@" -o "$out" >log 2>&1 </dev/null &
    pid=$!
    if [[ -n ${ROWS-} ]]; then
        wait_for "figures" has_rows "$out"
    else
        wait_for "a worker" has_a_worker $pid
    fi
    kill -s "$signal" $pid
    wait_for "its end after SIG$signal" ended $pid
    wait $pid || status=$?
    same "exit code after SIG$signal" $status "$expected"
    says '^Stopped after [0-9.]+ s: '
    adds_up "$out"
    [[ -s $out/abundances && -s $out/plot_data && -s $out/setup.json ]] || fail "$out is not complete"
    [[ -z $(children_of $pid) ]] || fail "some children are still there"
}

# folders DIR: the folders of its distinct failures, one per line; distinct DIR: how many. A folder counts once it is
# complete.
folders() { find "$1/failures" -mindepth 2 -maxdepth 2 -name failure.json -printf '%h\n' | sort; }
distinct() { folders "$1" | wc -l; }
# known FOLDER KEY: the value in a failure's failure.json.
known() { sed -n "s/^  \"$2\": \"\{0,1\}\([^\"]*\)\"\{0,1\},\{0,1\}$/\1/p" "$1/failure.json" | sed 's/,$//'; }
# folder_of CASE: the folder of an example in seen/.
folder_of() { dirname "$(dirname "$1")"; }

# adds_up DIR: every trial of the campaign is counted under one verdict, and everything that counts as saved exists.
adds_up() {
    local dir=$1 case
    same "$dir: valid + invalid + limited + failures + discarded" \
        $(($(figure "$dir" valid) + $(figure "$dir" invalid) + $(figure "$dir" limited) + $(figure "$dir" failures) + \
            $(figure "$dir" discarded))) \
        "$(figure "$dir" execs_done)"
    same "$dir: crashes + timeouts + memory_outs" \
        $(($(figure "$dir" crashes) + $(figure "$dir" timeouts) + $(figure "$dir" memory_outs))) \
        "$(figure "$dir" failures)"
    same "$dir: files in corpus/" "$(count_cases "$dir/corpus")" "$(figure "$dir" corpus_count)"
    for case in "$dir"/corpus/*.tape "$dir"/failures/*/seen/*.tape; do
        [[ ! -e $case || -e ${case%.tape} ]] || fail "$case has no bytes beside it"
    done
    same "$dir: folders in failures/" "$(distinct "$dir")" "$(figure "$dir" distinct_failures)"
    [[ -z $(find "$dir" -name '*.tmp') ]] || fail "$dir: there are still temporary files"
}
# covers_all PROGRAM DIR: the saved corpus, when replayed, covers what the campaign reports.
covers_all() {
    local dir=$2 found
    found=$("$1" replay -q "$dir"/corpus/* 2>&1 | tail -n 1) || fail "$dir: its corpus cannot be replayed: $found"
    same "$dir: the corpus" "$found" \
        "$(figure "$dir" corpus_count) inputs cover $(figure "$dir" edges_found) branches ($(figure "$dir" valid_edges) by valid inputs), $(figure "$dir" features) features ($(figure "$dir" valid_features) by valid inputs)"
}
# filed DIR COUNT: the folders count this many failures, and each folder is complete: input, tape, report, examples.
filed() {
    local dir=$1 folder case count=0 file
    while read -r folder; do
        count=$((count + $(known "$folder" count)))
        for file in input.tape report.txt failure.json; do [[ -s $folder/$file ]] || fail "$folder lacks $file"; done
        [[ -e $folder/input ]] || fail "$folder lacks its input"
        same "$folder: examples" "$(find "$folder/seen" -type f ! -name '*.tape' | wc -l)" "$(known "$folder" examples)"
        same "$folder: earlier inputs" "$(find "$folder" -path '*/earlier/*.tape' | wc -l)" "$(known "$folder" earlier)"
    done < <(folders "$dir")
    same "$dir: failures filed" $count "$2"
    while read -r case; do
        [[ -s $case.tape ]] || fail "$case lacks its tape"
    done < <(cases "$dir/failures")
}

# ---- Only these four functions know how failures are stored, and how the log reports them. ----

# failed_inputs DIR: the input of each filed failure, one per line; its tape is beside it, as INPUT.tape.
failed_inputs() { [[ ! -d $1/failures ]] || cases "$1/failures"; }
# whole_failures DIR: those that are complete.
whole_failures() {
    failed_inputs "$1" | while read -r case; do
        [[ ! -s $case.tape || ! -s ${case%/seen/*}/failure.json ]] || echo "$case"
    done
}
# accounted DIR: how many failures the files account for: each is filed, or counted by one that is.
accounted() { cat "$1"/failures/*/failure.json 2>/dev/null | awk -F': ' '/^  "count"/ { sum += $2 } END { print sum + 0 }'; }
# said_saved LOG: the failures that the log reports as saved, one per line: the beginning of the path of the input.
said_saved() { sed -n 's/.*, saved as \([^ ]*\).*/\1/p' "$1"; }

# build NAME FILE... [FLAG...]: builds a fuzzer NAME in the current folder with `bediv cc`, as a user would.
build() {
    local name=$1
    shift
    # shellcheck disable=SC2086 # SANITIZE is a list of words
    "$BUILD/bin/bediv" cc -O1 $SANITIZE "$@" -o "$name"
}

# own_processes: if the system allows it, starts the script again with its own processes and shared memory. Then what
# others have in /dev/shm (browsers do) and in /proc does not matter. (That nothing outlives a script is in-empty-dir's job.)
own_processes() {
    [[ -z ${OWN_PROCESSES-} ]] || return 0
    export OWN_PROCESSES=yes
    local own=(unshare --mount --ipc --pid --fork --kill-child --mount-proc)
    ! "${own[@]}" mount -t tmpfs none /dev/shm 2>/dev/null ||
        exec "${own[@]}" bash -c 'mount -t tmpfs none /dev/shm && "$0"' "$0"
}

# ---- comparing run directories ----

# What can differ between two runs with the same seed: times, durations, speeds, the process, the memory that it used.
TIMES="start_time last_update run_time fuzzer_pid execs_per_sec execs_ps_last_min last_find last_crash peak_rss_mb"
COLUMNS="relative_time execs_per_sec"

# forget_times DIR: removes all of these from its files. The last section of the state has times, too.
forget_times() {
    local dir=$1 key
    for key in $TIMES; do sed -i "s/^\($key *:\).*/\1 -/" "$dir/fuzzer_stats"; done
    sed -i 's/"start_time": [0-9]*/"start_time": -/' "$dir/setup.json"
    find "$dir/failures" -name failure.json -exec sed -i 's/^\(  "[a-z]*_seconds":\).*/\1 -/' {} +
    awk -F', ' -v OFS=', ' -v columns="$COLUMNS" '
        NR == 1 { sub(/^# /, ""); n = split(columns, name, " ")
                  for (i = 1; i <= NF; i++) for (j = 1; j <= n; j++) if ($i == name[j]) gone[i]
                  if (length(gone) != n) { print "columns are missing" > "/dev/stderr"; exit 1 } }
        NR > 1 { for (i in gone) $i = "-" } { print }' "$dir/plot_data" >plot && mv plot "$dir/plot_data"
    [[ ! -e $dir/state ]] || { head -c -68 "$dir/state" >plot && mv plot "$dir/state"; }
}

# kill.sh: campaigns that are killed and resumed; for scripts that include lib.sh.

# Sleeps for a random time of up to MILLISECONDS.
nap() { sleep "$(awk -v r="$RANDOM" -v most="$1" 'BEGIN { printf "%.3f", r / 32767 * most / 1000 }')"; }

# kill_all SUPERVISOR: kills it and its worker in one of three ways, or asks it to end.
kill_all() {
    local worker
    case $((RANDOM % 4)) in
    0) kill -KILL "$1" 2>/dev/null || return 1 ;; # the worker dies with it
    1) # the worker first, then the supervisor before it notices
        kill -STOP "$1" 2>/dev/null || return 1
        for worker in $(workers_of "$1"); do kill -KILL "$worker" 2>/dev/null || true; done
        kill -KILL "$1"
        ;;
    2) # both at once
        # shellcheck disable=SC2046
        kill -KILL "$1" $(workers_of "$1") 2>/dev/null || return 1
        ;;
    3) kill -TERM "$1" 2>/dev/null || return 1 ;;
    esac
}

# disturbed DIR KILLS MILLISECONDS COMMAND...: runs COMMAND in DIR, kills it up to KILLS times, each within
# MILLISECONDS of its start, and resumes it each time; then lets it run to its end. Sets $killed and $status, and $over if
# the last kill came when everything was written: then there was nothing to resume.
disturbed() {
    local dir=$1 kills=$2 most=$3 pid
    shift 3
    rm -rf "$dir"
    killed=0 status=0 over=
    "$@" --checkpoint 20ms -o "$dir" >log 2>&1 </dev/null &
    pid=$!
    for _ in $(seq "$kills"); do
        while [[ ! -e $dir/state ]] && kill -0 $pid 2>/dev/null; do sleep 0.01; done # before that there is nothing to resume
        nap "$most"
        ! ended $pid && kill_all $pid || break
        wait $pid 2>/dev/null || true
        killed=$((killed + 1))
        "$1" --resume "$dir" --checkpoint 20ms >log 2>&1 </dev/null &
        pid=$!
    done
    wait $pid || status=$?
    [[ $status -ne 2 ]] || ! heard 'cannot resume .*: it has already made' || over=yes killed=$((killed - 1))
}

# compare KILLED UNDISTURBED: they are the same, byte for byte, except times and the command line.
compare() {
    local dir
    for dir in "$@"; do
        forget_times "$dir"
        sed -i 's/^\(command_line *:\).*/\1 -/' "$dir/fuzzer_stats"
        sed -i 's/"command": .*/"command": -/' "$dir/setup.json"
        find "$dir/failures" -name failure.json -exec sed -i "s# $dir/failures/# DIR/failures/#" {} +
    done
    mv "$1/resumptions" resumptions 2>/dev/null || true
    diff -r "$1" "$2" >difference || { head -n 20 difference; fail "$1 and $2 differ"; }
}

# as_undisturbed KILLS COMMAND...: runs COMMAND in ./whole, and again in ./killed, where it is killed up to KILLS
# times and resumed. Both must have the same result.
as_undisturbed() {
    local kills=$1 started lasted code=0 most
    shift
    rm -rf whole
    started=${EPOCHREALTIME/./}
    "$@" -o whole >log 2>&1 </dev/null || code=$?
    lasted=$(((${EPOCHREALTIME/./} - started) / 1000))
    # The machine may be faster now than it was then: if the campaign ended before most of the kills, kill earlier.
    for ((most = lasted * 3 / 2 / kills; most > 0; most /= 2)); do
        disturbed killed "$kills" $most "$@"
        [[ -n $over ]] || same "exit code of $*" $status $code
        silent_about 'not made again'
        [[ $killed -lt $((kills / 2)) ]] || break
    done
    [[ $killed -ge $((kills / 2)) ]] || fail "it was killed only $killed times, so this tests nothing"
    adds_up killed
    # Not every resumption is recorded: some are killed again before they have loaded anything.
    local noted
    noted=$(grep -vc '^#' killed/resumptions)
    [[ $noted -ge 1 && $noted -le $killed ]] || fail "$noted resumptions are recorded, after $killed kills"
    compare killed whole
    echo "killed $killed times, in a campaign of $lasted ms: the same"
}

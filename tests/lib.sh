# lib.sh: what the scripts in ring/, fault/ and quality/ share; they begin with  . "$SOURCE/tests/lib.sh"
# A script runs in an empty folder and passes by reaching its end.
set -euo pipefail
export LC_ALL=C

TREE=$BUILD/examples/tree
EXPAT=$BUILD/subjects/expat
GUIDES="quickcheck rlcheck zest bediv-simple bediv-structure bediv-havoc"

# What a fuzzer must be compiled with on top of `bediv cc`, to go with the library of this build.
SANITIZE=
if grep -q '^BEDIV_SANITIZE:[A-Z]*=\(ON\|true\|TRUE\|1\)$' "$BUILD/CMakeCache.txt"; then
    SANITIZE="-fsanitize=address,undefined -fno-sanitize-recover=undefined"
fi

# However a script ends, nothing that it started stays; cleanup is for scripts to redefine.
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
# skip REASON: ends the script as passed, and says so.
skip() {
    echo "skipped: $*"
    exit 0
}
# same WHAT FOUND EXPECTED
same() { [[ $2 == "$3" ]] || fail "$1: found '$2', expected '$3'"; }
# says PATTERN [FILE]: FILE (./log) has a line that matches the extended regular expression.
says() { grep -qE -e "$1" "${2-log}" || fail "nothing in ${2-log} matches: $1"; }
silent_about() { ! grep -qE -e "$1" "${2-log}" || fail "${2-log} speaks of: $1"; }

# exits CODE COMMAND...: runs it, output to ./log, and wants that exit code.
exits() {
    local expected=$1 status=0
    shift
    "$@" >log 2>&1 </dev/null || status=$?
    [[ $status -eq $expected ]] || fail "exit code $status, expected $expected: $*"
}

# children_of PID: living ones.
children_of() {
    cat /proc/[0-9]*/stat 2>/dev/null |
        awk -v parent="$1" '{ pid = $1; sub(/^.*\) /, ""); if ($2 == parent && $1 !~ /[ZX]/) print pid }' || true
}

# figure DIR KEY: of fuzzer_stats.
figure() { sed -n "s/^$2 *: //p" "$1/fuzzer_stats"; }
# cases DIR/FOLDER: the saved inputs in it, a line each: neither tapes nor logs nor what was under way.
cases() { find "$1" -mindepth 1 -maxdepth 1 -type f ! -name '*.tape' ! -name '*.log' ! -name '*.tmp' | sort; }
first_case() { cases "$1" | sed -n 1p; } # not head: `cases` would die of SIGPIPE
count_cases() { cases "$1" | wc -l; }

# adds_up DIR: every trial of the campaign is counted under one verdict, and what counts as saved is there.
adds_up() {
    local dir=$1 case
    same "$dir: valid + invalid + failures + discarded" \
        $(($(figure "$dir" valid) + $(figure "$dir" invalid) + $(figure "$dir" failures) + $(figure "$dir" discarded))) \
        "$(figure "$dir" execs_done)"
    same "$dir: crashes + timeouts + memory_outs" \
        $(($(figure "$dir" crashes) + $(figure "$dir" timeouts) + $(figure "$dir" memory_outs))) \
        "$(figure "$dir" failures)"
    same "$dir: files in corpus/" "$(count_cases "$dir/corpus")" "$(figure "$dir" corpus_count)"
    for case in "$dir"/corpus/*.tape "$dir"/failures/*.tape; do
        [[ ! -e $case || -e ${case%.tape} ]] || fail "$case has no bytes beside it"
    done
    [[ -z $(find "$dir" -name '*.tmp') ]] || fail "$dir: temporary files are left"
}
# filed DIR COUNT: so many failures are filed, each whole: bytes, tape, log.
filed() {
    local dir=$1 case
    same "$dir: failures filed" "$(count_cases "$dir/failures")" "$2"
    cases "$dir/failures" | while read -r case; do
        [[ -s $case.tape && -s $case.log ]] || fail "$case lacks its tape or its log"
    done
}

# ---- How failures lie on disk, and how the log speaks of them: only these four know. ----

# failed_inputs DIR: the input of each failure that is filed, a line each; its tape is beside it, as INPUT.tape.
failed_inputs() { [[ ! -d $1/failures ]] || cases "$1/failures"; }
# whole_failures DIR: those that are whole.
whole_failures() {
    failed_inputs "$1" | while read -r case; do [[ ! -s $case.tape || ! -s $case.log ]] || echo "$case"; done
}
# accounted DIR: how many failures the files stand for: each is filed, or counted by one that is.
accounted() { failed_inputs "$1" | wc -l; }
# said_saved LOG: what the log says of failures saved, a line each: the beginning of the path of the input.
said_saved() { sed -n 's/.*, saved as \(.*\)….*/\1/p' "$1"; }

# build NAME FILE... [FLAG...]: a fuzzer NAME here, made by `bediv cc` as a user would.
build() {
    local name=$1
    shift
    # shellcheck disable=SC2086 # SANITIZE is a list of words
    "$BUILD/bin/bediv" cc -O1 $SANITIZE "$@" -o "$name"
}

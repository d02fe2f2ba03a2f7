#!/bin/bash
# long
# A campaign of a million trials, killed ten times and resumed: the same directory as that of an undisturbed one, byte for
# byte, but for times. With every guide, and on a subject.
. "$SOURCE/tests/lib.sh"
. "$SOURCE/tests/kill.sh"

# often KILLS PROGRAM ARGUMENT...
often() {
    local kills=$1 started lasted
    shift
    step "$*"
    rm -rf killed whole
    started=${EPOCHREALTIME/./}
    "$@" -o whole >log 2>&1 </dev/null || true
    lasted=$(((${EPOCHREALTIME/./} - started) / 1000))
    disturbed killed "$kills" $((lasted * 3 / 2 / kills)) "$@"
    silent_about 'not made again'
    [[ $killed -ge $((kills / 2)) ]] || fail "it was killed only $killed times"
    adds_up killed
    same "trials" "$(figure killed execs_done)" "$(figure whole execs_done)"
    compare killed whole
    echo "killed $killed times in $((lasted / 1000)) s"
}

RANDOM=13
for guide in $GUIDES; do often 10 "$TREE" --guide "$guide" --seed 5 -n 1M; done
[[ ! -x $EXPAT ]] || often 10 "$EXPAT" --seed 5 -n 200k

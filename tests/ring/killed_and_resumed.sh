#!/bin/bash
# A campaign that is killed at moments of chance, supervisor and worker, and resumed each time ends as an undisturbed one
# does: the same directory byte for byte, but for times. With every guide; killed_and_resumed_often.sh has a million trials.
. "$SOURCE/tests/lib.sh"
. "$SOURCE/tests/kill.sh"

RANDOM=11
for guide in $GUIDES; do
    step "$guide"
    rm -rf killed whole
    exits 77 "$TREE" --guide "$guide" --seed 7 -n 40000 --checkpoint 20ms -o whole
    disturbed killed 4 400 "$TREE" --guide "$guide" --seed 7 -n 40000
    same "exit code" $status 77
    silent_about 'not made again'
    [[ $killed -ge 2 ]] || fail "it was killed only $killed times: the test shows nothing"
    adds_up killed
    same "resumptions" "$(grep -vc '^#' killed/resumptions)" "$killed"
    compare killed whole
done

step "every kind of verdict in one run"
mixed=$BUILD/tests/ring/mixed
rm -rf killed whole
exits 77 "$mixed" --seed 3 -n 1500 --timeout 100ms -o whole
disturbed killed 4 1500 "$mixed" --seed 3 -n 1500 --timeout 100ms
same "exit code" $status 77
[[ $killed -ge 2 ]] || fail "it was killed only $killed times: the test shows nothing"
compare killed whole

#!/bin/bash
# builds: unsanitized
# The sanitized build beside a campaign is killed, replaced by another program, or loses its host: the campaign goes on,
# what was found is filed, and nothing is left running.
. "$SOURCE/tests/lib.sh"
export BEDIV_SYMBOLIZER="" ASAN_OPTIONS=symbolize=0

"$BUILD/bin/bediv" cc -O1 "$SOURCE/tests/ring/silent.c" -DMENDED -o plain
"$BUILD/bin/bediv" cc -O1 -fsanitize=address,undefined "$SOURCE/tests/ring/silent.c" -DMENDED -o sanitized
guest_of() {
    local child
    for child in $(children_of "$1"); do
        ! tr '\0' ' ' <"/proc/$child/cmdline" 2>/dev/null | grep -q -- ' --lane ' || echo "$child"
    done
}
has_a_guest() { [[ -n $(guest_of "$1") ]]; }
another_guest() { [[ -n $(guest_of "$1") && $(guest_of "$1") != "$2" ]]; }
begin() { # begin DIR FLAG...
    local dir=$1
    shift
    ./plain --guide bediv-simple --seed 1 --sanitized ./sanitized -o "$dir" "$@" >log 2>&1 &
    pid=$!
    wait_for "a lane" has_a_guest $pid
    guest=$(guest_of $pid)
}
finish() { # finish STATUS...: Ctrl-C
    local status=0
    family=$(descendants_of $pid)
    kill -INT $pid
    wait $pid || status=$?
    [[ " $* " == *" $status "* ]] || fail "exit code $status"
    # shellcheck disable=SC2086 # a list of words
    wait_for "the end of all processes" gone $family
}
found() { ls -d "$1"/failures/heap-buffer-overflow-in-read_too_far-* >/dev/null 2>&1; }

step "killed: it is started again, and resumes"
begin killed --checkpoint 1s
wait_for "a failure" found killed
wait_for "a checkpoint" there_is killed/sanitized/state
kill -KILL "$guest"
wait_for "another one" another_guest $pid "$guest"
wait_for "a word about it" heard './sanitized has died, and is started again'
finish 77
[[ ! -e killed/sanitized-2 ]] || fail "it was not resumed"

step "its host is killed: it ends, too, and both can be resumed"
begin orphaned --checkpoint 1s
wait_for "a checkpoint" there_is orphaned/sanitized/state
wait_for "a checkpoint" there_is orphaned/state
family="$guest $(descendants_of "$guest") $(descendants_of $pid)"
kill -KILL $pid
wait $pid || true
# shellcheck disable=SC2086 # a list of words
wait_for "the end of all processes" gone $family
trials=$(($(figure orphaned execs_done) + 100000))
exits 77 ./plain -q --resume orphaned -n $((trials > 200000 ? trials : 200000)) --sanitized ./sanitized
silent_about 'cannot resume'
found orphaned || fail "nothing was found"

step "another program at its path: it begins a new campaign"
begin replaced --checkpoint 1s
wait_for "a checkpoint" there_is replaced/sanitized/state
finish 72 77
cp sanitized before
"$BUILD/bin/bediv" cc -O2 -fsanitize=address "$SOURCE/tests/ring/silent.c" -DMENDED -o sanitized
exits 77 ./plain -q --resume replaced -n $(($(figure replaced execs_done) + 1000)) --sanitized ./sanitized
says './sanitized cannot resume its campaign in .*/sanitized, and begins a new one'
[[ -e replaced/sanitized-2/fuzzer_stats ]] || fail "it did not begin a new one"

step "one that dies again and again is given up"
cat >dying <<'END'
#!/bin/bash
echo ready
END
chmod +x dying
exits 0 ./plain --guide bediv-simple --seed 1 -n 20000 --sanitized ./dying -o given_up
says './dying has died 3 times without a trial in between; the campaign continues without it'

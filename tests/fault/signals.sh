#!/bin/bash
# SIGINT, SIGTERM and SIGHUP end a campaign soon (in two seconds, on a machine that is not overloaded), with a summary, exit
# code 72 and everything saved: while it runs, while the target hangs, and while it crashes all the time.
. "$SOURCE/tests/lib.sh"

misbehave=$BUILD/tests/fault/misbehave

MARK=$PWD/mark # made by a target that goes wrong
export MARK

# found_something DIR, failed_already DIR: on disk.
found_something() { [[ -n $(find "$1/corpus" -type f 2>/dev/null) ]]; }
failed_already() { [[ -n $(find "$1/failures" -name failure.json 2>/dev/null) ]]; }
went_wrong() { there_is "$MARK"; }

# ends_by SIGNAL EVENT CODE OUT COMMAND...: starts it, sends the signal after EVENT.
ends_by() {
    local signal=$1 event=$2 expected=$3 out=$4 status=0 pid
    shift 4
    rm -f "$MARK"
    "$@" -o "$out" >log 2>&1 </dev/null &
    pid=$!
    wait_for "$event, of $out" "$event" "$out"
    kill -s "$signal" $pid
    wait_for "its end after SIG$signal" gone $pid
    wait $pid || status=$?
    same "exit code after SIG$signal" $status "$expected"
    says '^Stopped after [0-9.]+ s: '
    adds_up "$out"
    [[ -s $out/abundances && -s $out/plot_data && -s $out/setup.json ]] || fail "$out is not complete"
    [[ -z $(children_of $pid) ]] || fail "children are left"
}

for signal in INT TERM HUP; do
    step "SIG$signal to a campaign that runs"
    ends_by $signal found_something 72 "runs-$signal" "$EXPAT" --seed 1
done
step "while the target hangs, in code of its own and in a system call"
MISBEHAVE=hang EVERY=1 ends_by INT went_wrong 72 hangs "$misbehave" --timeout 1h
MISBEHAVE=sleep EVERY=1 ends_by TERM went_wrong 72 sleeps "$misbehave" --timeout 1h
step "while the generator hangs"
MISBEHAVE=generator-hang EVERY=1 ends_by INT went_wrong 72 generator "$misbehave" --timeout 1h
step "while the set-up hangs"
MISBEHAVE=setup-hang ends_by INT went_wrong 72 setup "$misbehave"
step "while every input crashes: what was found says more than how it ended"
MISBEHAVE=abort EVERY=1 ends_by INT failed_already 77 crashes "$misbehave"
filed crashes "$(figure crashes failures)"
step "while the target blocks and ignores all signals itself"
MISBEHAVE=handle-signals EVERY=1 ends_by INT went_wrong 72 blocks "$misbehave"

step "a summary in JSON says so too"
ends_by_json() {
    "$EXPAT" --seed 1 --json -q -o json >json_out 2>log </dev/null &
    local pid=$! status=0
    wait_for "a corpus" found_something json
    kill -INT $pid
    wait $pid || status=$?
    same "exit code" $status 72
    says '"interrupted": true' json_out
}
ends_by_json

step "who ignores SIGHUP, as under nohup, goes on"
(trap '' HUP && exec "$EXPAT" -q --seed 1 -o nohup) >log 2>&1 </dev/null &
pid=$!
wait_for "a corpus" found_something nohup
kill -HUP $pid
grown() { [[ $(count_cases nohup/corpus) -ge $1 ]]; }
wait_for "more of a corpus" grown $(($(count_cases nohup/corpus) + 10))
kill -TERM $pid
status=0 && wait $pid || status=$?
same "exit code" $status 72
says '^Stopped after'

step "replay and sample stop as well"
echo 1 >input
rm -f "$MARK"
MISBEHAVE=hang EVERY=1 "$misbehave" replay --timeout 1h input >log 2>&1 &
pid=$!
wait_for "the hang" went_wrong
kill -INT $pid
status=0 && wait $pid || status=$?
same "exit code of replay" $status 72

step "and with many files, not only the one at hand"
for ((i = 0; i < 2000; i++)); do echo "(1 - -)" >"tree-$i"; done
mkfifo lines # it cannot run ahead: a pipe does not hold all of its lines
"$TREE" replay tree-* >lines 2>&1 &
pid=$!
exec 9<lines
read -r _ <&9
kill -TERM $pid
count=$(wc -l <&9)
status=0 && wait $pid || status=$?
same "exit code of replay" $status 72
[[ $count -lt 1999 ]] || fail "it went through all the files first"

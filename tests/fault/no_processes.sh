#!/bin/bash
# While the machine cannot start another process, a campaign waits; it does not end.
. "$SOURCE/tests/lib.sh"

[[ $EUID -eq 0 ]] || skip "needs root: the limit counts all processes of a user, so the test needs a user of its own"
user=$((60000 + RANDOM % 5000)) most=8
folder=$(mktemp -d) # other users may not be able to reach the build
cleanup() {
    pkill -KILL -U $user || true
    rm -rf "$folder"
}
chmod 777 "$folder"
cp "$TREE" "$folder/tree"
as_user=(setpriv --reuid $user --regid $user --clear-groups)

step "every failure needs a new worker, and there is no room for one"
"${as_user[@]}" prlimit --nproc=$most "$folder/tree" -q --seed 3 --shrink-runs 0 -o "$folder/out" >log 2>&1 </dev/null &
pid=$!
wait_for "the first failures" reached "$folder/out" failures 10
sleepers=()
for ((i = 0; i < most; i++)); do
    "${as_user[@]}" sleep 3600 &
    sleepers+=($!)
done
has_no_worker() { ! pgrep -P $pid >/dev/null; }
wait_for "the worker to fail" has_no_worker
for ((i = 0; i < 20; i++)); do # it keeps trying
    has_no_worker || fail "it has a worker in spite of the limit"
    kill -0 $pid 2>/dev/null || fail "it has ended"
    sleep 0.05
done

step "there is room again"
before=$(figure "$folder/out" failures)
kill -KILL "${sleepers[@]}"
wait_for "more failures" reached "$folder/out" failures $((before + 10))
kill -TERM $pid
status=0 && wait $pid || status=$?
same "exit code" $status 77 # it has found failures
adds_up "$folder/out"

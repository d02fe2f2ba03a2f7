#!/bin/bash
# The process that starts a campaign may have odd signal settings, small limits or closed pipes. The campaign
# continues, and reports what could not be written.
. "$SOURCE/tests/lib.sh"

step "SIGCHLD is ignored"
exits 0 env --ignore-signal=CHLD "$EXPAT" -q --seed 1 -n 2000 -o ignored
adds_up ignored
step "stderr is a closed pipe"
{ "$EXPAT" -n 5000 --seed 1 -o closed; echo $? >code; } 2>&1 >summary | true
same "exit code" "$(cat code)" 0
adds_up closed
step "files cannot grow beyond 8 KiB"
exits 74 bash -c 'ulimit -f 8 && exec "$0" -q --seed 1 -n 20000 -o small 2>errors' "$EXPAT"
grep -q "cannot write" errors || fail "nobody was told: $(cat errors)"
step "a target that writes more than that to stderr is not blamed"
exits 74 env MISBEHAVE=talk bash -c 'ulimit -f 8 && exec "$0" --seed 1 -n 300 -o talk' "$BUILD/tests/fault/misbehave"
says '^Done after .* 300 trials'
says ' 0 failures;'

# The target gets the small stack, and so do we.
step "a stack of 64 kB"
cat >stack.sh <<'END'
ulimit -s 64 && exec "$@"
END
misbehave=$BUILD/tests/fault/misbehave
for way in abort exit3 stack; do
    MISBEHAVE=$way exits 77 bash stack.sh "$misbehave" -q --seed 1 -n 300 -o "small-$way"
    says '^Done after .* 300 trials'
    adds_up "small-$way"
    filed "small-$way" "$(figure "small-$way" failures)"
done
[[ -z $(cases small-stack/failures | grep -v ',stack,') ]] || fail "not all are stack overflows"
MISBEHAVE=hang EVERY=1 exits 70 bash stack.sh "$misbehave" -q --seed 1 -n 1 --timeout 200ms -o small-hang
says '^Done after .* 1 trials'
folder=$(folders small-abort | sed -n 1p)
MISBEHAVE=abort exits 77 bash stack.sh "$misbehave" replay "$folder"
MISBEHAVE=abort exits 0 bash stack.sh "$misbehave" shrink "$folder" -o shrunk
MISBEHAVE=abort exits 77 bash stack.sh "$misbehave" failures small-abort
MISBEHAVE=abort exits 77 bash stack.sh "$misbehave" -q --resume small-abort -n 600
for guide in $GUIDES; do exits 0 bash stack.sh "$EXPAT" -q -g "$guide" --seed 1 -n 1000 -o "small-$guide"; done
exits 0 bash stack.sh "$EXPAT" cmin -q small-zest -o small-min

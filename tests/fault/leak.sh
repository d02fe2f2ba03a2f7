#!/bin/bash
# builds: unsanitized
# A target that leaks a megabyte per run keeps running: workers are replaced in time, and no run is blamed. Not under
# sanitizers, whose own memory gets in the way.
. "$SOURCE/tests/lib.sh"

misbehave=$BUILD/tests/fault/misbehave
for limit in 256M 64M; do
    step "--memory $limit"
    MISBEHAVE=leak EVERY=1 exits 0 "$misbehave" -q --seed 1 -n 1500 --memory $limit -o leak-$limit
    same trials "$(figure leak-$limit execs_done)" 1500
    same failures "$(figure leak-$limit failures)" 0
    adds_up leak-$limit
    [[ $(figure leak-$limit restarts) -ge 4 ]] || fail "no worker was replaced"
done

step "memory taken by the set-up is not a leak: workers are not replaced for it"
SETUP_MB=90 exits 0 "$misbehave" -q --seed 1 -n 20000 --memory 128M -o large_setup
same restarts "$(figure large_setup restarts)" 0
step "but it must fit within the limit"
SETUP_MB=200 exits 1 "$misbehave" -q --seed 1 -n 20000 --memory 128M -o too_large_setup
says "the target's set-up failed \(memory limit\)"

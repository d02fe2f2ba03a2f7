#!/bin/bash
# Ctrl-C ends a campaign whose target hangs, in whatever way, or crashes all the time.
. "$SOURCE/tests/lib.sh"

misbehave=$BUILD/tests/fault/misbehave

step "while the target hangs, in its own code and in a system call"
MISBEHAVE=hang EVERY=1 ends_by INT 72 hangs "$misbehave" --timeout 1h
MISBEHAVE=sleep EVERY=1 ends_by TERM 72 sleeps "$misbehave" --timeout 1h
step "while the target is stopped, waits for a vfork, is traced by its child, or has stopped its parent"
MISBEHAVE=stop EVERY=1 ends_by INT 72 stops "$misbehave" --timeout 1h
MISBEHAVE=vfork-sleeps EVERY=1 ends_by INT 72 vforks "$misbehave" --timeout 1h
MISBEHAVE=held-by-child EVERY=1 ends_by INT 72 traced "$misbehave" --timeout 1h
MISBEHAVE=stop-parent EVERY=1 ends_by INT 72 parent "$misbehave" --timeout 1h
step "while the generator hangs"
MISBEHAVE=generator-hang EVERY=1 ends_by INT 72 generator "$misbehave" --timeout 1h
step "while the set-up hangs"
MISBEHAVE=setup-hang ends_by INT 72 setup "$misbehave"
step "while every input crashes: the exit code says what was found, not how the campaign ended"
ROWS=1 MISBEHAVE=abort EVERY=1 ends_by INT 77 crashes "$misbehave"
filed crashes "$(figure crashes failures)"
step "while the target blocks and ignores all signals itself"
MISBEHAVE=handle-signals EVERY=1 ends_by INT 72 blocks "$misbehave"

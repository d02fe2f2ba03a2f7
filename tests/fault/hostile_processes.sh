#!/bin/bash
# builds: unsanitized
# A target that starts, traces and signals other processes, in every way of misbehave.c: nothing is lost or left
# behind, and nothing hangs.
. "$SOURCE/tests/lib.sh"
own_processes
. "$SOURCE/tests/faults.sh"

targets processes
table

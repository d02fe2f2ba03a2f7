#!/bin/bash
# builds: unsanitized
# A target that hangs, or grows without end, in every way that misbehave.c has: nothing is lost, nothing is left, nothing hangs.
. "$SOURCE/tests/lib.sh"
own_processes
. "$SOURCE/tests/faults.sh"

targets hanging
table

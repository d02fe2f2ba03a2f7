#!/bin/bash
# builds: unsanitized
# A target that hangs or grows without end, in every way of misbehave.c: nothing is lost or left behind, and the
# campaign does not hang.
. "$SOURCE/tests/lib.sh"
own_processes
. "$SOURCE/tests/faults.sh"

targets hanging
table

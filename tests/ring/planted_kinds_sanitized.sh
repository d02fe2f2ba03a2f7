#!/bin/bash
# With AddressSanitizer, too, failures of twelve planted bugs become exactly twelve folders (see planted_kinds.sh).
. "$SOURCE/tests/lib.sh"
. "$SOURCE/tests/planted.sh"

build sanitized "$SOURCE/tests/ring/planted_kinds.c" -fsanitize=address
exits 77 ./sanitized -q --seed 1 -n 200 --guide quickcheck --timeout 2s --memory 128M --shrink-runs 100 -o asan # grow is slow there, and must not time out
twelve asan ./sanitized --timeout 2s --memory 128M

#!/bin/bash
# With AddressSanitizer, too, failures of twelve planted bugs become exactly twelve folders (see planted_kinds.sh).
. "$SOURCE/tests/lib.sh"
. "$SOURCE/tests/planted.sh"

build sanitized "$SOURCE/tests/ring/planted_kinds.c" -fsanitize=address
# With this seed, 80 trials find each bug; each failure costs a run of llvm-symbolizer. Growing is slow under ASan, and must
# not time out. exit(3) is not found as small as can be: shrinking it must not mistake memory of ours for a leak.
exits 77 ./sanitized -q --seed 198 -n 80 --guide quickcheck --timeout 2s --memory 128M --shrink-runs 100 -o asan
twelve asan ./sanitized --timeout 2s --memory 128M

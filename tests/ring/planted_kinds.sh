#!/bin/bash
# builds: unsanitized
# A thousand failures of twelve planted bugs become exactly twelve folders, each reproducible, each shrunk to the
# smallest input that shows it (the letter of the bug, and nothing more), each found again by its command; the same
# without a symbolizer. Two runs file the same.
. "$SOURCE/tests/lib.sh"
. "$SOURCE/tests/planted.sh"

planted=$BUILD/tests/ring/planted_kinds
step "a thousand failures, twelve folders"
exits 77 "$planted" -q --seed 1 -n 1250 --guide quickcheck --timeout 500ms --memory 64M -o plain
[[ $(figure plain failures) -ge 1000 ]] || fail "only $(figure plain failures) failures"
twelve plain "$planted" --timeout 500ms --memory 64M
says '^SIGSEGV in write_nowhere at planted_kinds.c:[0-9]+$' <(for folder in $(folders plain); do known "$folder" signature; done)
says '^double-free in free_twice at planted_kinds.c:[0-9]+$' <(for folder in $(folders plain); do known "$folder" signature; done)
says '^stack-overflow in dig$' <(for folder in $(folders plain); do known "$folder" signature; done)
[[ ! -e /usr/bin/llvm-symbolizer ]] || says 'planted_kinds.c", "line": [0-9]+' "$(folders plain | grep divide)/failure.json"

step "without a symbolizer: the same folders"
BEDIV_SYMBOLIZER='' exits 77 "$planted" -q --seed 1 -n 130 --guide quickcheck --timeout 500ms --memory 64M --shrink-runs 0 -o bare
exits 77 "$planted" -q --seed 1 -n 130 --guide quickcheck --timeout 500ms --memory 64M --shrink-runs 0 -o named
same "folders" "$(folders bare | sed 's/^bare//')" "$(folders named | sed 's/^named//')"

#!/bin/bash
# A thousand failures of twelve planted bugs become exactly twelve folders, each reproducible, each shrunk to the
# smallest input that shows it (the letter of the bug, and nothing more), each found again by its command; the same
# with AddressSanitizer, and without a symbolizer. Two runs file the same.
. "$SOURCE/tests/lib.sh"

# twelve DIR PROGRAM FLAG...: every folder is one bug, and every bug has one.
twelve() {
    local dir=$1 program=$2 folder
    shift 2
    adds_up "$dir"
    filed "$dir" "$(figure "$dir" failures)"
    same "$dir: distinct failures" "$(distinct "$dir")" 12
    same "$dir: reproducible" "$(for folder in $(folders "$dir"); do known "$folder" reproducible; done | sort | uniq -c | xargs)" "12 yes"
    same "$dir: places" "$(for folder in $(folders "$dir"); do
        known "$folder" signature | sed -E 's/^.* in //; s/ .*//'
    done | sort | xargs)" "$PLACES"
    for folder in $(folders "$dir"); do
        same "$folder: bytes and choices of the smallest input" \
            "$(known "$folder" size) $(known "$folder" structural_choices) $(known "$folder" value_choices)" "1 2 0"
        status=0
        "$program" replay -q "$@" "$folder" >log 2>&1 || status=$?
        [[ $status -eq 77 || $status -eq 70 || $status -eq 71 ]] || fail "$folder does not show again: $status"
        says FAILURE
    done
}
PLACES="assert_wrongly dig divide free_twice give_up grow leave map_too_much read_nowhere spin verdict write_nowhere"

if [[ -z $SANITIZE ]]; then
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
fi

step "with AddressSanitizer"
build sanitized "$SOURCE/tests/ring/planted_kinds.c" -fsanitize=address
exits 77 ./sanitized -q --seed 1 -n 200 --guide quickcheck --timeout 2s --memory 128M --shrink-runs 100 -o asan # grow is slow there, and must not time out
twelve asan ./sanitized --timeout 2s --memory 128M

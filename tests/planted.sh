# planted.sh: the twelve bugs of ring/planted_kinds.c, for scripts that include lib.sh.

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

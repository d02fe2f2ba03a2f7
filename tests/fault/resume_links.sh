#!/bin/bash
# If a file or folder in a run directory was replaced by a link or a pipe, --resume refuses, names what is wrong, and
# does not touch what the link points to.
. "$SOURCE/tests/lib.sh"

exits 77 "$TREE" -q --seed 4 --guide quickcheck -n 500 -o good
failure=failures/$(basename "$(folders good)")

# refused NAME: DIR/NAME, as it is now, is refused by name, and nothing changes, inside or outside.
refused() {
    find outside run -printf '%p %y %s %l\n' | sort >before
    cp -r outside outside.copy
    exits 2 "$TREE" --resume run -n 1000
    grep -qF "cannot resume run: run/$1 is a symbolic link or a special file, which campaigns never make; remove it" log ||
        fail "the message does not name run/$1"
    find outside run -printf '%p %y %s %l\n' | sort | diff before - || fail "something changed"
    diff -r outside outside.copy || fail "what lies outside was changed"
    rm -rf outside.copy
}

for name in plot_data resumptions fuzzer_stats setup.json abundances state state.tmp corpus failures recovered \
    "$failure" "$failure/seen" "corpus/$(basename "$(first_case good/corpus)")"; do
    step "$name is a link"
    rm -rf run outside
    cp -r good run
    mkdir outside
    if [[ -d run/$name || $name == recovered ]]; then
        cp -r "good/$name" outside/there 2>/dev/null || mkdir outside/there
        touch "outside/there/id:999999,execs:1,op:fresh" outside/there/mine.tmp
    else
        cp "good/$name" outside/there 2>/dev/null || seq 1000 >outside/there
    fi
    rm -rf "run/$name"
    ln -sfn "$PWD/outside/there" "run/$name"
    refused "$name"
done

step "plot_data is a pipe that nobody reads"
rm -rf run outside
cp -r good run && mkdir outside
rm run/plot_data && mkfifo run/plot_data
refused plot_data

step "the run directory itself can be a link"
rm -rf run
cp -r good elsewhere && ln -s elsewhere run
exits 77 "$TREE" --resume run -n 1000
same trials "$(figure elsewhere execs_done)" 1000

#!/bin/bash
# Everything that is written about a campaign is documented: keys of fuzzer_stats and columns of plot_data in
# docs/run-directory.md, the columns in their order; names in the JSON of the summary there or in docs/cli.md.
. "$SOURCE/tests/lib.sh"

# section NAME: that part of docs/run-directory.md
section() { awk -v title="## \`$1\`" '/^## /{ inside = $0 == title } inside' "$SOURCE/docs/run-directory.md"; }
# names: all that is quoted with backticks, a line each
names() { grep -o '`[a-z0-9_]*`' | tr -d '`'; }
# def COLUMN: the strings of figures.def: 2 the column, 4 the key, 6 the name in JSON
def() { awk -F'"' -v at="$1" '/^BD_/ && $at != "" { print $at }' "$SOURCE/include/bediv/figures.def"; }

exits 0 "$TREE" --json --seed 1 -n 100 -o out
cp log result

step "keys"
{ sed 's/ *:.*//' out/fuzzer_stats; def 4; } | sort -u >keys
[[ $(wc -l <keys) -ge 60 ]] || fail "only $(wc -l <keys) keys"
section fuzzer_stats | names | sort -u | comm -23 keys - >missing
[[ ! -s missing ]] || fail "docs/run-directory.md says nothing about the keys" $(cat missing)

step "columns"
head -n 1 out/plot_data | sed 's/^# //; s/, /\n/g' >columns
section plot_data | grep '^| [0-9]' | names | diff - columns >differences ||
    fail "docs/run-directory.md has other columns than plot_data: $(cat differences)"
def 2 | sort | comm -23 - <(sort columns) >missing
[[ ! -s missing ]] || fail "plot_data lacks columns of figures.def:" $(cat missing)

step "JSON"
grep -o '"[a-z0-9_]*":' result | tr -d '":' | sort -u >members
[[ $(wc -l <members) -ge 40 ]] || fail "only $(wc -l <members) members"
{ cat keys; sed -n '/^## The summary/,/^## What is printed/p' "$SOURCE/docs/cli.md" | grep -o '"[a-z0-9_]*":' | tr -d '":'; } | sort -u |
    comm -23 members - >missing
[[ ! -s missing ]] || fail "neither docs/run-directory.md nor docs/cli.md says anything about the members" $(cat missing)

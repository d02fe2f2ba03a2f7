#!/bin/bash
# report.txt is about the folder's input and nothing else: if a target writes to stderr in each of its runs, the
# report has only what it wrote in this one.
. "$SOURCE/tests/lib.sh"

cat >talks.c <<'END'
#include <bediv.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
static unsigned runs;
static void give_up(void) { abort(); }
static void generate(struct bd_source *s, struct bd_out *out)
{
    while (bd_more(s, "letter", 9)) { bd_put_char_of(s, out, "which", "abcdefghijkl"); }
}
static enum bd_verdict run(const struct bd_input *in)
{
    fprintf(stderr, "run of <%.*s>\n", (int)in->size, (const char *)in->data);
    bool bad = in->size && memchr(in->data, 'k', in->size);
#if defined OWN_VERDICT
    if (bad) { return BD_FAILURE; }
#elif defined ONCE
    if (bad && open("failed", O_CREAT | O_EXCL, 0600) >= 0) { give_up(); }
#elif defined NOW_AND_THEN /* by what no input has a say in */
    if (bad && runs++ > 20) { give_up(); }
#else
    if (bad) { give_up(); }
#endif
    return BD_VALID;
}
BD_FUZZER(.name = "talks", .generate = generate, .run = run);
END

# reports PROGRAM INPUT [FLAG...]: the only failure has this input (empty: any), and its report is about that run and
# no other.
reports() {
    rm -rf out
    exits 77 ./"$1" -q --guide quickcheck --seed 1 -n 500 "${@:3}" -o out
    same "folders" "$(distinct out)" 1
    folder=$(folders out)
    [[ -z $2 ]] || same "the input" "$(cat "$folder/input")" "$2"
    same "runs in the report" "$(grep '^run of' "$folder/report.txt")" "run of <$(cat "$folder/input")>"
}

step "a crash: shrunk, and as found"
build talks talks.c
reports talks k
says '^SIGABRT, with an input shrunk from the one found in trial [0-9]+$' "$folder/report.txt"
silent_about 'earlier trials' "$folder/report.txt"
reports talks '' --shrink-runs 0
says '^SIGABRT in trial [0-9]+$' "$folder/report.txt"

step "the target's own verdict"
build verdict talks.c -DOWN_VERDICT
reports verdict k

step "replay shows only what belongs to the input"
exits 77 ./talks replay "$folder"
same "runs that it shows" "$(grep -c '^run of' log)" 1

step "a failure that needs earlier inputs, run after these"
build state talks.c -DNOW_AND_THEN
reports state ''
same "reproducible" "$(known "$folder" reproducible)" "needs earlier inputs"

step "a failure that never happens again: its report may be about other runs, and says so"
build once talks.c -DONCE
exits 77 ./once -q --guide quickcheck --seed 1 -n 500 -o once-out
folder=$(folders once-out)
same "reproducible" "$(known "$folder" reproducible)" no
says '^stderr of the worker, which may contain output of earlier trials:$' "$folder/report.txt"
says "^run of <$(cat "$folder/input")>$" "$folder/report.txt"

step "output that is let through is not in the report"
exits 77 ./talks -q --guide quickcheck --seed 1 -n 500 --show-output -o shown
says '^\(nothing on stderr\)' "$(folders shown)/report.txt"

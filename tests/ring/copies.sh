#!/bin/bash
# Children that are identical to their parent are not run and are no trials; --copies runs them, as the papers do.
. "$SOURCE/tests/lib.sh"

# Four inputs, all with the same coverage: the first one is the only parent, and a quarter of its children are copies.
cat >four.c <<'END'
#include <bediv.h>
#include <fcntl.h>
#include <unistd.h>
static void generate(struct bd_source *s, struct bd_out *out)
{
    bd_put(out, (const char *[]){"a\n", "b\n", "c\n", "d\n"}[bd_pick(s, "which", 4)]);
}
static enum bd_verdict run(const struct bd_input *in)
{
    int fd = open("ran", O_WRONLY | O_CREAT | O_APPEND, 0666);
    enum bd_verdict verdict = write(fd, in->data, in->size) == (ssize_t)in->size ? BD_VALID : BD_INVALID;
    close(fd);
    return verdict;
}
BD_FUZZER(.name = "four", .generate = generate, .run = run);
END
build four four.c

# campaign GUIDE [FLAG]: runs 400 trials, without fresh inputs if there is a parent; sets $same to how many inputs were run
# that are the parent's.
campaign() {
    rm -rf out ran
    exits 0 ./four -q --seed 1 -n 400 --fresh-share 0 --guide "$@" -o out
    same "trials" "$(figure out execs_done)" 400
    adds_up out
    same=$(grep -cFxf "$(first_case out/corpus)" ran)
}
for guide in $GUIDES; do
    campaign "$guide"
    [[ $(figure out parents) -ne 0 ]] || continue
    step "$guide"
    # Calibration runs the parent several times, and before it is there, the input may come up by chance.
    [[ $same -lt 30 ]] || fail "the parent was run $same times"
    [[ $(figure out copies) -ge 50 ]] || fail "only $(figure out copies) copies"
    campaign "$guide" --copies
    [[ $same -ge 60 ]] || fail "with --copies, the parent was run only $same times"
    same "copies with --copies" "$(figure out copies)" 0
done

step "a parent that has no other children: the campaign ends all the same"
sed 's/bd_pick(s, "which", 4)/bd_pick(s, "which", 4) * 0/' four.c >one.c
build one one.c
exits 0 ./one -q --seed 1 -n 400 --guide zest -o only
same "trials" "$(figure only execs_done)" 400

#!/bin/bash
# Only the target's coverage counts: an instrumented generator, its object's destructor, the hooks and the set-up, all
# full of branches and in the same file, never count.
. "$SOURCE/tests/lib.sh"

cat >branchy.h <<'END'
static volatile int sink;
static inline void branchy(int x)
{
    if (x & 1) { sink++; }
    if (x & 2) { sink += 3; }
    if (x & 4) { sink -= x; }
    for (int i = 0; i < x % 16; i++) { sink ^= i; }
}
END
cat >target.c <<'END'
#include <bediv.h>
#include <stdlib.h>
#include "branchy.h"
static void destroy(void *object)
{
    branchy(*(int *)object);
    free(object);
}
static void generate(struct bd_source *s, struct bd_out *out)
{
    int *number = malloc(sizeof *number);
    *number = (int)bd_put_int(s, out, "number", 0, 99);
    branchy(*number);
    bd_give(out, number, destroy);
}
static void *setup(int *argc, char ***argv)
{
    (void)argv;
    branchy(*argc);
    return NULL;
}
static void reset(void *env)
{
    static int runs;
    (void)env;
    branchy(runs++);
}
#ifdef SILENT
__attribute__((no_sanitize("coverage")))
#endif
static enum bd_verdict run(const struct bd_input *in)
{
    return in->data[0] == '4' ? BD_INVALID : BD_VALID;
}
BD_FUZZER(.name = "branchy", .setup = setup, .generate = generate, .run = run, .reset = reset);
END

step "a target that covers nothing is reported, whatever its generator covers"
build silent target.c -DSILENT
exits 1 ./silent -q --seed 1 -n 2000 -o silent_out
says 'error: no input covered anything: build the software under test with bediv cc'

step "only the target's branches are found"
build target target.c
exits 0 ./target -q --seed 1 -n 20000 -o out
# run() has an entry and, depending on the optimiser, no more than two branches.
[[ $(figure out edges_found) -le 3 ]] || fail "$(figure out edges_found) branches are covered; run() has three at most"
[[ $(figure out traces) -le 2 ]] || fail "$(figure out traces) traces; run() can take two ways"
same stability "$(figure out stability)" 100.00%

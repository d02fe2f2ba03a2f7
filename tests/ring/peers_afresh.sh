#!/bin/bash
# builds: unsanitized
# bench/peers/afresh.h: before each run, a subject is set up again, on an empty heap, with its variables as they were
# before the first set-up. Without it, inside the same libFuzzer, it is set up once, and its heap is restored.
. "$SOURCE/tests/lib.sh"
read -ra flags < <("$BUILD/bin/bediv" flags --bridge)
peers=$SOURCE/bench/peers

cat >subject.c <<'END_OF_C'
#include <bediv.h>
#include <bediv/heap.h>
#include <stdlib.h>
static int state = 5; /* changed by the set-up and by runs */
static int set_ups, runs;
static void *setup(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    bd_heap_keep(&state, sizeof state);
    if (state != 5) { abort(); }
    state = 6;
    set_ups++;
    int *number = bd_heap_alloc(sizeof *number);
    *number = 7;
    return number;
}
static enum bd_verdict run(const struct bd_input *in)
{
    int *number = in->env;
    runs++;
    if (*number != 7 || state != 6 || set_ups != (ONCE ? 1 : runs)) { abort(); }
    if (!bd_heap_alloc(8 << 20)) { abort(); } /* left over; a thousand of them are too many */
    memset(in->env, 1, sizeof *number);
    state = 9;
    return BD_VALID;
}
static void generate(struct bd_source *s, struct bd_out *out)
{
    bd_put_char_of(s, out, "letter", "abc");
}
BD_FUZZER(.name = "subject", .generate = generate, .run = run, .setup = setup);
END_OF_C
# passes ARGUMENT...: builds it with them, and runs it a thousand times in less than 8 GB.
passes() {
    "$CC" -g -O1 -D_GNU_SOURCE -fsanitize=fuzzer -DBD_BRIDGE_LIBFUZZER -I"$SOURCE/src" "$@" "${flags[@]}" -o fuzz
    exits 0 sh -c 'ulimit -v 8000000 && exec ./fuzz -seed=1 -runs=1000'
    says '^Done 100[0-9] runs'
}

step "set up again before each run"
"$CC" -g -O1 -D_GNU_SOURCE -I"$BUILD/include" -I"$SOURCE/src" -c "$peers/afresh.c" "$SOURCE/bench/plain_heap.c"
passes -DONCE=0 -Wno-initializer-overrides -include "$peers/afresh.h" subject.c afresh.o plain_heap.o \
    -Wl,--wrap=bd_heap_keep

step "set up once"
passes -DONCE=1 -include bediv/bridge.h subject.c

/* libfuzzer_hooks.c: libFuzzer's interface. It has no room for a context, so there is one bridge, created at the first
 * call. */
#include <stdio.h>
#include <stdlib.h>

#include "bridge/bridge.h"

static struct bd__bridge *the_bridge;

static struct bd__bridge *bridge(const struct bd_bridge_program *program)
{
    if (!the_bridge) {
        char name[] = "bridge", *arguments[] = {name, NULL}, **argv = arguments;
        int argc = 1;
        the_bridge = bd__bridge_create(program, &argc, &argv);
    }
    return the_bridge;
}

int bd_bridge_initialize(const struct bd_bridge_program *program, int *argc, char ***argv)
{
    if (!the_bridge) { the_bridge = bd__bridge_create(program, argc, argv); }
    return 0;
}

static int run(struct bd__bridge *b)
{
    const struct bd_bridge_program *p = &b->program;
    if (!p->fuzzer->run && !p->target) {
        fprintf(stderr, "bediv: error: there is no target; give BD_FUZZER a .run, or define LLVMFuzzerTestOneInput "
                        "after bediv/bridge.h is included\n");
        exit(1);
    }
    switch (bd__bridge_run(b)) {
    case BD_VALID: return 0;
    case BD_FAILURE: fprintf(stderr, "bediv: the target's own verdict: failure\n"); abort();
    default: return p->valid_only ? -1 : 0;
    }
}

int bd_bridge_test_tape(const struct bd_bridge_program *program, const uint8_t *data, size_t size)
{
    struct bd__bridge *b = bridge(program);
    struct bd__tape tape;
    bool known = b->ready && size == b->tape.size && memcmp(data, b->tape.data, size) == 0;
    if (!known) {
        if (!bd__bridge_read(&tape, data, size)) { return -1; }
        bool good = bd__bridge_make(b, &tape, 0, 0);
        bd__tape_clear(&tape);
        if (!good) { return -1; }
    }
    return run(b);
}

int bd_bridge_test_bytes(const struct bd_bridge_program *program, const uint8_t *data, size_t size)
{
    struct bd__bridge *b = bridge(program);
    if (size > b->out.capacity) { return -1; }
    bd__out_end(&b->out);
    bd__out_begin(&b->out);
    if (size) { memcpy(b->out.data, data, size); }
    b->out.size = size;
    return run(b);
}

/* Returns the child in B the way libFuzzer wants it; never empty. */
static size_t hand_out(struct bd__bridge *b, bool fits, uint8_t *out, size_t max)
{
    if (!fits) { /* a blank stands for the simplest input, too */
        if (max) { *out = '\n'; }
        return max != 0;
    }
    memcpy(out, b->tape.data, b->tape.size);
    return b->tape.size;
}

size_t bd_bridge_mutate(const struct bd_bridge_program *program, uint8_t *data, size_t size, size_t max, unsigned seed)
{
    struct bd__bridge *b = bridge(program);
    return hand_out(b, bd__bridge_child(b, (struct bd__bytes){data, size}, (struct bd__bytes){0}, max, seed), data,
                    max);
}

size_t bd_bridge_cross(const struct bd_bridge_program *program, const uint8_t *data1, size_t size1,
                       const uint8_t *data2, size_t size2, uint8_t *out, size_t max, unsigned seed)
{
    struct bd__bridge *b = bridge(program);
    struct bd__bytes first = {data1, size1}, second = {data2, size2};
    return hand_out(b, bd__bridge_child(b, first, second, max, seed), out, max);
}

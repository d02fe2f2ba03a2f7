/* warm_up.c: a target that fails with one input in eight, and once more while the next worker warms up. */
#include <bediv.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static const char TRAP[] = "trap"; /* a file: the next worker is to fail */

__attribute__((noinline)) static void fail(void)
{
    abort();
}

static void *set_up(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    static bool armed;
    armed = unlink(TRAP) == 0;
    return &armed;
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    bd_put_char_of(s, out, "letter", "abcdefgh");
}

static enum bd_verdict run(const struct bd_input *in)
{
    bool armed = *(bool *)in->env;
    if (!armed && in->data[0] != 'h') { return BD_VALID; }
    if (!armed) { close(open(TRAP, O_WRONLY | O_CREAT | O_CLOEXEC, 0600)); }
    fail(); /* if armed, in its first run, which is a warm-up: the same failure for those who look at the stack */
    return BD_FAILURE;
}

BD_FUZZER(.name = "warm_up", .setup = set_up, .generate = generate, .run = run);

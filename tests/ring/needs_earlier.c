/* needs_earlier.c: state that runs leave behind. An 'm' fails if a 'k' was run before it in this process, wherever that
 * was; an 'r' fails as chance has it, and no repetition of it does ($COIN: by the clock). */
#define _GNU_SOURCE
#include <bediv.h>
#include <stdlib.h>
#include <sys/random.h>

static int armed;

__attribute__((noinline)) static void strike(void)
{
    if (armed) { abort(); }
}
__attribute__((noinline)) static void toss(void)
{
    unsigned char coin = 1;
    if (getenv("COIN") && getrandom(&coin, 1, 0) == 1 && coin < 4) { abort(); }
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    bd_put_char_of(s, out, "letter", "abcdefghijklmnopqrstuvwxyz");
    if (bd_flag(s, "more")) { bd_put(out, "!"); }
}

static enum bd_verdict run(const struct bd_input *in)
{
    if (in->data[0] == 'k') { armed = 1; }
    if (in->data[0] == 'm') { strike(); }
    if (in->data[0] == 'r') { toss(); }
    return BD_VALID;
}

BD_FUZZER(.name = "needs_earlier", .generate = generate, .run = run);

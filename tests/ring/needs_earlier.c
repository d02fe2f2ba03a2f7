/* needs_earlier.c: state that runs leave behind. An 'm' fails if a 'k' ran at any time before it in this process. An
 * 'r' fails if the file $ONCE does not exist, and creates it: so it fails once, and never when it is repeated. */
#include <bediv.h>
#include <fcntl.h>
#include <stdlib.h>

static int armed;

__attribute__((noinline)) static void strike(void)
{
    if (armed) { abort(); }
}
__attribute__((noinline)) static void fail_once(void)
{
    const char *path = getenv("ONCE");
    if (path && open(path, O_WRONLY | O_CREAT | O_EXCL, 0666) >= 0) { abort(); }
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
    if (in->data[0] == 'r') { fail_once(); }
    return BD_VALID;
}

BD_FUZZER(.name = "needs_earlier", .generate = generate, .run = run);

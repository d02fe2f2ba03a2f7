/* A wrong result without a crash: the target compares two ways to compute, and returns BD_FAILURE.
 * EXPECT: all find verdict within 20000 */
#include <bediv.h>

static void generate(struct bd_source *s, struct bd_out *out)
{
    bd_put_int(s, out, "number", 0, 9999);
}

static int tens_of(int number)
{
    return (number * 205) >> 11; /* right up to 1028, they say */
}

static enum bd_verdict run(const struct bd_input *in)
{
    int number = 0;
    for (size_t i = 0; i < in->size; i++) { number = 10 * number + in->data[i] - '0'; }
    return tens_of(number) == number / 10 ? BD_VALID : BD_FAILURE;
}

BD_FUZZER(.name = "own_verdict", .generate = generate, .run = run);

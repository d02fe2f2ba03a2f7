/* A generator that never forgets a parenthesis, and a target that crashes if one is missing, for garble.sh. */
#include <bediv.h>
#include <stdlib.h>

static void list(struct bd_source *s, struct bd_out *out, int depth)
{
    BD_RULE(s, "list");
    bd_put(out, "(");
    while (bd_more(s, "item", 1.5)) {
        if (depth < 4 && bd_flag(s, "nested")) {
            list(s, out, depth + 1);
        } else {
            bd_put_int(s, out, "number", 0, 99);
            bd_put(out, " ");
        }
    }
    bd_put(out, ")");
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    list(s, out, 0);
}

static enum bd_verdict run(const struct bd_input *in)
{
    int open = 0, largest = 0;
    for (size_t i = 0; i < in->size; i++) {
        open += (in->data[i] == '(') - (in->data[i] == ')');
        largest = open > largest ? open : largest;
    }
    if (in->size && open > 0) { abort(); }
    return open == 0 && largest > 0 ? BD_VALID : BD_INVALID;
}

BD_FUZZER(.name = "garble", .generate = generate, .run = run);

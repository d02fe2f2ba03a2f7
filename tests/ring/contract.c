/* contract.c: a fuzzer that breaks one rule of bediv.h, the one that $BREAK names. */
#include <bediv.h>
#include <stdlib.h>

static const char *rule = "";

static void *setup(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    if (getenv("BREAK")) { rule = getenv("BREAK"); }
    return NULL;
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    size_t count = 1 + bd_count(s, "count", 4, 40);
    for (size_t i = 0; i < count; i++) { bd_put_char_of(s, out, "letter", "abcdefgh"); }
    if (strcmp(rule, "random") == 0) { bd_put_number(out, rand()); }
}

/* Whether the input, unless it is the simplest, is the same as in the last run. */
static bool is_the_last(const struct bd_input *in)
{
    static char last[64];
    static size_t size;
    bool same = in->size > 1 && in->size == size && memcmp(last, in->data, size) == 0;
    size = in->size;
    memcpy(last, in->data, size);
    return same;
}

static enum bd_verdict run(const struct bd_input *in)
{
    static unsigned state;
    unsigned odd = 0;
    if (strcmp(rule, "unstable") == 0) { odd = state++ % 5 == 0; }
    if (odd) { rule = "unstable"; }
    if (strcmp(rule, "once") == 0 && is_the_last(in)) { abort(); }
    if (strcmp(rule, "overwrite") == 0) { ((uint8_t *)in->data)[0] = 'X'; }
    for (size_t i = 0; i < in->size; i++) { odd += in->data[i] == 'a'; }
    return odd % 2 ? BD_VALID : BD_INVALID;
}

BD_FUZZER(.name = "contract", .setup = setup, .generate = generate, .run = run);

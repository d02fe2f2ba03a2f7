/* The tree of the examples, without its bug; it also writes each valid tree to the file $TREES. */
#include <bediv.h>
#include <stdio.h>

#define TREE_FIXED
#undef BD_FUZZER
#define BD_FUZZER(...) struct nothing
#include "../../examples/tree/tree.c"

static void *open_list(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    return fopen(getenv("TREES"), "a");
}

static enum bd_verdict run_and_list(const struct bd_input *in)
{
    enum bd_verdict verdict = run(in);
    if (verdict == BD_VALID) { fprintf(in->env, "%.*s\n", (int)in->size, (const char *)in->data); }
    return verdict;
}

static void flush_list(void *list)
{
    fflush(list);
}

BD_EXTERN_C const struct bd_fuzzer bd_program;
const struct bd_fuzzer bd_program = {
    .name = "trees", .generate = generate, .run = run_and_list, .setup = open_list, .reset = flush_list};

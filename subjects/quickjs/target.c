/* target.c: quickjs under test. javascript_target.h says what a run is, and engine.c what its limits are. */
#define ENGINE bd_quickjs
#include <javascript_target.h>

static void generate(struct bd_source *s, struct bd_out *out)
{
    static const struct bd_javascript_options options = {.modern = true};
    bd_javascript_program_with(s, out, &options);
}

BD_FUZZER(.name = BEDIV_SUBJECT, .generate = generate, .run = run, .setup = setup, .dict = BEDIV_DICT);

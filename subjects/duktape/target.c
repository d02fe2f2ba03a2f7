/* target.c: duktape under test. One run compiles one program; in duktape-run it also executes it.
 *
 * Valid means that duktape compiles it; in duktape-run, also that no exception is left uncaught.
 *
 * The engine is created once, on the snapshot heap, and never destroyed. Whatever a run changes is undone before the
 * next one. Clock and time zone are fixed; the clock is also what duktape seeds Math.random with. */
#include <bediv.h>
#include <bediv/heap.h>
#include <duktape.h>
#include <javascript.h>
#include <stdlib.h>

enum { HEAP_LIMIT = 16 << 20 }; /* bytes */

/* Everything that scripts print is read, and added up here, so that the compiler cannot remove the work. */
static volatile unsigned sink;

static duk_ret_t print(duk_context *duk)
{
    unsigned sum = sink;
    for (duk_idx_t i = 0; i < duk_get_top(duk); i++) {
        for (const char *text = duk_to_string(duk, i); *text; text++) { sum = sum * 31 + (unsigned char)*text; }
    }
    sink = sum;
    return 0;
}

/* ---- Steps ---- */

/* duktape asks when it starts to execute, and then every 20 000 instructions: see config.h. Once the answer is to
 * stop, it must stay so, until no `catch` of the script is left. */
static unsigned checks;
enum { CHECK_LIMIT = 1 };

duk_bool_t bd_duktape_out_of_steps(void *udata);
duk_bool_t bd_duktape_out_of_steps(void *udata)
{
    (void)udata;
    return ++checks > CHECK_LIMIT;
}

/* ---- The fuzzer ---- */

static void *allocate(void *udata, duk_size_t size)
{
    (void)udata;
    return bd_heap_alloc(size);
}

static void *resize(void *udata, void *block, duk_size_t size)
{
    (void)udata;
    return bd_heap_resize(block, size);
}

static void release(void *udata, void *block)
{
    (void)udata;
    bd_heap_free(block);
}

static void *setup(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    setenv("TZ", "UTC", 1);
    bd_heap_limit(HEAP_LIMIT);
    /* No handler for fatal errors: duktape then aborts, which is a failure. */
    duk_context *duk = duk_create_heap(allocate, resize, release, NULL, NULL);
    if (!duk) { abort(); }
    duk_push_c_function(duk, print, DUK_VARARGS);
    duk_put_global_string(duk, "print");
    return duk;
}

static enum bd_verdict after_error(void)
{
    return bd_heap_was_full() ? BD_LIMITED : BD_INVALID;
}

static enum bd_verdict run(const struct bd_input *in)
{
    duk_context *duk = in->env;
    if (duk_pcompile_lstring(duk, 0, (const char *)in->data, in->size)) { return after_error(); }
#ifdef BEDIV_RUN
    checks = 0;
    bool ends_well = duk_pcall(duk, 0) == DUK_EXEC_SUCCESS;
    if (checks > CHECK_LIMIT) { return BD_LIMITED; }
    if (!ends_well) { return after_error(); }
#endif
    return BD_VALID;
}

BD_FUZZER(.name = BEDIV_SUBJECT, .generate = bd_javascript_program, .run = run, .setup = setup, .dict = BEDIV_DICT);

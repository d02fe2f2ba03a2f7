/* engine.c: duktape, as <javascript_engine.h> describes it.
 *
 * A run has 20 000 instructions. The clock is also what duktape seeds Math.random with. */
#include <bediv/heap.h>
#include <duktape.h>
#include <javascript_engine.h>
#include <stdlib.h>

static duk_context *duk; /* on the snapshot heap, as is everything that it owns */

static duk_ret_t print(duk_context *context)
{
    for (duk_idx_t i = 0; i < duk_get_top(context); i++) {
        duk_size_t size;
        const char *text = duk_to_lstring(context, i, &size);
        bd_js_printed(text, size);
    }
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

/* ---- Memory ---- */

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

/* ---- The engine ---- */

static void create(void)
{
    /* No handler for fatal errors: duktape then aborts, which is a failure. */
    duk = duk_create_heap(allocate, resize, release, NULL, NULL);
    if (!duk) { abort(); }
    duk_push_c_function(duk, print, DUK_VARARGS);
    duk_put_global_string(duk, "print");
}

/* Leaves the function on duktape's stack. */
static bool compile(const char *script, size_t size)
{
    return duk_pcompile_lstring(duk, 0, script, size) == 0;
}

/* The exception is on the stack. Returns false if HANDLER throws, too. */
static bool handle(const char *handler)
{
    duk_get_global_string(duk, handler);
    duk_dup(duk, -2);
    checks = 0; /* each call starts with a check */
    return duk_pcall(duk, 1) == DUK_EXEC_SUCCESS;
}

static enum bd_js_end run(const char *handler)
{
    checks = 0;
    duk_push_global_object(duk); /* this */
    const bool threw = duk_pcall_method(duk, 0) != DUK_EXEC_SUCCESS;
    if (checks > CHECK_LIMIT) { return BD_JS_TOO_LONG; }
    if (threw && handler && !handle(handler)) { return BD_JS_TOO_LONG; }
    return threw ? BD_JS_THREW : BD_JS_COMPLETED;
}

const struct bd_js_engine bd_duktape = {"duktape", create, compile, run};

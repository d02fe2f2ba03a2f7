/* engine.c: quickjs, as <javascript_engine.h> describes it.
 *
 * A run has 20 000 jumps and calls, including those of the jobs that promises leave. A script that ends without an
 * exception has still thrown if one of these jobs does. The clock is also what quickjs seeds Math.random with. */
#include <bediv/heap.h>
#include <javascript_engine.h>
#include <quickjs.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

enum { CHECK_LIMIT = 1 }; /* quickjs asks every 10 000 jumps and calls whether to stop */

static JSContext *js; /* on the snapshot heap, as is everything that it owns */
static JSValue program;

static JSValue print(JSContext *context, JSValueConst this, int argc, JSValueConst *argv)
{
    (void)this;
    for (int i = 0; i < argc; i++) {
        size_t size;
        const char *text = JS_ToCStringLen(context, &size, argv[i]);
        if (!text) { return JS_EXCEPTION; }
        bd_js_printed(text, size);
        JS_FreeCString(context, text);
    }
    return JS_UNDEFINED;
}

/* ---- Memory. quickjs collects garbage by the number of bytes in use, which we must track. ---- */

static void *allocate(JSMallocState *state, size_t size)
{
    void *block = bd_heap_alloc(size);
    if (block) {
        state->malloc_count++;
        state->malloc_size += bd_heap_size(block);
    }
    return block;
}

static void release(JSMallocState *state, void *block)
{
    if (!block) { return; }
    state->malloc_count--;
    state->malloc_size -= bd_heap_size(block);
    bd_heap_free(block);
}

static void *resize(JSMallocState *state, void *block, size_t size)
{
    if (!block) { return size ? allocate(state, size) : NULL; }
    if (size == 0) {
        release(state, block);
        return NULL;
    }
    size_t before = bd_heap_size(block);
    block = bd_heap_resize(block, size);
    if (block) { state->malloc_size += bd_heap_size(block) - before; }
    return block;
}

/* ---- Steps ---- */

static unsigned checks;
static jmp_buf out_of_steps;

/* Leaves quickjs from inside. If it were only asked to stop, the interruption of an async function would become the
 * rejection of its promise, and the script around it would continue. */
static int count_steps(JSRuntime *runtime, void *opaque)
{
    (void)runtime;
    (void)opaque;
    if (++checks > CHECK_LIMIT) { longjmp(out_of_steps, 1); }
    return 0;
}

/* ---- The engine ---- */

static void create(void)
{
    static const JSMallocFunctions heap = {allocate, release, resize, bd_heap_size};
    JSRuntime *runtime = JS_NewRuntime2(&heap, NULL);
    js = runtime ? JS_NewContext(runtime) : NULL;
    if (!js) { abort(); }
    JS_SetInterruptHandler(runtime, count_steps, NULL);
    /* By default, scripts can use 256 KiB of stack. Sanitizers make frames several times larger. */
#if __has_feature(address_sanitizer)
    JS_SetMaxStackSize(runtime, 4 << 20);
#endif
    JSValue global = JS_GetGlobalObject(js);
    JS_SetPropertyStr(js, global, "print", JS_NewCFunction(js, print, "print", 1));
    JS_FreeValue(js, global);
}

static bool compile(const char *script, size_t size)
{
    /* quickjs expects a NUL after the script. */
    char *text = bd_heap_alloc(size + 1);
    if (!text) { return false; }
    memcpy(text, script, size);
    text[size] = '\0';
    checks = 0;
    if (setjmp(out_of_steps)) { return false; } /* compiling a regular expression counts, too */
    JS_UpdateStackTop(JS_GetRuntime(js));
    program = JS_Eval(js, text, size, "input", JS_EVAL_TYPE_GLOBAL | JS_EVAL_FLAG_COMPILE_ONLY);
    return !JS_IsException(program);
}

/* Whether the script and its jobs end without an exception. */
static bool execute(void)
{
    JSContext *of_job;
    if (JS_IsException(JS_EvalFunction(js, program))) { return false; }
    int more;
    do {
        more = JS_ExecutePendingJob(JS_GetRuntime(js), &of_job);
    } while (more > 0);
    return more >= 0;
}

/* Returns false if HANDLER throws, too. */
static bool handle(const char *handler)
{
    JSValue exception = JS_GetException(js), global = JS_GetGlobalObject(js);
    return !JS_IsException(JS_Call(js, JS_GetPropertyStr(js, global, handler), JS_UNDEFINED, 1, &exception));
}

static enum bd_js_end run(const char *handler)
{
    if (setjmp(out_of_steps)) { return BD_JS_TOO_LONG; }
    const bool threw = !execute();
    if (threw && handler && !handle(handler)) { return BD_JS_TOO_LONG; }
    return threw ? BD_JS_THREW : BD_JS_COMPLETED;
}

const struct bd_js_engine bd_quickjs = {"quickjs", create, compile, run};

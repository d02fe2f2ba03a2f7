/* target.c: quickjs under test. One run compiles one program; in quickjs-run it also executes it.
 *
 * Valid means that quickjs compiles it as a script; in quickjs-run, also that no exception is left uncaught, in the
 * script or in the jobs of its promises.
 *
 * The engine is created once, on the snapshot heap, and never destroyed. Whatever a run changes is undone before the
 * next one. Clock and time zone are fixed; the clock is also what quickjs seeds Math.random with. */
#include <bediv.h>
#include <bediv/heap.h>
#include <javascript.h>
#include <quickjs.h>
#include <setjmp.h>
#include <stdlib.h>

enum {
    HEAP_LIMIT = 16 << 20, /* bytes */
    CHECK_LIMIT = 1,       /* quickjs asks every 10 000 jumps and calls whether to stop: a run has 20 000 of them */
};

/* Everything that scripts print is read, and added up here, so that the compiler cannot remove the work. */
static volatile unsigned sink;

static JSValue print(JSContext *js, JSValueConst this, int argc, JSValueConst *argv)
{
    (void)this;
    for (int i = 0; i < argc; i++) {
        size_t size;
        const char *text = JS_ToCStringLen(js, &size, argv[i]);
        if (!text) { return JS_EXCEPTION; }
        unsigned sum = sink;
        for (size_t k = 0; k < size; k++) { sum = sum * 31 + (unsigned char)text[k]; }
        sink = sum;
        JS_FreeCString(js, text);
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
static jmp_buf stopped;

/* Leaves quickjs from inside. If it were only asked to stop, the interruption of an async function would become the
 * rejection of its promise, and the script around it would continue. */
static int count_steps(JSRuntime *runtime, void *opaque)
{
    (void)runtime;
    (void)opaque;
    if (++checks > CHECK_LIMIT) { longjmp(stopped, 1); }
    return 0;
}

/* ---- The fuzzer ---- */

static void *setup(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    setenv("TZ", "UTC", 1);
    bd_heap_limit(HEAP_LIMIT);
    static const JSMallocFunctions heap = {allocate, release, resize, bd_heap_size};
    JSRuntime *runtime = JS_NewRuntime2(&heap, NULL);
    JSContext *js = runtime ? JS_NewContext(runtime) : NULL;
    if (!js) { abort(); }
    JS_SetInterruptHandler(runtime, count_steps, NULL);
    /* By default, scripts can use 256 KiB of stack. Sanitizers make frames several times larger. */
#if __has_feature(address_sanitizer)
    JS_SetMaxStackSize(runtime, 4 << 20);
#endif
    JSValue global = JS_GetGlobalObject(js);
    JS_SetPropertyStr(js, global, "print", JS_NewCFunction(js, print, "print", 1));
    JS_FreeValue(js, global);
    return js;
}

#ifdef BEDIV_RUN
static bool execute(JSContext *js, JSValue program)
{
    JSContext *of_job;
    if (JS_IsException(JS_EvalFunction(js, program))) { return false; }
    int more;
    do {
        more = JS_ExecutePendingJob(JS_GetRuntime(js), &of_job);
    } while (more > 0);
    return more >= 0;
}
#endif

static enum bd_verdict after_error(void)
{
    return bd_heap_was_full() ? BD_LIMITED : BD_INVALID;
}

static enum bd_verdict run(const struct bd_input *in)
{
    JSContext *js = in->env;
    /* quickjs expects a NUL after the script. */
    char *script = bd_heap_alloc(in->size + 1);
    if (!script) { return after_error(); }
    memcpy(script, in->data, in->size);
    script[in->size] = '\0';
    checks = 0;
    if (setjmp(stopped)) { return BD_LIMITED; }
    JS_UpdateStackTop(JS_GetRuntime(js));
    JSValue program = JS_Eval(js, script, in->size, "input", JS_EVAL_TYPE_GLOBAL | JS_EVAL_FLAG_COMPILE_ONLY);
    if (JS_IsException(program)) { return after_error(); }
#ifdef BEDIV_RUN
    if (!execute(js, program)) { return after_error(); }
#endif
    return BD_VALID;
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    static const struct bd_javascript_options options = {.modern = true};
    bd_javascript_program_with(s, out, &options);
}

BD_FUZZER(.name = BEDIV_SUBJECT, .generate = generate, .run = run, .setup = setup, .dict = BEDIV_DICT);

/* target.c: mujs under test. One run compiles one program; in mujs-run it also executes it.
 *
 * Valid means that mujs compiles it; in mujs-run, also that no exception is left uncaught.
 *
 * The interpreter is created once, on the snapshot heap, and never destroyed. Whatever a run changes is undone before
 * the next one, so a run can end anywhere, as it does at the step limit. Clock and time zone are fixed; the clock is
 * also what mujs seeds Math.random with. */
#include <bediv.h>
#include <bediv/heap.h>
#include <javascript.h>
#include <limits.h>
#include <mujs.h>
#include <setjmp.h>
#include <stdlib.h>

enum {
    HEAP_LIMIT = 16 << 20, /* bytes */
    STEP_LIMIT = 20000,    /* instructions per run: half a millisecond */
};

/* Everything that scripts print is read, and added up here, so that the compiler cannot remove the work. */
static volatile unsigned sink;

static void print(js_State *js)
{
    unsigned sum = sink;
    for (int i = 1; i < js_gettop(js); i++) {
        for (const char *text = js_tostring(js, i); *text; text++) { sum = sum * 31 + (unsigned char)*text; }
    }
    sink = sum;
    js_pushundefined(js);
}

/* ---- Steps ---- */

static unsigned steps;
static jmp_buf out_of_steps;

/* Called for each instruction: see CMakeLists.txt. Leaves mujs from inside, past any `catch` of the script. */
void bd_mujs_step(void);
void bd_mujs_step(void)
{
    if (++steps > STEP_LIMIT) { longjmp(out_of_steps, 1); }
}

/* ---- The fuzzer ---- */

/* mujs passes 0 as the size of what it frees. */
static void *allocate(void *context, void *block, int size)
{
    (void)context;
    if (size == 0) {
        bd_heap_free(block);
        return NULL;
    }
    return bd_heap_resize(block, (size_t)size);
}

static void *setup(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    setenv("TZ", "UTC", 1);
    bd_heap_limit(HEAP_LIMIT);
    js_State *js = js_newstate(allocate, NULL, 0);
    if (!js) { abort(); }
    js_setreport(js, NULL);
    js_newcfunction(js, print, "print", 0);
    js_setglobal(js, "print");
    /* mujs looks up the time zone on first use, and keeps it in a variable that is not on the heap. */
    steps = 0;
    if (js_dostring(js, "new Date().getTimezoneOffset()")) { abort(); }
    js_gc(js, 0); /* otherwise every run would start with a collection */
    return js;
}

/* SCRIPT as mujs expects it: with a NUL at the end, and none before. NULL if it contains one, or is too long. */
static const char *script_of(const struct bd_input *in)
{
    if (in->size >= INT_MAX || memchr(in->data, '\0', in->size)) { return NULL; }
    char *script = bd_heap_alloc(in->size + 1);
    if (!script) { return NULL; }
    memcpy(script, in->data, in->size);
    script[in->size] = '\0';
    return script;
}

static enum bd_verdict after_error(void)
{
    return bd_heap_was_full() ? BD_LIMITED : BD_INVALID;
}

static enum bd_verdict run(const struct bd_input *in)
{
    js_State *js = in->env;
    const char *script = script_of(in);
    if (!script || js_ploadstring(js, "input", script)) { return after_error(); }
#ifdef BEDIV_RUN
    steps = 0;
    if (setjmp(out_of_steps)) { return BD_LIMITED; }
    js_pushundefined(js); /* this */
    if (js_pcall(js, 0)) { return after_error(); }
#endif
    return BD_VALID;
}

BD_FUZZER(.name = BEDIV_SUBJECT, .generate = bd_javascript_program, .run = run, .setup = setup, .dict = BEDIV_DICT);

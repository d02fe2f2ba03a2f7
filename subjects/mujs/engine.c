/* engine.c: mujs, as <javascript_engine.h> describes it.
 *
 * A run has 20 000 instructions, which take half a millisecond. The clock is also what mujs seeds Math.random with. */
#include <bediv/heap.h>
#include <javascript_engine.h>
#include <limits.h>
#include <mujs.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

enum { STEP_LIMIT = 20000 };

static js_State *js; /* on the snapshot heap, as is everything that it owns */

static void print(js_State *state)
{
    for (int i = 1; i < js_gettop(state); i++) {
        const char *text = js_tostring(state, i);
        bd_js_printed(text, strlen(text));
    }
    js_pushundefined(state);
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

/* ---- Memory ---- */

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

/* ---- The engine ---- */

static void create(void)
{
    js = js_newstate(allocate, NULL, 0);
    if (!js) { abort(); }
    js_setreport(js, NULL);
    js_newcfunction(js, print, "print", 0);
    js_setglobal(js, "print");
    /* mujs looks up the time zone on first use, and keeps it in a variable that is not on the heap. */
    steps = 0;
    if (js_dostring(js, "new Date().getTimezoneOffset()")) { abort(); }
    js_gc(js, 0); /* otherwise every run would start with a collection */
}

/* SCRIPT as mujs expects it: with a NUL at the end, and none before. NULL if it contains one, or is too long. */
static const char *terminated(const char *script, size_t size)
{
    if (size >= INT_MAX || memchr(script, '\0', size)) { return NULL; }
    char *text = bd_heap_alloc(size + 1);
    if (!text) { return NULL; }
    memcpy(text, script, size);
    text[size] = '\0';
    return text;
}

/* Leaves the function on mujs's stack. */
static bool compile(const char *script, size_t size)
{
    script = terminated(script, size);
    return script && !js_ploadstring(js, "input", script);
}

/* The exception is on the stack. Returns false if HANDLER throws, too. */
static bool handle(const char *handler)
{
    js_getglobal(js, handler);
    js_pushundefined(js);
    js_copy(js, -3);
    return !js_pcall(js, 1);
}

static enum bd_js_end run(const char *handler)
{
    steps = 0;
    if (setjmp(out_of_steps)) { return BD_JS_TOO_LONG; }
    js_pushglobal(js); /* this */
    const bool threw = js_pcall(js, 0);
    if (threw && handler && !handle(handler)) { return BD_JS_TOO_LONG; }
    return threw ? BD_JS_THREW : BD_JS_COMPLETED;
}

const struct bd_js_engine bd_mujs = {"mujs", create, compile, run};

/* javascript_engine.h: a JavaScript engine, as targets use it: one at a time (subjects/mujs, duktape, quickjs), or all
 * of them in one program (subjects/js-oracle).
 *
 *     bd_mujs.create();                                 in .setup, after bd_heap_limit
 *     if (!bd_mujs.compile(script, size)) { … }         in .run
 *     switch (bd_mujs.run("uncaught")) { … }
 *
 * An engine is created once, on the snapshot heap, and never destroyed. What a run changes is undone before the next
 * one, so a run can end anywhere. Each engine counts its steps, as its engine.c describes; a run that has had its steps
 * is stopped, past any `catch` of the script. */
#ifndef BD_JAVASCRIPT_ENGINE_H
#define BD_JAVASCRIPT_ENGINE_H

#include <stdbool.h>
#include <stddef.h>

/* How a run ended. */
enum bd_js_end {
    BD_JS_COMPLETED,
    BD_JS_THREW,    /* an exception was not caught */
    BD_JS_TOO_LONG, /* it was stopped: out of steps; or the handler for an uncaught exception did not get to its end */
};

struct bd_js_engine {
    const char *name;

    /* Creates the engine, with its `print`. Aborts if it cannot: the heap is empty. */
    void (*create)(void);

    /* Compiles SCRIPT and keeps the result for `run`. Returns false if that fails: for a syntax error, or a limit. */
    bool (*compile)(const char *script, size_t size);

    /* Runs what was compiled last. HANDLER is the name of a global function that gets the exception that the script
     * did not catch; NULL: nobody wants it. */
    enum bd_js_end (*run)(const char *handler);
};

extern const struct bd_js_engine bd_mujs, bd_duktape, bd_quickjs;

/* The target defines this. `print` calls it for each of its arguments, converted to a string. */
void bd_js_printed(const char *text, size_t size);

#endif

/* javascript_target.h: the target of a subject that is one JavaScript engine. Its target.c defines ENGINE, includes
 * this file, and declares the fuzzer with `setup` and `run`.
 *
 * One run compiles one program; with BEDIV_RUN, it also executes it. Valid means that it compiles; with BEDIV_RUN, also
 * that no exception is left uncaught. */
#ifndef BD_JAVASCRIPT_TARGET_H
#define BD_JAVASCRIPT_TARGET_H

#include <bediv.h>
#include <bediv/heap.h>
#include <javascript.h>
#include <javascript_engine.h>
#include <stdlib.h>

enum { HEAP_LIMIT = 16 << 20 }; /* bytes */

/* Everything that scripts print is read, and added up here, so that the compiler cannot remove the work. */
static volatile unsigned sink;

void bd_js_printed(const char *text, size_t size)
{
    unsigned sum = sink;
    for (size_t i = 0; i < size; i++) { sum = sum * 31 + (unsigned char)text[i]; }
    sink = sum;
}

static void *setup(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    setenv("TZ", "UTC", 1);
    bd_heap_limit(HEAP_LIMIT);
    ENGINE.create();
    return NULL;
}

static enum bd_verdict after_error(void)
{
    return bd_heap_was_full() ? BD_LIMITED : BD_INVALID;
}

static enum bd_verdict run(const struct bd_input *in)
{
    if (!ENGINE.compile((const char *)in->data, in->size)) { return after_error(); }
#ifdef BEDIV_RUN
    switch (ENGINE.run(NULL)) {
    case BD_JS_COMPLETED: break;
    case BD_JS_THREW: return after_error();
    case BD_JS_TOO_LONG: return BD_LIMITED;
    }
#endif
    return BD_VALID;
}

#endif

/* afresh.c: set-up, run and tear-down for each input, with memory from malloc (plain_heap.c): what a fuzzer has that
 * cannot restore a heap. bench/snapshot measures the same. */
#include "afresh.h"

#include <stdlib.h>
#include <string.h>

#include "exec/heap.h"

enum { MOST = 256 };

/* Variables that the set-up changes, and what they were before. A subject names them first. */
static struct variable {
    void *data, *before; /* before: owned */
    size_t size;
} variable[MOST];
static size_t variable_count;
static bool known;

void __real_bd_heap_keep(void *data, size_t size);
void __wrap_bd_heap_keep(void *data, size_t size);
void __wrap_bd_heap_keep(void *data, size_t size)
{
    if (!known) {
        struct variable *v = &variable[variable_count];
        if (variable_count == MOST || !(v->before = malloc(size))) { abort(); }
        memcpy(v->before, data, size);
        v->data = data;
        v->size = size;
        variable_count++;
    }
    __real_bd_heap_keep(data, size);
}

enum bd_verdict bench_run_afresh(const struct bd_input *in)
{
    char *no_words[] = {NULL}, **argv = no_words;
    int argc = 0;
    struct bd_input input = *in;
    bd__heap_begin(); /* frees what the previous run left */
    for (size_t i = 0; i < variable_count; i++) { memcpy(variable[i].data, variable[i].before, variable[i].size); }
    if (bench_subject.setup) { input.env = bench_subject.setup(&argc, &argv); }
    known = true;
    if (bench_subject.reset) { bench_subject.reset(input.env); }
    return bench_subject.run(&input);
}

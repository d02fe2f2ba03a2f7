/* alloc.c: replaces jq's jv_alloc.c, which ends the process when memory runs out, unless a handler jumps away. Here,
 * running out of memory always ends the run and nothing else. */
#include "stop.h"

#include <jv_alloc.h>

static void *or_stop(void *block)
{
    if (!block) { bd_jq_stop(BD_JQ_OUT_OF_MEMORY); }
    return block;
}

void jv_nomem_handler(jv_nomem_handler_f handler, void *data)
{
    (void)handler;
    (void)data;
}

void *jv_mem_alloc(size_t size)
{
    return or_stop(bd_heap_alloc(size));
}

void *jv_mem_alloc_unguarded(size_t size)
{
    return bd_heap_alloc(size);
}

void *jv_mem_calloc(size_t count, size_t size)
{
    return or_stop(bd_heap_calloc(count, size));
}

void *jv_mem_calloc_unguarded(size_t count, size_t size)
{
    return bd_heap_calloc(count, size);
}

char *jv_mem_strdup(const char *text)
{
    return or_stop(bd_jq_duplicate(text));
}

char *jv_mem_strdup_unguarded(const char *text)
{
    return bd_jq_duplicate(text);
}

void jv_mem_free(void *block)
{
    bd_heap_free(block);
}

void *jv_mem_realloc(void *block, size_t size)
{
    return or_stop(bd_heap_resize(block, size));
}

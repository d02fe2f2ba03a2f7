/* pinned.h: included before each file of jq and oniguruma. All their memory comes from the heap that is restored
 * before each run, and nothing depends on the clock or on chance. The headers are included first, so that the macros
 * affect only uses. */
#ifndef BD_JQ_PINNED_H
#define BD_JQ_PINNED_H

#include <bediv/heap.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static inline char *bd_jq_duplicate(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = bd_heap_alloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

#define malloc bd_heap_alloc
#define calloc bd_heap_calloc
#define realloc bd_heap_resize
#define free bd_heap_free
#undef strdup
#define strdup bd_jq_duplicate

/* `now`: 2023-11-14T22:13:20.25Z. */
#define gettimeofday(where, zone) (*(where) = (struct timeval){1700000000, 250000}, 0)
/* The seed of the hash tables of objects. */
#define getentropy(where, size) (memset(where, 0x5E, size), 0)

/* `env`: see target.c. */
extern char **bd_jq_environ;
#define environ bd_jq_environ
#define getenv(name) ((char *)NULL)

#endif

/* asan.h: tells AddressSanitizer, if the program has it, which memory must not be touched. The library itself need not
 * be built with it: the symbols are weak, and defined if the program links the runtime. */
#ifndef BD_EXEC_ASAN_H
#define BD_EXEC_ASAN_H

#include <stdbool.h>
#include <stddef.h>

void __asan_poison_memory_region(void const volatile *at, size_t size) __attribute__((weak));
void __asan_unpoison_memory_region(void const volatile *at, size_t size) __attribute__((weak));

static inline bool bd__asan_is_there(void)
{
    return __asan_poison_memory_region;
}
static inline void bd__asan_poison(const void *at, size_t size)
{
    if (__asan_poison_memory_region) { __asan_poison_memory_region(at, size); }
}
static inline void bd__asan_unpoison(const void *at, size_t size)
{
    if (__asan_unpoison_memory_region) { __asan_unpoison_memory_region(at, size); }
}

#endif

#include "runtime/counters.h"

#include <dlfcn.h>
#include <stdlib.h>

static struct {
    struct bd__module *list;
    size_t count, capacity;
    bool has_remote; /* then it is the last one, because no module is loaded after it */
} modules;

const struct bd__module *bd__runtime_modules(size_t *count)
{
    bd__guards_settle();
    *count = modules.count;
    return modules.list;
}

void bd__runtime_add(uint8_t *counters, size_t count, const uintptr_t *pcs)
{
    if (modules.count == modules.capacity) {
        modules.capacity = modules.capacity ? 2 * modules.capacity : 16;
        modules.list = realloc(modules.list, modules.capacity * sizeof *modules.list);
        if (!modules.list) { abort(); }
    }
    modules.list[modules.count++] = (struct bd__module){counters, count, pcs, false};
}

void bd__runtime_set_remote(uint8_t *counters, size_t count)
{
    if (!modules.has_remote) { bd__runtime_add(NULL, 0, NULL); }
    modules.has_remote = true;
    modules.list[modules.count - 1] = (struct bd__module){counters, count, NULL, true};
}

const uintptr_t *bd__runtime_twin(const void *address, size_t count)
{
    Dl_info own, other;
    if (!dladdr(address, &own)) { return NULL; }
    for (size_t i = 0; i < modules.count; i++) {
        const struct bd__module *module = &modules.list[i];
        if (module->count == count && module->pcs && dladdr(module->counters, &other) &&
            other.dli_fbase == own.dli_fbase) {
            return module->pcs;
        }
    }
    return NULL;
}

/* Called by the instrumentation, which defines these names and types. */
void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop);
void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop);

void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop)
{
    if (start == stop) { return; }
    for (size_t i = 0; i < modules.count; i++) {
        if (modules.list[i].counters == start) { return; } /* every object file of a module calls */
    }
    bd__runtime_add(start, (size_t)(stop - start), NULL);
}

void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop)
{
    size_t count = (size_t)(stop - start) / 2;
    /* A PC table follows the counters of its module: take the newest module of that size that has none yet. */
    for (size_t i = modules.count; i-- > 0;) {
        if (modules.list[i].pcs == start) { return; }
        if (!modules.list[i].pcs && modules.list[i].count == count) {
            modules.list[i].pcs = start;
            return;
        }
    }
    bd__guards_take_pcs(start, count);
}

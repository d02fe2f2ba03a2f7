#include "cover/cover.h"

#include <bediv/engine.h>
#include <dlfcn.h>
#include <string.h>

#include "base/die.h"
#include "runtime/counters.h"

void bd__cover_init(struct bd__cover *cover, struct bd__arena *arena)
{
    bool wide = __builtin_cpu_supports("avx2");
    cover->scan = wide ? bd__scan_avx2 : bd__scan_portable;
    cover->hash = wide ? bd__scan_hash_avx2 : bd__scan_hash_portable;
    cover->block = bd__arena_take(arena, BD__BRANCH_RESERVE / BD__BLOCK * sizeof *cover->block);
    cover->blank = bd__arena_take(arena, BD__BRANCH_RESERVE);
    cover->mask = bd__arena_take(arena, BD__BRANCH_RESERVE / BD__BLOCK * sizeof *cover->mask);
    cover->left_out = bd__arena_take(arena, BD__BRANCH_RESERVE * sizeof *cover->left_out);
}

static size_t blocks_of(const struct bd__module *module)
{
    return (module->count + BD__BLOCK - 1) / BD__BLOCK;
}

size_t bd__cover_branches(void)
{
    size_t count, branches = 0;
    const struct bd__module *module = bd__runtime_modules(&count);
    for (size_t i = 0; i < count; i++) { branches += module[i].count; }
    return branches;
}

size_t bd_module_counters(size_t index, const uint8_t **start)
{
    size_t count;
    const struct bd__module *module = bd__runtime_modules(&count);
    if (index >= count) { return 0; }
    if (start) { *start = module[index].counters; }
    return module[index].count;
}

void bd__cover_set_remote(uint8_t *counters, size_t count)
{
    bd__runtime_set_remote(counters, count);
}

void bd__cover_reset(void)
{
    size_t count;
    const struct bd__module *module = bd__runtime_modules(&count);
    for (size_t i = 0; i < count; i++) { memset(module[i].counters, 0, module[i].count); }
}

/* The first place in the list with BRANCH or a larger number. */
static size_t find_left_out(const struct bd__cover *cover, uint32_t branch)
{
    size_t low = 0, high = cover->left_out_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (cover->left_out[middle] < branch) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

void bd__cover_leave_out(struct bd__cover *cover, uint32_t branch)
{
    size_t at = find_left_out(cover, branch);
    bool known = at < cover->left_out_count && cover->left_out[at] == branch;
    if (known || cover->left_out_count == BD__BRANCH_RESERVE) { return; }
    memmove(&cover->left_out[at + 1], &cover->left_out[at], (cover->left_out_count - at) * sizeof *cover->left_out);
    cover->left_out[at] = branch;
    cover->left_out_count++;
}

/* Clears the counters of branches that are left out. */
static void forget_left_out(const struct bd__cover *cover)
{
    size_t count, first = 0, at = 0;
    const struct bd__module *module = bd__runtime_modules(&count);
    for (size_t i = 0; i < count; first += blocks_of(&module[i]) * BD__BLOCK, i++) {
        for (; at < cover->left_out_count && cover->left_out[at] - first < module[i].count; at++) {
            module[i].counters[cover->left_out[at] - first] = 0;
        }
    }
}

struct bd__trace bd__cover_collect(struct bd__cover *cover, const uint8_t *seen, const uint8_t *seen_valid, bool *novel)
{
    if (!seen) { seen = seen_valid = cover->blank; }
    if (cover->left_out_count) { forget_left_out(cover); }
    struct bd__scan scan = {.seen = seen, .seen_valid = seen_valid, .block = cover->block, .mask = cover->mask};
    size_t count, first = 0, branches = 0;
    const struct bd__module *module = bd__runtime_modules(&count);
    for (size_t i = 0; i < count; i++) {
        if ((first + blocks_of(&module[i])) * BD__BLOCK > BD__BRANCH_RESERVE) {
            bd__die("the program has more than %d branches", BD__BRANCH_RESERVE);
        }
        cover->scan(&scan, module[i].counters, module[i].count, (uint32_t)first);
        first += blocks_of(&module[i]);
        branches += module[i].count;
    }
    cover->branches = branches;
    cover->span = first * BD__BLOCK;
    if (novel) { *novel = scan.novel; }
    return (struct bd__trace){
        .block = scan.block,
        .mask = scan.mask,
        .block_count = scan.block_count,
        .branch_count = scan.branch_count,
        .hash = scan.block_count ? cover->hash(scan.block, scan.block_count) : 0,
    };
}

bool bd__cover_locate(uint32_t branch, struct bd__place *place)
{
    size_t count, first = 0;
    const struct bd__module *module = bd__runtime_modules(&count);
    for (size_t i = 0; i < count; first += blocks_of(&module[i]) * BD__BLOCK, i++) {
        if (branch < first || branch - first >= module[i].count) { continue; }
        size_t at = branch - first;
        Dl_info info;
        *place = (struct bd__place){.module = "?", .offset = at, .remote = module[i].remote};
        if (module[i].pcs && dladdr((void *)module[i].pcs[2 * at], &info) && info.dli_fname) {
            place->module = info.dli_fname;
            place->offset = module[i].pcs[2 * at] - (uintptr_t)info.dli_fbase;
            place->entry = module[i].pcs[2 * at + 1] & 1;
        }
        return true;
    }
    return false;
}

/* bediv_simple.c: BeDivFuzz-simple. Valid inputs with new coverage become parents. */
#include "guide/bediv.h"

static void *create(const struct bd__guide_tools *tools)
{
    return bd__bediv_create(tools, false);
}

const struct bd__guide bd__guide_bediv_simple = {
    .create = create,
    .next = bd__bediv_next,
    .observe = bd__bediv_observe,
    .save = bd__bediv_save,
    .load = bd__bediv_load,
    .mend = bd__bediv_mend,
};

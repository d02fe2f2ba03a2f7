/* bediv_structure.c: BeDivFuzz-structure. Valid inputs with new coverage become parents if no parent has the same
 * structure. */
#include "guide/bediv.h"

static void *create(const struct bd__guide_tools *tools)
{
    return bd__bediv_create(tools, true);
}

const struct bd__guide bd__guide_bediv_structure = {
    .create = create,
    .next = bd__bediv_next,
    .observe = bd__bediv_observe,
    .save = bd__bediv_save,
    .load = bd__bediv_load,
    .mend = bd__bediv_mend,
};

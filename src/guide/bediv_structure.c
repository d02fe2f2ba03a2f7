/* bediv_structure.c: BeDivFuzz-structure. Valid inputs with new coverage become parents if no parent has the same
 * structure. */
#include "guide/paper.h"

static void *create(const struct bd__guide_tools *tools)
{
    return bd__paper_create(tools, true);
}

const struct bd__guide bd__guide_bediv_structure = {
    .create = create,
    .next = bd__paper_next,
    .observe = bd__paper_observe,
    .save = bd__paper_save,
    .load = bd__paper_load,
    .mend = bd__paper_mend,
};

/* bediv_simple.c: BeDivFuzz-simple. Valid inputs with new coverage become parents. */
#include "guide/paper.h"

static void *create(const struct bd__guide_tools *tools)
{
    return bd__paper_create(tools, false);
}

const struct bd__guide bd__guide_bediv_simple = {
    .create = create,
    .next = bd__paper_next,
    .observe = bd__paper_observe,
    .save = bd__paper_save,
    .load = bd__paper_load,
    .mend = bd__paper_mend,
};

#include "guide/guide.h"

static const struct bd__guide *const guides[] = {
    &bd__guide_bediv_structure, &bd__guide_bediv_simple, &bd__guide_bediv_havoc, &bd__guide_zest,
    &bd__guide_rlcheck,         &bd__guide_quickcheck,
};
enum { GUIDES = sizeof guides / sizeof *guides };

const struct bd__guide *bd__guide_find(const char *name)
{
    for (size_t i = 0; i < GUIDES; i++) {
        if (strcmp(guides[i]->info.name, name) == 0) { return guides[i]; }
    }
    return NULL;
}

const struct bd_guide_info *bd_guide_list(size_t index)
{
    return index < GUIDES ? &guides[index]->info : NULL;
}

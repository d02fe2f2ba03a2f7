#include "guide/guide.h"

#include <bediv/engine.h>

static const struct bd__guide *const guides[] = {
    &bd__guide_bediv_structure,
    &bd__guide_bediv_simple,
    &bd__guide_zest,
    &bd__guide_quickcheck,
};
enum { GUIDES = sizeof guides / sizeof *guides };

const struct bd__guide *bd__guide_find(const char *name)
{
    for (size_t i = 0; i < GUIDES; i++) {
        if (strcmp(guides[i]->name, name) == 0) { return guides[i]; }
    }
    return NULL;
}

const struct bd_guide_info *bd_guide_list(size_t index)
{
    static struct bd_guide_info info;
    if (index >= GUIDES) { return NULL; }
    info = (struct bd_guide_info){guides[index]->name, guides[index]->summary};
    return &info;
}

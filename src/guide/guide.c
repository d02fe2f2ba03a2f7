#include "guide/guide.h"

static const struct {
    struct bd_guide_info info;
    const struct bd__guide *guide;
} guides[] = {
#define GUIDE(symbol, name, summary) {{name, summary}, &bd__guide_##symbol},
#include "guide/guides.def"
#undef GUIDE
};
enum { GUIDES = sizeof guides / sizeof *guides };

const struct bd__guide *bd__guide_find(const char *name)
{
    for (size_t i = 0; i < GUIDES; i++) {
        if (strcmp(guides[i].info.name, name) == 0) { return guides[i].guide; }
    }
    return NULL;
}

const char *bd__guide_name(const struct bd__guide *guide)
{
    size_t i = 0;
    while (i + 1 < GUIDES && guides[i].guide != guide) { i++; }
    return guides[i].info.name;
}

const struct bd_guide_info *bd_guide_list(size_t index)
{
    return index < GUIDES ? &guides[index].info : NULL;
}

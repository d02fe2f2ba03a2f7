#include "choice/words.h"

#include "base/die.h"

static struct bd_dict sort_out(struct bd__words *words, const struct bd_dict *dict, bool (*fit)(const char *word))
{
    size_t count = 0;
    if (!dict || dict->count == 0) { return (struct bd_dict){0}; }
    const char **list = bd__arena_take(words->arena, dict->count * sizeof *list);
    for (size_t i = 0; i < dict->count; i++) {
        if (fit(dict->words[i])) { list[count++] = dict->words[i]; }
    }
    return (struct bd_dict){list, count};
}

const struct bd_dict *bd__words_view(struct bd__words *words, const struct bd_dict *dict, bool (*fit)(const char *word),
                                     const struct bd_dict *fallback)
{
    for (unsigned i = 0; i < words->count; i++) {
        if (words->known[i].fit == fit) { return &words->known[i].view; }
    }
    if (words->count == BD__VIEW_LIMIT) {
        bd__die("bd_words_that: a generator may have at most %d views of its dictionary", BD__VIEW_LIMIT);
    }
    struct bd_dict *view = &words->known[words->count].view;
    *view = sort_out(words, dict, fit);
    if (view->count == 0) { *view = sort_out(words, fallback, fit); }
    words->known[words->count].fit = fit;
    words->count++;
    return view;
}

/* words.h: views of a dictionary: the words that fit some purpose, filtered once.
 *
 * Views lie in the arena, so one worker filters for all later ones.
 */
#ifndef BD_CHOICE_WORDS_H
#define BD_CHOICE_WORDS_H

#include <bediv.h>

#include "base/arena.h"

enum { BD__VIEW_LIMIT = 16 };

struct bd__words {
    struct bd__arena *arena; /* borrowed */
    struct {
        bool (*fit)(const char *word);
        struct bd_dict view;
    } known[BD__VIEW_LIMIT];
    unsigned count; /* raised last: the views below it are complete */
};

/* The words of DICT for which FIT returns true or, if there are none, those of FALLBACK. At most BD__VIEW_LIMIT
 * different FIT functions: dies beyond that. The view is kept for all later calls with the same FIT. */
const struct bd_dict *bd__words_view(struct bd__words *words, const struct bd_dict *dict, bool (*fit)(const char *word),
                                     const struct bd_dict *fallback);

#endif

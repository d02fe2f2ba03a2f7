/* words.h: views of a dictionary: its words that are good for something, sorted out once.
 *
 * They lie in the arena, so one worker sorts for all that come after it.
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
    unsigned count; /* raised last: views below it are whole */
};

/* The words of DICT, or else of FALLBACK, that FIT. */
const struct bd_dict *bd__words_view(struct bd__words *words, const struct bd_dict *dict, bool (*fit)(const char *word),
                                     const struct bd_dict *fallback);

#endif

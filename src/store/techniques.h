/* techniques.h: the techniques of an experiment, from four lists of its manifest.
 *
 *   guides = ["G"]                     technique G: the guide
 *   techniques = ["N: G --flag v"]     technique N: a guide with flags of its own
 *   blackbox = ["G"]                   technique G@plain: timed on the build without instrumentation
 *   sized = ["G --flag v as T"]        technique G@T: with --mean-size, the mean input of the campaign of T with the same number
 *
 * A technique is a folder in the results, and its name a part of the seeds.
 */
#ifndef BD_STORE_TECHNIQUES_H
#define BD_STORE_TECHNIQUES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

struct bd__names;

enum { BD__TECHNIQUE_NAME = 96, BD__TECHNIQUE_FLAGS = 32 };

struct bd__technique {
    char name[BD__TECHNIQUE_NAME];
    char guide[BD__TECHNIQUE_NAME];
    char *flag[BD__TECHNIQUE_FLAGS + 1]; /* owned; NULL after the last */
    size_t flag_count;
    bool plain;                       /* timed on the plain build, then repeated on the instrumented one */
    char size_of[BD__TECHNIQUE_NAME]; /* the technique whose mean input size it is given; "": none */
};

struct bd__techniques {
    struct bd__technique *one; /* owned; in the order of the lists above */
    size_t count;
};

/* Reads the four lists. Returns NULL, or the key of the list with a mistake, which WRONG explains. The caller clears TECHNIQUES in
 * any case. */
const char *bd__techniques_read(struct bd__techniques *techniques, const struct bd__names *guides,
                                const struct bd__names *techniques_list, const struct bd__names *blackbox,
                                const struct bd__names *sized, struct bd__text *wrong);
void bd__techniques_clear(struct bd__techniques *techniques);

/* NULL: there is none of this name. */
const struct bd__technique *bd__technique_named(const struct bd__techniques *techniques, const char *name);
/* Do both mean the same campaigns? */
bool bd__technique_is_same(const struct bd__technique *a, const struct bd__technique *b);
/* The flag that a campaign of an experiment may not be given, since the experiment sets it; NULL: none of them. */
const char *bd__flags_that_are_ours(char *const *flag, size_t count);
/* The seconds of --warm-up, where the last one counts; NAN: it is not given. */
double bd__flags_warm_up(char *const *flag, size_t count);

#endif

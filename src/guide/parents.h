/* parents.h: Zest's schedule, which the bediv guides share: which inputs become parents, and whose turn it is. In a
 * visit, a parent has a number of children in a row; parents that are responsible for a branch have more. */
#ifndef BD_GUIDE_PARENTS_H
#define BD_GUIDE_PARENTS_H

#include "guide/guide.h"

/* Zest's rule: an input with a new bucket, or a valid one with a branch new to valid inputs, becomes a parent and is
 * responsible for what it covered first. */
void bd__parents_keep(struct bd__corpus *corpus, const struct bd__trial *trial);

/* The parent of the next child; there must be at least one parent. SWITCHED: a new visit begins. */
struct bd__corpus_entry *bd__parents_next(struct bd__corpus *corpus, const struct bd_tuning *tuning, bool *switched);

#endif

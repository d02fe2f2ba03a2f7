/* bytes.h: the generator of targets that have none of their own: plain bytes.
 *
 * An input is a row of chunks. Which chunks there are is structure, what is in them is value:
 *
 *   end      the input is complete
 *   bytes    1 to 16 bytes
 *   repeat   the last 1 to 16 bytes of the input once more
 *   skip     1 to 16 bytes, drawn and left out
 *   word     a word of the dictionary, if there is one
 *
 * So a mutation of structure inserts, repeats, leaves out or cuts off, and what follows keeps its values; a mutation of
 * values overwrites. Drawing zeros gives the empty input.
 *
 * The other way round, any bytes can be had from it: a policy that answers its draws so that they come out. That is how
 * seeds, and what a mutator of the program's own made, become parameters that every guide can mutate.
 */
#ifndef BD_GEN_BYTES_H
#define BD_GEN_BYTES_H

#include "trial/trial.h"

/* More would not fit into the record of choices. */
enum { BD__BYTES_LONGEST = 900000 };

void bd__bytes_generate(struct bd_source *s, struct bd_out *out);

/* Bytes to be made, and how far that is. */
struct bd__bytes_reader {
    struct bd__policy policy;
    struct bd__bytes bytes; /* borrowed */
    size_t at;
};

/* READER->policy makes BYTES, or as many of them as an input may have. */
void bd__bytes_read(struct bd__bytes_reader *reader, struct bd__bytes bytes);

#endif

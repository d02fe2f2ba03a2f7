/* bytes.h: the generator of targets that have none of their own: plain bytes.
 *
 * An input is a row of chunks, each a rule of its own. Which chunks there are is structure, what is in them is value:
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

/* Longer inputs would not fit into the record of choices. */
enum { BD__BYTES_LONGEST = 900000, BD__CHUNK_LARGEST = 16 };
enum bd__chunk { BD__CHUNK_END, BD__CHUNK_BYTES, BD__CHUNK_REPEAT, BD__CHUNK_SKIP, BD__CHUNK_WORD, BD__CHUNKS };

void bd__bytes_generate(struct bd_source *s, struct bd_out *out);

/* How many of BYTES, from AT on, make up the next chunk if nothing else is known of them: 1 to MOST. */
size_t bd__bytes_chunk(struct bd__bytes bytes, size_t at, size_t most);

/* Bytes to be made, and how far that is. */
struct bd__bytes_reader {
    struct bd__policy policy;
    struct bd__bytes bytes; /* borrowed */
    size_t at;
};

/* READER->policy makes BYTES, or as many of them as an input may have. */
void bd__bytes_read(struct bd__bytes_reader *reader, struct bd__bytes bytes);

#endif

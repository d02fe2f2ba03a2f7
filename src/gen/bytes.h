/* bytes.h: the generator for targets that have none of their own: plain bytes.
 *
 * An input is a sequence of chunks, each a rule of its own. Which chunks there are is structure; what is in them is
 * value:
 *
 *   end      the input is complete
 *   bytes    1 to 16 bytes
 *   repeat   the last 1 to 16 bytes of the input again
 *   skip     1 to 16 bytes, drawn but not written
 *   word     a word from the dictionary, if there is one
 *
 * So a mutation of structure inserts, repeats, skips or truncates, and what follows keeps its values; a mutation of
 * values overwrites. Drawing only zeros gives the empty input.
 *
 * The generator also works in reverse: a policy can answer its draws so that it writes given bytes. That is how seeds
 * and the results of a custom mutator become parameters that every guide can mutate.
 */
#ifndef BD_GEN_BYTES_H
#define BD_GEN_BYTES_H

#include "trial/trial.h"

/* Longer inputs would not fit into the record of choices. */
enum { BD__BYTES_LONGEST = 900000, BD__CHUNK_LARGEST = 16 };
enum bd__chunk { BD__CHUNK_END, BD__CHUNK_BYTES, BD__CHUNK_REPEAT, BD__CHUNK_SKIP, BD__CHUNK_WORD, BD__CHUNKS };

void bd__bytes_generate(struct bd_source *s, struct bd_out *out);

/* How many bytes of BYTES, starting at AT, to put into the next chunk if nothing else is known about them: 1 to
 * MOST. */
size_t bd__bytes_chunk(struct bd__bytes bytes, size_t at, size_t most);

/* The bytes to be written, and how many have been. */
struct bd__bytes_reader {
    struct bd__policy policy;
    struct bd__bytes bytes; /* borrowed */
    size_t at;
};

/* Makes READER->policy write BYTES, or as many of them as an input may have. */
void bd__bytes_read(struct bd__bytes_reader *reader, struct bd__bytes bytes);

#endif

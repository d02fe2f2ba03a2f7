/* bridge.h: a generator and a target as guests of another fuzzer, which provides the loop, the corpus and the coverage.
 * To that fuzzer inputs are bytes; here these bytes are tapes.
 *
 *   tape ──► parse ──► edit ──► generator ──► tape as text (back to the fuzzer)
 *                                    └──────► input ──► target
 *
 * Every tape that the bridge returns has been through the generator: it is complete, and has exactly the choices that
 * the generator draws. The input of the last tape is kept, because it is usually the next one to run.
 */
#ifndef BD_BRIDGE_BRIDGE_H
#define BD_BRIDGE_BRIDGE_H

#include <bediv/bridge.h>

#include "bridge/edit.h"
#include "choice/source.h"
#include "gen/dict.h"
#include "gen/out.h"

struct bd__bridge {
    struct bd_bridge_program program; /* .fuzzer->generate is not NULL */
    void *env;
    struct bd__arena *arena;
    struct bd_source *source;
    struct bd_out out;
    struct bd__dict_file dict;
    struct bd__choices choices; /* of the last input made */
    struct bd__text tape;       /* the last tape returned */
    bool ready;                 /* OUT holds its input, not run yet */
    const char *op;             /* how it was made */
    struct bd__draft draft;
};

/* Sets up generator and target. On an error, prints it to stderr and ends the process. */
struct bd__bridge *bd__bridge_create(const struct bd_bridge_program *program, int *argc, char ***argv);
void bd__bridge_destroy(struct bd__bridge *b);

/* Parses DATA; false if it is not a tape. On success the caller clears TAPE. Blank data is the empty tape, which makes
 * the simplest input. */
bool bd__bridge_read(struct bd__tape *tape, const uint8_t *data, size_t size);

/* Makes the input of TAPE. At most FRESH draws that it lacks get random answers, from SEED. False if the input was
 * discarded or too large. */
bool bd__bridge_make(struct bd__bridge *b, const struct bd__tape *tape, uint32_t fresh, uint64_t seed);
/* Writes the tape of the last input made to b->tape. */
void bd__bridge_format(struct bd__bridge *b);

/* Makes a child of the tape DATA, crossed with the tape OTHER unless its size is 0. The text, at most MAX bytes, is in
 * b->tape. If DATA is not a tape, the child is fresh. The same seed gives the same child. False if not even an empty
 * tape fits. */
bool bd__bridge_child(struct bd__bridge *b, struct bd__bytes data, struct bd__bytes other, size_t max, uint64_t seed);

/* Runs the last input made. */
enum bd_verdict bd__bridge_run(struct bd__bridge *b);

#endif

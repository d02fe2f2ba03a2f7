/* bridge.h: a generator and a target as guests of another fuzzer, which brings the loop, the corpus and the coverage. It
 * knows inputs as bytes; here these bytes are tapes.
 *
 *   tape ──► parse ──► edit ──► generator ──► tape as text (back to the fuzzer)
 *                                    └──────► input ──► target
 *
 * A tape that is handed out has been through the generator: it is whole, and says exactly what the generator asks for.
 * The input of the last one is kept, for it is mostly what is run next.
 */
#ifndef BD_BRIDGE_BRIDGE_H
#define BD_BRIDGE_BRIDGE_H

#include <bediv/bridge.h>

#include "bridge/edit.h"
#include "choice/source.h"
#include "gen/dict.h"
#include "gen/out.h"

struct bd__bridge {
    struct bd_bridge_program program; /* .fuzzer->generate is there */
    void *env;
    struct bd__arena *arena;
    struct bd_source *source;
    struct bd_out out;
    struct bd__dict_file dict;
    struct bd__choices choices; /* of the input made last */
    struct bd__text tape;       /* the tape that was handed out last */
    bool ready;                 /* OUT holds its input, not run yet */
    const char *op;             /* how it was made */
    struct bd__draft draft;
};

/* Sets up generator and target; what is wrong is told on stderr, and ends the process. */
struct bd__bridge *bd__bridge_create(const struct bd_bridge_program *program, int *argc, char ***argv);
void bd__bridge_destroy(struct bd__bridge *b);

/* Is DATA a tape? Then TAPE is to be cleared. Blank data are the empty tape, which makes the simplest input. */
bool bd__bridge_read(struct bd__tape *tape, const uint8_t *data, size_t size);

/* Makes the input of TAPE; at most FRESH draws that it lacks are random, from SEED. False if it was discarded. */
bool bd__bridge_make(struct bd__bridge *b, const struct bd__tape *tape, uint32_t fresh, uint64_t seed);
/* Writes down the input made last. */
void bd__bridge_format(struct bd__bridge *b);

/* A child of the tape DATA, crossed with the tape OTHER if there is one (size 0: none), as text in b->tape, which has at
 * most MAX bytes. What is no tape gets a fresh one as its child. The same seed gives the same child. False if not even
 * an empty tape fits. */
bool bd__bridge_child(struct bd__bridge *b, struct bd__bytes data, struct bd__bytes other, size_t max, uint64_t seed);

/* Runs the input made last. */
enum bd_verdict bd__bridge_run(struct bd__bridge *b);

#endif

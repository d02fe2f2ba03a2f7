/* bytes.h: for targets without a generator bytes are choices: those of gen/bytes.h. */
#ifndef BD_GEN_BYTES_TAPE_H
#define BD_GEN_BYTES_TAPE_H

#include "choice/tape.h"
#include "trial/trial.h"

/* The tape that makes BYTES, owned by the caller. */
void bd__bytes_tape(struct bd__tape *tape, struct bd__bytes bytes);

#endif

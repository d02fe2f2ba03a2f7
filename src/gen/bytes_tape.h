/* bytes_tape.h: for targets without a generator, bytes as the choices of gen/bytes.h. */
#ifndef BD_GEN_BYTES_TAPE_H
#define BD_GEN_BYTES_TAPE_H

#include "choice/tape.h"
#include "trial/trial.h"

/* Creates a tape that gives BYTES. The caller calls bd__tape_clear. */
void bd__bytes_tape(struct bd__tape *tape, struct bd__bytes bytes);

#endif

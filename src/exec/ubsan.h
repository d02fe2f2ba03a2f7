/* ubsan.h: undefined behaviour that does not end a run. UBSan reports it and lets the program continue, if it was built
 * with -fsanitize-recover=undefined, so that a harmless report does not hide a memory error later in the same run.
 *
 * The runtime calls __ubsan_on_report() for each report. In a worker, that notes the report in the pulse. At the end of
 * the run, ring/rig.c makes a failure of it, unless something worse has happened; then the supervisor files both. UBSan
 * reports each place once per process, so a worker ends after a run with a report, like after any failure. */
#ifndef BD_EXEC_UBSAN_H
#define BD_EXEC_UBSAN_H

#include "exec/pulse.h"
#include "trial/trial.h"

/* Makes the linker take __ubsan_on_report() from here, before it sees the runtime's own, which does nothing. */
void bd__ubsan_watch(void);

/* Report NUMBER of a run, from 0 on, as a failure. */
struct bd__outcome bd__outcome_of_undefined(const struct bd__undefined *undefined, uint32_t number);

#endif

/* sanitized.h: the fuzzer's own build is fast and blind; a second one, with sanitizers, sees more. What is kept, a corpus
 * entry or a new failure, is run there too, by another process, while fuzzing goes on. What fails there is filed.
 *
 * The other program is a fuzzer of the same subject: PROGRAM replay --batch. One case is on its way at a time, as a tape in
 * a memory file, so it does not matter whether the disk is full. Failures come before corpus entries. If the program dies
 * or hangs, it is started again and asked again; a case that it cannot answer three times is passed over, and told.
 * What only that program shows, only it can shrink: PROGRAM shrink --batch, beside the other, one failure at a time.
 */
#ifndef BD_CAMPAIGN_SANITIZED_H
#define BD_CAMPAIGN_SANITIZED_H

#include <bediv/engine.h>

struct bd__supervisor;
struct bd__distinct;

/* Seconds that the end of a campaign waits for what is still to be run. */
enum { BD__SANITIZED_PATIENCE = 60 };

/* Opens what config.sanitized names; nothing if it names nothing. */
enum bd_status bd__sanitized_open(struct bd__supervisor *s) __attribute__((warn_unused_result));
void bd__sanitized_close(struct bd__supervisor *s);

/* TAPE made the input that is in the folder of DISTINCT from now on: what the sanitized build says of it is saved there,
 * sanitized.txt. */
void bd__sanitized_failure(struct bd__supervisor *s, const struct bd__distinct *distinct, const char *tape);

/* The same for DISTINCT, which only the sanitized build shows: it is shrunk there, within RUNS, and bd__filing_shrunk
 * gets the result. False if it is not. */
bool bd__sanitized_shrink(struct bd__supervisor *s, const struct bd__distinct *distinct, const char *tape,
                          uint64_t runs);
/* The campaign is resumed: what was not shrunk to the end is shrunk now. */
void bd__sanitized_resume(struct bd__supervisor *s);
#define BD__FOUND_BY_SANITIZED "the sanitized build"

/* Looks for an answer, asks the next question; never waits. */
void bd__sanitized_tick(struct bd__supervisor *s);

/* No more inputs come: the rest is run and shrunk, for BD__SANITIZED_PATIENCE or until somebody interrupts; then what is left
 * over is told. With AT_ONCE nothing is waited for. */
void bd__sanitized_finish(struct bd__supervisor *s, bool at_once);

#endif

/* setup.h: what a campaign is about: its program's name, its dictionary, and the record of how it was
 * started. */
#ifndef BD_CAMPAIGN_SETUP_H
#define BD_CAMPAIGN_SETUP_H

#include "base/text.h"
#include "gen/dict.h"
#include "ring/ring.h"

/* The command line, words quoted where a shell would want it. */
void bd__setup_command(struct bd__text *out, const struct bd_config *config);

/* Hash of the program's file; 0 if it cannot be read. */
uint64_t bd__setup_program_hash(void);

/* setup.json: store/setup_file.h. */
void bd__setup_describe(struct bd__text *out, const struct bd__ring *ring, const char *program, uint64_t start);

#endif

/* setup.h: what a campaign is about: its program's name, its dictionary, and the record of how it was
 * started. */
#ifndef BD_ENGINE_SETUP_H
#define BD_ENGINE_SETUP_H

#include "base/text.h"
#include "engine/campaign.h"
#include "gen/dict.h"

/* The fuzzer's name, else the program's. Constant. */
const char *bd__setup_name(const struct bd__campaign *c);

/* A seed from the system: not 0, which stands for none, and short enough to type. */
uint64_t bd__setup_random_seed(void);

/* Loads --dict, or the fuzzer's default dictionary: a relative path of the latter is looked for beside the
 * program too. Neither given: the empty dictionary. */
enum bd_status bd__setup_dictionary(struct bd__dict_file *file, const struct bd__campaign *c, const struct bd__log *log)
    __attribute__((warn_unused_result));

/* The command line, words quoted where a shell would want it. */
void bd__setup_command(struct bd__text *out, const struct bd_config *config);

/* Hash of the program's file; 0 if it cannot be read. */
uint64_t bd__setup_program_hash(void);

/* setup.json. */
void bd__setup_describe(struct bd__text *out, const struct bd__campaign *c, const char *program, uint64_t start);

#endif

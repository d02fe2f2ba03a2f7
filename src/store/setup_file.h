/* setup_file.h: setup.json, how a campaign was started. A run directory is known by having one. */
#ifndef BD_STORE_SETUP_FILE_H
#define BD_STORE_SETUP_FILE_H

#include <bediv/engine.h>

#include "base/json.h"
#include "base/text.h"
#include "trial/sites.h"

#define BD__SETUP_FILE "setup.json"

struct bd__setup_file {
    const char *program;
    uint64_t program_hash, branches;
    const struct bd_config *config; /* borrowed; complete */
    /* Writes the settings of CONFIG, each as a member: whoever has the list of them does that. */
    void (*put_settings)(struct bd__json *json, const struct bd_config *config);
    const struct bd__sites *sites; /* those with another role than their kind are listed; NULL: none is known yet */
    uint64_t start_time;
};
void bd__setup_file_put(struct bd__text *out, const struct bd__setup_file *setup);

/* What readers need of it. */
struct bd__setup_extract {
    bool has_format, known; /* does it name a version of the run directory, and is that ours? */
    char program_hash[32];  /* 16 hex digits; "": it has none */
};
/* Reads TEXT. Returns NULL, or a constant text that says why it is no JSON. */
const char *bd__setup_file_parse(struct bd__setup_extract *read, const char *text, size_t size);

#endif

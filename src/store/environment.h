/* environment.h: environment.json, when, on what and with which programs an experiment is run. `bediv eval run` writes it, and
 * `bediv eval report` shows what is in it. */
#ifndef BD_STORE_ENVIRONMENT_H
#define BD_STORE_ENVIRONMENT_H

#include "base/text.h"
#include "store/manifest.h"

#define BD__ENVIRONMENT_FILE "environment.json"

/* The builds of a subject. */
enum bd__build { BD__BUILD_COVERAGE, BD__BUILD_PLAIN, BD__BUILD_SANITIZED, BD__BUILDS };

struct bd__environment {
    uint64_t started; /* seconds since 1970 */
    char cpu[256];
    uint64_t cores, memory_mb;
    char kernel[256]; /* "": not known */
    unsigned jobs;
    const struct bd__names *subjects;                 /* borrowed */
    uint64_t program[BD__MANIFEST_NAMES][BD__BUILDS]; /* hashes of each subject's programs; 0: not there */
};

void bd__environment_put(struct bd__text *out, const struct bd__environment *environment);
/* OUT, which bd__environment_put wrote, gets the beginning of OLD: when the experiment was begun, and on which machine. An OLD
 * that has no such beginning changes nothing. False if it was another machine. */
bool bd__environment_continue(struct bd__text *out, const char *old);

/* What is in it, in order: "cpu", "programs.expat.plain" … */
struct bd__fact {
    char *name, *value; /* owned */
};
struct bd__facts {
    struct bd__fact *one; /* owned */
    size_t count;
    bool too_many; /* or too long to be ours */
};
/* If PATH cannot be read, false, and WHY says so; then there are no facts. */
bool bd__environment_read(struct bd__facts *facts, const char *path, struct bd__text *why);
void bd__facts_clear(struct bd__facts *facts);

#endif

/* manifest.h: reads the manifest of an experiment: subjects × techniques × repetitions.
 *
 * The file is a page of TOML, limited to what a page needs: comments, and key = "string" | 'string' | 123 | 1.5 | true
 * | ["string", …]. There are no tables. docs/eval.md explains the keys. Reading is strict: whatever is not understood
 * is an error, with its line.
 */
#ifndef BD_STORE_MANIFEST_H
#define BD_STORE_MANIFEST_H

#include "base/log.h"
#include "store/techniques.h"

enum { BD__MANIFEST_SIZE = 64 << 10, BD__MANIFEST_NAMES = 256 };

struct bd__names {
    char *name[BD__MANIFEST_NAMES + 1]; /* owned; NULL after the last */
    size_t count;
};

struct bd__manifest {
    char *name;     /* owned; of the experiment */
    char *programs; /* owned; folder of the subject programs as given, relative to the manifest */
    char *folder;   /* owned; folder of the manifest */
    struct bd__names subjects, guides, techniques, blackbox, sized, flags; /* the lists as given */
    struct bd__techniques all; /* owned; what guides, techniques, blackbox and sized mean together */
    uint64_t repetitions, trials, seed;
    double seconds; /* per campaign; 0: the number of trials ends it */
    bool keep_corpus;
    char *candidate; /* owned; the technique that the report is about; NULL: the first */
    /* The candidate is not worse if it surely has more than this share of what another has: of B(0), B(1), B(2), of the
     * share of diverse inputs, of their number. 0: no margin, so "not worse" is never said. */
    double margin_b0, margin_b1, margin_b2, margin_share, margin_number;
};

/* Reads the file PATH. Logs errors, and returns BD_IO or BD_FORMAT. The caller must clear MANIFEST even then. */
enum bd_status bd__manifest_read(struct bd__manifest *manifest, const char *path, const struct bd__log *log)
    __attribute__((warn_unused_result));
/* The same, with TEXT as the contents of the file. */
enum bd_status bd__manifest_parse(struct bd__manifest *manifest, const char *path, const char *text, size_t size,
                                  const struct bd__log *log) __attribute__((warn_unused_result));
void bd__manifest_clear(struct bd__manifest *manifest);

/* The first key in which A and B differ so that repetitions of the one must not be mixed with those of the other;
 * NULL if there is none. More subjects, techniques or repetitions are no such difference. */
const char *bd__manifest_conflict(const struct bd__manifest *a, const struct bd__manifest *b);

/* The seed of a repetition; TECHNIQUE is a name, REPETITION counts from 1. Below 2^53, so that every reader
 * of JSON gets it whole, and never 0. */
uint64_t bd__manifest_seed(const struct bd__manifest *manifest, const char *subject, const char *technique,
                           unsigned repetition);

/* Seconds that a campaign of TECHNIQUE (NULL: one without flags of its own) warms up before its time starts. */
double bd__manifest_warm_up(const struct bd__manifest *manifest, const struct bd__technique *technique);

/* May NAME be the name of a file or folder: at most 64 letters, digits and . _ + -? */
bool bd__is_file_name(const char *name);
bool bd__names_hold(const struct bd__names *names, const char *name);

#endif

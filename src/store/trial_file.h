/* trial_file.h: trial.json, what one trial of an experiment ran. `bediv eval run` writes it as the last file of a trial, and
 * reads it to see what is done; `bediv eval report` reads it. */
#ifndef BD_STORE_TRIAL_FILE_H
#define BD_STORE_TRIAL_FILE_H

#include "base/text.h"

#define BD__TRIAL_FILE "trial.json"

struct bd__trial_file {
    char subject[128], technique[128]; /* read as "": it does not say */
    uint64_t repetition, seed;         /* read as 0: it does not say; so with all whole numbers */
    uint64_t core, started;
    double seconds, load_average; /* read as NAN: it does not say; so with all that are not whole */
    uint64_t exit_code;
    double wall_seconds, cpu_seconds; /* older results do not have them */
    uint64_t sanitized_hash;          /* 0: there was no sanitized build */
    char size_of[128];                /* the technique whose mean input size it was given, … */
    double mean_size;                 /* … and that, in bytes; "" and NAN: none */
    bool repeated;                    /* technique GUIDE@plain: the inputs were made twice … */
    bool identical;                   /* … and the second time they were the same; true if not repeated */
};

void bd__trial_file_put(struct bd__text *out, const struct bd__trial_file *trial);
/* If PATH cannot be read, or a value in it makes no sense, false, and WHY names the place. */
bool bd__trial_file_read(struct bd__trial_file *trial, const char *path, struct bd__text *why);

#endif

/* readback.h: reads single items of a run directory: a figure, the name of a failure. record.h reads a whole
 * directory. */
#ifndef BD_STORE_READBACK_H
#define BD_STORE_READBACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads the value of KEY from fuzzer_stats in the run directory DIR, as text. False if there is none. */
bool bd__readback_figure(const char *dir, const char *key, char *value, size_t room);
/* The same as a number; 0 if there is none. */
double bd__readback_number(const char *dir, const char *key);

/* What the name of a file in failures/ says. */
struct bd__readback_failure {
    char kind[32]; /* SIGABRT, exit 3, timeout, …; after "generator: " if the generator failed */
    uint64_t trial;
};
/* False for names of tapes and logs, and for names that are not of a failure at all. */
bool bd__readback_failure_name(struct bd__readback_failure *failure, const char *name);

#endif

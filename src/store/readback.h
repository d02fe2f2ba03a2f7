/* readback.h: single figures of a run directory, read back. record.h reads it as a whole. */
#ifndef BD_STORE_READBACK_H
#define BD_STORE_READBACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The value of KEY in the fuzzer_stats of the run directory DIR, as text; false if there is none. */
bool bd__readback_figure(const char *dir, const char *key, char *value, size_t room);
/* The same as a number; 0 if there is none. */
double bd__readback_number(const char *dir, const char *key);

#endif

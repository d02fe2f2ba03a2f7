/* readback.h: reads single figures of a run directory. record.h reads a whole directory. */
#ifndef BD_STORE_READBACK_H
#define BD_STORE_READBACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads the value of KEY from fuzzer_stats in the run directory DIR, as text. False if there is none. */
bool bd__readback_figure(const char *dir, const char *key, char *value, size_t room);
/* The same as a number; 0 if there is none. */
double bd__readback_number(const char *dir, const char *key);

#endif

/* library.h: what library.c adds to SQLite. */
#ifndef BD_SQLITE3_LIBRARY_H
#define BD_SQLITE3_LIBRARY_H

#include <stddef.h>

/* Calls KEEP for each variable of SQLite that a run can change. */
void bd_sqlite3_variables(void (*keep)(void *data, size_t size));

#endif

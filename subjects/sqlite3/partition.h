/* partition.h: does SQLite answer a query correctly? Two ways to find out without knowing the answer:
 *
 *   partition   For each row a condition is true, false or NULL. So the rows of a query are those of the same query WHERE
 *               it is true, WHERE it is false, and WHERE it is NULL, together (Rigger and Su, OOPSLA 2020).
 *   index       An index must not change the rows.
 */
#ifndef BD_SQLITE3_PARTITION_H
#define BD_SQLITE3_PARTITION_H

#include <bediv.h>
#include <sqlite3.h>

/* Runs what bd_sql_partition wrote. PREPARE runs its first part; it may fail. Valid: all queries ended without an error. */
enum bd_verdict bd_sqlite3_partition(sqlite3 *db, const char *text, size_t size,
                                     void (*prepare)(sqlite3 *db, const char *text, size_t size),
                                     void (*bind)(sqlite3_stmt *statement));

#endif

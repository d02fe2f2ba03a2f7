/* library.c: SQLite's amalgamation, and access to its variables.
 *
 * Whatever a run changes in memory that is not on the heap would affect the next run. All such variables are static in
 * the amalgamation, so the list of them must be compiled with it. */
#include "sqlite3.c"

#include "library.h"

void bd_sqlite3_variables(void (*keep)(void *data, size_t size))
{
    keep(&sqlite3Config, sizeof sqlite3Config);
    keep(&sqlite3Stat, sizeof sqlite3Stat);
    keep(&sqlite3Prng, sizeof sqlite3Prng);
    keep(&sqlite3SavedPrng, sizeof sqlite3SavedPrng);
    keep(&mem0, sizeof mem0);
    keep(&pcache1_g, sizeof pcache1_g);
    keep(&memdb_g, sizeof memdb_g);
    keep(&vfsList, sizeof vfsList);
    keep(&sqlite3Autoext, sizeof sqlite3Autoext);
    keep(&sqlite3_temp_directory, sizeof sqlite3_temp_directory);
    keep(&sqlite3_data_directory, sizeof sqlite3_data_directory);
}

/* report.h: the report that `bediv eval report` writes:
 *
 *   DIR/report.html   one page, which needs no other files
 *   DIR/report.md     the same tables
 *   DIR/csv/          every value and series, one file per kind
 *
 *   experiment ──► results ──► sections ──► document ──► html, md
 *    (read)     (samples, tests)  └─ curve, chart, table
 *                     └──────────► csv
 *
 * The same directory gives the same files, byte for byte.
 */
#ifndef BD_REPORT_REPORT_H
#define BD_REPORT_REPORT_H

#include "base/log.h"

/* Reads the results directory DIR and writes the report into it. Reports errors to LOG. Missing or damaged campaigns are left
 * out, and the report says so. */
enum bd_status bd__report_write(const char *dir, const struct bd__log *log) __attribute__((warn_unused_result));

#endif

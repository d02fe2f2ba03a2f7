/* sarif.h: failures as SARIF, the format in which GitHub and GitLab take findings. */
#ifndef BD_REPORT_SARIF_H
#define BD_REPORT_SARIF_H

#include "base/json.h"
#include "store/failures.h"

/* Writes the FAILURES of the run directory DIR as the whole text of JSON. */
void bd__report_sarif(struct bd__json *json, const char *dir, const struct bd__failures *failures);

#endif

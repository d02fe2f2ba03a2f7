/* figures.h: the figures of a campaign as JSON. */
#ifndef BD_REPORT_FIGURES_H
#define BD_REPORT_FIGURES_H

#include <bediv/engine.h>

#include "base/json.h"

/* Members of an object; each line of figures.def begins a new one. */
void bd__report_figures_json(struct bd__json *json, const struct bd_summary *summary);

#endif

/* figures.h: the figures of a campaign as JSON. */
#ifndef BD_REPORT_FIGURES_H
#define BD_REPORT_FIGURES_H

#include <bediv/engine.h>

#include "base/text.h"

/* Members of an object that has some already: each begins with a comma, and each line of figures.def on a new one. */
void bd__report_figures_json(struct bd__text *out, const struct bd_summary *summary);

#endif

/* settings.h: the settings of a campaign or a command: every one that is left open gets its default, and all are checked. What is
 * wrong is in the log. */
#ifndef BD_RING_SETTINGS_H
#define BD_RING_SETTINGS_H

#include <bediv/engine.h>

#include "base/log.h"
#include "guide/guide.h"

enum { BD__TIMEOUT_MS = 1000, BD__MEMORY_MB = 2048 }; /* limits, unless others are given */

/* Those that have nothing to do with a strategy. */
enum bd_status bd__settings_complete(struct bd_config *config, const struct bd__log *log)
    __attribute__((warn_unused_result));
/* The guide, and the settings of strategies. CONFIG is complete otherwise. */
enum bd_status bd__settings_of_guide(const struct bd__guide **guide, struct bd__guide_settings *settings,
                                     struct bd_config *config, const struct bd__log *log)
    __attribute__((warn_unused_result));

#endif

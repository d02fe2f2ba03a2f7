/* fuzz.c: runs a campaign, with its screen and its summary. */
#include <stdio.h>

#include "cli/commands.h"
#include "cli/screen.h"
#include "cli/summary.h"

int bd__command_FUZZ(struct bd__call *call)
{
    struct options *options = &call->options;
    struct bd__screen screen;
    struct bd_summary summary = {0};
    if (options->resume && options->config.directory) {
        fprintf(stderr, "%s: --resume and -o do not go together: --resume DIR continues in DIR; leave -o out\n",
                call->program);
        return BD__EXIT_USAGE;
    }
    if (options->resume) {
        options->config.directory = options->resume;
        options->config.resume = true;
    }
    bd__screen_open(&screen, call->program, options->quiet);
    if (options->config.show_output) {
        screen.terminal = false;
    } /* the screen would overwrite what the target prints */
    options->config.progress = bd__screen_progress;
    options->config.log = bd__screen_log;
    options->config.user = &screen;
    enum bd_status status = bd_campaign_run(call->fuzzer, &options->config, &summary);
    bool ended = status == BD_OK || status == BD_INTERRUPTED || status == BD_DAMAGED;
    bool ran = *summary.directory && (ended || (status == BD_IO && summary.last.figures.trials));
    bd__screen_close(&screen, ran ? &summary.last : NULL);
    if (!ran) { return *summary.directory ? bd__exit_of(status) : bd__exit_of_reading(status); }
    if (options->json) {
        bd__summary_json(&summary, status);
    } else {
        bd__summary_print(&summary, status, call->path);
    }
    /* This code comes first: scripts must know that files are missing. */
    if (status == BD_IO) { return BD__EXIT_UNSAVED; }
    /* A finding matters more than how the campaign ended. */
    const struct bd_figures *last = &summary.last.figures;
    if (last->crashes || summary.last.sanitized_failures) { return BD__EXIT_FAILURE; }
    if (last->timeouts) { return BD__EXIT_TIMEOUT; }
    if (last->memory_outs) { return BD__EXIT_MEMORY; }
    return bd__exit_of(status);
}

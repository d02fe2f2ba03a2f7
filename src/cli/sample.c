/* sample.c: prints inputs from the generator; lists guides and flags. */
#include <stdio.h>

#include "cli/commands.h"

static bool print_sample(uint64_t index, const struct bd_input *input, const char *tape, void *user)
{
    const struct options *options = user;
    if (!options->quiet) { bd__output_line("-- sample %llu, %zu bytes", (unsigned long long)index + 1, input->size); }
    if (options->tapes) { bd__output_text(tape); }
    bd__command_print_bytes(input->data, input->size);
    return !bd__output_failed();
}

int bd__command_SAMPLE(struct bd__call *call)
{
    struct options *options = &call->options;
    uint64_t count = options->config.trials ? options->config.trials : 10;
    struct bd_config config = options->config;
    config.trials = 0;
    /* The user pointer is that of print_sample. Our own log would need another, so messages go straight to stderr. */
    config.log = NULL;
    config.user = options;
    return bd__exit_of_reading(bd_sample(call->fuzzer, &config, count, print_sample, options));
}

int bd__command_LIST(struct bd__call *call)
{
    (void)call;
    const struct bd_guide_info *guide;
    printf("Guides (--guide):\n");
    for (size_t i = 0; (guide = bd_guide_list(i)); i++) { printf("  %-18s %s\n", guide->name, guide->summary); }
    printf("\n");
    bd__options_help(BD__FUZZ);
    return BD__EXIT_FINE;
}

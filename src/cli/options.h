/* options.h: the command line of a fuzzer, parsed. */
#ifndef BD_CLI_OPTIONS_H
#define BD_CLI_OPTIONS_H

#include <bediv/engine.h>

enum bd__command {
#define COMMAND(symbol, name, letter, files, usage, help) BD__##symbol,
#include "cli/commands.def"
#undef COMMAND
};

/* What a flag was given, every time. */
struct list {
    const char *word[64]; /* borrowed */
    size_t count;
};

struct options {
    enum bd__command command;
    struct bd_config config;
    struct list seeds; /* config has them too */
    bool quiet, json, sarif, help, version, tapes, batch;
    const char *resume; /* a run directory to go on with; NULL: a new one */
    char **files;       /* what is no flag, after the command; the list is owned, its words are argv's */
    int file_count;
};

/* False after a message to stderr that names what is wrong and what to do. */
bool bd__options_parse(struct options *options, int argc, char **argv);

/* Has libFuzzer a flag of this NAME, of LENGTH? */
bool bd__is_libfuzzer_flag(const char *name, size_t length);

/* Prints the flags of COMMAND to stdout. */
void bd__options_help(enum bd__command command);

#endif

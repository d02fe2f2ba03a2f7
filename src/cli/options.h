/* options.h: the command line of a fuzzer, parsed. */
#ifndef BD_CLI_OPTIONS_H
#define BD_CLI_OPTIONS_H

#include <bediv/engine.h>

#include "cli/flags.h"

enum bd__command {
#define COMMAND(symbol, name, letter, files, usage, help) BD__##symbol,
#include "cli/commands.def"
#undef COMMAND
};

struct options {
    enum bd__command command;
    struct bd_config config;
    struct list seeds; /* config points to them */
    bool quiet, json, sarif, help, version, tapes, batch;
    const char *resume; /* run directory of the campaign to resume; NULL: a new campaign */
    char **files; /* the arguments after the command that are not flags; the array is owned, its words are argv's */
    int file_count;
};

/* Returns false after a message to stderr that says what is wrong and what to do. */
bool bd__options_parse(struct options *options, int argc, char **argv);

/* Does libFuzzer have a flag with this NAME, of LENGTH characters? */
bool bd__is_libfuzzer_flag(const char *name, size_t length);

/* Prints the flags of COMMAND to stdout. */
void bd__options_help(enum bd__command command);

#endif

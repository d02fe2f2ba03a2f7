/* commands.h: what a fuzzer's program can be asked to do. Each command has a file of its own, and a line in
 * commands.def. */
#ifndef BD_CLI_COMMANDS_H
#define BD_CLI_COMMANDS_H

#include "base/text.h"
#include "cli/coverage.h"
#include "cli/options.h"
#include "cli/output.h"

enum bd__exit {
#define EXIT(symbol, code, meaning) BD__EXIT_##symbol = code,
#include "cli/exits.def"
#undef EXIT
};

int bd__exit_of(enum bd_status status);
/* For what only reads: a file that cannot be read was named on the command line. */
int bd__exit_of_reading(enum bd_status status);

/* What a command works with; all borrowed. */
struct bd__call {
    const struct bd_fuzzer *fuzzer; /* NULL: the program brings LLVMFuzzerTestOneInput only */
    struct options options;
    const char *program;           /* its name, for messages */
    const char *path;              /* as it was called, for commands to type */
    struct bd__coverage *coverage; /* of replayed cases together; NULL: nobody asked */
};

/* Carries out what the command line asks for; returns the exit code. */
int bd__dispatch(struct bd__call *call, int argc, char **argv);

/* Each returns the exit code. */
#define COMMAND(symbol, name, letter, files, usage, help) int bd__command_##symbol(struct bd__call *call);
#include "cli/commands.def"
#undef COMMAND

/* ---- shared by commands that work on saved cases -------------------------------------------------- */

typedef int bd__command_one(struct bd__call *call, const char *path);
/* Each case among the files once; the largest exit code of all. An interruption ends it. */
int bd__command_for_each_case(struct bd__call *call, bd__command_one *one);

/* Each case whose path comes from standard input, until that ends. */
int bd__command_batch(struct bd__call *call, bd__command_one *one);
/* Prints LINE, an object of JSON, with a newline, and clears it. 0, or an exit code. */
int bd__command_answer(struct bd__text *line);

/* To stdout, as bd__output_bytes does; a newline comes last. */
void bd__command_print_bytes(const uint8_t *data, size_t size);

#endif

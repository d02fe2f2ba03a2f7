/* commands.h: the commands of a fuzzer's program. Each has its own file, and a line in commands.def. */
#ifndef BD_CLI_COMMANDS_H
#define BD_CLI_COMMANDS_H

#include "base/text.h"
#include "cli/coverage.h"
#include "cli/options.h"
#include "cli/output.h"

enum bd__exit {
#define EXIT(symbol, code, commands, meaning) BD__EXIT_##symbol = code,
#define ALSO(code, commands, meaning)
#include "cli/exits.def"
#undef ALSO
#undef EXIT
};

int bd__exit_of(enum bd_status status);
/* The same for commands that only read: an unreadable file counts as wrong usage, because the command line names it. */
int bd__exit_of_reading(enum bd_status status);

/* What a command works with. All pointers are borrowed. */
struct bd__call {
    const struct bd_fuzzer *fuzzer; /* NULL: the program has only LLVMFuzzerTestOneInput */
    struct options options;
    const char *program;           /* name of the program, for messages */
    const char *path;              /* as it was called, for commands that users can paste */
    struct bd__coverage *coverage; /* of all replayed cases together; NULL: not counted */
};

/* Parses the command line and carries out its command. Returns the exit code. */
int bd__dispatch(struct bd__call *call, int argc, char **argv);

/* Each returns the exit code. */
#define COMMAND(symbol, name, letter, files, usage, help) int bd__command_##symbol(struct bd__call *call);
#include "cli/commands.def"
#undef COMMAND

/* ---- shared by the commands that work on saved cases -------------------------------------------------- */

typedef int bd__command_one(struct bd__call *call, const char *path);
/* Calls ONE once for each case among the files. Returns the largest exit code; stops if it is interrupted. */
int bd__command_for_each_case(struct bd__call *call, bd__command_one *one);

/* Calls ONE for each path on standard input, one per line, until the input ends. */
int bd__command_batch(struct bd__call *call, bd__command_one *one);
/* Prints LINE, a JSON object, with a newline, and clears it. Returns 0, or an exit code if it cannot be written. */
int bd__command_answer(struct bd__text *line);

/* Prints to stdout as bd__output_bytes does, and ends the last line if it has no newline. */
void bd__command_print_bytes(const uint8_t *data, size_t size);

#endif

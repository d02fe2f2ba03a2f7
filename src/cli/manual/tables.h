/* tables.h: commands, flags and exit codes as tables, made from the same lists as the parsers and --help. */
#ifndef BD_CLI_MANUAL_TABLES_H
#define BD_CLI_MANUAL_TABLES_H

#include <stddef.h>

/* Commands of a fuzzer. */
struct manual_command {
    const char *name, *files, *usage, *help;
    char letter;
};
static const struct manual_command commands[] = {
#define COMMAND(symbol, name, letter, files, usage, help) {name, files, usage, help, letter},
#include "cli/commands.def"
#undef COMMAND
    {0},
};

/* A flag; or, where there is no name, the title of a group. */
struct manual_flag {
    const char *name, *commands, *argument, *help;
    char letter;
};
static const struct manual_flag flags[] = {
#define GROUP(title) {.help = title},
#define FLAG(name, letter, commands, type, member, argument, help) {name, commands, argument, help, letter},
#include "cli/flags.def"
#undef FLAG
#undef GROUP
    {0},
};

/* Flags of `bediv eval`. */
static const struct manual_flag eval_flags[] = {
#define FLAG(name, letter, commands, type, member, argument, help) {name, commands, argument, help, letter},
#include "cli/eval_flags.def"
#undef FLAG
    {0},
};

struct manual_exit {
    int code;
    const char *commands, *meaning;
};
static const struct manual_exit exits[] = {
#define EXIT(symbol, code, commands, meaning) {code, commands, meaning},
#define ALSO(code, commands, meaning) {code, commands, meaning},
#include "cli/exits.def"
#undef ALSO
#undef EXIT
    {0},
};

/* The flags of libFuzzer that are not ignored. */
struct their_flag {
    const char *name, *standard, *help;
};
static const struct their_flag their_flags[] = {
#define NUMBER(name, standard, help) {#name, #standard, help},
#define REAL(name, standard, help) {#name, #standard, help},
#define TEXT(name, help) {#name, NULL, help},
#define UNUSED(name, standard, help)
#include "cli/libfuzzer_flags.def"
#undef NUMBER
#undef REAL
#undef TEXT
#undef UNUSED
    {0},
};

/* Commands of `bediv`. */
struct bediv_command {
    const char *name, *arguments, *words, *help;
    char letter;
};
static const struct bediv_command bediv_commands[] = {
#define COMMAND(name, letter, arguments, words, help) {name, arguments, words, help, letter},
#include "cli/bediv_commands.def"
#undef COMMAND
    {0},
};

/* ---- documents made from the tables, printed to standard output ----------------------------------- */

void bd__manual_of_bediv(void);
void bd__manual_of_fuzzers(void);
void bd__bash_completion(void);
void bd__zsh_completion_of_bediv(void);
void bd__zsh_completion_of_fuzzers(void);

#endif

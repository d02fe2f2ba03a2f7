/* dispatch.c: parses a command line, and carries out the command that it names. */
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "cli/commands.h"

static const struct {
    char letter;
    const char *usage, *help;
    int (*carry_out)(struct bd__call *call);
} commands[] = {
#define COMMAND(symbol, name, letter, files, usage, help) {letter, usage, help, bd__command_##symbol},
#include "cli/commands.def"
#undef COMMAND
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static const struct {
    int code;
    const char *commands, *meaning;
} exits[] = {
#define EXIT(symbol, code, commands, meaning) {code, commands, meaning},
#define ALSO(code, commands, meaning) {code, commands, meaning},
#include "cli/exits.def"
#undef ALSO
#undef EXIT
};
enum { EXITS = sizeof exits / sizeof *exits };

_Static_assert((int)BD__EXIT_UNSAVED == (int)BD__OUTPUT_LOST, "one code for everything that could not be written");

int bd__exit_of(enum bd_status status)
{
    switch (status) {
    case BD_OK: return BD__EXIT_FINE;
    case BD_INTERRUPTED: return BD__EXIT_INTERRUPTED;
    case BD_USAGE: return BD__EXIT_USAGE;
    case BD_IO: return BD__EXIT_UNSAVED;
    default: return BD__EXIT_ENGINE;
    }
}

int bd__exit_of_reading(enum bd_status status)
{
    return status == BD_IO || status == BD_FORMAT ? BD__EXIT_USAGE : bd__exit_of(status);
}

static void log_plainly(enum bd_log_level level, const char *text, void *user)
{
    const struct bd__call *call = user;
    if (level == BD_LOG_INFO && call->options.quiet) { return; }
    fprintf(stderr, "%s: %s%s\n", call->program, bd__log_prefix[level], text);
}

int bd__command_VERSION(struct bd__call *call)
{
    (void)call;
    printf("bedivfuzz %s\n", BD_VERSION);
    return BD__EXIT_FINE;
}

static void help(const char *program, enum bd__command command)
{
    bool all = command == BD__FUZZ;
    for (size_t i = all ? 0 : command; i < (all ? COMMANDS : command + 1u); i++) {
        printf("%s %s %s   %s\n", i && all ? "      " : "Usage:", program, commands[i].usage, commands[i].help);
    }
    printf("\n");
    bd__options_help(command);
    printf("\nExit codes:\n");
    for (size_t i = 0; i < EXITS; i++) {
        bool returned = strchr(exits[i].commands, commands[command].letter);
        if (returned) { printf("  %2d  %s\n", exits[i].code, exits[i].meaning); }
    }
}

int bd__dispatch(struct bd__call *call, int argc, char **argv)
{
    struct options *options = &call->options;
    if (!bd__options_parse(options, argc, argv)) { return BD__EXIT_USAGE; }
    if (options->help) {
        help(call->program, options->command);
        return BD__EXIT_FINE;
    }
    if (options->version) { return bd__command_VERSION(call); }
    if (options->command != BD__FUZZ) {
        options->config.log = log_plainly;
        options->config.user = call;
    }
    return commands[options->command].carry_out(call);
}

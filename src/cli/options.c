#include "cli/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/shell.h"
#include "base/text.h"
#include "cli/output.h"

static const struct bd__flag table[] = {
#define GROUP(title) {.help = title},
#define FLAG(name, letter, commands, type, member, argument, help) \
    {name, letter, commands, BD__FLAG_##type, offsetof(struct options, member), argument, help},
#include "cli/flags.def"
#undef FLAG
#undef GROUP
    {0},
};

static const struct {
    const char *name;
    char letter;
    const char *files;
} commands[] = {
#define COMMAND(symbol, name, letter, files, usage, help) {name, letter, files},
#include "cli/commands.def"
#undef COMMAND
};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* ---- arguments ------------------------------------------------------------------------------- */

static bool complain(const char *program, const char *format, const char *what, const char *more)
{
    char text[512];
    snprintf(text, sizeof text, format, what, more);
    bd__output_error("%s: %s", program, text);
    return false;
}

static const struct {
    const char *words, *text;
} habits[] = {
#define HABIT(words, text) {words, text},
#include "cli/habits.def"
#undef HABIT
};

/* Is WORD, of LENGTH characters, one of WORDS? */
static bool is_among(const char *words, const char *word, size_t length)
{
    for (size_t step; *words; words += step + (words[step] == ' ')) {
        step = strcspn(words, " ");
        if (step == length && strncmp(words, word, length) == 0) { return true; }
    }
    return false;
}

/* Is it a long name with one dash, as in -timeout 5? It would parse as a letter and its value. */
static bool is_long_name(const char *word)
{
    size_t length = strcspn(word, "=");
    if (word[1] == '-' || length <= 2) { return false; }
    for (const struct bd__flag *f = table; f->help; f++) {
        const char *name = f->name;
        if (name && strlen(name) == length - 1 && strncmp(name, word + 1, length - 1) == 0) { return true; }
    }
    return false;
}

/* We have no flag WORD, or not in this form. If it is a flag of another fuzzer, says what to use instead. */
static bool complain_of_unknown(const char *program, const char *word)
{
    if (is_long_name(word)) { return complain(program, "write -%s, with two dashes%s", word, ""); }
    size_t length = strcspn(word, "="), dashes = word[1] == '-' ? 2 : 1;
    bool is_theirs = length > 2 && bd__is_libfuzzer_flag(word + dashes, length - dashes);
    if (is_theirs && dashes == 1) {
        bd__output_error("%s: flags of libFuzzer take their value after '=': %.*s=VALUE", program, (int)length, word);
        return false;
    }
    if (dashes == 1) { length = 2; }
    for (size_t i = 0; i < sizeof habits / sizeof *habits; i++) {
        if (!is_among(habits[i].words, word, length)) { continue; }
        struct bd__text advice = {0}, command = {0};
        bd__shell_word(&command, program);
        bd__text_printf(&advice, "%s: there is no flag %.*s: ", program, (int)length, word);
        bd__text_printf(&advice, habits[i].text, bd__text_str(&command));
        bd__text_puts(&advice, "\n");
        bd__output_error_text(bd__text_str(&advice));
        bd__text_clear(&advice);
        bd__text_clear(&command);
        return false;
    }
    if (is_theirs) {
        bd__output_error("%s: flags of libFuzzer have one dash: %.*s=VALUE", program, (int)length - 1, word + 1);
        return false;
    }
    return complain(program, "unknown flag %s; --help lists all flags%s", word, "");
}

/* Reports a mistake. Often it is a habit from another fuzzer. */
static bool complain_of_flag(const struct bd__flags *flags, enum bd__flag_mistake mistake, const char *command)
{
    const char *program = flags->argv[0], *word = flags->word;
    bool is_short = word[1] != '-', is_theirs = is_short && bd__is_libfuzzer_flag(word + 1, strlen(word + 1));
    if (mistake == BD__FLAG_UNKNOWN || (mistake == BD__FLAG_WITH_A_VALUE && is_long_name(word)) ||
        (mistake == BD__FLAG_WITH_A_BAD_VALUE && (is_long_name(word) || is_theirs))) {
        return complain_of_unknown(program, word);
    }
    if (mistake == BD__FLAG_OF_ANOTHER_COMMAND) {
        return complain(program, "flag %s does not go with %s; --help after the command lists the flags that do", word,
                        *command ? command : "fuzzing");
    }
    struct bd__text text = {0};
    bd__flags_explain(&text, flags, mistake);
    bd__output_error("%s: %s", program, bd__text_str(&text));
    bd__text_clear(&text);
    return false;
}

/* The command must be the first argument. Without one, we fuzz. */
static bool parse_command(struct options *options, int argc, char **argv, int *at)
{
    *at = 1;
    if (argc > 1 && strcmp(argv[1], "help") == 0) { /* help, or help COMMAND */
        options->help = true;
        *at = 2;
    }
    if (argc <= *at || argv[*at][0] == '-') { return true; }
    for (size_t i = BD__FUZZ + 1; i < COMMANDS; i++) {
        if (strcmp(argv[*at], commands[i].name) == 0) {
            options->command = (enum bd__command)i;
            ++*at;
            return true;
        }
    }
    struct bd__text names = {0};
    for (size_t i = BD__FUZZ + 1; i < COMMANDS; i++) {
        bd__text_printf(&names, "%s%s", i == BD__FUZZ + 1 ? "" : i + 1 == COMMANDS ? " and " : ", ", commands[i].name);
    }
    bd__output_error("%s: unknown command '%s'; the commands are %s; to fuzz, give no command", argv[0], argv[*at],
                     bd__text_str(&names));
    bd__text_clear(&names);
    return false;
}

bool bd__options_parse(struct options *options, int argc, char **argv)
{
    *options = (struct options){.config = {.argc = argc, .argv = argv}};
    int at;
    if (!parse_command(options, argc, argv, &at)) { return false; }
    options->files = bd__memory((size_t)argc + 1, sizeof *options->files);
    struct bd__flags flags = {.table = table,
                              .command = commands[options->command].letter,
                              .options = options,
                              .argc = argc,
                              .argv = argv,
                              .at = at,
                              .files = options->files};
    enum bd__flag_mistake mistake = bd__flags_parse(&flags);
    if (mistake) { return complain_of_flag(&flags, mistake, commands[options->command].name); }
    options->file_count = flags.file_count;
    options->config.seeds = options->seeds.word;
    options->config.seed_count = options->seeds.count;
    const char *files = commands[options->command].files;
    if (options->file_count && !files && !options->help) {
        return complain(argv[0], "unexpected '%s'; write flags as -x VALUE or --name VALUE; --help lists them%s",
                        options->files[0], "");
    }
    if (!options->file_count && files && !options->help && !options->batch) {
        return complain(argv[0], "'%s' needs files: %s", commands[options->command].name, files);
    }
    return true;
}

void bd__options_help(enum bd__command command)
{
    struct bd__text text = {0};
    bd__flags_help(&text, table, commands[command].letter, 28);
    bd__output_text(bd__text_str(&text));
    bd__text_clear(&text);
}

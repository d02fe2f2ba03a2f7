#include "cli/options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/shell.h"
#include "base/text.h"
#include "cli/output.h"

enum type { SWITCH, WORD, LIST, WHOLE, SHARE, REAL, SECONDS, PERIOD, MILLISECONDS, BYTES, MEGABYTES };

/* A flag; or, where there is no name, the title of a group. */
struct flag {
    const char *name;
    char letter;
    const char *commands;
    enum type type;
    size_t offset;
    const char *argument, *help;
};

static const struct flag flags[] = {
#define GROUP(title) {.help = title},
#define FLAG(name, letter, commands, type, member, argument, help) \
    {name, letter, commands, type, offsetof(struct options, member), argument, help},
#include "cli/flags.def"
#undef FLAG
#undef GROUP
};
enum { FLAGS = sizeof flags / sizeof *flags };

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

/* ---- values ---------------------------------------------------------------------------------- */

struct unit {
    const char *suffix;
    double factor;
};
static const struct unit durations[] = {{"", 1},     {"s", 1},    {"ms", 1e-3}, {"m", 60},
                                        {"min", 60}, {"h", 3600}, {"d", 86400}, {0}};
static const struct unit sizes[] = {{"", 1}, {"k", 1 << 10}, {"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {0}};
static const struct unit counts[] = {{"", 1}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}, {0}};
static const struct unit plain[] = {{"", 1}, {0}};

/* Parses a number with a unit; it must not be negative. */
static bool parse_scaled(const char *text, const struct unit *units, double *value)
{
    char *end;
    if ((*text < '0' || *text > '9') && *text != '.') { return false; }
    errno = 0;
    *value = strtod(text, &end);
    if (errno || end == text) { return false; }
    for (; units->suffix; units++) {
        if (strcmp(end, units->suffix) == 0) {
            *value *= units->factor;
            return true;
        }
    }
    return false;
}

static bool parse_whole(const char *text, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = *text >= '0' && *text <= '9' ? strtoull(text, &end, 10) : (end = (char *)text, 0);
    if (end != text && *end == 0) { return errno == 0; }
    double scaled;
    if (!parse_scaled(text, counts, &scaled) || scaled >= 1e18 || scaled != (double)(uint64_t)scaled) { return false; }
    *value = (uint64_t)scaled;
    return true;
}

/* What a value of each type must be, for messages. */
static const char *const expected[] = {
    [LIST] = "it at most 64 times",
    [WHOLE] = "a whole number, 1 or more (1000, 50k, 10M)",
    [SHARE] = "a number from 0 to 1",
    [REAL] = "a number, 0 or more",
    [SECONDS] = "a duration (90, 90s, 15m, 24h)",
    [PERIOD] = "a duration (90, 90s, 15m), or 0",
    [MILLISECONDS] = "a duration (500ms, 2s)",
    [BYTES] = "a size (4096, 64k, 1M)",
    [MEGABYTES] = "a size of 1M or more (512M, 2G)",
};

static bool add(struct list *list, const char *text)
{
    if (list->count == sizeof list->word / sizeof *list->word) { return false; }
    list->word[list->count++] = text;
    return true;
}

static bool store(const struct flag *flag, const char *text, struct options *options)
{
    void *member = (char *)options + flag->offset;
    double value = 0;
    uint64_t whole;
    switch (flag->type) {
    case SWITCH: *(bool *)member = true; return true;
    case WORD: *(const char **)member = text; return true;
    case LIST: return add(member, text);
    case WHOLE:
        if (!parse_whole(text, &whole) || whole == 0) { return false; } /* 0 in a config means "default" */
        *(uint64_t *)member = whole;
        return true;
    case SHARE:
    case REAL:
        if (!parse_scaled(text, plain, &value) || (flag->type == SHARE && value > 1)) { return false; }
        *(double *)member = value > 0 ? value : BD_NONE; /* 0 in a config means "default" */
        return true;
    case SECONDS:
        if (!parse_scaled(text, durations, &value) || value <= 0) { return false; }
        *(double *)member = value;
        return true;
    case PERIOD:
        if (!parse_scaled(text, durations, &value)) { return false; }
        *(double *)member = value > 0 ? value : BD_NONE;
        return true;
    case MILLISECONDS:
        if (!parse_scaled(text, durations, &value) || value < 1e-3 || value > 1e9) { return false; }
        *(uint64_t *)member = (uint64_t)(value * 1000 + 0.5);
        return true;
    case BYTES:
        if (!parse_scaled(text, sizes, &value) || value < 1 || value > 1e15) { return false; }
        *(uint64_t *)member = (uint64_t)value;
        return true;
    case MEGABYTES:
        if (!parse_scaled(text, sizes, &value) || value < (1 << 20) || value > 1e15) { return false; }
        *(uint64_t *)member = (uint64_t)(value / (1 << 20));
        return true;
    }
    return false;
}

/* ---- arguments ------------------------------------------------------------------------------- */

static bool complain(const char *program, const char *format, const char *what, const char *more)
{
    char text[512];
    snprintf(text, sizeof text, format, what, more);
    bd__output_error("%s: %s", program, text);
    return false;
}

static bool is_called(const struct flag *flag, const char *word, size_t length)
{
    if (!flag->name) { return false; }
    if (word[1] != '-') { return flag->letter && word[1] == flag->letter; }
    return strlen(flag->name) == length - 2 && strncmp(flag->name, word + 2, length - 2) == 0;
}

/* Finds the flag with this name; if there are several, the one of COMMAND. */
static const struct flag *find_flag(const char *word, size_t length, char command)
{
    const struct flag *found = NULL;
    for (size_t i = 0; i < FLAGS; i++) {
        if (!is_called(&flags[i], word, length)) { continue; }
        if (!found || strchr(flags[i].commands, command)) { found = &flags[i]; }
    }
    return found;
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
    for (size_t i = 0; i < FLAGS; i++) {
        const char *name = flags[i].name;
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

/* Parses one flag, and the next word if that is its value. */
static bool parse_flag(struct options *options, int argc, char **argv, int *at)
{
    const char *program = argv[0], *word = argv[*at], *value = NULL;
    bool is_long = word[1] == '-';
    size_t length = is_long ? strcspn(word, "=") : 2;
    const struct flag *flag = find_flag(word, length, commands[options->command].letter);
    if (!flag) { return complain_of_unknown(program, word); }
    if (!strchr(flag->commands, commands[options->command].letter)) {
        return complain(program, "flag %s does not go with %s; --help after the command lists the flags that do", word,
                        options->command == BD__FUZZ ? "fuzzing" : commands[options->command].name);
    }
    if (word[length]) { value = word + length + (is_long && word[length] == '='); }
    if (flag->type == SWITCH) {
        if (value && is_long_name(word)) { return complain_of_unknown(program, word); }
        if (value) { return complain(program, "flag --%s takes no value, but got '%s'", flag->name, value); }
    } else if (!value) {
        if (*at + 1 >= argc) { return complain(program, "flag --%s needs a value: %s", flag->name, flag->argument); }
        value = argv[++*at];
    }
    if (!store(flag, value, options)) {
        bool is_name = !is_long && (is_long_name(word) || bd__is_libfuzzer_flag(word + 1, strlen(word + 1)));
        if (is_name) { return complain_of_unknown(program, word); }
        bd__output_error("%s: bad value '%s' for --%s: give %s", program, value, flag->name, expected[flag->type]);
        return false;
    }
    return true;
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
    for (bool flags_end = false; at < argc; at++) {
        if (!flags_end && strcmp(argv[at], "--") == 0) {
            flags_end = true;
        } else if (flags_end || argv[at][0] != '-' || !argv[at][1]) {
            options->files[options->file_count++] = argv[at];
        } else if (!parse_flag(options, argc, argv, &at)) {
            return false;
        }
    }
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
    const char *title = NULL; /* of the current group, NULL once it is printed: a command may take none of its flags */
    bool follows = false;     /* a group was printed before */
    for (size_t i = 0; i < FLAGS; i++) {
        const struct flag *f = &flags[i];
        char left[64];
        if (!f->name) { title = f->help; }
        if (!f->name || !strchr(f->commands, commands[command].letter)) { continue; }
        if (title) { printf("%s%s:\n", follows ? "\n" : "", title); }
        title = NULL;
        follows = true;
        snprintf(left, sizeof left, "%c%c%s--%s%s%s", f->letter ? '-' : ' ', f->letter ? f->letter : ' ',
                 f->letter ? ", " : "  ", f->name, f->argument ? " " : "", f->argument ? f->argument : "");
        printf("  %-28s %s\n", left, f->help);
    }
}

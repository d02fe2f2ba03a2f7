#include "cli/flags.h"

#include <bediv/engine.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/scaled.h"
#include "base/text.h"
#include "eval/eval.h"

/* ---- values ---------------------------------------------------------------------------------- */

static const struct bd__unit sizes[] = {{"", 1}, {"k", 1 << 10}, {"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {0}};
static const struct bd__unit counts[] = {{"", 1}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}, {0}};
static const struct bd__unit plain[] = {{"", 1}, {0}};

/* In digits only, because there are never thousands. */
static bool parse_cores(const char *text, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end && !errno && *value >= 1 && *value <= BD__EVAL_CORES;
}

static bool parse_whole(const char *text, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = *text >= '0' && *text <= '9' ? strtoull(text, &end, 10) : (end = (char *)text, 0);
    if (end != text && *end == 0) { return errno == 0; }
    double scaled;
    if (!bd__scaled_parse(text, counts, &scaled) || scaled >= 1e18 || scaled != (double)(uint64_t)scaled) {
        return false;
    }
    *value = (uint64_t)scaled;
    return true;
}

/* What a value of each type must be, for messages. */
static const char *const expected[] = {
    [BD__FLAG_FOLDER] = "the name of a directory",
    [BD__FLAG_CORES] = "a number of cores, 1 or more",
    [BD__FLAG_LIST] = "it at most 64 times",
    [BD__FLAG_WHOLE] = "a whole number, 1 or more (1000, 50k, 10M)",
    [BD__FLAG_SHARE] = "a number from 0 to 1",
    [BD__FLAG_REAL] = "a number, 0 or more",
    [BD__FLAG_COUNT] = "a number, 0 or more",
    [BD__FLAG_SECONDS] = "a duration (90, 90s, 15m, 24h)",
    [BD__FLAG_PERIOD] = "a duration (90, 90s, 15m), or 0",
    [BD__FLAG_MILLISECONDS] = "a duration (500ms, 2s)",
    [BD__FLAG_BYTES] = "a size (4096, 64k, 1M)",
    [BD__FLAG_MEGABYTES] = "a size of 1M or more (512M, 2G)",
};

static bool add(struct list *list, const char *text)
{
    if (list->count == sizeof list->word / sizeof *list->word) { return false; }
    list->word[list->count++] = text;
    return true;
}

static bool store(const struct bd__flag *flag, const char *text, void *options)
{
    void *member = (char *)options + flag->offset;
    double value = 0;
    uint64_t whole;
    switch (flag->type) {
    case BD__FLAG_SWITCH: *(bool *)member = true; return true;
    case BD__FLAG_WORD:
    case BD__FLAG_EITHER: *(const char **)member = text; return true;
    case BD__FLAG_FOLDER: *(const char **)member = text; return *text;
    case BD__FLAG_LIST: return add(member, text);
    case BD__FLAG_CORES:
        if (!parse_cores(text, &whole)) { return false; }
        *(uint64_t *)member = whole;
        return true;
    case BD__FLAG_WHOLE:
        if (!parse_whole(text, &whole) || whole == 0) { return false; } /* 0 in a config means "default" */
        *(uint64_t *)member = whole;
        return true;
    case BD__FLAG_SHARE:
    case BD__FLAG_REAL:
    case BD__FLAG_COUNT:
        if (!bd__scaled_parse(text, plain, &value) || (flag->type == BD__FLAG_SHARE && value > 1)) { return false; }
        *(double *)member = value > 0 ? value : BD_NONE; /* 0 in a config means "default" */
        return true;
    case BD__FLAG_SECONDS:
        if (!bd__scaled_parse(text, bd__durations, &value) || value <= 0) { return false; }
        *(double *)member = value;
        return true;
    case BD__FLAG_PERIOD:
        if (!bd__scaled_parse(text, bd__durations, &value)) { return false; }
        *(double *)member = value > 0 ? value : BD_NONE;
        return true;
    case BD__FLAG_MILLISECONDS:
        if (!bd__scaled_parse(text, bd__durations, &value) || value < 1e-3 || value > 1e9) { return false; }
        *(uint64_t *)member = (uint64_t)(value * 1000 + 0.5);
        return true;
    case BD__FLAG_BYTES:
        if (!bd__scaled_parse(text, sizes, &value) || value < 1 || value > 1e15) { return false; }
        *(uint64_t *)member = (uint64_t)value;
        return true;
    case BD__FLAG_MEGABYTES:
        if (!bd__scaled_parse(text, sizes, &value) || value < (1 << 20) || value > 1e15) { return false; }
        *(uint64_t *)member = (uint64_t)(value / (1 << 20));
        return true;
    }
    return false;
}

/* ---- arguments ------------------------------------------------------------------------------- */

static bool is_the_end(const struct bd__flag *flag)
{
    return !flag->name && !flag->help;
}

static bool is_called(const struct bd__flag *flag, const char *word, size_t length)
{
    if (!flag->name) { return false; }
    if (word[1] != '-') { return flag->letter && word[1] == flag->letter; }
    return strlen(flag->name) == length - 2 && strncmp(flag->name, word + 2, length - 2) == 0;
}

/* Finds the flag with this name; if there are several, the one of the command. */
static const struct bd__flag *find(const struct bd__flags *flags, const char *word, size_t length)
{
    const struct bd__flag *found = NULL;
    for (const struct bd__flag *f = flags->table; !is_the_end(f); f++) {
        if (!is_called(f, word, length)) { continue; }
        if (!found || strchr(f->commands, flags->command)) { found = f; }
    }
    return found;
}

/* Parses one flag, and the next argument if that is its value. */
static enum bd__flag_mistake parse_flag(struct bd__flags *flags)
{
    const char *word = flags->argv[flags->at];
    bool is_long = word[1] == '-';
    size_t length = is_long ? strcspn(word, "=") : 2;
    flags->word = word;
    flags->value = word[length] ? word + length + (is_long && word[length] == '=') : NULL;
    const struct bd__flag *flag = flags->flag = find(flags, word, length);
    if (!flag) { return BD__FLAG_UNKNOWN; }
    if (!strchr(flag->commands, flags->command)) { return BD__FLAG_OF_ANOTHER_COMMAND; }
    if (flag->type == BD__FLAG_SWITCH) {
        if (flags->value) { return BD__FLAG_WITH_A_VALUE; }
    } else if (!flags->value) {
        if (flags->at + 1 >= flags->argc) { return BD__FLAG_WITHOUT_A_VALUE; }
        flags->value = flags->argv[++flags->at];
    }
    return store(flag, flags->value, flags->options) ? BD__FLAG_FINE : BD__FLAG_WITH_A_BAD_VALUE;
}

enum bd__flag_mistake bd__flags_parse(struct bd__flags *flags)
{
    enum bd__flag_mistake mistake = BD__FLAG_FINE;
    for (bool flags_end = false; flags->at < flags->argc && !mistake; flags->at++) {
        char *word = flags->argv[flags->at];
        if (!flags_end && strcmp(word, "--") == 0) {
            flags_end = true;
        } else if (flags_end || word[0] != '-' || !word[1]) {
            flags->files[flags->file_count++] = word;
        } else {
            mistake = parse_flag(flags);
        }
    }
    return mistake;
}

void bd__flags_explain(struct bd__text *out, const struct bd__flags *flags, enum bd__flag_mistake mistake)
{
    const struct bd__flag *flag = flags->flag;
    switch (mistake) {
    case BD__FLAG_FINE: break;
    case BD__FLAG_UNKNOWN: bd__text_printf(out, "unknown flag %s", flags->word); break;
    case BD__FLAG_OF_ANOTHER_COMMAND: bd__text_printf(out, "flag %s does not go with this command", flags->word); break;
    case BD__FLAG_WITH_A_VALUE:
        bd__text_printf(out, "flag --%s takes no value, but got '%s'", flag->name, flags->value);
        break;
    case BD__FLAG_WITHOUT_A_VALUE:
        bd__text_printf(out, "flag --%s needs a value: %s", flag->name, flag->argument);
        break;
    case BD__FLAG_WITH_A_BAD_VALUE:
        bd__text_printf(out, "bad value '%s' for --%s: give %s", flags->value, flag->name, expected[flag->type]);
        break;
    }
}

/* ---- help ------------------------------------------------------------------------------------ */

void bd__flags_help(struct bd__text *out, const struct bd__flag *table, char command, int width)
{
    const char *title = NULL; /* of the current group, NULL once it is printed: a command may take none of its flags */
    bool follows = false;     /* a group was printed before */
    for (const struct bd__flag *f = table; !is_the_end(f); f++) {
        char left[64];
        if (!f->name) { title = f->help; }
        if (!f->name || !strchr(f->commands, command)) { continue; }
        if (title) { bd__text_printf(out, "%s%s:\n", follows ? "\n" : "", title); }
        title = NULL;
        follows = true;
        snprintf(left, sizeof left, "%c%c%s--%s%s%s", f->letter ? '-' : ' ', f->letter ? f->letter : ' ',
                 f->letter ? ", " : "  ", f->name, f->argument ? " " : "", f->argument ? f->argument : "");
        bd__text_printf(out, "  %-*s %s\n", width, left, f->help);
    }
}

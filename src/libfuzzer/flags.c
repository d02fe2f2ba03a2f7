/* flags.c: parses -name=value, as strictly and as leniently as libFuzzer. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/shell.h"
#include "base/text.h"
#include "libfuzzer/command.h"

enum lf_type { NUMBER_FLAG, REAL_FLAG, TEXT_FLAG, UNUSED_FLAG };

static const struct lf_flag {
    const char *name;
    enum lf_type type;
    size_t offset;
    const char *standard, *help;
} flags[] = {
#define NUMBER(name, standard, help) {#name, NUMBER_FLAG, offsetof(struct bd__lf_flags, name), #standard, help},
#define REAL(name, standard, help) {#name, REAL_FLAG, offsetof(struct bd__lf_flags, name), #standard, help},
#define TEXT(name, help) {#name, TEXT_FLAG, offsetof(struct bd__lf_flags, name), "", help},
#define UNUSED(name, standard, help) {#name, UNUSED_FLAG, 0, #standard, help},
#include "cli/libfuzzer_flags.def"
#undef NUMBER
#undef REAL
#undef TEXT
#undef UNUSED
};
enum { FLAGS = sizeof flags / sizeof *flags };

static const struct bd__lf_flags standard = {
#define NUMBER(name, standard, help) .name = standard,
#define REAL(name, standard, help) .name = standard,
#define TEXT(name, help)
#define UNUSED(name, standard, help)
#include "cli/libfuzzer_flags.def"
#undef NUMBER
#undef REAL
#undef TEXT
#undef UNUSED
};

static const struct lf_flag *find(const char *name, size_t length)
{
    for (size_t i = 0; i < FLAGS; i++) {
        if (strlen(flags[i].name) == length && strncmp(flags[i].name, name, length) == 0) { return &flags[i]; }
    }
    return NULL;
}

static bool store(struct bd__lf_flags *to, const struct lf_flag *flag, const char *value)
{
    void *member = (char *)to + flag->offset;
    char *end = NULL;
    double real;
    errno = 0;
    switch (flag->type) {
    case NUMBER_FLAG: *(long long *)member = strtoll(value, &end, 10); break;
    case REAL_FLAG:
        real = strtod(value, &end);
        if (!(real >= 0 && real <= 1e9)) { return false; } /* also refuses NaN */
        *(double *)member = real;
        break;
    case TEXT_FLAG: *(const char **)member = value; return true;
    case UNUSED_FLAG: return true;
    }
    return *value && *end == 0 && errno == 0;
}

/* Checks the numbers that have limits; -runs may be negative. */
static bool in_range(const struct bd__lf_flags *f)
{
    const struct {
        const char *name;
        long long value, most;
    } limit[] = {
        {"max_len", f->max_len, 1 << 30},
        {"max_total_time", f->max_total_time, 1000000000},
        {"rss_limit_mb", f->rss_limit_mb, 1 << 24},
        {"seed", f->seed, UINT32_MAX},
        {"jobs", f->jobs, 10000},
        {"workers", f->workers, 10000},
        {"error_exitcode", f->error_exitcode, 255},
        {"timeout_exitcode", f->timeout_exitcode, 255},
    };
    for (size_t i = 0; i < sizeof limit / sizeof *limit; i++) {
        if (limit[i].value < 0 || limit[i].value > limit[i].most) {
            bd__output_error("ERROR: -%s=%lld is out of range: give 0 to %lld", limit[i].name, limit[i].value,
                             limit[i].most);
            return false;
        }
    }
    return true;
}

bool bd__lf_parse(struct bd__lf *lf, int argc, char **argv)
{
    struct bd__text unused = {0};
    lf->flags = standard;
    lf->input = bd__memory((size_t)argc + 1, sizeof *lf->input);
    bool good = true;
    for (int i = 1; i < argc && good && !lf->flags.ignore_remaining_args; i++) {
        const char *word = argv[i];
        if (word[0] != '-') {
            lf->input[lf->input_count++] = word;
            continue;
        }
        if (word[1] == '-') { continue; } /* libFuzzer ignores these: they are for the target */
        size_t length = strcspn(word, "=");
        const struct lf_flag *flag = word[length] ? find(word + 1, length - 1) : NULL;
        if (!flag) {
            bd__output_error("WARNING: unrecognized flag '%s'; use -help=1 to list all flags", word);
            fputc('\n', stderr);
        } else if (!store(&lf->flags, flag, word + length + 1)) {
            bd__output_error("ERROR: bad value '%s' for -%s: give a %snumber", word + length + 1, flag->name,
                             flag->type == NUMBER_FLAG ? "whole " : "");
            good = false;
        } else if (flag->type == UNUSED_FLAG) {
            bd__text_printf(&unused, " %s", word);
        }
    }
    if (unused.size && lf->flags.verbosity > 0) {
        bd__output_error("INFO: these flags have no effect here and are ignored:%s", bd__text_str(&unused));
    }
    bd__text_clear(&unused);
    return good && in_range(&lf->flags);
}

void bd__lf_help(const char *path)
{
    struct bd__text word = {0};
    bd__shell_word(&word, path);
    const char *program = bd__text_str(&word);
    fprintf(
        stderr,
        "Usage:\n\nTo run fuzzing pass 0 or more directories.\n%s [-flag1=val1 [-flag2=val2 ...] ] [dir1 [dir2 ...] "
        "]\n\nTo run individual tests without fuzzing pass 1 or more files:\n%s [-flag1=val1 [-flag2=val2 ...] ] "
        "file1 [file2 ...]\n\nFlags: (strictly in form -flag=value)\n",
        program, program);
    for (size_t i = 0; i < FLAGS; i++) {
        if (flags[i].type != UNUSED_FLAG) {
            fprintf(stderr, " %-28s\t%s\t%s\n", flags[i].name, flags[i].standard, flags[i].help);
        }
    }
    fprintf(stderr, "\nAccepted and ignored:\n");
    for (size_t i = 0; i < FLAGS; i++) {
        if (flags[i].type == UNUSED_FLAG) { fprintf(stderr, " %s", flags[i].name); }
    }
    fprintf(stderr, "\n\nOur own command line: %s --help\n", program);
    bd__text_clear(&word);
}

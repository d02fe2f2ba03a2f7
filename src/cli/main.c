/* main.c: the program that a generator and a target become. The library's archive holds main(); a program
 * that has one of its own never links this. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/log.h"
#include "cli/options.h"
#include "cli/screen.h"
#include "cli/summary.h"

/* What BD_FUZZER defined; a program with only LLVMFuzzerTestOneInput has none. */
extern const struct bd_fuzzer bd_program __attribute__((weak));

enum exit_code { EXIT_FINE = 0, EXIT_ENGINE = 1, EXIT_USAGE = 2, EXIT_INTERRUPTED = 72, EXIT_UNSAVED = 74 };

static int exit_code_of(enum bd_status status)
{
    switch (status) {
    case BD_OK: return EXIT_FINE;
    case BD_INTERRUPTED: return EXIT_INTERRUPTED;
    case BD_USAGE: return EXIT_USAGE;
    case BD_IO: return EXIT_UNSAVED;
    default: return EXIT_ENGINE;
    }
}

/* For what only reads: a file that cannot be read was named on the command line. */
static int exit_code_of_reading(enum bd_status status)
{
    return status == BD_IO || status == BD_FORMAT ? EXIT_USAGE : exit_code_of(status);
}

static int fuzz(const struct bd_fuzzer *fuzzer, struct options *options, const char *program, const char *path)
{
    struct bd__screen screen;
    struct bd_summary summary = {0};
    bd__screen_open(&screen, program, options->quiet);
    options->config.progress = bd__screen_progress;
    options->config.log = bd__screen_log;
    options->config.user = &screen;
    enum bd_status status = bd_campaign_run(fuzzer, &options->config, &summary);
    bool ran = status == BD_OK || status == BD_INTERRUPTED || (status == BD_IO && summary.last.figures.trials);
    if (!ran) { return *summary.directory ? exit_code_of(status) : exit_code_of_reading(status); }
    if (options->json) {
        bd__summary_json(&summary, status);
    } else {
        bd__summary_print(&summary, status, path);
    }
    /* A finding says more than how the campaign ended. */
    const struct bd_figures *last = &summary.last.figures;
    if (last->crashes) { return 77; }
    if (last->timeouts) { return 70; }
    if (last->memory_outs) { return 71; }
    return exit_code_of(status);
}

/* ---- replay, show, sample, list -------------------------------------------------------------- */

static void log_plainly(enum bd_log_level level, const char *text, void *user)
{
    fprintf(stderr, "%s: %s%s\n", (const char *)user, bd__log_prefix[level], text);
}

static int replay_one(const struct bd_fuzzer *fuzzer, struct options *options, const char *path)
{
    struct bd_replay result;
    enum bd_status status = bd_replay_file(fuzzer, &options->config, path, &result);
    if (status != BD_OK) { return exit_code_of_reading(status); }
    printf("%s: ", path);
    if (result.failure) {
        printf("FAILURE: %s", result.failure);
    } else {
        static const char *const names[] = {"valid", "invalid", "failure", "discarded by the generator"};
        printf("%s, %zu branches, trace %016llx", names[result.verdict], result.branches,
               (unsigned long long)result.trace);
    }
    printf(", %zu bytes\n", result.size);
    if (result.misfit) { printf("  the tape does not quite fit this generator: %s\n", result.misfit); }
    if (result.failure && *result.output && !options->quiet) { printf("%s\n", result.output); }
    int code = result.exit_code;
    bd_replay_clear(&result);
    return code;
}

/* In a run directory an input has its tape and, if it failed, its log beside it: one of the three is
 * enough, so that  replay failures/…*  runs each case once. */
static bool is_companion(const struct options *options, int index)
{
    const char *path = options->files[index], *dot = strrchr(path, '.');
    if (!dot || (strcmp(dot, ".log") != 0 && strcmp(dot, ".tape") != 0)) { return false; }
    for (int i = 0; i < options->file_count; i++) {
        const char *other = options->files[i];
        if (i != index && strlen(other) == (size_t)(dot - path) && strncmp(other, path, (size_t)(dot - path)) == 0) {
            return true;
        }
    }
    return false;
}

typedef int do_one(const struct bd_fuzzer *fuzzer, struct options *options, const char *path);

/* The largest exit code of all; an interruption ends it. */
static int for_each_case(const struct bd_fuzzer *fuzzer, struct options *options, do_one *one)
{
    int worst = EXIT_FINE;
    for (int i = 0; i < options->file_count; i++) {
        if (is_companion(options, i)) { continue; }
        int code = one(fuzzer, options, options->files[i]);
        if (code == EXIT_INTERRUPTED) { return code; }
        if (code > worst) { worst = code; }
    }
    return worst;
}

static void print_bytes(const uint8_t *data, size_t size)
{
    fwrite(data, 1, size, stdout);
    if (size && data[size - 1] != '\n') { putchar('\n'); }
}

static int show_one(const struct bd_fuzzer *fuzzer, struct options *options, const char *path)
{
    struct bd_replay result;
    char tape[4096];
    size_t length = strlen(path);
    bool is_tape = length > 5 && strcmp(path + length - 5, ".tape") == 0;
    snprintf(tape, sizeof tape, "%s%s", path, is_tape ? "" : ".tape");
    enum bd_status status = bd_generate_file(fuzzer, &options->config, path, &result);
    if (status != BD_OK) { return exit_code_of_reading(status); }
    printf("== %s\n", path);
    char *text;
    size_t size;
    if (bd__file_read(tape, SIZE_MAX, &text, &size) == BD_OK) { fwrite(text, 1, size, stdout); }
    free(text);
    if (result.misfit) { printf("# the tape does not quite fit this generator: %s\n", result.misfit); }
    if (result.failure) { printf("# %s\n", result.failure); }
    printf("-- %zu bytes\n", result.size);
    if (result.data) { print_bytes(result.data, result.size); }
    int code = result.exit_code;
    bd_replay_clear(&result);
    return code;
}

static bool print_sample(uint64_t index, const struct bd_input *input, const char *tape, void *user)
{
    const struct options *options = user;
    if (!options->quiet) { printf("-- sample %llu, %zu bytes\n", (unsigned long long)index + 1, input->size); }
    if (options->tapes) { fputs(tape, stdout); }
    print_bytes(input->data, input->size);
    return !ferror(stdout);
}

static int sample(const struct bd_fuzzer *fuzzer, struct options *options)
{
    uint64_t count = options->config.trials ? options->config.trials : 10;
    struct bd_config config = options->config;
    config.trials = 0;
    /* The sink needs the options, the log the program's name: sampling logs through stderr directly. */
    config.log = NULL;
    config.user = options;
    return exit_code_of_reading(bd_sample(fuzzer, &config, count, print_sample, options));
}

static int list(void)
{
    const struct bd_guide_info *guide;
    printf("Guides (--guide):\n");
    for (size_t i = 0; (guide = bd_guide_list(i)); i++) { printf("  %-18s %s\n", guide->name, guide->summary); }
    printf("\n");
    bd__options_help(BD__FUZZ);
    return EXIT_FINE;
}

static void help(const char *program, enum bd__command command)
{
    static const char *const usage[] = {
        "[FLAGS]                 fuzz: look for failures until stopped, and show how evenly the target is tested",
        "replay [FLAGS] FILE…    run saved inputs or tapes again; a directory's files can all be given",
        "show [FLAGS] FILE…      print a saved case: its tape, and the bytes that it makes",
        "sample [FLAGS]          print random inputs of the generator, and run nothing",
        "list                    the guides and flags there are",
    };
    if (command == BD__FUZZ) {
        for (size_t i = 0; i < sizeof usage / sizeof *usage; i++) {
            printf("%s %s %s\n", i ? "      " : "Usage:", program, usage[i]);
        }
    } else {
        printf("Usage: %s %s\n", program, usage[command]);
    }
    printf("\n");
    bd__options_help(command);
    printf("\nExit codes: 0 nothing found, 77 failures, 70 only timeouts, 71 only memory failures, 72 interrupted,\n"
           "74 something could not be saved, 2 wrong usage, 1 other errors.\n");
}

int main(int argc, char **argv)
{
    struct options options;
    const struct bd_fuzzer *fuzzer = &bd_program ? &bd_program : NULL;
    const char *slash = argc ? strrchr(argv[0], '/') : NULL;
    const char *program = slash ? slash + 1 : argc ? argv[0] : "fuzzer";
    if (!bd__options_parse(&options, argc, argv)) { return EXIT_USAGE; }
    if (options.help) {
        help(program, options.command);
        return EXIT_FINE;
    }
    if (options.version) {
        printf("bedivfuzz %s\n", BD_VERSION);
        return EXIT_FINE;
    }
    if (options.command != BD__FUZZ) {
        options.config.log = log_plainly;
        options.config.user = (void *)program;
    }
    switch (options.command) {
    case BD__FUZZ: return fuzz(fuzzer, &options, program, argv[0]);
    case BD__REPLAY: return for_each_case(fuzzer, &options, replay_one);
    case BD__SHOW: return for_each_case(fuzzer, &options, show_one);
    case BD__SAMPLE: return sample(fuzzer, &options);
    case BD__LIST: return list();
    }
    return EXIT_ENGINE;
}

#include "libfuzzer/command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/memory.h"

/* ---- our command line, or theirs? ------------------------------------------------------------ */

static bool is_command(const char *word)
{
    static const char *const names[] = {
#define COMMAND(symbol, name, letter, files, usage, help) name,
#include "cli/commands.def"
#undef COMMAND
        "help",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(word, names[i]) == 0) { return true; }
    }
    return false;
}

/* Is it -name=value with one dash? Of our own flags, only -oDIR may contain a '='. */
static bool is_their_flag(const char *word)
{
    size_t length = strcspn(word, "=");
    if (word[0] != '-' || word[1] < 'a' || word[1] > 'z' || length < 3 || !word[length]) { return false; }
    return word[1] != 'o' || bd__is_libfuzzer_flag(word + 1, length - 1);
}

bool bd__lf_recognise(int argc, char **argv)
{
    if (argc < 2 || is_command(argv[1])) { return false; }
    if (strcmp(argv[1], "--") == 0 || (argv[1][0] != '-' && bd__file_exists(argv[1]))) { return true; }
    for (int i = 1; i < argc; i++) {
        if (is_their_flag(argv[i])) { return true; }
    }
    return false;
}

/* ---- what the flags mean --------------------------------------------------------------------- */

static void log_to_stderr(enum bd_log_level level, const char *text, void *user)
{
    const struct bd__lf *lf = user;
    static const char *const title[] = {"INFO: ", "WARNING: ", "ERROR: "};
    if (level == BD_LOG_INFO && lf->flags.verbosity < 2) { return; }
    fprintf(stderr, "%s%s\n", title[level], text);
}

static void settle(struct bd__lf *lf, int argc, char **argv)
{
    enum { LARGEST = 32 << 20 }; /* that the engine can handle */
    const struct bd__lf_flags *f = &lf->flags;
    uint32_t seed = (uint32_t)f->seed;
    while (!seed && getrandom(&seed, sizeof seed, 0) == sizeof seed) {}
    bool plain = !lf->call->fuzzer || !lf->call->fuzzer->generate;
    lf->config = (struct bd_config){
        .guide = f->guide ? f->guide
                 : plain  ? "bediv-simple"
                          : NULL,
        .seed = seed,
        .seconds = (double)f->max_total_time,
        .timeout_ms = f->timeout > 0 ? (uint64_t)(f->timeout * 1000 + 0.5) : 0,
        .memory_mb = f->rss_limit_mb ? (uint64_t)f->rss_limit_mb : 1 << 24,
        .input_bytes = f->max_len < LARGEST ? (uint64_t)f->max_len : LARGEST,
        .dict = f->dict,
        .only_ascii = f->only_ascii,
        .log = log_to_stderr,
        .user = lf,
        .argc = argc,
        .argv = argv,
    };
    if (lf->config.timeout_ms == 0) { lf->config.timeout_ms = 1000 * 1000000; } /* 0 means no limit in libFuzzer */
}

/* ---- what to do ------------------------------------------------------------------------------ */

static bool is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static bool all_files(const struct bd__lf *lf)
{
    for (size_t i = 0; i < lf->input_count; i++) {
        if (!bd__file_exists(lf->input[i]) || is_folder(lf->input[i])) { return false; }
    }
    return lf->input_count > 0;
}

/* Every directory must exist, or -create_missing_dirs lets us make it. */
static bool have_folders(const struct bd__lf *lf)
{
    for (size_t i = 0; i < lf->input_count; i++) {
        if (is_folder(lf->input[i])) { continue; }
        if (lf->flags.create_missing_dirs && bd__file_make_dirs(lf->input[i]) == BD_OK) { continue; }
        bd__output_error("ERROR: The required directory \"%s\" does not exist (-create_missing_dirs=1 makes it)",
                         lf->input[i]);
        return false;
    }
    if (lf->flags.create_missing_dirs && lf->flags.artifact_prefix && strrchr(lf->flags.artifact_prefix, '/')) {
        char *folder = bd__memory_copy(lf->flags.artifact_prefix);
        strrchr(folder, '/')[1] = 0;
        bool made = bd__file_make_dirs(folder) == BD_OK;
        if (!made) {
            bd__output_error("ERROR: cannot make the folder \"%s\" of -artifact_prefix: %s", folder, strerror(errno));
        }
        free(folder);
        return made;
    }
    return true;
}

int bd__lf_main(const struct bd__call *call, int argc, char **argv)
{
    struct bd__lf lf = {.call = call};
    int code = BD__EXIT_ENGINE;
    if (bd__lf_parse(&lf, argc, argv)) {
        settle(&lf, argc, argv);
        if (lf.flags.help) {
            bd__lf_help(call->path);
            code = BD__EXIT_FINE;
        } else if (lf.flags.minimize_crash || lf.flags.cleanse_crash) {
            code = bd__lf_reduce_crash(&lf);
        } else if (all_files(&lf)) {
            code = bd__lf_replay(&lf);
        } else if (!have_folders(&lf)) {
            code = BD__EXIT_ENGINE;
        } else if (lf.flags.merge || lf.flags.set_cover_merge) {
            code = bd__lf_merge(&lf);
        } else {
            code = lf.flags.jobs ? bd__lf_jobs(&lf, argc, argv) : bd__lf_fuzz(&lf);
        }
    }
    free(lf.input);
    return code;
}

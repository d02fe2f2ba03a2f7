/* command.h: the command line of libFuzzer: its flags, log lines, artefacts and exit codes, over our engine.
 *
 *     PROG [-flag=value…] DIR…      fuzz; the first directory is read and written, the others are read
 *     PROG [-flag=value…] FILE…     replay
 *
 * docs/coming-from-libfuzzer.md says what is the same and what is not. All output goes to stderr, as there.
 */
#ifndef BD_LIBFUZZER_COMMAND_H
#define BD_LIBFUZZER_COMMAND_H

#include "cli/commands.h"

struct bd__lf_flags {
#define NUMBER(name, standard, help) long long name;
#define REAL(name, standard, help) double name;
#define TEXT(name, help) const char *name;
#define UNUSED(name, standard, help)
#include "cli/libfuzzer_flags.def"
#undef NUMBER
#undef REAL
#undef TEXT
#undef UNUSED
};

/* A command line, parsed. */
struct bd__lf {
    const struct bd__call *call; /* borrowed */
    struct bd__lf_flags flags;
    struct bd_config config; /* what the flags mean for the engine */
    const char **input;      /* owned: files and directories */
    size_t input_count;
    struct bd__lf_session *session; /* of the campaign: fuzz.c */
};

/* Is this command line libFuzzer's rather than ours? ARGV may hold our commands. */
bool bd__lf_recognise(int argc, char **argv);
/* Does what it says; returns the exit code. */
int bd__lf_main(const struct bd__call *call, int argc, char **argv);

/* ---- driver.c: for programs with a main() of their own ------------------------------- */

/* As libFuzzer has it: the whole command line, on the target RUN. Returns the exit code. */
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *data, size_t size));

/* ---- flags.c ----------------------------------------------------------------------- */

/* Fills FLAGS and INPUT. False after a message. */
bool bd__lf_parse(struct bd__lf *lf, int argc, char **argv);
void bd__lf_help(const char *path);

/* ---- the ways to run: each returns the exit code --------------------------------------------- */

int bd__lf_fuzz(struct bd__lf *lf);
int bd__lf_jobs(const struct bd__lf *lf, int argc, char **argv);
int bd__lf_replay(struct bd__lf *lf);
int bd__lf_merge(struct bd__lf *lf);
int bd__lf_reduce(struct bd__lf *lf); /* -minimize_crash, -cleanse_crash */

/* ---- artefact.c: failures ------------------------------------------------------------ */

/* What failed: title lines around what the target wrote. FAILURE and CODE as in bd_found or bd_replay. */
void bd__lf_report(const struct bd__lf *lf, const char *failure, int code, const char *output);
/* Writes a failing input as KIND-SHA1 where the flags say, its TAPE (NULL: none) beside it, and says so; or says that it
 * could not, and returns false. */
bool bd__lf_write_artifact(const struct bd__lf *lf, int code, const void *data, size_t size, const char *tape);
/* The exit code that the flags ask for, for the failure CODE. */
int bd__lf_exit_code(const struct bd__lf *lf, int code);

#endif

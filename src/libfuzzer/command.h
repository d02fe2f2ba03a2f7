/* command.h: the command line of libFuzzer on top of our engine: its flags, log lines, artefacts and exit codes.
 *
 *     PROG [-flag=value…] DIR…      fuzz; the first directory is read and written, the others are read
 *     PROG [-flag=value…] FILE…     replay
 *
 * docs/coming-from-libfuzzer.md says what is the same and what is not. As in libFuzzer, all output goes to stderr.
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
    struct bd_config config; /* the flags, translated for the engine */
    const char **input;      /* owned; files and directories */
    size_t input_count;
    struct bd__lf_session *session; /* of the running campaign: see fuzz.c */
};

/* Is this command line libFuzzer's rather than ours? If the first argument is one of our commands, it is ours. */
bool bd__lf_recognise(int argc, char **argv);
/* Carries it out. Returns the exit code. */
int bd__lf_main(const struct bd__call *call, int argc, char **argv);

/* ---- driver.c: for programs with their own main() ------------------------------------ */

/* As in libFuzzer: carries out the whole command line with the target RUN. Returns the exit code. */
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *data, size_t size));

/* ---- flags.c ----------------------------------------------------------------------- */

/* Fills in flags and input. Returns false after a message. */
bool bd__lf_parse(struct bd__lf *lf, int argc, char **argv);
void bd__lf_help(const char *path);

/* ---- what it can do: each returns the exit code ---------------------------------------------- */

int bd__lf_fuzz(struct bd__lf *lf);
int bd__lf_jobs(const struct bd__lf *lf, int argc, char **argv);
int bd__lf_replay(struct bd__lf *lf);
int bd__lf_merge(struct bd__lf *lf);
int bd__lf_reduce_crash(struct bd__lf *lf); /* -minimize_crash, -cleanse_crash */

/* ---- artefact.c: failures ------------------------------------------------------------ */

/* Reports a failure: libFuzzer's title lines around the target's OUTPUT. FAILURE and CODE are those of bd_found or bd_replay. */
void bd__lf_report(const struct bd__lf *lf, const char *failure, int code, const char *output);
/* Writes a failing input as KIND-SHA1 to where the flags say, with its TAPE (NULL: none) beside it, and prints the path.
 * Returns false after a message if it cannot. */
bool bd__lf_write_artifact(const struct bd__lf *lf, int code, const void *data, size_t size, const char *tape);
/* The exit code that the flags ask for, for the failure CODE. */
int bd__lf_exit_code(const struct bd__lf *lf, int code);

#endif

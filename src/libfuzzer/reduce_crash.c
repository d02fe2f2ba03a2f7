/* reduce_crash.c: smaller or simpler failing inputs: -minimize_crash, -cleanse_crash. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/sha1.h"
#include "base/text.h"
#include "libfuzzer/command.h"

/* ---- -cleanse_crash -------------------------------------------------------------------------- */

/* Writes DATA to the file PATH and runs it. Does it fail with the exit code WANTED? STATUS says whether it could be run. */
static bool fails(struct bd__lf *lf, const char *path, const void *data, size_t size, int wanted,
                  enum bd_status *status)
{
    struct bd_replay result;
    *status = bd__file_write(path, data, size);
    if (*status == BD_OK) { *status = bd_replay_file(lf->call->fuzzer, &lf->config, path, &result); }
    if (*status != BD_OK) { return false; }
    bool same = result.exit_code == wanted;
    bd_replay_clear(&result);
    return same;
}

/* Replaces each byte by a blank, or else by 0xff, if the input still fails. Repeats this while something changes. */
static enum bd_status cleanse(struct bd__lf *lf, const char *path, char *data, size_t size, int wanted)
{
    enum { PASSES = 5 };
    static const char replacement[] = {' ', (char)0xff};
    enum bd_status status = BD_OK;
    bool changed = true;
    for (int pass = 0; pass < PASSES && changed; pass++) {
        changed = false;
        for (size_t i = 0; i < size; i++) {
            char before = data[i];
            if (memchr(replacement, before, sizeof replacement)) { continue; }
            for (size_t r = 0; r < sizeof replacement && data[i] == before; r++) {
                data[i] = replacement[r];
                if (!fails(lf, path, data, size, wanted, &status)) { data[i] = before; }
                if (status != BD_OK) { return status; }
            }
            changed |= data[i] != before;
        }
        bd__output_error("CLEANSE[%d]: %s", pass + 1, changed ? "replaced some bytes" : "nothing more to replace");
    }
    return BD_OK;
}

static int complain_of(const char *path)
{
    bd__output_error("ERROR: cannot write %s: %s", path, bd__file_why());
    return BD__EXIT_UNSAVED;
}

static int cleanse_file(struct bd__lf *lf)
{
    const char *from = lf->input[0], *to = lf->flags.exact_artifact_path;
    char scratch[] = "/tmp/bediv-cleanse-XXXXXX", *data;
    size_t size;
    struct bd_replay result = {0};
    if (!to) {
        fputs("ERROR: -cleanse_crash=1 needs -exact_artifact_path=FILE for the result\n", stderr);
        return BD__EXIT_ENGINE;
    }
    enum bd_status status = bd_replay_file(lf->call->fuzzer, &lf->config, from, &result);
    int wanted = result.exit_code;
    bd_replay_clear(&result);
    if (status != BD_OK) { return BD__EXIT_ENGINE; }
    if (!wanted) {
        bd__output_error("ERROR: %s does not fail, so there is nothing to cleanse", from);
        return BD__EXIT_ENGINE;
    }
    if (bd__file_read(from, 64 << 20, &data, &size) != BD_OK) { return BD__EXIT_ENGINE; }
    int fd = mkstemp(scratch), code = BD__EXIT_FINE;
    if (fd < 0) {
        code = complain_of(scratch);
    } else {
        close(fd);
        status = cleanse(lf, scratch, data, size, wanted);
        if (bd__file_write(to, data, size) != BD_OK) {
            code = complain_of(to);
        } else {
            bd__output_error("CLEANSE: the result is in %s", to);
            code = status == BD_OK ? BD__EXIT_FINE : status == BD_INTERRUPTED ? BD__EXIT_INTERRUPTED : BD__EXIT_ENGINE;
        }
        unlink(scratch);
    }
    free(data);
    return code;
}

/* ---- -minimize_crash ------------------------------------------------------------------------- */

/* The engine never overwrites a file, and writes a tape beside its result. So it writes to a temporary name MADE; this moves the
 * result to TO. */
static int put_in_place(struct bd__lf *lf, const char *made, const char *to)
{
    struct bd__text tape = {0}, tape_to = {0};
    bd__text_printf(&tape, "%s.tape", made);
    bd__text_printf(&tape_to, "%s.tape", to);
    bool has_generator = lf->call->fuzzer && lf->call->fuzzer->generate;
    bool good = rename(made, to) == 0 && (!has_generator || rename(bd__text_str(&tape), bd__text_str(&tape_to)) == 0);
    if (!has_generator) { unlink(bd__text_str(&tape)); }
    bd__text_clear(&tape);
    bd__text_clear(&tape_to);
    return good ? BD__EXIT_FINE : complain_of(to);
}

static int minimise_file(struct bd__lf *lf)
{
    const double PATIENCE = 600; /* seconds; libFuzzer's default */
    const char *from = lf->input[0], *prefix = lf->flags.artifact_prefix ? lf->flags.artifact_prefix : "./";
    char sha1[BD__SHA1_TEXT], *data;
    size_t size;
    if (bd__file_read(from, 64 << 20, &data, &size) != BD_OK) {
        bd__output_error("ERROR: cannot read %s: %s", from, bd__file_why());
        return BD__EXIT_ENGINE;
    }
    struct bd__text to = {0}, made = {0};
    if (lf->flags.exact_artifact_path) {
        bd__text_puts(&to, lf->flags.exact_artifact_path);
    } else {
        bd__text_printf(&to, "%sminimized-from-%s", prefix, bd__sha1(data, size, sha1));
    }
    free(data);
    bd__text_printf(&made, "%s.%d", bd__text_str(&to), (int)getpid());
    lf->config.trials = lf->flags.runs > 0 ? (uint64_t)lf->flags.runs : 0;
    if (!lf->config.trials && lf->config.seconds <= 0) { lf->config.seconds = PATIENCE; }
    bd__output_error("CRASH_MIN: minimizing crash input: '%s' (%zu bytes)", from, size);
    struct bd_shrink result;
    enum bd_status status = bd_shrink_file(lf->call->fuzzer, &lf->config, from, bd__text_str(&made), &result);
    int code = status == BD_INTERRUPTED ? BD__EXIT_INTERRUPTED : status == BD_IO ? BD__EXIT_UNSAVED : BD__EXIT_ENGINE;
    if (status == BD_OK || (status == BD_INTERRUPTED && *result.path)) {
        int placed = put_in_place(lf, bd__text_str(&made), bd__text_str(&to));
        if (status == BD_OK || placed) { code = placed; }
        if (!placed) {
            bd__output_error("CRASH_MIN: '%s' (%zu bytes) has the same failure, after %llu runs", bd__text_str(&to),
                             result.to.bytes, (unsigned long long)result.runs);
        }
    }
    bd__text_clear(&to);
    bd__text_clear(&made);
    return code;
}

int bd__lf_reduce_crash(struct bd__lf *lf)
{
    if (lf->input_count != 1) {
        fputs("ERROR: -minimize_crash=1 and -cleanse_crash=1 take exactly one input file\n", stderr);
        return BD__EXIT_ENGINE;
    }
    return lf->flags.cleanse_crash ? cleanse_file(lf) : minimise_file(lf);
}

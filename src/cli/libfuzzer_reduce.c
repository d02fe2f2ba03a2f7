/* libfuzzer_reduce.c: what is done with inputs that are there already: -merge, -minimize_crash, -cleanse_crash. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/libfuzzer.h"

/* ---- -cleanse_crash -------------------------------------------------------------------------- */

/* Does DATA, written to the file PATH, fail as WANTED (an exit code) says? Otherwise STATUS may tell why not. */
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

/* Every byte that may as well be a blank, or else 0xff, becomes one; again as long as that changes something. */
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
        fprintf(stderr, "CLEANSE[%d]: %s\n", pass + 1, changed ? "bytes were replaced" : "nothing more to replace");
    }
    return BD_OK;
}

static int complain_of(const char *path)
{
    fprintf(stderr, "ERROR: cannot write %s: %s\n", path, bd__file_why());
    return BD__EXIT_UNSAVED;
}

static int cleanse_file(struct bd__lf *lf)
{
    const char *from = lf->input[0], *to = lf->flags.exact_artifact_path;
    char scratch[] = "/tmp/bediv-cleanse-XXXXXX", *data;
    size_t size;
    struct bd_replay result = {0};
    if (!to) {
        fputs("ERROR: -cleanse_crash=1 needs -exact_artifact_path=FILE, where the result goes\n", stderr);
        return BD__EXIT_ENGINE;
    }
    enum bd_status status = bd_replay_file(lf->call->fuzzer, &lf->config, from, &result);
    int wanted = result.exit_code;
    bd_replay_clear(&result);
    if (status != BD_OK) { return BD__EXIT_ENGINE; }
    if (!wanted) {
        fprintf(stderr, "ERROR: %s does not fail; there is nothing to cleanse\n", from);
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
            fprintf(stderr, "CLEANSE: the result is in %s\n", to);
            code = status == BD_OK ? BD__EXIT_FINE : status == BD_INTERRUPTED ? BD__EXIT_INTERRUPTED : BD__EXIT_ENGINE;
        }
        unlink(scratch);
    }
    free(data);
    return code;
}

/* ---- -minimize_crash, -merge ----------------------------------------------------------------- */

static int minimise_file(struct bd__lf *lf)
{
    (void)lf;
    return BD__EXIT_ENGINE;
}

int bd__lf_reduce(struct bd__lf *lf)
{
    if (lf->input_count != 1) {
        fputs("ERROR: -minimize_crash=1 and -cleanse_crash=1 take exactly one input file\n", stderr);
        return BD__EXIT_ENGINE;
    }
    return lf->flags.cleanse_crash ? cleanse_file(lf) : minimise_file(lf);
}

int bd__lf_merge(struct bd__lf *lf)
{
    (void)lf;
    return BD__EXIT_ENGINE;
}

/* artefact.c: reports and saves failures as libFuzzer does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/sha1.h"
#include "base/text.h"
#include "libfuzzer/command.h"

int bd__lf_exit_code(const struct bd__lf *lf, int code)
{
    return code == BD__EXIT_TIMEOUT  ? (int)lf->flags.timeout_exitcode
           : code == BD__EXIT_MEMORY ? BD__EXIT_MEMORY
                                     : (int)lf->flags.error_exitcode;
}

static void say(const char *title)
{
    bd__output_error("==%d== ERROR: libFuzzer: %s", (int)getpid(), title);
}

static void put_output(const char *output)
{
    bd__output_error_text(output);
    if (*output && output[strlen(output) - 1] != '\n') { fputc('\n', stderr); }
}

/* Timeouts and out-of-memory have messages of their own; a sanitizer has printed its report already. */
void bd__lf_report(const struct bd__lf *lf, const char *failure, int code, const char *output)
{
    const char *summary = NULL;
    if (code == BD__EXIT_TIMEOUT) {
        fprintf(stderr, "ALARM: working on the last Unit for %.0f seconds\n", lf->flags.timeout);
        fprintf(stderr, "       and the timeout value is %g (use -timeout=N to change)\n", lf->flags.timeout);
        put_output(output);
        fprintf(stderr, "==%d== ERROR: libFuzzer: timeout after %.0f seconds\n", (int)getpid(), lf->flags.timeout);
        summary = "timeout";
    } else if (code == BD__EXIT_MEMORY) {
        fprintf(stderr, "==%d== ERROR: libFuzzer: out-of-memory (limit: %lldMb)\n", (int)getpid(),
                lf->flags.rss_limit_mb);
        fputs("   To change the out-of-memory limit use -rss_limit_mb=<N>\n\n", stderr);
        put_output(output);
        summary = "out-of-memory";
    } else if (strstr(failure, "exit(")) {
        summary = "fuzz target exited";
    } else if (strstr(failure, "verdict")) {
        summary = "the target's own verdict";
    } else if (!strstr(failure, "sanitizer")) {
        summary = "deadly signal";
    }
    if (code == BD__EXIT_FAILURE) {
        if (summary) { say(summary); }
        put_output(output);
        bd__output_error("NOTE: %s", failure);
    }
    if (summary) { bd__output_error("SUMMARY: libFuzzer: %s", summary); }
}

/* ---- artefacts ------------------------------------------------------------------------------- */

static void put_base64(const uint8_t *data, size_t size)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    fputs("Base64: ", stderr);
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        uint32_t three = (uint32_t)data[i] << 16 | (left > 1 ? (uint32_t)data[i + 1] << 8 : 0) |
                         (left > 2 ? (uint32_t)data[i + 2] : 0);
        for (unsigned j = 0; j < 4; j++) { fputc(j <= left ? digit[three >> (18 - 6 * j) & 63] : '=', stderr); }
    }
    fputc('\n', stderr);
}

static bool write_beside(const char *path, const char *tape)
{
    struct bd__text name = {0};
    bd__text_printf(&name, "%s.tape", path);
    bool good = bd__file_write(bd__text_str(&name), tape, strlen(tape)) == BD_OK;
    bd__text_clear(&name);
    return good;
}

bool bd__lf_write_artifact(const struct bd__lf *lf, int code, const void *data, size_t size, const char *tape)
{
    enum { SHOWN = 256 };
    const char *kind = code == BD__EXIT_TIMEOUT ? "timeout" : code == BD__EXIT_MEMORY ? "oom" : "crash";
    const char *prefix = lf->flags.artifact_prefix ? lf->flags.artifact_prefix : "./";
    char sha1[BD__SHA1_TEXT];
    struct bd__text path = {0};
    if (lf->flags.exact_artifact_path) {
        bd__text_puts(&path, lf->flags.exact_artifact_path);
    } else {
        bd__text_printf(&path, "%s%s-%s", prefix, kind, bd__sha1(data, size, sha1));
    }
    bool good = bd__file_write(bd__text_str(&path), data, size) == BD_OK;
    if (good && tape && !write_beside(bd__text_str(&path), tape)) {
        bd__output_error("ERROR: cannot write %s.tape: %s", bd__text_str(&path), bd__file_why());
        good = false;
    } else if (!good) {
        bd__output_error("ERROR: the failing input was NOT saved: cannot write %s: %s", bd__text_str(&path),
                         bd__file_why());
    } else {
        bd__output_error("artifact_prefix='%s'; Test unit written to %s", prefix, bd__text_str(&path));
    }
    if (size <= SHOWN) { put_base64(data, size); }
    bd__text_clear(&path);
    return good;
}

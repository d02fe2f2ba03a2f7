#include "engine/identify.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "triage/symbols.h"

enum { FRAMES = 512, TAIL = 4096 };

/* What is said before an abort is the end of what was said: other runs may have written before. */
static const char *end_of(const char *output)
{
    size_t size = strlen(output);
    const char *from = output + (size > TAIL ? size - TAIL : 0), *line = from > output ? strchr(from, '\n') : NULL;
    return line ? line + 1 : from;
}

/* The kind of the failure in a word or two, without its place. */
static void name_kind(char *kind, size_t size, const struct bd__outcome *outcome, const char *output)
{
    const char *before = outcome->in_generator ? "generator: " : "", *said = NULL;
    struct bd__signature assertion;
    if (outcome->failure == BD__FAIL_SIGNAL && outcome->detail == SIGABRT) {
        bool asserted = bd__signature_assertion(&assertion, end_of(output));
        said = asserted ? "assertion" : bd__signature_abort_kind(end_of(output));
    }
    const char *name = sigabbrev_np(outcome->detail);
    switch (outcome->failure) {
    case BD__FAIL_NONE: snprintf(kind, size, "none"); break;
    case BD__FAIL_VERDICT: snprintf(kind, size, "%sverdict", before); break;
    case BD__FAIL_SIGNAL:
        if (said) {
            snprintf(kind, size, "%s%s", before, said);
        } else if (name) {
            snprintf(kind, size, "%sSIG%s", before, name);
        } else {
            snprintf(kind, size, "%ssignal %d", before, outcome->detail);
        }
        break;
    case BD__FAIL_STACK: snprintf(kind, size, "%sstack-overflow", before); break;
    case BD__FAIL_SANITIZER: snprintf(kind, size, "%ssanitizer", before); break;
    case BD__FAIL_EXIT: snprintf(kind, size, "%sexit %d", before, outcome->detail); break;
    case BD__FAIL_TIMEOUT: snprintf(kind, size, "%stimeout", before); break;
    case BD__FAIL_MEMORY: snprintf(kind, size, "%smemory", before); break;
    case BD__FAIL_ARENA: snprintf(kind, size, "%swild write", before); break;
    }
}

static void keep_frame(struct bd__identity *identity, const struct bd__frame *frame)
{
    bool foreign = bd__frame_is_foreign(frame->function, strlen(frame->function), frame->module);
    if (!foreign && identity->frame_count < BD__IDENTITY_FRAMES) { identity->frame[identity->frame_count++] = *frame; }
}

/* No addresses: they differ from run to run. */
static void show_frame(struct bd__text *out, size_t number, const struct bd__frame *frame)
{
    bd__text_printf(out, "    #%zu %s", number, *frame->function ? frame->function : "?");
    if (*frame->file) {
        bd__text_printf(out, " %s:%u", frame->file, frame->line);
    } else if (*frame->module) {
        bd__text_printf(out, " (%s)", frame->module);
    }
    bd__text_puts(out, "\n");
}

/* Names the stack of the pulse; shows it down to the library's own frames, and returns its frames, owned. Which function
 * of libc was met when time was over is chance: SAMPLED ones are shown without. */
static struct bd__frame *name_stack(struct bd__identity *identity, const struct bd__pulse *pulse, bool sampled,
                                    size_t *count)
{
    struct bd__frame *frame = bd__memory(FRAMES, sizeof *frame);
    uint32_t taken = bd__stack_count(&pulse->stack);
    *count = taken ? bd__symbols_find(pulse->stack.at, taken, frame, FRAMES) : 0;
    for (size_t i = 0, kept = 0; i < *count; i++) {
        size_t size = strlen(frame[i].function);
        if (bd__frame_is_caller(frame[i].function, size, kept)) { break; }
        if (sampled && bd__frame_is_foreign(frame[i].function, size, frame[i].module)) { continue; }
        show_frame(&identity->stack, kept++, &frame[i]);
        keep_frame(identity, &frame[i]);
    }
    return frame;
}

void bd__identify_fully(struct bd__identity *identity, const struct bd__outcome *outcome, const struct bd__pulse *pulse,
                        const char *output)
{
    *identity = (struct bd__identity){0};
    char kind[64];
    struct bd__signature *signature = &identity->signature;
    const char *report = outcome->failure == BD__FAIL_SANITIZER ? bd__signature_last_report(output) : NULL;
    if (report && bd__signature_read(signature, report)) {
        identity->frame_count = bd__signature_frames(report, identity->frame, BD__IDENTITY_FRAMES);
        if (identity->frame_count) { return; }
        size_t count; /* UndefinedBehaviorSanitizer tells no stack unless asked */
        free(name_stack(identity, pulse, false, &count));
        return;
    }
    name_kind(kind, sizeof kind, outcome, output);
    if (outcome->failure == BD__FAIL_VERDICT || outcome->failure == BD__FAIL_ARENA) { /* by then the run was over */
        bd__signature_of_kind(signature, kind);
        return;
    }
    size_t count;
    bool sampled = outcome->failure == BD__FAIL_TIMEOUT || outcome->failure == BD__FAIL_MEMORY;
    struct bd__frame *frame = name_stack(identity, pulse, sampled, &count);
    bd__signature_of_stack(signature, kind, frame, count);
    free(frame);
    if (!identity->frame_count && strstr(kind, "assertion")) { bd__signature_assertion(signature, end_of(output)); }
}

void bd__identify(struct bd__signature *signature, const struct bd__outcome *outcome, const struct bd__pulse *pulse,
                  const char *output)
{
    struct bd__identity identity;
    bd__identify_fully(&identity, outcome, pulse, output);
    *signature = identity.signature;
    bd__identity_clear(&identity);
}

void bd__identity_clear(struct bd__identity *identity)
{
    bd__text_clear(&identity->stack);
}

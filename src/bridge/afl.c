/* afl.c: AFL++'s interface for custom mutators.
 *
 *   queue entry ──► its tape ──► child ──► post_process: bytes ──► target
 *
 * afl-fuzz saves what its target got, so its queue and its crashes are plain bytes, as its other tools expect. Their
 * tapes are in OUT/tapes, under the same names with .tape appended. There are two exceptions, in which tapes are saved:
 * later versions of afl-fuzz can save the input before post-processing (AFL_POST_PROCESS_KEEP_ORIGINAL), and the target
 * itself may take tapes (BEDIV_AFL_TARGET=tapes). We accept bytes and tapes everywhere.
 *
 * afl-fuzz 4.04c passes the buffer of post_process back in, with the size of the tape. We recognise it by its address.
 */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/memory.h"
#include "bridge/bridge.h"
#include "bridge/recall.h"

enum { TRIM_STEPS = 256 };
static const size_t FILE_LIMIT = (size_t)64 << 20;

struct afl {
    struct bd__bridge *bridge;
    struct bd__rng rng;
    bool takes_tapes; /* the target does */
    struct bd__recall recall;
    uint8_t *bytes; /* owned; what post_process returned last */
    size_t bytes_size, bytes_capacity;
    char out[PATH_MAX / 2]; /* afl-fuzz's directory for this instance; "": not known yet */
    struct {
        const char *name;
        struct timespec changed;
    } watched[2];
    char description[32];
    /* Trimming: the tape trimmed so far, and the current span. */
    struct bd__draft trimmed;
    struct bd__tape trim_tape; /* owns its labels */
    uint32_t trim_at;
    int32_t trim_step, trim_steps;
    size_t trim_most;
    bool trim_changed;              /* the queue entry … */
    char trim_path[PATH_MAX + 256]; /* … at this path was trimmed: its tape must be rewritten */
};

/* ---- bytes and tapes ----------------------------------------------------------------------------- */

/* DATA as a tape: itself, or the tape that made it. Size 0: there is none. */
static struct bd__bytes tape_of(const struct afl *a, struct bd__bytes data)
{
    if (bd__tape_recognise((const char *)data.data, data.size)) { return data; }
    const struct bd__text *tape = bd__recall_find(&a->recall, data);
    return tape ? (struct bd__bytes){(const uint8_t *)tape->data, tape->size} : (struct bd__bytes){0};
}

/* Copies the last input that the bridge made into the buffer for the target. */
static struct bd__bytes give_bytes(struct afl *a)
{
    const struct bd_out *out = &a->bridge->out;
    if (a->bytes_capacity < out->size || !a->bytes) {
        a->bytes_capacity = 2 * out->size + 4096;
        free(a->bytes);
        a->bytes = bd__memory(a->bytes_capacity, 1);
    }
    if (out->size) { memcpy(a->bytes, out->data, out->size); }
    a->bytes_size = out->size;
    return (struct bd__bytes){a->bytes, a->bytes_size};
}

/* Makes the input of a tape, and records which tape made it. data is NULL if DATA is not a tape, or was discarded. */
static struct bd__bytes render(struct afl *a, struct bd__bytes data)
{
    struct bd__bridge *b = a->bridge;
    bool known = b->ready && data.size == b->tape.size && memcmp(data.data, b->tape.data, data.size) == 0;
    if (!known) {
        struct bd__tape tape;
        if (!bd__bridge_read(&tape, data.data, data.size)) { return (struct bd__bytes){0}; }
        bool good = bd__bridge_make(b, &tape, 0, 0);
        bd__tape_clear(&tape);
        if (!good) { return (struct bd__bytes){0}; }
        bd__bridge_format(b);
    }
    struct bd__bytes bytes = give_bytes(a);
    bd__recall_note(&a->recall, bytes, &b->tape);
    return bytes;
}

/* ---- what afl-fuzz saved ----------------------------------------------------------------------- */

/* PATH was saved: writes its tape to the folder of tapes, and keeps it in memory for good. */
static void keep_tape(struct afl *a, const char *path)
{
    char *data, to[PATH_MAX];
    size_t size;
    const char *slash = strrchr(path, '/');
    if (bd__file_read(path, FILE_LIMIT, &data, &size) != BD_OK) { return; }
    struct bd__bytes bytes = {(const uint8_t *)data, size};
    const struct bd__text *tape = bd__recall_find(&a->recall, bytes);
    if (tape && slash && !bd__tape_recognise(data, size)) {
        bd__recall_keep(&a->recall, bytes, tape);
        tape = bd__recall_find(&a->recall, bytes);
        snprintf(to, sizeof to, "%s/tapes/%.255s.tape", a->out, slash + 1);
        if (bd__file_write(to, tape->data, tape->size) != BD_OK) {
            fprintf(stderr, "bediv: warning: cannot write %s: %s\n", to, bd__file_why());
        }
    }
    free(data);
}

/* Loads the tapes of an earlier run whose queue afl-fuzz resumes. */
static void load_tapes(struct afl *a)
{
    char folder[PATH_MAX], path[PATH_MAX + 300];
    snprintf(folder, sizeof folder, "%s/tapes", a->out);
    DIR *list = opendir(folder);
    const struct dirent *entry;
    while (list && (entry = readdir(list))) {
        char *text;
        size_t size;
        if (entry->d_name[0] == '.') { continue; }
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        struct bd__tape tape;
        if (bd__file_read(path, FILE_LIMIT, &text, &size) != BD_OK) { continue; }
        struct bd__bridge *b = a->bridge;
        if (bd__bridge_read(&tape, (uint8_t *)text, size)) {
            if (bd__bridge_make(b, &tape, 0, 0)) {
                bd__bridge_format(b);
                bd__recall_keep(&a->recall, (struct bd__bytes){b->out.data, b->out.size}, &b->tape);
            }
            bd__tape_clear(&tape);
        }
        free(text);
    }
    if (list) { closedir(list); }
    if (bd__file_make_dirs(folder) != BD_OK) {
        fprintf(stderr, "bediv: warning: cannot make %s: %s\n", folder, bd__file_why());
    }
}

/* PATH is OUT/queue/NAME. */
static void learn_out(struct afl *a, const char *path)
{
    const char *queue = strstr(path, "/queue/");
    if (a->takes_tapes || *a->out || !queue || (size_t)(queue - path) >= sizeof a->out) { return; }
    memcpy(a->out, path, (size_t)(queue - path));
    load_tapes(a);
}

/* afl-fuzz calls no hook when it saves crashes and hangs, so we watch the modification times of their folders. */
static void look_for_failures(struct afl *a)
{
    for (size_t i = 0; *a->out && i < sizeof a->watched / sizeof *a->watched; i++) {
        char folder[PATH_MAX], path[PATH_MAX + 300], tape[PATH_MAX + 300];
        struct stat info;
        snprintf(folder, sizeof folder, "%s/%s", a->out, a->watched[i].name);
        if (stat(folder, &info) != 0) { continue; }
        struct timespec *last = &a->watched[i].changed;
        if (info.st_mtim.tv_sec == last->tv_sec && info.st_mtim.tv_nsec == last->tv_nsec) { continue; }
        *last = info.st_mtim;
        DIR *list = opendir(folder);
        const struct dirent *entry;
        while (list && (entry = readdir(list))) {
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            snprintf(tape, sizeof tape, "%s/tapes/%s.tape", a->out, entry->d_name);
            if (strncmp(entry->d_name, "id:", 3) == 0 && !bd__file_exists(tape)) { keep_tape(a, path); }
        }
        if (list) { closedir(list); }
    }
}

/* ---- the hooks ----------------------------------------------------------------------------------- */

void *bd_bridge_afl_init(const struct bd_bridge_program *program, unsigned seed)
{
    struct afl *a = bd__memory(1, sizeof *a);
    char name[] = "afl-fuzz", *arguments[] = {name, NULL}, **argv = arguments;
    int argc = 1;
    const char *target = getenv("BEDIV_AFL_TARGET");
    a->takes_tapes = target && strcmp(target, "tapes") == 0;
    if (target && !a->takes_tapes && strcmp(target, "bytes") != 0) {
        fprintf(stderr, "bediv: error: $BEDIV_AFL_TARGET is '%s'; it may be bytes or tapes\n", target);
        exit(1);
    }
    a->bridge = bd__bridge_create(program, &argc, &argv);
    a->watched[0].name = "crashes";
    a->watched[1].name = "hangs";
    bd__rng_init(&a->rng, seed, 3);
    return a;
}

void bd_bridge_afl_deinit(void *data)
{
    struct afl *a = data;
    look_for_failures(a);
    bd__recall_clear(&a->recall);
    bd__bridge_destroy(a->bridge);
    bd__draft_clear(&a->trimmed);
    bd__tape_clear(&a->trim_tape);
    free(a->bytes);
    free(a);
}

size_t bd_bridge_afl_fuzz(void *data, uint8_t *buf, size_t size, uint8_t **out, uint8_t *add, size_t add_size,
                          size_t max)
{
    struct afl *a = data;
    look_for_failures(a);
    if (a->trim_changed && *a->out) { keep_tape(a, a->trim_path); }
    a->trim_changed = false;
    struct bd__bytes parent = tape_of(a, (struct bd__bytes){buf, size}), other = {0};
    if (add && add_size && bd__rng_upto(&a->rng, 3) == 0) { other = tape_of(a, (struct bd__bytes){add, add_size}); }
    if (!parent.size) { parent = (struct bd__bytes){(const uint8_t *)"?", 1}; } /* not a tape: a fresh child */
    bool fits = bd__bridge_child(a->bridge, parent, other, max, bd__rng_next(&a->rng));
    *out = (uint8_t *)a->bridge->tape.data;
    return fits ? a->bridge->tape.size : 0;
}

size_t bd_bridge_afl_post_process(void *data, uint8_t *buf, size_t size, uint8_t **out)
{
    struct afl *a = data;
    *out = buf;
    if (a->takes_tapes) { return size; }
    if (buf && buf == a->bytes) { return a->bytes_size; }
    struct bd__bytes given = {buf, size};
    if (bd__recall_find(&a->recall, given)) { return size; } /* bytes of an earlier tape, possibly blank */
    struct bd__bytes bytes = render(a, given);
    if (!bytes.data) { return size; } /* bytes that were not made here */
    *out = a->bytes;
    return bytes.size;
}

const char *bd_bridge_afl_describe(void *data, size_t max)
{
    struct afl *a = data;
    snprintf(a->description, sizeof a->description, "op:bediv-%s", a->bridge->op);
    if (max < sizeof a->description) { a->description[max] = 0; }
    return a->description;
}

uint8_t bd_bridge_afl_queue_get(void *data, const char *path)
{
    struct afl *a = data;
    learn_out(a, path);
    snprintf(a->trim_path, sizeof a->trim_path, "%s", path);
    return 1;
}

uint8_t bd_bridge_afl_queue_new_entry(void *data, const char *path)
{
    struct afl *a = data;
    learn_out(a, path);
    if (*a->out) { keep_tape(a, path); }
    return 0; /* the file was not changed */
}

/* ---- trimming: span by span ---------------------------------------------------------------------- */

/* The next span to remove, from AT on, plus one; 0: none. */
static uint32_t next_span(const struct bd__draft *draft, uint32_t at)
{
    for (; at < draft->count; at++) {
        if (draft->item[at].type == BD__ITEM_OPEN || bd__draft_turn(draft, at)) { return at + 1; }
    }
    return 0;
}

int32_t bd_bridge_afl_init_trim(void *data, uint8_t *buf, size_t size)
{
    struct afl *a = data;
    struct bd__bytes tape = tape_of(a, (struct bd__bytes){buf, size});
    bd__tape_clear(&a->trim_tape);
    a->trim_step = a->trim_steps = 0;
    a->trim_most = size;
    if (!tape.size || !bd__bridge_read(&a->trim_tape, tape.data, tape.size)) { return 0; }
    bd__draft_copy(&a->trimmed, &a->trim_tape);
    for (uint32_t at = 0; (at = next_span(&a->trimmed, at)) && a->trim_steps < TRIM_STEPS;) { a->trim_steps++; }
    a->trim_at = next_span(&a->trimmed, 0);
    return a->trim_steps;
}

/* Sets the bridge's draft to what is trimmed so far, without the current span. False if there is none. */
static bool leave_out(struct afl *a)
{
    struct bd__draft *draft = &a->bridge->draft;
    struct bd__tape now = bd__draft_tape(&a->trimmed);
    if (!a->trim_at) { return false; }
    uint32_t at = a->trim_at - 1, turn = bd__draft_turn(&a->trimmed, at);
    bd__draft_copy(draft, &now);
    bd__draft_splice(draft, at, turn ? turn : draft->item[at].end + 1, NULL, 0);
    return true;
}

size_t bd_bridge_afl_trim(void *data, uint8_t **out)
{
    struct afl *a = data;
    struct bd__bridge *b = a->bridge;
    bool shorter = leave_out(a);
    struct bd__tape tape = bd__draft_tape(shorter ? &b->draft : &a->trimmed);
    bool good = bd__bridge_make(b, &tape, 0, 0);
    bd__bridge_format(b);
    b->op = "trim";
    /* Nothing may grow. A size of 0 means no success, and nothing else. */
    if (a->takes_tapes) {
        *out = (uint8_t *)b->tape.data;
        return good && b->tape.size <= a->trim_most ? b->tape.size : 0;
    }
    struct bd__bytes bytes = give_bytes(a);
    bd__recall_note(&a->recall, bytes, &b->tape);
    *out = a->bytes;
    return good && bytes.size <= a->trim_most ? bytes.size : 0;
}

int32_t bd_bridge_afl_post_trim(void *data, uint8_t success)
{
    struct afl *a = data;
    if (success && leave_out(a)) {
        struct bd__tape now = bd__draft_tape(&a->bridge->draft);
        if (!a->takes_tapes) {
            bd__recall_keep(&a->recall, (struct bd__bytes){a->bytes, a->bytes_size}, &a->bridge->tape);
            a->trim_changed = true;
        }
        bd__draft_copy(&a->trimmed, &now);
        a->trim_at = next_span(&a->trimmed, a->trim_at - 1);
    } else if (a->trim_at) {
        a->trim_at = next_span(&a->trimmed, a->trim_at);
    }
    a->trim_step++;
    return a->trim_at ? a->trim_step : a->trim_steps;
}

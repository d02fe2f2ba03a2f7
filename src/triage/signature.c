#include "triage/signature.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"
#include "triage/undefined.h"

/* Most functions that a place names; most frames that are read from a report. */
enum { FRAMES_NAMED = 3, FRAMES_READ = 256 };

/* A piece of a line of a report; not terminated. */
struct slice {
    const char *at;
    size_t size;
};

static struct slice line_at(const char *at)
{
    return (struct slice){at, strcspn(at, "\n")};
}

static const char *next_line(struct slice line)
{
    return line.at[line.size] ? line.at + line.size + 1 : NULL;
}

/* Where WORD is in LINE, or NULL. */
static const char *find(struct slice line, const char *word)
{
    return memmem(line.at, line.size, word, strlen(word));
}

static bool begins(struct slice piece, const char *prefix)
{
    size_t size = strlen(prefix);
    return piece.size >= size && memcmp(piece.at, prefix, size) == 0;
}

/* Copies a piece. Control characters become blanks, so that the text fits in a table. */
static void put(char *to, size_t room, struct slice piece)
{
    size_t size = piece.size < room - 1 ? piece.size : room - 1;
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)piece.at[i];
        to[i] = c < ' ' || c == 0x7f ? ' ' : (char)c;
    }
    to[size] = 0;
}

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* ---- comparing --------------------------------------------------------------------------------- */

/* Copies the text without the names of functions whose line is known: "SIGSEGV in store at name.c:11" becomes "SIGSEGV
 * in at name.c:11". */
static void make_key(char *key, const struct bd__signature *signature)
{
    static const char *const openings[] = {" in ", ", "};
    const char *text = signature->text;
    while (*text) {
        size_t opening = 0;
        for (size_t i = 0; i < 2; i++) {
            if (strncmp(text, openings[i], strlen(openings[i])) == 0) { opening = strlen(openings[i]); }
        }
        const char *line = opening ? strstr(text + opening, " at ") : NULL, *next = strstr(text + opening, ", ");
        if (line && (!next || line < next)) {
            memcpy(key, text, opening);
            key += opening;
            text = line + 1;
        } else {
            *key++ = *text++;
        }
    }
    *key = 0;
}

bool bd__signature_same(const struct bd__signature *a, const struct bd__signature *b)
{
    char mine[sizeof a->text], other[sizeof b->text];
    make_key(mine, a);
    make_key(other, b);
    return strcmp(mine, other) == 0;
}

uint64_t bd__signature_hash(const struct bd__signature *signature)
{
    char key[sizeof signature->text];
    make_key(key, signature);
    return bd__hash(key, strlen(key));
}

uint64_t bd__signature_hash_without_lines(const struct bd__signature *signature)
{
    char stable[sizeof signature->text], *to = stable;
    bool in_place = false; /* after " at " */
    for (const char *at = signature->text; *at;) {
        in_place = in_place || strncmp(at, " at ", 4) == 0;
        bool line = in_place && *at == ':', offset = strncmp(at, "+0x", 3) == 0;
        if (line) { at += 1 + strspn(at + 1, "0123456789"); }
        if (offset) { at += 3 + strspn(at + 3, "0123456789abcdef"); }
        if (!line && !offset) { *to++ = *at++; }
        if (line) { in_place = false; }
    }
    return bd__hash(stable, (size_t)(to - stable));
}

/* ---- places ------------------------------------------------------------------------------------ */

/* Keeps the frames of a stack that belong to the software under test. */
static size_t keep_own(const struct bd__frame *frame, size_t count, const struct bd__frame **kept)
{
    size_t n = 0;
    for (size_t i = 0; i < count && n < FRAMES_READ && !bd__frame_is_caller(&frame[i], n); i++) {
        if (!bd__frame_is_foreign(&frame[i])) { kept[n++] = &frame[i]; }
    }
    return n;
}

static int by_function(const void *a, const void *b)
{
    const struct bd__frame *const *x = a, *const *y = b;
    return strcmp((*x)->function, (*y)->function);
}

/* Of the frames of a stack overflow, keeps one frame for each function that recurs most often. Those are the functions
 * that every round of the recursion goes through, whatever else is called in between. */
static size_t keep_recurring(const struct bd__frame **frame, size_t count)
{
    size_t most = 0, kept = 0;
    qsort(frame, count, sizeof *frame, by_function);
    for (size_t pass = 0; pass < 2; pass++) {
        for (size_t i = 0, next; i < count; i = next) {
            for (next = i + 1; next < count && by_function(&frame[i], &frame[next]) == 0; next++) {}
            if (pass == 0 && next - i > most) { most = next - i; }
            if (pass == 1 && 4 * (next - i) >= 3 * most) { frame[kept++] = frame[i]; }
        }
    }
    return kept;
}

/* How much of a stack makes up the place. That depends on the kind of failure. */
enum extent {
    THE_LINE,          /* the bug is where it failed */
    THE_CALLERS,       /* the callers say where the bug is */
    ONLY_THE_FUNCTION, /* the line in it varies from run to run */
    ALL_THAT_RECURS,
};

static enum extent extent_of(const char *kind)
{
    if (strstr(kind, "stack-overflow") || bd__text_ends_with(kind, "StackOverflowError")) { return ALL_THAT_RECURS; }
    if (bd__text_ends_with(kind, "timeout") || bd__text_ends_with(kind, "memory")) { return ONLY_THE_FUNCTION; }
    return bd__text_ends_with(kind, "leak") ? THE_CALLERS : THE_LINE;
}

static void name_place(char *place, size_t room, const struct bd__frame *frame, enum extent extent)
{
    if (extent == ONLY_THE_FUNCTION || extent == ALL_THAT_RECURS) {
        snprintf(place, room, "%s", frame->function);
    } else if (frame->line && !bd__frame_file_is_foreign(frame->file)) {
        snprintf(place, room, "%s at %s:%u", frame->function, base_of(frame->file), frame->line);
    } else if (frame->offset) { /* as good as a line while the program stays the same */
        snprintf(place, room, "%s+0x%llx", frame->function, (unsigned long long)frame->offset);
    } else {
        snprintf(place, room, "%s", frame->function);
    }
}

/* Must the caller of this function be named, too? For a function without a name, yes: it may belong to an allocator or
 * a sanitizer. */
static bool needs_caller(const struct bd__frame *frame, enum extent extent)
{
    bool says_little = bd__frame_is_wrapper(frame) || strstr(frame->function, "+0x");
    return extent == THE_CALLERS || extent == ALL_THAT_RECURS || (extent == THE_LINE && says_little);
}

/* Writes the text of SIGNATURE from its kind and these frames. */
static void sign(struct bd__signature *signature, const struct bd__frame *frame, size_t count)
{
    const struct bd__frame **own = bd__memory(FRAMES_READ, sizeof *own);
    enum extent extent = extent_of(signature->kind);
    size_t kept = keep_own(frame, count, own), size;
    if (extent == ALL_THAT_RECURS) { kept = keep_recurring(own, kept); }
    snprintf(signature->text, sizeof signature->text, "%s", signature->kind);
    for (size_t i = 0; i < kept && i < FRAMES_NAMED; i++) {
        char place[256], clean[256];
        name_place(place, sizeof place, own[i], extent);
        put(clean, sizeof clean, (struct slice){place, strlen(place)});
        size = strlen(signature->text);
        if (size + strlen(clean) + 4 >= sizeof signature->text) { break; }
        snprintf(signature->text + size, sizeof signature->text - size, "%s%s", i ? ", " : " in ", clean);
        if (!needs_caller(own[i], extent)) { break; }
    }
    free(own);
}

/* ---- stacks in reports ------------------------------------------------------------------------- */

/* The size of NAME in `NAME /src/x.c:19:15` or `NAME (/bin/x+0x4b00fd)`. C++ names may have blanks within brackets, or
 * after a type. */
static size_t name_in(struct slice text)
{
    int depth = 0;
    size_t last = text.size;
    for (size_t i = 0; i < text.size; i++) {
        char c = text.at[i], next = i + 1 < text.size ? text.at[i + 1] : 0;
        if (c == ' ' && depth <= 0) {
            if (next == '/' || (next == '(' && i + 2 < text.size && text.at[i + 2] != 'a')) { return i; }
            last = i;
        }
        if (c == '<' || c == '(') { depth++; }
        if (c == '>' || c == ')') { depth--; }
    }
    return last;
}

/* Reads ` /src/x.c:19:15`, which follows the name. */
static void read_place(struct bd__frame *frame, struct slice text)
{
    const char *at = text.at, *end = text.at + text.size;
    while (at < end && *at == ' ') { at++; }
    if (at == end || *at == '(') { return; } /* only the module is known */
    const char *slash = memrchr(at, '/', (size_t)(end - at)), *colon = slash ? slash : at;
    colon = memchr(colon, ':', (size_t)(end - colon));
    if (!colon) { return; }
    put(frame->file, sizeof frame->file, (struct slice){at, (size_t)(colon - at)});
    frame->line = (unsigned)strtoul(colon + 1, NULL, 10);
}

/* Reads `    #3 0x55fcad4b00fd in NAME /src/x.c:19:15`, or without symbols `#3 0x55fcad (/bin/x+0x4b00fd)`. */
static bool read_frame(struct slice line, struct bd__frame *frame)
{
    const char *at = line.at, *end = line.at + line.size;
    *frame = (struct bd__frame){0};
    while (at < end && *at == ' ') { at++; }
    if (end - at < 6 || *at != '#' || !isdigit((unsigned char)at[1])) { return false; }
    const char *address = find((struct slice){at, (size_t)(end - at)}, " 0x");
    if (!address) { return false; }
    const char *rest = memchr(address + 1, ' ', (size_t)(end - address - 1));
    if (!rest) { return false; }
    while (rest < end && *rest == ' ') { rest++; }
    if (end - rest > 3 && memcmp(rest, "in ", 3) == 0) {
        struct slice text = {rest + 3, (size_t)(end - rest - 3)};
        size_t size = name_in(text);
        bd__frame_set_function(frame, text.at, size);
        read_place(frame, (struct slice){text.at + size, text.size - size});
    } else {
        /* Module and offset are as good as a name while the program stays the same. */
        const char *slash = memrchr(rest, '/', (size_t)(end - rest));
        const char *from = slash ? slash + 1 : rest, *close = memchr(from, ')', (size_t)(end - from));
        put(frame->function, sizeof frame->function, (struct slice){from, (size_t)((close ? close : end) - from)});
    }
    return *frame->function;
}

/* Reads the frames of the first stack at or after AT. Returns how many. */
static size_t read_stack(const char *at, struct bd__frame *frame, size_t room)
{
    size_t count = 0;
    bool in_stack = false;
    for (; at && count < room; at = next_line(line_at(at))) {
        bool is_frame = read_frame(line_at(at), &frame[count]);
        if (in_stack && !is_frame) { break; }
        in_stack = is_frame;
        count += is_frame;
    }
    return count;
}

size_t bd__signature_frames(const char *report, struct bd__frame *frame, size_t room)
{
    struct bd__frame *all = bd__memory(FRAMES_READ, sizeof *all);
    const struct bd__frame **own = bd__memory(FRAMES_READ, sizeof *own);
    size_t count = keep_own(all, read_stack(report, all, FRAMES_READ), own), kept = count < room ? count : room;
    for (size_t i = 0; i < kept; i++) { frame[i] = *own[i]; }
    free(own);
    free(all);
    return kept;
}

/* ---- kinds of reports ------------------------------------------------------------------------ */

/* Writes the kind that TEXT, which follows "…Sanitizer: ", begins with. */
static void name_kind(char *kind, size_t room, struct slice text)
{
    static const struct {
        const char *beginning, *kind;
    } sentences[] = {
        {"attempting double-free", "double-free"},
        {"attempting free", "bad-free"},
        {"requested allocation size", "allocation-size-too-big"},
        {"detected memory leaks", "leak"},
    };
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        if (begins(text, sentences[i].beginning)) {
            snprintf(kind, room, "%s", sentences[i].kind);
            return;
        }
    }
    size_t size = 0;
    while (size < text.size && text.at[size] != ' ' && text.at[size] != ':') { size++; }
    put(kind, room, (struct slice){text.at, size});
}

/* Where the kind begins in `==123==ERROR: AddressSanitizer: heap-buffer-overflow on address …`; NULL for any other
 * line. */
static const char *sanitizer_kind(struct slice line)
{
    const char *error = find(line, "==ERROR: "), *name = error ? find(line, "Sanitizer: ") : NULL;
    return name ? name + strlen("Sanitizer: ") : NULL;
}

/* Reads such a line, and the stack below it. */
static bool read_sanitizer(struct bd__signature *signature, struct slice line, const struct bd__frame *frame,
                           size_t count)
{
    const char *name = sanitizer_kind(line);
    if (!name) { return false; }
    name_kind(signature->kind, sizeof signature->kind, (struct slice){name, line.size - (size_t)(name - line.at)});
    if (strcmp(signature->kind, "ABRT") == 0) { snprintf(signature->kind, sizeof signature->kind, "abort"); }
    bool leak = strcmp(signature->kind, "leak") == 0; /* FRAME is where the leak was noticed, not where it was made */
    struct bd__frame *told = bd__memory(FRAMES_READ, sizeof *told);
    if (!count || leak) {
        count = read_stack(next_line(line), told, FRAMES_READ);
        frame = told;
    }
    sign(signature, frame, count);
    free(told);
    return true;
}

/* Reads `src/number.c:118:24: runtime error: shift exponent 101 is too large for 32-bit type 'int'`. */
static bool read_undefined(struct bd__signature *signature, struct slice line, const struct bd__frame *frame,
                           size_t count)
{
    const char *error = find(line, ": runtime error: ");
    if (!error) { return false; }
    char message[512];
    const char *from = error + strlen(": runtime error: ");
    put(message, sizeof message, (struct slice){from, line.size - (size_t)(from - line.at)});
    bd__undefined_kind(signature->kind, sizeof signature->kind, message);

    const struct bd__frame *own[FRAMES_READ];
    bool known = keep_own(frame, count, own) > 0;
    const char *column = memrchr(line.at, ':', (size_t)(error - line.at));
    size_t place = (size_t)((column ? column : error) - line.at);
    char where[256];
    put(where, sizeof where, (struct slice){line.at, place});
    snprintf(signature->text, sizeof signature->text, "%s%s%s at %.150s", signature->kind, known ? " in " : "",
             known ? own[0]->function : "", base_of(where));
    return true;
}

/* ---- assertions ---------------------------------------------------------------------------------- */

/* The first colon of `:19: `, which follows the name of a file, in LINE; NULL if there is none. */
static const char *find_line_number(struct slice line)
{
    for (const char *at = line.at, *end = line.at + line.size; at < end; at++) {
        size_t digits = 0;
        while (*at == ':' && at + 1 + digits < end && isdigit((unsigned char)at[1 + digits])) { digits++; }
        if (digits && at + 3 + digits <= end && memcmp(at + 1 + digits, ": ", 2) == 0) { return at; }
    }
    return NULL;
}

struct assertion {
    struct bd__frame where; /* function, file and line */
    char condition[160];
};

/* Reads `program: x.c:19: int insert(struct set *): Assertion `size > 0' failed.` libstdc++ leaves out the program. */
static bool read_assertion(struct assertion *assertion, struct slice line)
{
    const char *word = find(line, ": Assertion "), *failed = find(line, "' failed");
    const char *text = word ? word + strlen(": Assertion ") : NULL;
    if (!word || !failed || failed <= text || (*text != '`' && *text != '\'')) { return false; }
    *assertion = (struct assertion){0};
    put(assertion->condition, sizeof assertion->condition, (struct slice){text + 1, (size_t)(failed - text - 1)});
    struct slice before = {line.at, (size_t)(word + 2 - line.at)};
    const char *number = find_line_number(before), *file = number;
    if (!number) { return true; }
    while (file > line.at && !(file[-1] == ' ' && file - 1 > line.at && file[-2] == ':')) { file--; }
    put(assertion->where.file, sizeof assertion->where.file, (struct slice){file, (size_t)(number - file)});
    assertion->where.line = (unsigned)strtoul(number + 1, NULL, 10);
    const char *function = (const char *)memchr(number + 1, ':', (size_t)(word - number)) + 1;
    while (function < word && *function == ' ') { function++; }
    if (function < word) { bd__frame_set_function(&assertion->where, function, (size_t)(word - function)); }
    return true;
}

static void sign_assertion(struct bd__signature *signature, const char *before, const struct assertion *assertion,
                           const struct bd__frame *frame, size_t count)
{
    snprintf(signature->kind, sizeof signature->kind, "%sassertion", before);
    const struct bd__frame *own[FRAMES_READ], *where = &assertion->where;
    bool own_file = where->line && !bd__frame_file_is_foreign(where->file);
    if (!own_file && keep_own(frame, count, own)) { where = own[0]; }
    char place[256] = "";
    if (*where->function) { name_place(place, sizeof place, where, THE_LINE); }
    snprintf(signature->text, sizeof signature->text, "%s%s%s: %s", signature->kind, *place ? " in " : "", place,
             assertion->condition);
}

bool bd__signature_assertion(struct bd__signature *signature, const char *before, const char *output,
                             const struct bd__frame *frame, size_t count)
{
    struct assertion assertion;
    bool found = false;
    for (const char *at = output; at; at = next_line(line_at(at))) {
        found = read_assertion(&assertion, line_at(at)) || found;
    }
    if (found) { sign_assertion(signature, before, &assertion, frame, count); }
    return found;
}

/* ---- all kinds ----------------------------------------------------------------------------------- */

bool bd__signature_read(struct bd__signature *signature, const char *report, const struct bd__frame *frame,
                        size_t count)
{
    struct assertion assertion;
    bool asserted = false;
    for (const char *at = report; at; at = next_line(line_at(at))) {
        struct slice line = line_at(at);
        const char *kind = sanitizer_kind(line);
        /* AddressSanitizer may report the abort after a failed assertion, with its stack. */
        if (kind && asserted && strncmp(kind, "ABRT", 4) == 0) {
            struct bd__frame *told = bd__memory(FRAMES_READ, sizeof *told);
            size_t read = count ? 0 : read_stack(next_line(line), told, FRAMES_READ);
            sign_assertion(signature, "", &assertion, count ? frame : told, count ? count : read);
            free(told);
            return true;
        }
        if (read_sanitizer(signature, line, frame, count) || read_undefined(signature, line, frame, count)) {
            return true;
        }
        asserted = read_assertion(&assertion, line) || asserted;
    }
    if (asserted) { sign_assertion(signature, "", &assertion, frame, count); }
    return asserted;
}

void bd__signature_of_kind(struct bd__signature *signature, const char *kind)
{
    bd__signature_of_stack(signature, kind, NULL, 0);
}

void bd__signature_of_stack(struct bd__signature *signature, const char *kind, const struct bd__frame *frame,
                            size_t count)
{
    put(signature->kind, sizeof signature->kind, (struct slice){kind, strlen(kind)});
    sign(signature, frame, count);
}

const char *bd__signature_last_report(const char *output)
{
    const char *report = NULL, *undefined = NULL;
    for (const char *at = output; at; at = next_line(line_at(at))) {
        struct slice line = line_at(at);
        if (find(line, "==ERROR: ") && find(line, "Sanitizer: ")) { report = at; }
        if (find(line, ": runtime error: ")) { undefined = at; }
    }
    return report ? report : undefined;
}

bool bd__signature_unfinished(const char *output, pid_t pid)
{
    bool unfinished = false;
    char own[32];
    snprintf(own, sizeof own, "==%d==", (int)pid);
    for (const char *at = output; at; at = next_line(line_at(at))) {
        struct slice line = line_at(at);
        if (sanitizer_kind(line) && begins(line, own)) { unfinished = true; }
        if (begins(line, "SUMMARY: ")) { unfinished = false; }
    }
    return unfinished;
}

const char *bd__signature_abort_kind(const char *output)
{
    static const struct {
        const char *words, *kind;
    } messages[] = {
        {"double free", "double-free"},
        {"free(): double free", "double-free"},
        {"free(): invalid", "bad-free"},
        {"munmap_chunk(): invalid", "bad-free"},
        {"realloc(): invalid", "bad-free"},
        {"corrupted ", "heap-corruption"},
        {"malloc(): ", "heap-corruption"},
        {"free(): ", "heap-corruption"},
        {"malloc_consolidate(): ", "heap-corruption"},
        {"*** stack smashing detected ***", "stack-smashing"},
        {"*** buffer overflow detected ***", "buffer-overflow"},
        {"terminate called ", "uncaught-exception"},
    };
    const char *kind = NULL;
    for (const char *at = output; at; at = next_line(line_at(at))) {
        struct slice line = line_at(at);
        for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
            if (begins(line, messages[i].words)) {
                kind = messages[i].kind;
                break;
            }
        }
    }
    return kind;
}

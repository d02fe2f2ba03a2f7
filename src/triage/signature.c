#include "triage/signature.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES_NAMED = 3, FRAMES_READ = 256, NAME_SIZE = 96 };

/* A piece of a report; it ends before its line does. */
struct piece {
    const char *at;
    size_t size;
};

static struct piece line_at(const char *at)
{
    return (struct piece){at, strcspn(at, "\n")};
}

static const char *next_line(struct piece line)
{
    return line.at[line.size] ? line.at + line.size + 1 : NULL;
}

/* Where WORD is in LINE, or NULL. */
static const char *find(struct piece line, const char *word)
{
    return memmem(line.at, line.size, word, strlen(word));
}

/* Does PIECE begin with PREFIX? */
static bool begins(struct piece piece, const char *prefix)
{
    size_t size = strlen(prefix);
    return piece.size >= size && memcmp(piece.at, prefix, size) == 0;
}

/* Copies a piece; what is not printable becomes a blank, so that it fits a table. */
static void put(char *to, size_t room, struct piece piece)
{
    size_t size = piece.size < room - 1 ? piece.size : room - 1;
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)piece.at[i];
        to[i] = c < ' ' || c == 0x7f ? ' ' : (char)c;
    }
    to[size] = 0;
}

/* ---- frames ---------------------------------------------------------------------------------- */

/* `    #3 0x55fcad4b00fd in NAME /src/x.c:19:15`, or without symbols `#3 0x55fcad (/bin/x+0x4b00fd)`. */
static bool read_frame(struct piece line, struct piece *name)
{
    const char *at = line.at, *end = line.at + line.size;
    while (at < end && *at == ' ') { at++; }
    if (end - at < 6 || *at != '#' || !isdigit((unsigned char)at[1])) { return false; }
    const char *address = find((struct piece){at, (size_t)(end - at)}, " 0x");
    if (!address) { return false; }
    const char *rest = memchr(address + 1, ' ', (size_t)(end - address - 1));
    if (!rest) { return false; }
    while (rest < end && *rest == ' ') { rest++; }
    if (end - rest > 3 && memcmp(rest, "in ", 3) == 0) {
        rest += 3;
        /* A name of C++ may have blanks, but only within brackets; which are left out. */
        size_t size = 0, room = (size_t)(end - rest);
        while (size < room && rest[size] != ' ' && (rest[size] != '(' || size == 0)) { size++; }
        *name = (struct piece){rest, size};
    } else {
        /* The file and the offset are as good, as long as the program is the same. */
        const char *slash = memrchr(rest, '/', (size_t)(end - rest));
        const char *from = slash ? slash + 1 : rest, *close = memchr(from, ')', (size_t)(end - from));
        *name = (struct piece){from, (size_t)((close ? close : end) - from)};
    }
    return name->size > 0;
}

/* ` /src/x.c:19:15` behind the name. */
static void read_place(struct bd__frame *frame, struct piece line, struct piece name)
{
    const char *at = name.at + name.size, *end = line.at + line.size;
    while (at < end && *at == ' ') { at++; }
    if (at == end || *at == '(') { return; } /* no line is known, only the module */
    const char *slash = memrchr(at, '/', (size_t)(end - at)), *colon = slash ? slash : at;
    colon = memchr(colon, ':', (size_t)(end - colon));
    if (!colon) { return; }
    put(frame->file, sizeof frame->file, (struct piece){at, (size_t)(colon - at)});
    frame->line = (unsigned)strtoul(colon + 1, NULL, 10);
}

/* The first stack at or behind AT, without foreign frames. */
static size_t read_stack(const char *at, struct piece *frames)
{
    size_t count = 0;
    bool in_stack = false;
    for (; at; at = next_line(line_at(at))) {
        struct piece name;
        bool is_frame = read_frame(line_at(at), &name);
        if (in_stack && !is_frame) { break; }
        in_stack = is_frame;
        if (is_frame && bd__frame_is_caller(name.at, name.size, count)) { break; }
        if (is_frame && !bd__frame_is_foreign(name.at, name.size, "") && count < FRAMES_READ) {
            frames[count++] = name;
        }
    }
    return count;
}

static int by_name(const void *a, const void *b)
{
    const struct piece *x = a, *y = b;
    int order = memcmp(x->at, y->at, x->size < y->size ? x->size : y->size);
    return order ? order : (x->size > y->size) - (x->size < y->size);
}

/* Of the frames of a stack overflow keeps those of functions that recur, each once, by name. */
static size_t keep_recurring(struct piece *frames, size_t count)
{
    size_t kept = 0;
    qsort(frames, count, sizeof *frames, by_name);
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && by_name(&frames[i], &frames[next]) == 0; next++) {}
        if (next - i >= 3) { frames[kept++] = frames[i]; }
    }
    return kept ? kept : count;
}

static void add_frames(struct bd__signature *signature, struct piece *frames, size_t count)
{
    size_t size = strlen(signature->text);
    for (size_t i = 0; i < count && i < FRAMES_NAMED; i++) {
        char name[NAME_SIZE];
        put(name, sizeof name, frames[i]);
        int added = snprintf(signature->text + size, sizeof signature->text - size, "%s%s", i ? ", " : " in ", name);
        size += (size_t)added;
        if (size >= sizeof signature->text) { return; }
    }
}

/* The text, from the kind and these frames. */
static void sign(struct bd__signature *signature, struct piece *frames, size_t count)
{
    if (strstr(signature->kind, "stack-overflow")) { count = keep_recurring(frames, count); }
    snprintf(signature->text, sizeof signature->text, "%s", signature->kind);
    add_frames(signature, frames, count);
}

/* ---- kinds of reports ------------------------------------------------------------------------ */

/* The word for it at AT, behind "…Sanitizer: ". */
static void name_kind(char *kind, size_t room, struct piece text)
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
    put(kind, room, (struct piece){text.at, size});
}

/* `==123==ERROR: AddressSanitizer: heap-buffer-overflow on address …`, and a stack below. */
static bool read_sanitizer(struct bd__signature *signature, struct piece line, bool after_assertion)
{
    const char *error = find(line, "==ERROR: "), *name = error ? find(line, "Sanitizer: ") : NULL;
    if (!name) { return false; }
    name += strlen("Sanitizer: ");
    name_kind(signature->kind, sizeof signature->kind, (struct piece){name, line.size - (size_t)(name - line.at)});
    bool aborted = strcmp(signature->kind, "ABRT") == 0;
    if (aborted) { snprintf(signature->kind, sizeof signature->kind, after_assertion ? "assertion" : "abort"); }
    struct piece frames[FRAMES_READ];
    size_t count = read_stack(next_line(line), frames);
    sign(signature, frames, count);
    return true;
}

/* `src/number.c:118:24: runtime error: shift exponent 101 is too large for 32-bit type 'int'`. The kind is the
 * message up to the first thing that depends on the input. */
static bool read_undefined(struct bd__signature *signature, struct piece line)
{
    const char *error = find(line, ": runtime error: ");
    if (!error) { return false; }
    const char *message = error + strlen(": runtime error: "), *end = line.at + line.size, *cut = message;
    while (cut < end && !strchr("'\"`:(,", *cut) && !isdigit((unsigned char)*cut) &&
           !(*cut == '-' && cut + 1 < end && isdigit((unsigned char)cut[1]))) {
        cut++;
    }
    while (cut > message && cut[-1] == ' ') { cut--; }
    put(signature->kind, sizeof signature->kind, (struct piece){message, (size_t)(cut - message)});
    if (!*signature->kind) { snprintf(signature->kind, sizeof signature->kind, "undefined behaviour"); }

    const char *column = memrchr(line.at, ':', (size_t)(error - line.at)), *slash;
    size_t place = (size_t)((column ? column : error) - line.at);
    slash = memrchr(line.at, '/', place);
    const char *file = slash ? slash + 1 : line.at;
    char where[NAME_SIZE];
    put(where, sizeof where, (struct piece){file, place - (size_t)(file - line.at)});
    snprintf(signature->text, sizeof signature->text, "%s at %s", signature->kind, where);
    return true;
}

/* `program: x.c:19: int insert(struct set *): Assertion `size > 0' failed.` */
static bool read_assertion(struct bd__signature *signature, struct piece line)
{
    const char *word = find(line, ": Assertion `"), *failed = find(line, "' failed");
    if (!word || !failed || failed < word) { return false; }
    const char *text = word + strlen(": Assertion `");
    /* The function: its name comes before the first bracket, behind its type. */
    const char *colon = word;
    while (colon > line.at && !(colon[0] == ' ' && colon[-1] == ':')) { colon--; }
    struct piece function = {colon, (size_t)(word - colon)};
    const char *bracket = memchr(function.at, '(', function.size);
    if (bracket) { function.size = (size_t)(bracket - function.at); }
    const char *last = memrchr(function.at, ' ', function.size);
    if (last) {
        function.size -= (size_t)(last + 1 - function.at);
        function.at = last + 1;
    }
    while (function.size && *function.at == '*') { function.at++, function.size--; }
    char name[NAME_SIZE], condition[160];
    put(name, sizeof name, function);
    put(condition, sizeof condition, (struct piece){text, (size_t)(failed - text)});
    snprintf(signature->kind, sizeof signature->kind, "assertion");
    snprintf(signature->text, sizeof signature->text, "assertion in %s: %s", name, condition);
    return true;
}

bool bd__signature_read(struct bd__signature *signature, const char *report)
{
    struct bd__signature assertion;
    bool asserted = false;
    for (const char *at = report; at; at = next_line(line_at(at))) {
        struct piece line = line_at(at);
        /* AddressSanitizer may tell the stack of the abort that follows an assertion. */
        if (read_sanitizer(signature, line, asserted) || read_undefined(signature, line)) { return true; }
        asserted = asserted || read_assertion(&assertion, line);
    }
    if (asserted) { *signature = assertion; }
    return asserted;
}

void bd__signature_of_kind(struct bd__signature *signature, const char *kind)
{
    put(signature->kind, sizeof signature->kind, (struct piece){kind, strlen(kind)});
    snprintf(signature->text, sizeof signature->text, "%s", signature->kind);
}

/* ---- stacks ---------------------------------------------------------------------------------- */

void bd__signature_of_stack(struct bd__signature *signature, const char *kind, const struct bd__frame *frame,
                            size_t count)
{
    struct piece frames[FRAMES_READ];
    size_t kept = 0;
    put(signature->kind, sizeof signature->kind, (struct piece){kind, strlen(kind)});
    for (size_t i = 0; i < count && kept < FRAMES_READ; i++) {
        size_t size = strlen(frame[i].function);
        if (bd__frame_is_caller(frame[i].function, size, kept)) { break; }
        if (!bd__frame_is_foreign(frame[i].function, size, frame[i].module)) {
            frames[kept++] = (struct piece){frame[i].function, size};
        }
    }
    sign(signature, frames, kept);
}

size_t bd__signature_frames(const char *report, struct bd__frame *frame, size_t room)
{
    size_t count = 0;
    bool in_stack = false;
    for (const char *at = report; at; at = next_line(line_at(at))) {
        struct piece name, line = line_at(at);
        bool is_frame = read_frame(line, &name);
        if (in_stack && !is_frame) { break; }
        in_stack = is_frame;
        if (is_frame && bd__frame_is_caller(name.at, name.size, count)) { break; }
        if (!is_frame || count == room || bd__frame_is_foreign(name.at, name.size, "")) { continue; }
        frame[count] = (struct bd__frame){0};
        put(frame[count].function, sizeof frame->function, name);
        read_place(&frame[count++], line, name);
    }
    return count;
}

const char *bd__signature_last_report(const char *output)
{
    const char *report = NULL, *undefined = NULL;
    for (const char *at = output; at; at = next_line(line_at(at))) {
        struct piece line = line_at(at);
        if (find(line, "==ERROR: ") && find(line, "Sanitizer: ")) { report = at; }
        if (find(line, ": runtime error: ")) { undefined = at; }
    }
    return report ? report : undefined;
}

bool bd__signature_assertion(struct bd__signature *signature, const char *output)
{
    bool found = false;
    for (const char *at = output; at; at = next_line(line_at(at))) {
        found = read_assertion(signature, line_at(at)) || found;
    }
    return found;
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
        struct piece line = line_at(at);
        for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
            if (begins(line, messages[i].words)) {
                kind = messages[i].kind;
                break;
            }
        }
    }
    return kind;
}

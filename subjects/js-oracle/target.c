/* target.c: do three JavaScript engines print the same? One run executes a script on each.
 *
 * Valid means that all three compile and end it, perhaps with an uncaught exception, and print the same. A script that
 * one of them does not compile is invalid, and one that exceeds a limit of one of them is limited: nothing is compared.
 * All engines are on one snapshot heap; each has its own limit of steps (engine.c), and all share the limit of memory. */
#include <bediv.h>
#include <bediv/heap.h>
#include <bediv/oracle.h>
#include <ctype.h>
#include <javascript.h>
#include <javascript_engine.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    HEAP_LIMIT = 48 << 20,  /* bytes: three times what the engine of mujs-run has */
    OUTPUT_LIMIT = 1 << 16, /* bytes: scripts that print more are not compared */
    SURE_DIGITS = 15,
};

static const struct bd_js_engine *const engines[] = {&bd_mujs, &bd_duktape, &bd_quickjs};
enum { ENGINES = sizeof engines / sizeof *engines };

/* What the engine that is running has printed, one line for each value. */
struct output {
    size_t size;
    bool limited; /* a limit of the engine ended the script, or a part of it */
    char text[OUTPUT_LIMIT];
};
static struct output outputs[ENGINES], *output;

static const char prelude[] = {
#include <prelude.inc>
};

/* Writes a value to the output, without the digits of a number after the 15th: ES5 leaves it to the engine which of
 * the shortest texts that stand for a number it chooses (9.8.1), and they differ in the last of up to 17 digits. */
static void put_value(const char *text, size_t size)
{
    size_t digits = 0;
    for (size_t i = 0; i < size; i++) {
        const bool digit = isdigit((unsigned char)text[i]);
        if (!digit && text[i] != '.') { digits = 0; }
        if (digit && (digits || text[i] != '0') && ++digits > SURE_DIGITS) { continue; }
        output->text[output->size++] = text[i];
    }
    output->text[output->size++] = '\n';
}

void bd_js_printed(const char *text, size_t size)
{
    static const char limit[] = "limit"; /* no other value is shown like this: see prelude.js */
    if (size == sizeof limit - 1 && memcmp(text, limit, size) == 0) { output->limited = true; }
    const size_t left = OUTPUT_LIMIT - output->size;
    if (size + 1 > left) {
        output->limited = true;
        return;
    }
    put_value(text, size);
}

static void *setup(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    setenv("TZ", "UTC", 1);
    bd_heap_limit(HEAP_LIMIT);
    for (size_t i = 0; i < ENGINES; i++) {
        output = &outputs[i];
        engines[i]->create();
        if (!engines[i]->compile(prelude, sizeof prelude) || engines[i]->run("print") != BD_JS_COMPLETED) {
            fprintf(stderr, "%s cannot run prelude.js: %.*s\n", engines[i]->name, (int)output->size, output->text);
            abort();
        }
    }
    return NULL;
}

/* ---- Comparing ---- */

static bool same(const struct output *a, const struct output *b)
{
    return a->size == b->size && memcmp(a->text, b->text, a->size) == 0;
}

static struct bd_side side(size_t engine)
{
    return (struct bd_side){engines[engine]->name, outputs[engine].text, outputs[engine].size};
}

/* The engine that differs from the other two, which agree; the first, if all differ. */
static size_t odd_one(void)
{
    for (size_t i = 0; i < ENGINES; i++) {
        if (same(&outputs[(i + 1) % ENGINES], &outputs[(i + 2) % ENGINES])) { return i; }
    }
    return 0;
}

/* What a value looks like, from its first character: see prelude.js. */
static const char *kind_of(const char *line, const char *end)
{
    if (line == end) { return "nothing"; }
    if (end - line > 8 && memcmp(line, "uncaught", 8) == 0) { return "an exception"; }
    if (isdigit((unsigned char)*line) || strchr("-NI", *line)) { return "a number"; }
    if (*line == '\'') { return "a string"; }
    return strchr("{[", *line) ? "an object" : "another value";
}

/* The line in which O has its byte AT. */
static const char *kind_at(const struct output *o, size_t at)
{
    const char *line = o->text + at;
    while (line > o->text && line[-1] != '\n') { line--; }
    return kind_of(line, o->text + o->size);
}

/* One failure for each engine, and for each two kinds of values that are not the same. */
static enum bd_verdict compare(void)
{
    const size_t odd = odd_one(), other = (odd + 1) % ENGINES;
    const struct output *a = &outputs[odd], *b = &outputs[other];
    size_t at = 0;
    while (at < a->size && at < b->size && a->text[at] == b->text[at]) { at++; }
    char what[64];
    snprintf(what, sizeof what, "%s prints %s instead of %s", engines[odd]->name, kind_at(a, at), kind_at(b, at));
    const struct bd_side left = side(odd), right = side(other);
    return bd_same(what, &left, &right);
}

static enum bd_verdict run(const struct bd_input *in)
{
    for (size_t i = 0; i < ENGINES; i++) {
        output = &outputs[i];
        output->size = 0;
        output->limited = false;
        if (!engines[i]->compile((const char *)in->data, in->size)) { return BD_INVALID; }
        const enum bd_js_end end = engines[i]->run("uncaught");
        if (output->limited || end == BD_JS_TOO_LONG || bd_heap_was_full()) { return BD_LIMITED; }
    }
    return compare();
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    static const struct bd_javascript_options options = {.comparable = true};
    bd_javascript_program_with(s, out, &options);
}

BD_FUZZER(.name = BEDIV_SUBJECT, .generate = generate, .run = run, .setup = setup, .dict = BEDIV_DICT);

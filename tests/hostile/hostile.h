/* hostile.h: shared by the fuzzers of our own readers: pages with deliberate mistakes, and the messages of readers.
 *
 * A generator writes a file of its format, and asks now and then whether to make a mistake. The first choice of a page
 * says how often: never, seldom, often. So there are valid files, files with one mistake, and rubbish; and the choice
 * of the mistake is structural.
 *
 * A target passes the file to the reader and checks the result: if it is accepted, it must be consistent; if it is
 * refused, the message must name the file, and the line if the mistake is in one.
 */
#ifndef BD_HOSTILE_H
#define BD_HOSTILE_H

#include <bediv.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/log.h"

/* ---- pages ---- */

struct page {
    struct bd_source *s;
    struct bd_out *out;
    size_t size;      /* so far */
    size_t cut;       /* nothing is written beyond this */
    size_t flip;      /* this byte is changed; SIZE_MAX: none is */
    char flip_to;     /* … this one */
    unsigned slip[2]; /* weights: no, yes */
};

static inline struct page page_begin(struct bd_source *s, struct bd_out *out)
{
    static const unsigned care[] = {2, 5, 2}, one_in_eight[] = {7, 1};
    static const unsigned odds[][2] = {{1, 0}, {15, 1}, {3, 1}};
    struct page p = {.s = s, .out = out, .cut = SIZE_MAX, .flip = SIZE_MAX};
    size_t careless = bd_pick_weighted(s, "careless", care, 3);
    memcpy(p.slip, odds[careless], sizeof p.slip);
    if (careless && bd_pick_weighted(s, "cut", one_in_eight, 2)) { p.cut = (size_t)bd_int(s, "cut at", 0, 1500); }
    if (careless && bd_pick_weighted(s, "flip", one_in_eight, 2)) {
        p.flip = (size_t)bd_int(s, "flip at", 0, 1000);
        p.flip_to = (char)bd_int(s, "flip to", 0, 255);
    }
    return p;
}

static inline bool slips(struct page *p)
{
    return p->slip[1] && bd_pick_weighted(p->s, "slip", p->slip, 2);
}

static inline void put_n(struct page *p, const char *text, size_t size)
{
    for (size_t i = 0; i < size && p->size < p->cut; i++, p->size++) {
        bd_put_char(p->out, p->size == p->flip ? p->flip_to : text[i]);
    }
}

static inline void put(struct page *p, const char *text)
{
    put_n(p, text, strlen(text));
}

__attribute__((format(printf, 2, 3))) static inline void putf(struct page *p, const char *format, ...)
{
    char text[600];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    put(p, text);
}

/* One of COUNT texts, the first being the simplest. */
static inline void put_one_of(struct page *p, const char *label, const char *const *texts, size_t count)
{
    put(p, texts[bd_pick(p->s, label, count)]);
}

static inline void put_many(struct page *p, char c, int64_t count)
{
    while (count-- > 0) { put_n(p, &c, 1); }
}

/* What no file should contain: NULs, broken UTF-8, control characters, lines without an end. */
static inline void put_rubbish(struct page *p)
{
    static const char *const texts[] = {
        " ",        "\n",      "\r\n", "\t",    "\\",      "\"",   "'",     "\xff\xfe",    "\xc0\x80", "\xed\xa0\x80",
        "\xf4\x90", "\x1b[2J", "\x7f", "%00",   "%",       "%s%n", "{",     "}",           "]",        "#",
        ":",        ",",       "=",    "\\x00", "\\u0000", "-",    "../..", "\xef\xbb\xbf"};
    enum { TEXTS = sizeof texts / sizeof *texts };
    size_t which = bd_pick(p->s, "rubbish", TEXTS + 3);
    if (which < TEXTS) {
        put(p, texts[which]);
    } else if (which == TEXTS) {
        put_n(p, "", 1);
    } else if (which == TEXTS + 1) {
        put_many(p, 'x', bd_int(p->s, "long", 1, 20000));
    } else {
        for (size_t i = bd_count(p->s, "bytes", 6, 100) + 1; i > 0; i--) {
            char byte = (char)bd_int(p->s, "byte", 0, 255);
            put_n(p, &byte, 1);
        }
    }
}

/* An integer; or something else in its place. */
static inline void put_number(struct page *p, const char *label, int64_t lo, int64_t hi)
{
    static const char *const odd[] = {"",
                                      "-1",
                                      "18446744073709551615",
                                      "18446744073709551616",
                                      "-9223372036854775809",
                                      "1e999",
                                      "1e-999",
                                      "nan",
                                      "-nan",
                                      "inf",
                                      "0x10",
                                      "1.5",
                                      "1_0",
                                      "+1",
                                      " 1",
                                      "1 1",
                                      "4294967296",
                                      "9007199254740993",
                                      "00000000000000000000000000000000000000000000000000000000000000000001"};
    if (!slips(p)) {
        putf(p, "%lld", (long long)bd_int(p->s, label, lo, hi));
    } else if (bd_flag(p->s, "not a number")) {
        put_rubbish(p);
    } else {
        put_one_of(p, "odd number", odd, sizeof odd / sizeof *odd);
    }
}

/* ---- readers ---- */

struct heard {
    char text[4096]; /* the last message */
    unsigned count;
};

static inline void hear(enum bd_log_level level, const char *text, void *user)
{
    struct heard *heard = user;
    (void)level;
    snprintf(heard->text, sizeof heard->text, "%s", text);
    heard->count++;
}

/* Whether TEXT begins with  PATH:LINE: . Without LINE, the path is enough. */
static inline bool names(const char *text, const char *path, bool line)
{
    size_t size = strlen(path);
    if (strncmp(text, path, size) != 0) { return false; }
    if (!line) { return text[size] == ':'; }
    size_t digits = text[size] == ':' ? strspn(text + size + 1, "0123456789") : 0;
    return digits > 0 && strncmp(text + size + 1 + digits, ": ", 2) == 0 && text[size + 1] != '0' &&
           text[size + digits + 3] != 0;
}

/* What a target returns for a refused file: the message is as it must be, or the reader has failed. */
static inline enum bd_verdict refused(const struct heard *heard, bool good)
{
    if (heard->count == 1 && good) { return BD_INVALID; }
    fprintf(stderr, "refused with %u messages; the last: %s\n", heard->count, heard->text);
    return BD_FAILURE;
}

static inline enum bd_verdict wrong(const char *what)
{
    fprintf(stderr, "accepted, but %s\n", what);
    return BD_FAILURE;
}

/* A file that contains DATA, for readers that need a path; it is never on a disk. */
struct in_memory {
    int fd;
    char path[64];
};

static inline struct in_memory in_memory(const void *data, size_t size)
{
    struct in_memory file = {.fd = memfd_create("hostile", MFD_CLOEXEC)};
    if (file.fd < 0 || write(file.fd, data, size) != (ssize_t)size) { abort(); }
    snprintf(file.path, sizeof file.path, "/proc/self/fd/%d", file.fd);
    return file;
}

#endif

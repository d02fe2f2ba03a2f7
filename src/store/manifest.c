#include "store/manifest.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/die.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"

/* ---- the keys -------------------------------------------------------------------------------- */

enum key_type { STRING, WHOLE, REAL, TRUTH, LIST };

static const struct key {
    const char *name;
    enum key_type type;
    size_t offset;
} keys[] = {
#define KEY(name, type) {#name, type, offsetof(struct bd__manifest, name)}
    KEY(name, STRING),        KEY(programs, STRING), KEY(subjects, LIST),     KEY(guides, LIST),
    KEY(blackbox, LIST),      KEY(flags, LIST),      KEY(repetitions, WHOLE), KEY(seconds, REAL),
    KEY(trials, WHOLE),       KEY(seed, WHOLE),      KEY(keep_corpus, TRUTH), KEY(candidate, STRING),
    KEY(margin_b0, REAL),     KEY(margin_b1, REAL),  KEY(margin_b2, REAL),    KEY(margin_share, REAL),
    KEY(margin_number, REAL), KEY(techniques, LIST), KEY(sized, LIST),
#undef KEY
};
enum { KEYS = sizeof keys / sizeof *keys };

static const char *const expected[] = {
    [STRING] = "a string in quotes",
    [WHOLE] = "a whole number, 0 or more",
    [REAL] = "a number, 0 or more",
    [TRUTH] = "true or false",
    [LIST] = "a list of strings, [\"one\", \"two\"]",
};

/* ---- reading --------------------------------------------------------------------------------- */

struct manifest_reader {
    const char *path, *at, *end;
    unsigned line;
    const struct bd__log *log;
    unsigned given[KEYS]; /* in which line; 0: not */
};

static char *copy_of(const char *text, size_t size)
{
    char *copy = strndup(text, size);
    if (!copy) { bd__die("out of memory"); }
    return copy;
}

/* The next byte; 0 at the end of the text, and for a NUL in it, which nothing expects either. */
static char peek(const struct manifest_reader *r)
{
    return r->at < r->end ? *r->at : 0;
}

static bool refuse(const struct manifest_reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool refuse(const struct manifest_reader *r, const char *format, ...)
{
    struct bd__text text = {0};
    va_list args;
    va_start(args, format);
    bd__text_vprintf(&text, format, args);
    va_end(args);
    bd__error(r->log, "%s:%u: %s", r->path, r->line, bd__text_str(&text));
    bd__text_clear(&text);
    return false;
}

/* What stands where something else should, for a message: a few printable bytes of this line. */
static const char *found(const struct manifest_reader *r)
{
    static _Thread_local char text[32];
    size_t size = 0;
    const char *at = r->at;
    if (at == r->end) { return "the end of the file"; }
    if (*at == '\n') { return "the end of the line"; }
    text[size++] = '\'';
    for (; at < r->end && *at != '\n' && size < 24; at++) {
        text[size++] = *at >= ' ' && *at <= '~' ? *at : '?';
        if (strchr(" ,]=#", *at) && size > 2) {
            size--;
            break;
        }
    }
    text[size++] = '\'';
    text[size] = 0;
    return text;
}

static void skip_blanks(struct manifest_reader *r)
{
    while (peek(r) == ' ' || peek(r) == '\t' || peek(r) == '\r') { r->at++; }
    if (peek(r) == '#') {
        while (r->at < r->end && *r->at != '\n') { r->at++; }
    }
}

/* The same over the ends of lines. */
static void skip_lines(struct manifest_reader *r)
{
    for (skip_blanks(r); peek(r) == '\n'; skip_blanks(r)) {
        r->at++;
        r->line++;
    }
}

/* "…" with \" \\ \t \n, or '…' without escapes; on one line. NULL after a message. */
static char *read_string(struct manifest_reader *r, const char *key)
{
    char quote = peek(r);
    if (quote != '"' && quote != '\'') {
        refuse(r, "%s: expected a string in quotes, found %s", key, found(r));
        return NULL;
    }
    static const char escapes[] = "\"\\tn", meanings[] = "\"\\\t\n";
    struct bd__text text = {0};
    for (r->at++; r->at < r->end && *r->at != quote; r->at++) {
        char c = *r->at;
        bool escaped = c == '\\' && quote == '"';
        if (escaped) {
            const char *escape = r->at + 1 < r->end && r->at[1] ? strchr(escapes, r->at[1]) : NULL;
            if (!escape) {
                refuse(r, "%s: expected \\\", \\\\, \\t or \\n, found %s", key, found(r));
                goto wrong;
            }
            c = meanings[escape - escapes];
            r->at++;
        } else if ((unsigned char)c < ' ' || c == 0x7f) {
            refuse(r, "%s: a string must end on its line with %c, found %s", key, quote,
                   c == '\n' ? "the end of the line" : "a control character");
            goto wrong;
        }
        bd__text_add(&text, &c, 1);
    }
    if (r->at == r->end) {
        refuse(r, "%s: a string must end on its line with %c, found the end of the file", key, quote);
        goto wrong;
    }
    r->at++;
    char *string = copy_of(bd__text_str(&text), text.size);
    bd__text_clear(&text);
    return string;
wrong:
    bd__text_clear(&text);
    return NULL;
}

static bool read_list(struct manifest_reader *r, const char *key, struct bd__names *list)
{
    if (peek(r) != '[') { return refuse(r, "%s: expected %s, found %s", key, expected[LIST], found(r)); }
    r->at++;
    for (;;) {
        skip_lines(r);
        if (peek(r) == ']') { break; }
        if (list->count == BD__MANIFEST_NAMES) {
            return refuse(r, "%s: there are more than %d strings", key, BD__MANIFEST_NAMES);
        }
        char *name = read_string(r, key);
        if (!name) { return false; }
        list->name[list->count++] = name;
        skip_lines(r);
        if (peek(r) == ',') {
            r->at++;
        } else if (peek(r) != ']') {
            return refuse(r, "%s: expected , or ] after a string, found %s", key, found(r));
        }
    }
    r->at++;
    return true;
}

/* Copies a number without the _ that TOML allows between digits. */
static bool read_digits(struct manifest_reader *r, char *digits, size_t room)
{
    size_t size = 0;
    const char *start = r->at;
    for (; peek(r) && strchr("0123456789._eE+-", peek(r)) && size + 1 < room; r->at++) {
        if (*r->at != '_') { digits[size++] = *r->at; }
    }
    digits[size] = 0;
    bool good = size > 0 && digits[0] >= '0' && digits[0] <= '9' && !(peek(r) && strchr("0123456789", peek(r)));
    if (!good) { r->at = start; }
    return good;
}

static bool read_number(struct manifest_reader *r, const struct key *key, void *value)
{
    char digits[64], *end = NULL;
    const char *start = r->at;
    bool good = read_digits(r, digits, sizeof digits);
    errno = 0;
    if (good && key->type == WHOLE) { *(uint64_t *)value = strtoull(digits, &end, 10); }
    if (good && key->type == REAL) { *(double *)value = strtod(digits, &end); }
    if (good && !errno && !*end) { return true; }
    r->at = start;
    return refuse(r, "%s: expected %s, found %s", key->name, expected[key->type], found(r));
}

static bool read_truth(struct manifest_reader *r, const struct key *key, bool *value)
{
    for (int truth = 0; truth < 2; truth++) {
        const char *word = truth ? "true" : "false";
        size_t size = strlen(word);
        if ((size_t)(r->end - r->at) >= size && memcmp(r->at, word, size) == 0) {
            r->at += size;
            *value = truth;
            return true;
        }
    }
    return refuse(r, "%s: expected %s, found %s", key->name, expected[TRUTH], found(r));
}

static bool read_value(struct manifest_reader *r, const struct key *key, void *member)
{
    switch (key->type) {
    case STRING: return (*(char **)member = read_string(r, key->name)) != NULL;
    case LIST: return read_list(r, key->name, member);
    case TRUTH: return read_truth(r, key, member);
    case WHOLE:
    case REAL: return read_number(r, key, member);
    }
    return false;
}

static const struct key *read_key(struct manifest_reader *r)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
    const char *start = r->at;
    if (peek(r) == '[') {
        refuse(r, "a manifest has no tables: expected key = value, found %s", found(r));
        return NULL;
    }
    while (peek(r) && strchr(letters, peek(r))) { r->at++; }
    size_t size = (size_t)(r->at - start);
    if (size == 0) {
        refuse(r, "expected key = value, found %s", found(r));
        return NULL;
    }
    for (size_t i = 0; i < KEYS; i++) {
        if (strlen(keys[i].name) != size || memcmp(keys[i].name, start, size) != 0) { continue; }
        if (r->given[i]) {
            refuse(r, "%s is given twice, first in line %u", keys[i].name, r->given[i]);
            return NULL;
        }
        r->given[i] = r->line;
        return &keys[i];
    }
    struct bd__text known = {0};
    for (size_t i = 0; i < KEYS; i++) { bd__text_printf(&known, "%s%s", i ? ", " : "", keys[i].name); }
    refuse(r, "unknown key '%.*s'; the keys are %s", (int)(size < 40 ? size : 40), start, bd__text_str(&known));
    bd__text_clear(&known);
    return NULL;
}

static bool read_all(struct manifest_reader *r, struct bd__manifest *manifest)
{
    for (skip_lines(r); r->at < r->end; skip_lines(r)) {
        const struct key *key = read_key(r);
        if (!key) { return false; }
        skip_blanks(r);
        if (peek(r) != '=') { return refuse(r, "%s: expected = after the key, found %s", key->name, found(r)); }
        r->at++;
        skip_blanks(r);
        if (!read_value(r, key, (char *)manifest + key->offset)) { return false; }
        skip_blanks(r);
        if (r->at < r->end && *r->at != '\n') {
            return refuse(r, "%s: expected the end of the line after the value, found %s", key->name, found(r));
        }
    }
    return true;
}

/* ---- what makes sense ------------------------------------------------------------------------ */

uint64_t bd__manifest_seed(const struct bd__manifest *m, const char *subject, const char *technique,
                           unsigned repetition)
{
    struct bd__text text = {0};
    bd__text_printf(&text, "%llu/%s/%s/%u", (unsigned long long)m->seed, subject, technique, repetition);
    uint64_t hash = bd__hash(bd__text_str(&text), text.size) >> 11;
    bd__text_clear(&text);
    return hash ? hash : 1;
}

double bd__manifest_warm_up(const struct bd__manifest *m, const struct bd__technique *technique)
{
    double own = technique ? bd__flags_warm_up(technique->flag, technique->flag_count) : NAN;
    double seconds = isnan(own) ? bd__flags_warm_up(m->flags.name, m->flags.count) : own;
    return isnan(seconds) ? 0 : seconds;
}

bool bd__names_hold(const struct bd__names *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++) {
        if (strcmp(names->name[i], name) == 0) { return true; }
    }
    return false;
}

bool bd__is_file_name(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-";
    size_t size = strlen(name);
    return size > 0 && size <= 64 && strspn(name, letters) == size && *name != '.' && *name != '-';
}

/* A mistake in the value of KEY: in the line of the key. */
static bool refuse_value(const struct manifest_reader *r, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static bool refuse_value(const struct manifest_reader *r, const char *key, const char *format, ...)
{
    struct bd__text text = {0};
    struct manifest_reader there = *r;
    for (size_t i = 0; i < KEYS; i++) {
        if (strcmp(keys[i].name, key) == 0 && r->given[i]) { there.line = r->given[i]; }
    }
    va_list args;
    va_start(args, format);
    bd__text_vprintf(&text, format, args);
    va_end(args);
    refuse(&there, "%s: %s", key, bd__text_str(&text));
    bd__text_clear(&text);
    return false;
}

static const char no_name[] = "'%.40s' is not a name; use at most 64 letters, digits and . _ + -";

static bool check_names(const struct manifest_reader *r, const char *key, const struct bd__names *names)
{
    for (size_t i = 0; i < names->count; i++) {
        const char *name = names->name[i];
        if (!bd__is_file_name(name)) { return refuse_value(r, key, no_name, name); }
        for (size_t k = 0; k < i; k++) {
            if (strcmp(names->name[k], name) == 0) { return refuse_value(r, key, "'%s' is named twice", name); }
        }
    }
    return true;
}

/* Flags that every campaign gets may not undo what makes it a repetition of this experiment. */
static bool check_flags(const struct manifest_reader *r, const struct bd__names *flags)
{
    const char *ours = bd__flags_that_are_ours(flags->name, flags->count);
    return !ours || refuse_value(r, "flags", "'%s' is not allowed here; the experiment sets it itself", ours);
}

static bool check_margins(const struct manifest_reader *r, const struct bd__manifest *m)
{
    const struct {
        const char *key;
        double margin;
    } margins[] = {{"margin_b0", m->margin_b0},
                   {"margin_b1", m->margin_b1},
                   {"margin_b2", m->margin_b2},
                   {"margin_share", m->margin_share},
                   {"margin_number", m->margin_number}};
    for (size_t i = 0; i < sizeof margins / sizeof *margins; i++) {
        if (margins[i].margin > 1) {
            return refuse_value(r, margins[i].key, "%g is out of range: give 0 (none) to 1", margins[i].margin);
        }
    }
    return true;
}

/* What the techniques are, and which is the candidate. */
static bool check_techniques(const struct manifest_reader *r, struct bd__manifest *m)
{
    struct bd__text wrong = {0};
    const char *key = bd__techniques_read(&m->all, &m->guides, &m->techniques, &m->blackbox, &m->sized, &wrong);
    if (key) { refuse_value(r, key, "%s", bd__text_str(&wrong)); }
    bd__text_clear(&wrong);
    bool known = key || !m->candidate || bd__technique_named(&m->all, m->candidate);
    if (!known) { refuse_value(r, "candidate", "'%.80s' is none of the techniques", m->candidate); }
    return !key && known;
}

static bool check(const struct manifest_reader *r, struct bd__manifest *m)
{
    bool any = m->guides.count || m->blackbox.count || m->techniques.count;
    const char *missing = !m->programs || !*m->programs ? "programs, the folder of the subject programs"
                          : !m->subjects.count          ? "subjects, a list of programs in that folder"
                          : !any                        ? "guides, a list of strategies"
                                                        : NULL;
    if (missing) {
        bd__error(r->log, "%s: a key is missing: %s", r->path, missing);
        return false;
    }
    if (!bd__is_file_name(m->name)) { return refuse_value(r, "name", no_name, m->name); }
    if ((m->seconds > 0) == (m->trials > 0)) {
        bd__error(r->log, "%s: give the length of a campaign: either seconds or trials, more than 0", r->path);
        return false;
    }
    if (m->seconds > 1e7 || (m->seconds > 0 && m->seconds < 0.1)) {
        return refuse_value(r, "seconds", "%g is out of range: give 0.1 to 10000000", m->seconds);
    }
    if (m->repetitions < 1 || m->repetitions > 10000) { return refuse_value(r, "repetitions", "give 1 to 10000"); }
    return check_names(r, "subjects", &m->subjects) && check_names(r, "guides", &m->guides) &&
           check_names(r, "blackbox", &m->blackbox) && check_flags(r, &m->flags) && check_margins(r, m) &&
           check_techniques(r, m);
}

/* The last part of PATH, without its extension. */
static char *stem_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path, *dot = strrchr(base, '.');
    return copy_of(base, dot && dot > base ? (size_t)(dot - base) : strlen(base));
}

/* An experiment without a name has that of its file. In results directories all are called manifest.toml: then it is the
 * folder's. */
static char *default_name(const char *path, const char *folder)
{
    char *name = stem_of(path), *other = stem_of(folder);
    bool use_other = strcmp(name, "manifest") == 0 && bd__is_file_name(other);
    free(use_other ? name : other);
    return use_other ? other : name;
}

enum bd_status bd__manifest_parse(struct bd__manifest *manifest, const char *path, const char *text, size_t size,
                                  const struct bd__log *log)
{
    *manifest = (struct bd__manifest){
        .seed = 1, .repetitions = 1, .margin_b0 = 0.98, .margin_b1 = 0.97, .margin_b2 = 0.97, .margin_share = 0.97};
    struct manifest_reader reader = {.path = path, .at = text, .end = text + size, .line = 1, .log = log};
    const char *slash = strrchr(path, '/');
    manifest->folder = slash ? copy_of(path, slash == path ? 1 : (size_t)(slash - path)) : copy_of(".", 1);
    if (!read_all(&reader, manifest)) { return BD_FORMAT; }
    if (!manifest->name) { manifest->name = default_name(path, manifest->folder); }
    return check(&reader, manifest) ? BD_OK : BD_FORMAT;
}

enum bd_status bd__manifest_read(struct bd__manifest *manifest, const char *path, const struct bd__log *log)
{
    char *text;
    size_t size;
    *manifest = (struct bd__manifest){0};
    if (bd__file_read(path, BD__MANIFEST_SIZE, &text, &size) != BD_OK) {
        bd__error(log, "cannot read the manifest %s: %s", path, bd__file_why());
        return BD_IO;
    }
    enum bd_status status = bd__manifest_parse(manifest, path, text, size, log);
    free(text);
    return status;
}

static void clear_names(struct bd__names *names)
{
    for (size_t i = 0; i < names->count; i++) { free(names->name[i]); }
}

void bd__manifest_clear(struct bd__manifest *manifest)
{
    free(manifest->name);
    free(manifest->programs);
    free(manifest->folder);
    free(manifest->candidate);
    clear_names(&manifest->subjects);
    clear_names(&manifest->guides);
    clear_names(&manifest->blackbox);
    clear_names(&manifest->flags);
    clear_names(&manifest->techniques);
    clear_names(&manifest->sized);
    bd__techniques_clear(&manifest->all);
    *manifest = (struct bd__manifest){0};
}

static bool same_names(const struct bd__names *a, const struct bd__names *b)
{
    if (a->count != b->count) { return false; }
    for (size_t i = 0; i < a->count; i++) {
        if (strcmp(a->name[i], b->name[i]) != 0) { return false; }
    }
    return true;
}

const char *bd__manifest_conflict(const struct bd__manifest *a, const struct bd__manifest *b)
{
    if (a->seconds < b->seconds || a->seconds > b->seconds) { return "seconds"; }
    if (a->trials != b->trials) { return "trials"; }
    if (a->seed != b->seed) { return "seed"; }
    if (!same_names(&a->flags, &b->flags)) { return "flags"; }
    for (size_t i = 0; i < a->all.count; i++) {
        const struct bd__technique *one = &a->all.one[i], *other = bd__technique_named(&b->all, one->name);
        if (other && !bd__technique_is_same(one, other)) { return *one->size_of ? "sized" : "techniques"; }
    }
    return NULL;
}

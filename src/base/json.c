#include "base/json.h"

#include <math.h>
#include <string.h>

#include "base/die.h"
#include "base/printable.h"
#include "base/text.h"

enum { DEEPEST = 64, BYTE = 0xdc00 };

/* ---- reading --------------------------------------------------------------------------------- */

struct json_parser {
    const char *at, *end;
    struct bd__text path, value;
    bd__json_visit *visit;
    void *user;
    const char *error;
};

static bool fail(struct json_parser *w, const char *error)
{
    if (!w->error) { w->error = error; }
    return false;
}

static void skip_blanks(struct json_parser *w)
{
    while (w->at < w->end && (*w->at == ' ' || *w->at == '\t' || *w->at == '\n' || *w->at == '\r')) { w->at++; }
}

/* If C comes next, after blanks, skips it and returns true. */
static bool take(struct json_parser *w, char c)
{
    skip_blanks(w);
    bool found = w->at < w->end && *w->at == c;
    w->at += found;
    return found;
}

static void empty(struct bd__text *text, size_t size)
{
    text->size = size;
    if (text->data) { text->data[size] = 0; }
}

static void add_utf8(struct bd__text *text, unsigned code)
{
    static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    char bytes[4];
    size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = size; i-- > 1; code >>= 6) { bytes[i] = (char)(0x80 | (code & 0x3f)); }
    bytes[0] = (char)(first[size] | code);
    bd__text_add(text, bytes, size);
}

/* Reads the four digits after \u. */
static bool read_unit(struct json_parser *w, unsigned *code)
{
    *code = 0;
    for (int i = 0; i < 4; i++) {
        int digit = w->at < w->end ? bd__text_hex(*w->at++) : -1;
        if (digit < 0) { return false; }
        *code = *code << 4 | (unsigned)digit;
    }
    return true;
}

static bool read_escape(struct json_parser *w)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (w->at == w->end) { return fail(w, "a string does not end"); }
    char c = *w->at++;
    const char *known = c ? strchr(from, c) : NULL;
    if (known) {
        bd__text_add(&w->value, to + (known - from), 1);
        return true;
    }
    unsigned code, low;
    if (c != 'u' || !read_unit(w, &code)) { return fail(w, "a string has an unknown escape"); }
    if (code >= 0xd800 && code < 0xdc00) { /* the first half of a surrogate pair */
        bool pair = w->end - w->at >= 2 && w->at[0] == '\\' && w->at[1] == 'u' && (w->at += 2, read_unit(w, &low)) &&
                    low >= 0xdc00 && low < 0xe000;
        if (!pair) { return fail(w, "a string has half a character"); }
        code = 0x10000 + ((code & 0x3ff) << 10 | (low & 0x3ff));
    }
    if (code > BYTE + 0x7f && code <= BYTE + 0xff) {
        bd__text_add(&w->value, &(char){(char)(code - BYTE)}, 1);
    } else if (code >= 0xdc00 && code < 0xe000) {
        return fail(w, "a string has half a character");
    } else {
        add_utf8(&w->value, code ? code : ' '); /* texts end at a NUL */
    }
    return true;
}

/* Reads a string into VALUE; its opening quote has been read. */
static bool read_string(struct json_parser *w)
{
    empty(&w->value, 0);
    while (w->at < w->end) {
        char c = *w->at++;
        if (c == '"') { return true; }
        if (c == '\\') {
            if (!read_escape(w)) { return false; }
        } else if ((unsigned char)c < 0x20) {
            return fail(w, "a string has a control character");
        } else {
            bd__text_add(&w->value, &c, 1);
        }
    }
    return fail(w, "a string does not end");
}

static bool hand_out(struct json_parser *w)
{
    w->visit(w->user, bd__text_str(&w->path), bd__text_str(&w->value));
    return true;
}

/* Reads true, false, null or a number. */
static bool read_word(struct json_parser *w)
{
    static const char *const words[] = {"true", "false", "null"};
    const char *start = w->at;
    while (w->at < w->end && *w->at && strchr("+-.0123456789abcdefghijklmnopqrstuvwxyzE", *w->at)) { w->at++; }
    size_t size = (size_t)(w->at - start);
    bool known = size > 0 && (*start == '-' || (*start >= '0' && *start <= '9'));
    for (size_t i = 0; i < size; i++) { known = known && strchr("+-.0123456789eE", start[i]); }
    for (size_t i = 0; i < 3; i++) {
        known = known || (size == strlen(words[i]) && memcmp(start, words[i], size) == 0);
    }
    if (!known) { return fail(w, size ? "a value is neither a number nor a known word" : "a value is missing"); }
    empty(&w->value, 0);
    bd__text_add(&w->value, start, size);
    return hand_out(w);
}

static bool read_value(struct json_parser *w, unsigned depth);

/* Reads what follows a { or [, up to and including its END. */
static bool read_members(struct json_parser *w, unsigned depth, char end)
{
    size_t above = w->path.size;
    if (take(w, end)) { return true; }
    for (unsigned place = 0;; place++) {
        if (above) { bd__text_puts(&w->path, "."); }
        if (end == ']') {
            bd__text_printf(&w->path, "%u", place);
        } else {
            if (!take(w, '"')) { return fail(w, "a key is missing"); }
            if (!read_string(w)) { return false; }
            bd__text_puts(&w->path, bd__text_str(&w->value));
            if (!take(w, ':')) { return fail(w, "a ':' is missing"); }
        }
        if (!read_value(w, depth + 1)) { return false; }
        empty(&w->path, above);
        if (take(w, end)) { return true; }
        if (!take(w, ',')) { return fail(w, "a ',' or the end is missing"); }
    }
}

static bool read_value(struct json_parser *w, unsigned depth)
{
    if (depth > DEEPEST) { return fail(w, "it is nested too deeply"); }
    if (take(w, '{')) { return read_members(w, depth, '}'); }
    if (take(w, '[')) { return read_members(w, depth, ']'); }
    if (take(w, '"')) { return read_string(w) && hand_out(w); }
    return read_word(w);
}

static void look_away(void *user, const char *path, const char *value)
{
    (void)user, (void)path, (void)value;
}

unsigned bd__json_line(const char *text, size_t size)
{
    struct json_parser w = {.at = text, .end = text + size, .visit = look_away};
    if (read_value(&w, 0)) { skip_blanks(&w); }
    bool wrong = w.error || w.at < w.end;
    unsigned line = 1;
    for (const char *at = text; at < w.at; at++) { line += *at == '\n'; }
    bd__text_clear(&w.path);
    bd__text_clear(&w.value);
    return wrong ? line : 0;
}

const char *bd__json_walk(const char *text, size_t size, bd__json_visit *visit, void *user)
{
    struct json_parser w = {.at = text, .end = text + size, .visit = visit, .user = user};
    if (read_value(&w, 0)) {
        skip_blanks(&w);
        if (w.at < w.end) { fail(&w, "something follows its end"); }
    }
    bd__text_clear(&w.path);
    bd__text_clear(&w.value);
    return w.error;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void put_string(struct bd__text *out, const char *string)
{
    bd__text_puts(out, "\"");
    for (size_t size, left = strlen(string); left; string += size, left -= size) {
        bool safe;
        size = bd__printable_next(string, left, &safe);
        if (*string == '"' || *string == '\\') {
            bd__text_printf(out, "\\%c", *string);
        } else if (safe) {
            bd__text_add(out, string, size);
        } else if (bd__text_utf8(string)) {
            bd__text_printf(out, "\\u%04x", bd__text_code(string, size));
        } else {
            bd__text_printf(out, "\\u%04x", BYTE + (unsigned char)*string);
        }
    }
    bd__text_puts(out, "\"");
}

static uint64_t here(const struct bd__json *json)
{
    return json->depth ? UINT64_C(1) << (json->depth - 1) : 0;
}

static void begin_line(struct bd__json *json, unsigned blanks)
{
    bd__text_printf(json->out, "\n%*s", (int)(json->breaks ? json->blanks : blanks), "");
    json->breaks = false;
}

/* What comes before a value: the end of the member before it, and its key. */
static void begin_member(struct bd__json *json, const char *key)
{
    bool in_object = json->depth && !(json->is_array & here(json)), first = !(json->has_members & here(json));
    if (in_object != (key != NULL)) { bd__die("JSON: %s", key ? "a key outside an object" : "a key is missing"); }
    if (!first) { bd__text_puts(json->out, ","); }
    if (json->breaks || json->in_lines & here(json)) {
        begin_line(json, 2 * json->depth);
    } else if (!first) {
        bd__text_puts(json->out, " ");
    }
    json->has_members |= here(json);
    if (!key) { return; }
    put_string(json->out, key);
    bd__text_puts(json->out, ": ");
}

static void begin(struct bd__json *json, const char *key, enum bd__json_layout layout, bool array)
{
    begin_member(json, key);
    bd__text_puts(json->out, array ? "[" : "{");
    if (json->depth++ == DEEPEST) { bd__die("JSON: nested too deeply"); }
    json->is_array = array ? json->is_array | here(json) : json->is_array & ~here(json);
    json->in_lines = layout == BD__JSON_LINES ? json->in_lines | here(json) : json->in_lines & ~here(json);
    json->has_members &= ~here(json);
}

void bd__json_object(struct bd__json *json, const char *key, enum bd__json_layout layout)
{
    begin(json, key, layout, false);
}

void bd__json_array(struct bd__json *json, const char *key, enum bd__json_layout layout)
{
    begin(json, key, layout, true);
}

void bd__json_end(struct bd__json *json)
{
    if (!json->depth) { bd__die("JSON: an end too many"); }
    bool lines = json->in_lines & json->has_members & here(json), array = json->is_array & here(json);
    json->depth--;
    if (json->breaks || lines) { begin_line(json, 2 * json->depth); }
    bd__text_puts(json->out, array ? "]" : "}");
}

void bd__json_break(struct bd__json *json, unsigned blanks)
{
    json->breaks = true;
    json->blanks = blanks;
}

void bd__json_word(struct bd__json *json, const char *key, const char *value)
{
    begin_member(json, key);
    bd__text_puts(json->out, value);
}

void bd__json_null(struct bd__json *json, const char *key)
{
    bd__json_word(json, key, "null");
}

void bd__json_string(struct bd__json *json, const char *key, const char *value)
{
    if (!value) {
        bd__json_null(json, key);
        return;
    }
    begin_member(json, key);
    put_string(json->out, value);
}

void bd__json_count(struct bd__json *json, const char *key, uint64_t value)
{
    begin_member(json, key);
    bd__text_number(json->out, value);
}

void bd__json_integer(struct bd__json *json, const char *key, int64_t value)
{
    begin_member(json, key);
    bd__text_printf(json->out, "%lld", (long long)value);
}

void bd__json_fixed(struct bd__json *json, const char *key, double value, int digits)
{
    if (!isfinite(value)) {
        bd__json_null(json, key);
        return;
    }
    begin_member(json, key);
    bd__text_printf(json->out, "%.*f", digits, value);
}

void bd__json_real(struct bd__json *json, const char *key, double value)
{
    if (!isfinite(value)) {
        bd__json_null(json, key);
        return;
    }
    begin_member(json, key);
    bd__text_printf(json->out, "%g", value);
}

void bd__json_bool(struct bd__json *json, const char *key, bool value)
{
    bd__json_word(json, key, value ? "true" : "false");
}

void bd__json_hash(struct bd__json *json, const char *key, uint64_t value)
{
    begin_member(json, key);
    bd__text_printf(json->out, "\"%016llx\"", (unsigned long long)value);
}

void bd__json_bytes(struct bd__json *json, const char *key, const void *data, size_t size)
{
    const uint8_t *byte = data;
    begin_member(json, key);
    bd__text_puts(json->out, "\"");
    for (size_t i = 0; i < size; i++) { bd__text_printf(json->out, "%02x", byte[i]); }
    bd__text_puts(json->out, "\"");
}

/* javascript_literals.c: numbers, strings, arrays and objects, with a preference for the edges of their types. */
#include "javascript_parts.h"

/* BOTH: also in comparable programs. The others are read wrongly by an engine: to mujs, 5e-324 is 0; to duktape,
 * 9007199254740993 is …994, not …992. */
#define NUMBERS(EDGE, BOTH) \
    BOTH("-0") \
    BOTH("-1") \
    BOTH("0.5") \
    BOTH("0x10") \
    BOTH("0xFFFFFFFF") \
    BOTH("255") \
    BOTH("256") \
    BOTH("65535") \
    BOTH("65536") \
    BOTH("1073741823") \
    BOTH("1073741824") \
    BOTH("2147483647") \
    BOTH("2147483648") \
    BOTH("4294967295") \
    BOTH("4294967296") \
    BOTH("1e3") \
    BOTH("1e21") \
    BOTH("1e-7") \
    BOTH("123456789") \
    EDGE("5e-324") \
    BOTH("NaN") \
    BOTH("Infinity") \
    BOTH("-Infinity") \
    BOTH("-2147483648") \
    BOTH("-2147483649") \
    BOTH("9007199254740991") \
    BOTH("9007199254740992") \
    EDGE("9007199254740993") \
    EDGE("2.2250738585072014e-308") \
    BOTH("1e308") \
    BOTH("1.7976931348623157e308") \
    BOTH("1e309") \
    BOTH("0.1") \
    BOTH("1e22") \
    BOTH(".5") \
    BOTH("5.")

/* Written into the source as they are: the escapes themselves are what we test.
 *
 * BOTH: also in comparable programs. On these, engines must agree: no halves of characters, no __proto__, no references
 * to groups that may not exist; and, because of mujs, nothing that changes its length between upper and lower case, no
 * character 0 (which is greater than others there), no white space beyond ASCII (which is not skipped in numbers) and no
 * numbers with a sign. */
#define STRINGS(EDGE, BOTH) \
    BOTH("''") \
    BOTH("\"\"") \
    EDGE("'\\0'") \
    BOTH("'\\x41'") \
    BOTH("'\\u0041\\u00e9'") \
    EDGE("'\\uD800'") \
    EDGE("'\\uDC00\\uD800'") \
    EDGE("'\\uD83D\\uDE00'") \
    EDGE("'\\uFEFF'") \
    EDGE("'\\u2028'") \
    EDGE("'\\u0130'") \
    EDGE("'\\u00df'") \
    BOTH("'\\\n'") \
    BOTH("'\\b\\f\\v\\r\\t'") \
    BOTH("'\\''") \
    BOTH("'\\q'") \
    BOTH("' 12 '") \
    BOTH("'0x1F'") \
    BOTH("'1e1000'") \
    EDGE("'-0'") \
    BOTH("'NaN'") \
    BOTH("'4294967295'") \
    BOTH("'%41%u0041'") \
    BOTH("'%E4%B8%AD'") \
    BOTH("'%'") \
    EDGE("'$1$&$$'") \
    BOTH("'a-b_c d'") \
    BOTH("'[object Object]'") \
    EDGE("'__proto__'") \
    EDGE("'2011-10-10T14:48:00Z'") \
    EDGE("'10/06/2000'") \
    BOTH("'(x+)*'") \
    BOTH("'\\\\d'") \
    BOTH("'[1,2]'") \
    BOTH("'{\"a\":[1,null]}'") \
    BOTH("'\xc3\xa9\xe2\x82\xac'")

#define TAKE(text) text,
#define LEAVE(text)
static const char *const edge_numbers[] = {NUMBERS(TAKE, TAKE)};
static const char *const edge_strings[] = {STRINGS(TAKE, TAKE)};
static const char *const comparable_numbers[] = {NUMBERS(LEAVE, TAKE)};
static const char *const comparable_strings[] = {STRINGS(LEAVE, TAKE)};
static const struct bd_dict edge_number_dict = BD_JS__DICT(edge_numbers);
static const struct bd_dict edge_string_dict = BD_JS__DICT(edge_strings);
static const struct bd_dict comparable_number_dict = BD_JS__DICT(comparable_numbers);
static const struct bd_dict comparable_string_dict = BD_JS__DICT(comparable_strings);

/* Letters first; then characters that scanners and escapers get wrong. */
static const char alphabet[] = "abcxyzABC0189 _$.,:;-+*/\\|?!#%&=<>()[]{}'\"`~^@\n\t\x01\x7f";

static const char *const constants[] = {"true", "false", "null", "undefined", "this"};
static const struct bd_dict constant_dict = BD_JS__DICT(constants);

/* ---- Numbers and strings ---- */

/* A number as written in the source. With a sign it is an expression; after a bare number, a dot would be parsed as
 * its decimal point. */
static void put_number_text(struct bd_js_writer *js, const char *text, enum bd_js__binding min)
{
    const bool opened = bd_js__open(js, *text == '-' ? BD_JS__UNARY : BD_JS__POSTFIX, min);
    bd_js__put(js, text);
    bd_js__close(js, opened);
}

static void number_literal(struct bd_js_writer *js, enum bd_js__binding min)
{
    enum { SMALL, EDGE, FRACTION, NUMBER_KINDS };
    static const unsigned weights[NUMBER_KINDS] = {8, 3, 1};
    const size_t kind = bd_pick_weighted(js->s, "number kind", weights, NUMBER_KINDS);
    if (kind == EDGE) {
        const struct bd_dict *dict = js->options.comparable ? &comparable_number_dict : &edge_number_dict;
        put_number_text(js, bd_word(js->s, "edge number", dict), min);
        return;
    }
    const int64_t number = bd_int(js->s, "number", -10, 999); /* as in the paper */
    const bool opened = bd_js__open(js, number < 0 ? BD_JS__UNARY : BD_JS__POSTFIX, min);
    bd_js__put_number(js, number);
    if (kind == FRACTION) {
        bd_js__put(js, ".");
        bd_js__put_number(js, bd_int(js->s, "fraction", 0, 999));
    }
    bd_js__close(js, opened);
}

static void string_literal(struct bd_js_writer *js)
{
    enum { WORD, EDGE, CHARACTERS, LONG, STRING_KINDS };
    static const unsigned weights[STRING_KINDS] = {40, 10, 6, 1};
    enum { MAX_CHARACTERS = 64, MAX_LONG = 5000 };
    switch (bd_pick_weighted(js->s, "string kind", weights, STRING_KINDS)) {
    case WORD: bd_js__put_string(js, bd_word(js->s, "string", &js->words.texts)); break;
    case EDGE: {
        const struct bd_dict *dict = js->options.comparable ? &comparable_string_dict : &edge_string_dict;
        bd_js__put(js, bd_word(js->s, "edge string", dict));
        break;
    }
    case CHARACTERS: {
        const size_t count = bd_count(js->s, "characters", 10, MAX_CHARACTERS);
        bd_js__put(js, "'");
        for (size_t i = 0; i < count; i++) { bd_js__put_escaped(js, bd_char(js->s, "character", alphabet), '\''); }
        bd_js__put(js, "'");
        break;
    }
    default: {
        const char repeated[] = {bd_char(js->s, "repeated character", "a 0(["), 0};
        bd_js__put(js, "'");
        bd_put_repeated(js->out, repeated, bd_size(js->s, "long size", MAX_LONG));
        bd_js__put(js, "'");
        break;
    }
    }
}

/* ---- Arrays ---- */

static void array_literal(struct bd_js_writer *js)
{
    enum { ELEMENT, HOLE, SPREAD, ELEMENT_KINDS };
    const unsigned weights[ELEMENT_KINDS] = {14, js->options.comparable ? 0 : 1, 2}; /* to mujs, a hole is undefined */
    enum { MAX_ELEMENTS = 12 };
    const size_t count =
        bd_js__may_grow(js) ? bd_count(js->s, "elements", bd_js__mean_at(3, js->expression_depth), MAX_ELEMENTS) : 0;
    /* Most arrays have elements of one type, and sorting and summing need that. */
    static const enum bd_js__type types[] = {BD_JS__NUMBER, BD_JS__STRING, BD_JS__ANY};
    const enum bd_js__type type =
        count > 0 ? types[bd_pick(js->s, "element type", BD_JS__COUNT_OF(types))] : BD_JS__ANY;
    bd_js__put(js, "[");
    for (size_t i = 0; i < count; i++) {
        const size_t begin = bd_written(js->out);
        if (i > 0) { bd_js__put(js, ", "); }
        switch (bd_pick_weighted(js->s, "element kind", weights, js->options.modern ? ELEMENT_KINDS : SPREAD)) {
        case HOLE:
            if (i + 1 == count) { bd_js__put(js, ","); } /* a trailing comma alone does not make an element */
            break;
        case SPREAD:
            bd_js__put(js, "...");
            bd_js__typed(js, BD_JS__ARRAY, BD_JS__ASSIGNMENT);
            break;
        default: bd_js__typed(js, type, BD_JS__ASSIGNMENT); break;
        }
        if (i > 0 && i + 1 == count) { bd_put_again(js->s, js->out, "element again", begin); }
    }
    bd_js__put(js, "]");
}

/* ---- Objects ---- */

static void remember_property(struct bd_js_writer *js, const char *word)
{
    js->properties[js->property_count++ % BD_JS__MAX_PROPERTIES] = word;
}

const char *bd_js__property_word(struct bd_js_writer *js)
{
    const char *word = bd_word(js->s, "new property", &js->words.properties);
    remember_property(js, word);
    return word;
}

void bd_js__new_property(struct bd_js_writer *js)
{
    bd_js__put(js, bd_js__property_word(js));
}

void bd_js__property(struct bd_js_writer *js)
{
    const size_t known = js->property_count < BD_JS__MAX_PROPERTIES ? js->property_count : BD_JS__MAX_PROPERTIES;
    static const unsigned weights[] = {4, 1};
    if (known > 0 && bd_pick_weighted(js->s, "property unknown", weights, 2) == 0) {
        bd_js__put(js, js->properties[bd_int(js->s, "known property", 0, (int64_t)known - 1)]);
    } else {
        bd_js__put(js, bd_word(js->s, "property", &js->words.properties));
    }
}

enum { MAX_KEYS = 12 };

/* The keys of one object: ES5 forbids duplicates in strict mode, and one key as both value and accessor. */
struct keys {
    const char *words[MAX_KEYS];
    size_t count;
};

/* A key: WORD, followed by NUMBER if that is not 0. */
struct key {
    const char *word;
    size_t number;
};

static struct key new_key(struct bd_js_writer *js, struct keys *keys)
{
    struct key key = {bd_js__property_word(js), 0};
    for (size_t i = 0; i < keys->count; i++) {
        if (strcmp(keys->words[i], key.word) == 0) { key.number = keys->count + 1; }
    }
    keys->words[keys->count++] = key.word;
    return key;
}

static void put_key(struct bd_js_writer *js, struct key key)
{
    bd_js__put(js, key.word);
    if (key.number > 0) { /* with the underscore, x1 and 1 do not clash with x and 11 */
        bd_js__put(js, "_");
        bd_js__put_number(js, (int64_t)key.number);
    }
}

static void accessors(struct bd_js_writer *js, struct keys *keys)
{
    static const char *const verbs[] = {"get ", "set "};
    const struct key key = new_key(js, keys);
    const bool setter = bd_flag(js->s, "is setter");
    bd_js__put(js, verbs[setter]);
    put_key(js, key);
    bd_js__function_rest(js, BD_JS__METHOD, setter, setter);
    if (bd_flag(js->s, "has other accessor")) {
        bd_js__put(js, ", ");
        bd_js__put(js, verbs[!setter]);
        put_key(js, key);
        bd_js__function_rest(js, BD_JS__METHOD, !setter, !setter);
    }
}

static void member(struct bd_js_writer *js, struct keys *keys, size_t index)
{
    enum { NAMED, QUOTED, NUMBERED, FUNCTION, ACCESSORS, MODERN, MEMBER_KINDS };
    static const unsigned weights[MEMBER_KINDS] = {10, 2, 1, 3, 2, 4};
    switch (bd_pick_weighted(js->s, "member kind", weights, js->options.modern ? MEMBER_KINDS : MODERN)) {
    case ACCESSORS: accessors(js, keys); return;
    case MODERN: bd_js__modern_method(js); return;
    case QUOTED: {
        const struct key key = new_key(js, keys);
        if (key.number > 0) {
            put_key(js, key);
        } else {
            bd_js__put_string(js, key.word);
        }
        break;
    }
    case NUMBERED: bd_js__put_number(js, (int64_t)index); break;
    case FUNCTION:
        put_key(js, new_key(js, keys));
        bd_js__put(js, ": ");
        bd_js__function(js, BD_JS__ASSIGNMENT);
        return;
    default: put_key(js, new_key(js, keys)); break;
    }
    bd_js__put(js, ": ");
    bd_js__expression(js, BD_JS__ASSIGNMENT);
}

static void object_literal(struct bd_js_writer *js)
{
    const bool opened = js->at_start;
    struct keys keys;
    keys.count = 0;
    const size_t count =
        bd_js__may_grow(js) ? bd_count(js->s, "members", bd_js__mean_at(2, js->expression_depth), MAX_KEYS) : 0;
    if (opened) { bd_js__put(js, "("); }
    bd_js__put(js, "{");
    for (size_t i = 0; i < count; i++) {
        if (i > 0) { bd_js__put(js, ", "); }
        member(js, &keys, i);
    }
    bd_js__put(js, "}");
    bd_js__close(js, opened);
}

/* ---- Any literal ---- */

void bd_js__literal_of(struct bd_js_writer *js, enum bd_js__type type, enum bd_js__binding min)
{
    switch (type) {
    case BD_JS__STRING: string_literal(js); break;
    case BD_JS__ARRAY: array_literal(js); break;
    case BD_JS__OBJECT: object_literal(js); break;
    case BD_JS__FUNCTION: bd_js__function(js, min); break;
    case BD_JS__REGEXP: bd_js__regexp(js); break;
    case BD_JS__DATE: {
        bd_js__put(js, "new Date(");
        number_literal(js, BD_JS__ASSIGNMENT);
        bd_js__put(js, ")");
        break;
    }
    case BD_JS__CLASS: bd_js__class_literal(js); break;
    case BD_JS__COLLECTION:
        bd_js__put(js, bd_flag(js->s, "is map") ? "new Map(" : "new Set(");
        bd_js__put(js, ")");
        break;
    case BD_JS__BIGINT: bd_js__bigint(js, min); break;
    default: number_literal(js, min); break;
    }
}

void bd_js__literal(struct bd_js_writer *js, enum bd_js__binding min)
{
    enum { NUMBER, STRING, CONSTANT, ARRAY, OBJECT, REGEXP, LITERAL_KINDS };
    static const unsigned weights[LITERAL_KINDS] = {6, 5, 3, 3, 3, 1};
    switch (bd_pick_weighted(js->s, "literal kind", weights, bd_js__may_grow(js) ? LITERAL_KINDS : ARRAY)) {
    case STRING: string_literal(js); break;
    case CONSTANT: bd_js__put(js, bd_word(js->s, "constant", &constant_dict)); break;
    case ARRAY: array_literal(js); break;
    case OBJECT: object_literal(js); break;
    case REGEXP: bd_js__regexp(js); break;
    default: number_literal(js, min); break;
    }
}

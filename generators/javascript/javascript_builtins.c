/* javascript_builtins.c: calls of what engines provide, with arguments that they can use. This is most of an engine,
 * and the reason to run programs at all.
 *
 * Left out: anything that reads the clock or draws random numbers (Date.now, new Date(), Math.random), because equal
 * programs must behave the same; and anything that turns a string into a program (eval, Function). */
#include "javascript_parts.h"

/* A function, the type it returns, and its parameters, one letter each; those after '|' are optional:
 *     n number   i small integer, rarely at an edge   z size   k base   s string   x pattern, as a string   a array
 *     o object   f function   r regular expression   m regular expression or string   p name of a property   j JSON
 *     d property descriptor   c constructor   b big integer   l list of properties   * anything */
struct function {
    const char *name;
    const char *parameters;
    enum bd_js__type gives;
};

/* The methods of a type: first those of ES5, then later ones. */
struct library {
    enum bd_js__type type; /* ANY: called by their full names */
    unsigned weight;
    const char *label; /* each library is its own choice point */
    const struct function *functions;
    size_t old_count, count;
};

#define ANY BD_JS__ANY
#define NUM BD_JS__NUMBER
#define STR BD_JS__STRING
#define ARR BD_JS__ARRAY
#define OBJ BD_JS__OBJECT
#define BIG BD_JS__BIGINT

/* clang-format off */
static const struct function string_methods[] = {
    {"charAt", "n", STR},        {"charCodeAt", "n", NUM},    {"concat", "s|s", STR},   {"indexOf", "s|n", NUM},
    {"lastIndexOf", "s|n", NUM}, {"localeCompare", "s", NUM}, {"match", "m", ANY},      {"replace", "ms", STR},
    {"replace", "mf", STR},      {"search", "m", NUM},        {"slice", "n|n", STR},    {"split", "m|z", ARR},
    {"substring", "n|n", STR},   {"toLowerCase", "", STR},    {"toUpperCase", "", STR}, {"trim", "", STR},
    {"valueOf", "", STR},        {"toString", "", STR},       {"substr", "n|n", STR},   {"at", "i", STR},
    {"codePointAt", "n", ANY},   {"endsWith", "s|n", ANY},    {"includes", "s|n", ANY}, {"normalize", "", STR},
    {"padEnd", "z|s", STR},      {"padStart", "z|s", STR},    {"repeat", "z", STR},     {"replaceAll", "ss", STR},
    {"startsWith", "s|n", ANY},  {"trimEnd", "", STR},        {"trimStart", "", STR},
};
static const struct function array_methods[] = {
    {"concat", "a|*", ARR},  {"every", "f", ANY},         {"filter", "f", ARR},        {"forEach", "f", ANY},
    {"indexOf", "*|i", NUM}, {"join", "|s", STR},         {"lastIndexOf", "*|i", NUM}, {"map", "f|*", ARR},
    {"pop", "", ANY},        {"push", "*|*", NUM},        {"reduce", "f*", ANY},       {"reduceRight", "f*", ANY},
    {"reverse", "", ARR},    {"shift", "", ANY},          {"slice", "|ii", ARR},       {"some", "f", ANY},
    {"sort", "|f", ARR},     {"splice", "i|z*", ARR},     {"toString", "", STR},       {"unshift", "*|*", NUM},
    {"at", "i", ANY},        {"copyWithin", "i|ii", ARR}, {"entries", "", ANY},        {"fill", "*|ii", ARR},
    {"find", "f", ANY},      {"findIndex", "f", NUM},     {"findLast", "f", ANY},      {"flat", "|z", ARR},
    {"flatMap", "f", ARR},   {"includes", "*|i", ANY},    {"keys", "", ANY},           {"values", "", ANY},
};
static const struct function number_methods[] = {
    {"toFixed", "|z", STR},       {"toString", "|k", STR}, {"toPrecision", "|k", STR},
    {"toExponential", "|z", STR}, {"valueOf", "", NUM},    {"toLocaleString", "", STR},
};
static const struct function object_methods[] = {
    {"hasOwnProperty", "p", ANY}, {"isPrototypeOf", "o", ANY}, {"propertyIsEnumerable", "p", ANY},
    {"toString", "", STR},        {"valueOf", "", OBJ},        {"toLocaleString", "", STR},
};
static const struct function function_methods[] = {
    {"call", "o|**", ANY},
    {"apply", "o|a", ANY},
    {"bind", "o|*", ANY},
    {"toString", "", STR},
};
static const struct function regexp_methods[] = {
    {"exec", "s", ANY},
    {"test", "s", ANY},
    {"toString", "", STR},
};
static const struct function date_methods[] = {
    {"getTime", "", NUM},
    {"getUTCFullYear", "", NUM},
    {"getUTCMonth", "", NUM},
    {"getUTCDay", "", NUM},
    {"getUTCHours", "", NUM},
    {"setTime", "n", NUM},
    {"setUTCDate", "n", NUM},
    {"setUTCFullYear", "n|nn", NUM},
    {"setUTCHours", "n|n", NUM},
    {"setUTCMonth", "n|n", NUM},
    {"toISOString", "", STR},
    {"toJSON", "", ANY},
    {"toUTCString", "", STR},
    {"valueOf", "", NUM},
    {"getUTCMilliseconds", "", NUM},
};
static const struct function collection_methods[] = {
    {"has", "*", ANY}, {"delete", "*", ANY}, {"clear", "", ANY},   {"forEach", "f", ANY},
    {"keys", "", ANY}, {"values", "", ANY},  {"entries", "", ANY},
};
static const struct function bigint_methods[] = {
    {"toString", "|k", STR},
    {"valueOf", "", BIG},
};
static const struct function statics[] = {
    {"Math.abs", "n", NUM},
    {"Math.acos", "n", NUM},
    {"Math.asin", "n", NUM},
    {"Math.atan2", "nn", NUM},
    {"Math.ceil", "n", NUM},
    {"Math.cos", "n", NUM},
    {"Math.exp", "n", NUM},
    {"Math.floor", "n", NUM},
    {"Math.log", "n", NUM},
    {"Math.max", "|nnn", NUM},
    {"Math.min", "|nnn", NUM},
    {"Math.pow", "nn", NUM},
    {"Math.round", "n", NUM},
    {"Math.sin", "n", NUM},
    {"Math.sqrt", "n", NUM},
    {"Math.tan", "n", NUM},
    {"String.fromCharCode", "n|n", STR},
    {"String", "*", STR},
    {"Number", "*", NUM},
    {"Boolean", "*", ANY},
    {"Object", "*", OBJ},
    {"Array", "|z*", ARR},
    {"RegExp", "x", BD_JS__REGEXP},
    {"Error", "s", OBJ},
    {"parseInt", "s|k", NUM},
    {"parseFloat", "s", NUM},
    {"isNaN", "*", ANY},
    {"isFinite", "*", ANY},
    {"encodeURIComponent", "s", STR},
    {"encodeURI", "s", STR},
    {"decodeURIComponent", "s", STR},
    {"decodeURI", "s", STR},
    {"Date.UTC", "nn|nnn", NUM},
    {"Date.parse", "s", NUM},
    {"Array.isArray", "*", ANY},
    {"JSON.stringify", "*|fz", ANY},
    {"JSON.stringify", "o|az", STR},
    {"JSON.parse", "j|f", ANY},
    {"Object.keys", "o", ARR},
    {"Object.create", "o", OBJ},
    {"Object.defineProperty", "opd", OBJ},
    {"Object.freeze", "o", OBJ},
    {"Object.getOwnPropertyDescriptor", "op", ANY},
    {"Object.getOwnPropertyNames", "o", ARR},
    {"Object.getPrototypeOf", "o", OBJ},
    {"Object.isExtensible", "o", ANY},
    {"Object.isFrozen", "o", ANY},
    {"Object.isSealed", "o", ANY},
    {"Object.preventExtensions", "o", OBJ},
    {"Object.seal", "o", OBJ},
    {"Array.prototype.slice.call", "a|ii", ARR},
    {"Object.prototype.toString.call", "*", STR},
    {"Array.prototype.map.call", "sf", ARR},
    {"escape", "s", STR},
    {"unescape", "s", STR},
    {"Array.from", "a|f", ARR},
    {"Array.of", "|**", ARR},
    {"Object.assign", "oo", OBJ},
    {"Object.entries", "o", ARR},
    {"Object.is", "**", ANY},
    {"Object.setPrototypeOf", "oo", OBJ},
    {"Object.values", "o", ARR},
    {"Number.isInteger", "*", ANY},
    {"Number.isSafeInteger", "n", ANY},
    {"Number.parseFloat", "s", NUM},
    {"Math.cbrt", "n", NUM},
    {"Math.clz32", "n", NUM},
    {"Math.fround", "n", NUM},
    {"Math.hypot", "|nnn", NUM},
    {"Math.imul", "nn", NUM},
    {"Math.log2", "n", NUM},
    {"Math.sign", "n", NUM},
    {"Math.trunc", "n", NUM},
    {"Reflect.apply", "foa", ANY},
    {"Reflect.construct", "ca", OBJ},
    {"Reflect.get", "op", ANY},
    {"Reflect.has", "op", ANY},
    {"Reflect.ownKeys", "o", ARR},
    {"Reflect.set", "op*", ANY},
    {"String.fromCodePoint", "z|z", STR},
    {"Symbol", "|s", ANY},
    {"Symbol.for", "s", ANY},
    {"BigInt", "i", BIG},
    {"BigInt.asIntN", "kb", BIG},
    {"BigInt.asUintN", "kb", BIG},
    {"Promise.resolve", "*", OBJ},
    {"Promise.all", "a", OBJ},
};
static const struct function constructors[] = {
    {"Array", "|z", ARR},
    {"Object", "|*", OBJ},
    {"Date", "n|nnnn", BD_JS__DATE},
    {"Date", "s", BD_JS__DATE},
    {"RegExp", "x", BD_JS__REGEXP},
    {"RegExp", "r", BD_JS__REGEXP},
    {"Error", "|s", OBJ},
    {"TypeError", "|s", OBJ},
    {"RangeError", "|s", OBJ},
    {"String", "|*", OBJ},
    {"Number", "|*", OBJ},
    {"Boolean", "|*", OBJ},
    {"Map", "", BD_JS__COLLECTION},
    {"Set", "|a", BD_JS__COLLECTION},
    {"WeakMap", "", OBJ},
    {"WeakSet", "", OBJ},
    {"Promise", "f", OBJ},
    {"Proxy", "oo", OBJ},
    {"Uint8Array", "a", OBJ},
    {"Int32Array", "z", OBJ},
    {"Float64Array", "a", OBJ},
    {"Uint8ClampedArray", "a", OBJ},
    {"ArrayBuffer", "z", OBJ},
    {"AggregateError", "a", OBJ},
};
/* clang-format on */
enum { OLD_STRING_METHODS = 18, OLD_ARRAY_METHODS = 20, OLD_STATICS = 53, OLD_CONSTRUCTORS = 12 };

#define LIBRARY(type, weight, label, functions, old) {type, weight, label, functions, old, BD_JS__COUNT_OF(functions)}
#define OLD_LIBRARY(type, weight, label, functions) LIBRARY(type, weight, label, functions, BD_JS__COUNT_OF(functions))
static const struct library libraries[] = {
    LIBRARY(BD_JS__STRING, 6, "string method", string_methods, OLD_STRING_METHODS),
    LIBRARY(BD_JS__ARRAY, 6, "array method", array_methods, OLD_ARRAY_METHODS),
    OLD_LIBRARY(BD_JS__NUMBER, 2, "number method", number_methods),
    OLD_LIBRARY(BD_JS__OBJECT, 2, "object method", object_methods),
    OLD_LIBRARY(BD_JS__FUNCTION, 1, "function method", function_methods),
    OLD_LIBRARY(BD_JS__REGEXP, 2, "regexp method", regexp_methods),
    OLD_LIBRARY(BD_JS__DATE, 1, "date method", date_methods),
    LIBRARY(BD_JS__ANY, 10, "static function", statics, OLD_STATICS),
    OLD_LIBRARY(BD_JS__COLLECTION, 2, "collection method", collection_methods),
    OLD_LIBRARY(BD_JS__BIGINT, 1, "bigint method", bigint_methods),
};
enum { OLD_LIBRARIES = 8 };

/* ---- Arguments ---- */

static const char *const json_texts[] = {
    "0",
    "null",
    "[]",
    "{}",
    "\"a\\u0041\\n\"",
    "[1,2.5,-3e2]",
    "{\"a\":1,\"b\":[true,null]}",
    "{\"a\":{\"a\":{}}}",
    " [ false , \"\" ] ",
    "1e400",
    "\"\\ud800\"",
    "{\"__proto__\":1,\"a\":2,\"a\":3}",
    "[1,", /* from here on, not valid JSON */
    "{'a':01}",
};
static const struct bd_dict json_dict = BD_JS__DICT(json_texts);
static const struct bd_dict comparable_json_dict = {json_texts, 10}; /* no surrogates, no __proto__ */

static const char *const patterns[] = {"",    "a",       "\\d+", "(x+)(y*)", "[a-c]|b", "^.$",
                                       "\\/", "a{2,3}?", "(?:)", "(",        "[z-a]"};
static const struct bd_dict pattern_dict = BD_JS__DICT(patterns);

static const char *const globals[] = {"Object", "Array", "String", "Function", "Number", "Boolean",
                                      "RegExp", "Date",  "Error",  "Math",     "JSON",   "TypeError"};
static const struct bd_dict global_dict = BD_JS__DICT(globals);
static const struct bd_dict constructor_dict = {globals, 9};

static void descriptor(struct bd_js_writer *js)
{
    static const char *const attributes[] = {"", ", writable: true", ", enumerable: true", ", configurable: true",
                                             ", enumerable: false, configurable: true"};
    static const struct bd_dict attribute_dict = BD_JS__DICT(attributes);
    static const struct bd_dict comparable_dict = {attributes + 2, 1}; /* mujs converts no others to JSON */
    /* A getter gets the name of its property as an additional argument from duktape. */
    if (!js->options.comparable && bd_flag(js->s, "describes getter")) {
        bd_js__put(js, "{get: ");
        bd_js__callback(js);
        bd_js__put(js, "}");
    } else {
        bd_js__put(js, "{value: ");
        bd_js__expression(js, BD_JS__ASSIGNMENT);
        bd_js__put(js, bd_word(js->s, "attributes", js->options.comparable ? &comparable_dict : &attribute_dict));
        bd_js__put(js, "}");
    }
}

/* Which property to convert to JSON. With several, the list gives their order, but not to mujs. */
static void key_list(struct bd_js_writer *js)
{
    bd_js__put(js, "[");
    bd_js__put_string(js, bd_js__property_word(js));
    bd_js__put(js, "]");
}

static void argument(struct bd_js_writer *js, char parameter)
{
    switch (parameter) {
    case 'n': bd_js__typed(js, BD_JS__NUMBER, BD_JS__ASSIGNMENT); break;
    case 'i': bd_js__put_number(js, bd_mostly_int(js->s, "position", -2, 12, INT64_MIN + 1, INT64_MAX)); break;
    case 'z': bd_js__put_number(js, bd_int(js->s, "size", 0, 20)); break; /* never larger, to save time */
    case 'k': bd_js__put_number(js, bd_int(js->s, "base", 2, 36)); break;
    case 's': bd_js__typed(js, BD_JS__STRING, BD_JS__ASSIGNMENT); break;
    case 'x': bd_js__put_string(js, bd_word(js->s, "pattern", &pattern_dict)); break;
    case 'a': bd_js__typed(js, BD_JS__ARRAY, BD_JS__ASSIGNMENT); break;
    case 'o': bd_js__typed(js, BD_JS__OBJECT, BD_JS__ASSIGNMENT); break;
    case 'f': bd_js__callback(js); break;
    case 'r': bd_js__regexp(js); break;
    case 'm': bd_js__typed(js, bd_flag(js->s, "is pattern") ? BD_JS__REGEXP : BD_JS__STRING, BD_JS__ASSIGNMENT); break;
    case 'p': bd_js__put_string(js, bd_js__property_word(js)); break;
    case 'j':
        bd_js__put_string(js, bd_word(js->s, "json", js->options.comparable ? &comparable_json_dict : &json_dict));
        break;
    case 'l': key_list(js); break;
    case 'd': descriptor(js); break;
    case 'c': bd_js__put(js, bd_word(js->s, "constructor", &constructor_dict)); break;
    case 'b': bd_js__typed(js, BD_JS__BIGINT, BD_JS__ASSIGNMENT); break;
    default: bd_js__expression(js, BD_JS__ASSIGNMENT); break;
    }
}

static void arguments(struct bd_js_writer *js, const char *parameters)
{
    const char *optional = strchr(parameters, '|');
    const size_t required = optional ? (size_t)(optional - parameters) : strlen(parameters);
    const size_t rest = optional ? bd_pick(js->s, "optional arguments", strlen(optional)) : 0;
    bd_js__put(js, "(");
    for (size_t i = 0; i < required + rest; i++) {
        if (i > 0) { bd_js__put(js, ", "); }
        argument(js, i < required ? parameters[i] : optional[1 + i - required]);
    }
    bd_js__put(js, ")");
}

/* ---- Calls ---- */

static size_t libraries_of(const struct bd_js_writer *js)
{
    return js->options.modern ? BD_JS__COUNT_OF(libraries) : OLD_LIBRARIES;
}

static size_t functions_of(const struct bd_js_writer *js, const struct library *library)
{
    return js->options.modern ? library->count : library->old_count;
}

static bool can_call(const struct bd_js_writer *js, const struct function *function)
{
    return !js->options.comparable || bd_js__is_comparable_function(function->name);
}

static const struct function *pick_function(struct bd_js_writer *js, const char *label,
                                            const struct function *functions, size_t count)
{
    const struct function *fitting[BD_JS__COUNT_OF(statics)];
    size_t fit = 0;
    for (size_t i = 0; i < count; i++) {
        if (can_call(js, &functions[i])) { fitting[fit++] = &functions[i]; }
    }
    return fitting[bd_pick(js->s, label, fit)];
}

/* The parameters of FUNCTION, with the restrictions that comparable programs need. */
static const char *parameters_of(const struct bd_js_writer *js, const struct function *function)
{
    /* clang-format off */
    static const struct {
        const char *name, *parameters, *instead;
    } restricted[] = {
        {"JSON.stringify", "*|fz", "*l|z"}, /* the order of properties */
        {"JSON.stringify", "o|az", "ol|z"},
        {"JSON.parse", "j|f", "j"},         /* the function would see the order of properties */
        {"splice", "i|z*", "iz|*"},         /* without a count, ES5 removes nothing, and ES2015 everything */
        {"sort", "|f", ""},                 /* the function would see the algorithm */
        {"Date", "s", "n"},
        {"match", "m", "r"},                /* a string becomes a pattern, and "{" is one since ES2015 only */
        {"search", "m", "r"},
        {"Array", "|z*", "**"},             /* slice keeps holes at the end since ES2015 only */
        {"Array", "|z", ""},
        {"slice", "n|n", "n"},              /* mujs exchanges the ends if the second comes first */
        {"split", "m|z", "s|z"},            /* mujs loses the empty string after the last match */
        {"replace", "mf", "sf"},            /* to mujs, a group that did not match ends the arguments, … */
        {"replace", "ms", "ss"},            /* … and after an empty match, it repeats a character */
    };
    /* clang-format on */
    for (size_t i = 0; js->options.comparable && i < BD_JS__COUNT_OF(restricted); i++) {
        if (strcmp(function->name, restricted[i].name) == 0 &&
            strcmp(function->parameters, restricted[i].parameters) == 0) {
            return restricted[i].instead;
        }
    }
    return function->parameters;
}

static void put_call(struct bd_js_writer *js, const struct library *library, const struct function *function,
                     enum bd_js__binding min)
{
    const bool opened = bd_js__open(js, BD_JS__CALL, min);
    if (library->type != BD_JS__ANY) {
        bd_js__typed(js, library->type, BD_JS__CALL);
        bd_js__put(js, ".");
    }
    bd_js__put(js, function->name);
    arguments(js, parameters_of(js, function));
    bd_js__close(js, opened);
}

void bd_js__builtin_call(struct bd_js_writer *js, enum bd_js__binding min)
{
    unsigned weights[BD_JS__COUNT_OF(libraries)];
    for (size_t i = 0; i < BD_JS__COUNT_OF(libraries); i++) { weights[i] = libraries[i].weight; }
    const struct library *library = &libraries[bd_pick_weighted(js->s, "library", weights, libraries_of(js))];
    put_call(js, library, pick_function(js, library->label, library->functions, functions_of(js, library)), min);
}

/* Calls the function number INDEX among those that return TYPE, in the order of the tables, leaving out functions
 * that are too new for the program. Returns how many there are if INDEX is past the last. */
static size_t call_giving(struct bd_js_writer *js, enum bd_js__type type, size_t index, enum bd_js__binding min)
{
    size_t count = 0;
    for (size_t i = 0; i < libraries_of(js); i++) {
        const struct library *library = &libraries[i];
        for (size_t j = 0; j < functions_of(js, library); j++) {
            if (library->functions[j].gives == type && can_call(js, &library->functions[j]) && count++ == index) {
                put_call(js, library, &library->functions[j], min);
                return count;
            }
        }
    }
    return count;
}

bool bd_js__builtin_giving(struct bd_js_writer *js, enum bd_js__type type, enum bd_js__binding min)
{
    static const char *const labels[] = {
        [BD_JS__NUMBER] = "gives number", [BD_JS__STRING] = "gives string", [BD_JS__ARRAY] = "gives array",
        [BD_JS__OBJECT] = "gives object", [BD_JS__REGEXP] = "gives regexp", [BD_JS__BIGINT] = "gives bigint",
    };
    const size_t count = call_giving(js, type, SIZE_MAX, min);
    if (count == 0) { return false; }
    call_giving(js, type, bd_pick(js->s, labels[type], count), min);
    return true;
}

void bd_js__builtin_new(struct bd_js_writer *js, enum bd_js__binding min)
{
    const size_t count = js->options.modern ? BD_JS__COUNT_OF(constructors) : OLD_CONSTRUCTORS;
    const struct function *function = pick_function(js, "built-in constructor", constructors, count);
    const bool opened = bd_js__open(js, BD_JS__MEMBER, min);
    bd_js__put(js, "new ");
    bd_js__put(js, function->name);
    arguments(js, parameters_of(js, function));
    bd_js__close(js, opened);
}

void bd_js__builtin_property(struct bd_js_writer *js, enum bd_js__binding min)
{
    static const char *const properties[] = {
        "Math.PI",          "Math.E",
        "Math.SQRT2",       "Number.MAX_VALUE",
        "Number.MIN_VALUE", "Number.NaN",
        "Array.prototype",  "Object.prototype",
        "String.prototype", "Function.prototype",
        "RegExp.prototype", "Number.NEGATIVE_INFINITY",
    };
    static const struct bd_dict property_dict = BD_JS__DICT(properties);
    /* Without RegExp.prototype, which is no RegExp since ES2015, and Number.MIN_VALUE, which is 7e-324 as well. */
    static const char *const comparable[] = {
        "Math.PI",         "Math.E",           "Math.SQRT2",       "Number.MAX_VALUE",   "Number.NaN",
        "Array.prototype", "Object.prototype", "String.prototype", "Function.prototype", "Number.NEGATIVE_INFINITY",
    };
    static const struct bd_dict comparable_dict = BD_JS__DICT(comparable);
    enum { CONSTANT, STRING_LENGTH, ARRAY_LENGTH, FUNCTION_LENGTH, LAST_INDEX, CONSTRUCTOR, PROPERTY_KINDS };
    static const unsigned weights[PROPERTY_KINDS] = {3, 3, 5, 1, 1, 1};
    static const struct {
        enum bd_js__type type;
        const char *text;
    } lengths[PROPERTY_KINDS] = {
        [STRING_LENGTH] = {BD_JS__STRING, ".length"},     [ARRAY_LENGTH] = {BD_JS__ARRAY, ".length"},
        [FUNCTION_LENGTH] = {BD_JS__FUNCTION, ".length"}, [LAST_INDEX] = {BD_JS__REGEXP, ".lastIndex"},
        [CONSTRUCTOR] = {BD_JS__OBJECT, ".constructor"},
    };
    const size_t kind = bd_pick_weighted(js->s, "built-in property kind", weights, PROPERTY_KINDS);
    if (kind == CONSTANT) {
        bd_js__put(js, bd_word(js->s, "built-in property", js->options.comparable ? &comparable_dict : &property_dict));
        return;
    }
    const bool opened = bd_js__open(js, BD_JS__CALL, min);
    bd_js__typed(js, lengths[kind].type, BD_JS__CALL);
    bd_js__put(js, lengths[kind].text);
    bd_js__close(js, opened);
}

void bd_js__global(struct bd_js_writer *js)
{
    bd_js__put(js, bd_word(js->s, "global", &global_dict));
}

void bd_js__constructor_name(struct bd_js_writer *js)
{
    bd_js__put(js, bd_word(js->s, "constructor", &constructor_dict));
}

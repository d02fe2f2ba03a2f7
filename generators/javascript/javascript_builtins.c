/* javascript_builtins.c: calls of what engines bring along, with arguments that they can use. This is most of an
 * engine, and what running a program is for.
 *
 * Left out: whatever reads the clock or draws random numbers (Date.now, new Date(), Math.random), for equal
 * programs shall do equal things; and whatever turns a string into a program (eval, Function). */
#include "javascript_parts.h"

/* A function and its parameters, a letter each, those after '|' optional:
 *     n number   i small integer   s string   a array   o object   f function   r regular expression
 *     m regular expression or string   p name of a property   j JSON   d property descriptor   c constructor
 *     b big integer   * anything */
struct function {
    const char *name;
    const char *parameters;
};

/* Of a type: the methods of ES5 first, then those that came later. */
struct library {
    enum bd_js__type type;
    unsigned weight;
    const char *label; /* each library is a choice point of its own */
    const struct function *functions;
    size_t old_count, count;
};

static const struct function string_methods[] = {
    {"charAt", "n"},        {"charCodeAt", "n"}, {"concat", "s|s"},    {"indexOf", "s|n"},   {"lastIndexOf", "s|n"},
    {"localeCompare", "s"}, {"match", "m"},      {"replace", "ms"},    {"replace", "mf"},    {"search", "m"},
    {"slice", "n|n"},       {"split", "m|i"},    {"substring", "n|n"}, {"toLowerCase", ""},  {"toUpperCase", ""},
    {"trim", ""},           {"valueOf", ""},     {"toString", ""},     {"substr", "n|n"},    {"at", "i"},
    {"codePointAt", "n"},   {"endsWith", "s|n"}, {"includes", "s|n"},  {"matchAll", "r"},    {"normalize", ""},
    {"padEnd", "i|s"},      {"padStart", "i|s"}, {"repeat", "i"},      {"replaceAll", "ss"}, {"startsWith", "s|n"},
    {"trimEnd", ""},        {"trimStart", ""},
};

static const struct function array_methods[] = {
    {"concat", "a|*"},  {"every", "f"},         {"filter", "f"},    {"forEach", "f"}, {"indexOf", "*|i"},
    {"join", "|s"},     {"lastIndexOf", "*|i"}, {"map", "f|*"},     {"pop", ""},      {"push", "*|*"},
    {"reduce", "f|*"},  {"reduceRight", "f|*"}, {"reverse", ""},    {"shift", ""},    {"slice", "|ii"},
    {"some", "f"},      {"sort", "|f"},         {"splice", "i|i*"}, {"toString", ""}, {"unshift", "*|*"},
    {"at", "i"},        {"copyWithin", "i|ii"}, {"entries", ""},    {"fill", "*|ii"}, {"find", "f"},
    {"findIndex", "f"}, {"findLast", "f"},      {"flat", "|i"},     {"flatMap", "f"}, {"includes", "*|i"},
    {"keys", ""},       {"values", ""},
};

static const struct function number_methods[] = {
    {"toFixed", "|i"}, {"toString", ""},  {"toPrecision", "|k"},  {"toExponential", "|i"},
    {"valueOf", ""},   {"toString", "k"}, {"toLocaleString", ""},
};

static const struct function object_methods[] = {
    {"hasOwnProperty", "p"}, {"isPrototypeOf", "o"}, {"propertyIsEnumerable", "p"},
    {"toString", ""},        {"valueOf", ""},        {"toLocaleString", ""},
};

static const struct function function_methods[] = {
    {"call", "o|**"},
    {"apply", "o|a"},
    {"bind", "o|*"},
    {"toString", ""},
};

static const struct function regexp_methods[] = {
    {"exec", "s"},
    {"test", "s"},
    {"toString", ""},
};

static const struct function date_methods[] = {
    {"getTime", ""},        {"getUTCFullYear", ""}, {"getUTCMonth", ""},        {"getUTCDay", ""},
    {"getUTCHours", ""},    {"setTime", "n"},       {"setUTCDate", "n"},        {"setUTCFullYear", "n|nn"},
    {"setUTCHours", "n|n"}, {"setUTCMonth", "n|n"}, {"toISOString", ""},        {"toJSON", ""},
    {"toUTCString", ""},    {"valueOf", ""},        {"getUTCMilliseconds", ""},
};

static const struct function collection_methods[] = {
    {"has", "*"}, {"delete", "*"}, {"clear", ""}, {"forEach", "f"}, {"keys", ""}, {"values", ""}, {"entries", ""},
};

static const struct function bigint_methods[] = {
    {"toString", "|k"},
    {"valueOf", ""},
};

/* Called by their full name. */
static const struct function statics[] = {
    {"Math.abs", "n"},
    {"Math.acos", "n"},
    {"Math.asin", "n"},
    {"Math.atan2", "nn"},
    {"Math.ceil", "n"},
    {"Math.cos", "n"},
    {"Math.exp", "n"},
    {"Math.floor", "n"},
    {"Math.log", "n"},
    {"Math.max", "|nnn"},
    {"Math.min", "|nnn"},
    {"Math.pow", "nn"},
    {"Math.round", "n"},
    {"Math.sin", "n"},
    {"Math.sqrt", "n"},
    {"Math.tan", "n"},
    {"String.fromCharCode", "n|n"},
    {"String", "*"},
    {"Number", "*"},
    {"Boolean", "*"},
    {"Object", "*"},
    {"Array", "|**"},
    {"RegExp", "s"},
    {"Error", "s"},
    {"parseInt", "s|k"},
    {"parseFloat", "s"},
    {"isNaN", "*"},
    {"isFinite", "*"},
    {"encodeURIComponent", "s"},
    {"encodeURI", "s"},
    {"decodeURIComponent", "s"},
    {"decodeURI", "s"},
    {"Date.UTC", "nn|nnn"},
    {"Date.parse", "s"},
    {"Array.isArray", "*"},
    {"JSON.stringify", "*|fi"},
    {"JSON.stringify", "o|ai"},
    {"JSON.parse", "j|f"},
    {"Object.keys", "o"},
    {"Object.create", "o"},
    {"Object.defineProperty", "opd"},
    {"Object.freeze", "o"},
    {"Object.getOwnPropertyDescriptor", "op"},
    {"Object.getOwnPropertyNames", "o"},
    {"Object.getPrototypeOf", "o"},
    {"Object.isExtensible", "o"},
    {"Object.isFrozen", "o"},
    {"Object.isSealed", "o"},
    {"Object.preventExtensions", "o"},
    {"Object.seal", "o"},
    {"Array.prototype.slice.call", "a|ii"},
    {"Object.prototype.toString.call", "*"},
    {"Array.prototype.map.call", "sf"},
    {"escape", "s"},
    {"unescape", "s"},
    {"Array.from", "a|f"},
    {"Array.of", "|**"},
    {"Object.assign", "oo"},
    {"Object.entries", "o"},
    {"Object.fromEntries", "a"},
    {"Object.is", "**"},
    {"Object.setPrototypeOf", "oo"},
    {"Object.values", "o"},
    {"Number.isInteger", "*"},
    {"Number.isSafeInteger", "n"},
    {"Number.parseFloat", "s"},
    {"Math.cbrt", "n"},
    {"Math.clz32", "n"},
    {"Math.fround", "n"},
    {"Math.hypot", "|nnn"},
    {"Math.imul", "nn"},
    {"Math.log2", "n"},
    {"Math.sign", "n"},
    {"Math.trunc", "n"},
    {"Reflect.apply", "foa"},
    {"Reflect.construct", "ca"},
    {"Reflect.get", "op"},
    {"Reflect.has", "op"},
    {"Reflect.ownKeys", "o"},
    {"Reflect.set", "op*"},
    {"String.fromCodePoint", "i|i"},
    {"String.raw", "o|**"},
    {"Symbol", "|s"},
    {"Symbol.for", "s"},
    {"BigInt", "i"},
    {"BigInt.asIntN", "ib"},
    {"BigInt.asUintN", "ib"},
    {"Promise.resolve", "*"},
    {"Promise.all", "a"},
};
enum { OLD_STATICS = 53 };

static const struct function constructors[] = {
    {"Array", "|i"},      {"Object", "|*"},    {"Date", "n|nnnn"},      {"Date", "s"},
    {"RegExp", "s"},      {"RegExp", "r"},     {"Error", "|s"},         {"TypeError", "|s"},
    {"RangeError", "|s"}, {"String", "|*"},    {"Number", "|*"},        {"Boolean", "|*"},
    {"Map", ""},          {"Set", "|a"},       {"WeakMap", ""},         {"Promise", "f"},
    {"Proxy", "oo"},      {"Uint8Array", "a"}, {"Int32Array", "i"},     {"Float64Array", "a"},
    {"ArrayBuffer", "i"}, {"WeakSet", ""},     {"AggregateError", "a"}, {"Uint8ClampedArray", "a"},
};
enum { OLD_CONSTRUCTORS = 12 };

#define LIBRARY(type, weight, label, functions, old) {type, weight, label, functions, old, BD_JS__COUNT_OF(functions)}
static const struct library libraries[] = {
    LIBRARY(BD_JS__STRING, 6, "string method", string_methods, 18),
    LIBRARY(BD_JS__ARRAY, 6, "array method", array_methods, 20),
    LIBRARY(BD_JS__NUMBER, 2, "number method", number_methods, BD_JS__COUNT_OF(number_methods)),
    LIBRARY(BD_JS__OBJECT, 2, "object method", object_methods, BD_JS__COUNT_OF(object_methods)),
    LIBRARY(BD_JS__FUNCTION, 1, "function method", function_methods, BD_JS__COUNT_OF(function_methods)),
    LIBRARY(BD_JS__REGEXP, 2, "regexp method", regexp_methods, BD_JS__COUNT_OF(regexp_methods)),
    LIBRARY(BD_JS__DATE, 1, "date method", date_methods, BD_JS__COUNT_OF(date_methods)),
    LIBRARY(BD_JS__ANY, 10, "static function", statics, OLD_STATICS),
    LIBRARY(BD_JS__COLLECTION, 2, "collection method", collection_methods, BD_JS__COUNT_OF(collection_methods)),
    LIBRARY(BD_JS__BIGINT, 1, "bigint method", bigint_methods, BD_JS__COUNT_OF(bigint_methods)),
};
enum { OLD_LIBRARIES = 8 };

/* ---- Arguments ---- */

static const char *const json_texts[] = {
    "0",
    "null",
    "[]",
    "{}",
    "\"a\\u0041\"",
    "[1,2.5,-3e2]",
    "{\"a\":1,\"b\":[true,null]}",
    "{\"a\":{\"a\":{}}}",
    " [ ] ",
    "[1,",
    "{'a':1}",
    "01",
    "1e400",
    "\"\\ud800\"",
    "{\"__proto__\":1}",
};
static const struct bd_dict json_dict = BD_JS__DICT(json_texts);

static const char *const globals[] = {"Object", "Array", "String", "Function", "Number", "Boolean",
                                      "RegExp", "Date",  "Error",  "Math",     "JSON",   "TypeError"};
static const struct bd_dict global_dict = BD_JS__DICT(globals);
static const struct bd_dict constructor_dict = {globals, 9};

static void descriptor(struct bd_js__program *js)
{
    static const char *const attributes[] = {"", ", writable: true", ", enumerable: true", ", configurable: true",
                                             ", enumerable: false, configurable: true"};
    static const struct bd_dict attribute_dict = BD_JS__DICT(attributes);
    if (bd_flag(js->s, "describes getter")) {
        bd_js__put(js, "{get: ");
        bd_js__callback(js);
        bd_js__put(js, "}");
    } else {
        bd_js__put(js, "{value: ");
        bd_js__expression(js, BD_JS__ASSIGNMENT);
        bd_js__put(js, bd_word(js->s, "attributes", &attribute_dict));
        bd_js__put(js, "}");
    }
}

static void argument(struct bd_js__program *js, char parameter)
{
    switch (parameter) {
    case 'n': bd_js__typed(js, BD_JS__NUMBER, BD_JS__ASSIGNMENT); break;
    case 'i': bd_js__put_number(js, bd_int(js->s, "small integer", -2, 12)); break; /* as sizes go: no more */
    case 'k': bd_js__put_number(js, bd_int(js->s, "base", 2, 36)); break;
    case 's': bd_js__typed(js, BD_JS__STRING, BD_JS__ASSIGNMENT); break;
    case 'a': bd_js__typed(js, BD_JS__ARRAY, BD_JS__ASSIGNMENT); break;
    case 'o': bd_js__typed(js, BD_JS__OBJECT, BD_JS__ASSIGNMENT); break;
    case 'f': bd_js__callback(js); break;
    case 'r': bd_js__regexp(js); break;
    case 'm': bd_js__typed(js, bd_flag(js->s, "is pattern") ? BD_JS__REGEXP : BD_JS__STRING, BD_JS__ASSIGNMENT); break;
    case 'p': bd_js__put_string(js, bd_js__property_word(js)); break;
    case 'j': bd_js__put_string(js, bd_word(js->s, "json", &json_dict)); break;
    case 'd': descriptor(js); break;
    case 'c': bd_js__put(js, bd_word(js->s, "constructor", &constructor_dict)); break;
    case 'b': bd_js__typed(js, BD_JS__BIGINT, BD_JS__ASSIGNMENT); break;
    default: bd_js__expression(js, BD_JS__ASSIGNMENT); break;
    }
}

static void arguments(struct bd_js__program *js, const char *parameters)
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

void bd_js__builtin_call(struct bd_js__program *js, enum bd_js__binding min)
{
    unsigned weights[BD_JS__COUNT_OF(libraries)];
    for (size_t i = 0; i < BD_JS__COUNT_OF(libraries); i++) { weights[i] = libraries[i].weight; }
    const size_t count = js->options.modern ? BD_JS__COUNT_OF(libraries) : OLD_LIBRARIES;
    const struct library *library = &libraries[bd_pick_weighted(js->s, "library", weights, count)];
    const size_t functions = js->options.modern ? library->count : library->old_count;
    const struct function *function = &library->functions[bd_pick(js->s, library->label, functions)];

    const bool opened = bd_js__open(js, BD_JS__CALL, min);
    if (library->type != BD_JS__ANY) {
        bd_js__typed(js, library->type, BD_JS__CALL);
        bd_js__put(js, ".");
    }
    bd_js__put(js, function->name);
    arguments(js, function->parameters);
    bd_js__close(js, opened);
}

void bd_js__builtin_new(struct bd_js__program *js, enum bd_js__binding min)
{
    const size_t count = js->options.modern ? BD_JS__COUNT_OF(constructors) : OLD_CONSTRUCTORS;
    const struct function *function = &constructors[bd_pick(js->s, "built-in constructor", count)];
    const bool opened = bd_js__open(js, BD_JS__MEMBER, min);
    bd_js__put(js, "new ");
    bd_js__put(js, function->name);
    arguments(js, function->parameters);
    bd_js__close(js, opened);
}

void bd_js__builtin_property(struct bd_js__program *js, enum bd_js__binding min)
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
        bd_js__put(js, bd_word(js->s, "built-in property", &property_dict));
        return;
    }
    const bool opened = bd_js__open(js, BD_JS__CALL, min);
    bd_js__typed(js, lengths[kind].type, BD_JS__CALL);
    bd_js__put(js, lengths[kind].text);
    bd_js__close(js, opened);
}

void bd_js__global(struct bd_js__program *js)
{
    bd_js__put(js, bd_word(js->s, "global", &global_dict));
}

void bd_js__constructor_name(struct bd_js__program *js)
{
    bd_js__put(js, bd_word(js->s, "constructor", &constructor_dict));
}

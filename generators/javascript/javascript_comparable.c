/* javascript_comparable.c: programs whose output must be the same on every engine of ES5.
 *
 * They print: some statements do, every `catch` begins with it (so no exception goes unnoticed, be it a limit of the
 * engine), and the last line prints what the names hold.
 *
 * Left out here and where `.comparable` is asked for is what ES5 leaves to the engine, or what later editions changed:
 *   - the order of properties: `for`-`in`, Object.keys, and JSON.stringify without a list of keys;
 *   - functions in blocks, which ES5 does not have: a variable holds them instead;
 *   - texts: of errors, functions and regular expressions, of dates, and in the user's language;
 *   - reading dates from text, except in the one form that ES5 defines;
 *   - properties that engines add: __proto__, the stack of an error, the name of a function;
 *   - characters beyond the Basic Multilingual Plane: ES5 has their halves, and some engines have the whole.
 * What no generator can leave out, because it depends on what a variable holds when the program runs, is up to the
 * target. */
#include "javascript_parts.h"

static bool is_among(const char *word, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(word, list[i]) == 0) { return true; }
    }
    return false;
}

/* clang-format off */
bool bd_js__is_comparable_function(const char *name)
{
    static const char *const left_out[] = {
        "localeCompare", "toLocaleString", "toUTCString", "Object.keys", "Object.getOwnPropertyNames", "Date.parse",
        "escape", "unescape",
        "toFixed", "toExponential", "toPrecision", /* mujs leaves out zeros, and rounds a half to even */
        "concat",                                  /* mujs leaves out holes */
        "Math.round",                              /* to mujs, -0.4 rounds to 0 */
        "propertyIsEnumerable",                    /* to mujs, variables are not */
        "setUTCHours",                             /* mujs also sets the minutes to 0 */
        "decodeURI", "decodeURIComponent",         /* mujs accepts broken UTF-8 */
    };
    return !is_among(name, left_out, BD_JS__COUNT_OF(left_out));
}

bool bd_js__is_comparable_property(const char *word)
{
    static const char *const left_out[] = {
        "__proto__", "constructor", "message", "stack", "name", "source", "fileName", "lineNumber", "callee", "caller",
        "toString", "valueOf",                    /* if neither gives a primitive value, mujs does not throw */
        "get", "set", "enumerable", "writable",   /* descriptors would inherit them from Object.prototype */
    };
    return !is_among(word, left_out, BD_JS__COUNT_OF(left_out));
}
/* clang-format on */

bool bd_js__is_comparable_text(const char *text)
{
    for (const char *c = text; *c; c++) {
        if ((unsigned char)*c >= 0xF0) { return false; }
    }
    if (*text == '-') { return false; } /* mujs takes no string with a sign for an integer */
    return bd_js__is_comparable_property(text);
}

/* ---- Printing ---- */

void bd_js__print(struct bd_js_writer *js)
{
    enum { MAX_MORE = 3 };
    bd_js__put(js, "print(");
    bd_js__expression(js, BD_JS__ASSIGNMENT);
    for (size_t more = bd_count(js->s, "also printed", 0.5, MAX_MORE); more > 0; more--) {
        bd_js__put(js, ", ");
        bd_js__expression(js, BD_JS__ASSIGNMENT);
    }
    bd_js__put(js, ");");
}

void bd_js__print_names(struct bd_js_writer *js)
{
    bool first = true;
    for (size_t i = 0; i < js->name_count; i++) {
        if (js->names[i].flags & BD_JS__HIDDEN) { continue; }
        if (first) { bd_js__put_line(js); }
        bd_js__put(js, first ? "print(" : ", ");
        bd_js__put_name(js, js->names[i]);
        first = false;
    }
    if (!first) { bd_js__put(js, ");"); }
}

/* jq_grammar.c: jq as productions with holes. A weight and a text each; see phrase.h.
 *
 * Phrases:   `t any filter   `p path   `n number   `s string   `a array   `o object   `b condition
 *            `P pattern of a destructuring: binds variables   `E entry of an object
 *            `R filter and comma, perhaps many times
 * Words:     `i small integer   `I the same, rarely at an edge of its type   `e number at an edge of its type
 *            `w quoted word   `l string, with interpolations
 *            `k key   `r regular expression   `g its flags   `d format of a date   `f name of a format
 *            `A arithmetic operator   `C comparison   `U operator that assigns   `z function without parameters
 *            `m of a number   `M of two numbers   `y of a string   `x of an array   `q name of a type
 * Names:     `v variable in scope, else .   `c call of a function in scope, else .   `B break out of a label, if any
 *            `D new variable   `F new function: all of its definition   `; from here on new variables are in scope
 *            `1 `2 … the first, second … of them   `[ … `] a scope of variables and functions
 *            `( … `) of a label   `j the innermost label
 *
 * Everything that binds weakly (pipes, commas, comparisons, assignments, definitions) is in parentheses, so that
 * phrases can occur anywhere.
 */
#include "jq_parts.h"

#define FILTER_LEAVES(X) \
    X(10, ".") \
    X(16, ".`k") \
    X(10, "`v") \
    X(6, "`i") \
    X(5, "`w") \
    X(2, ".[]") \
    X(1, "null") \
    X(1, "true") \
    X(1, "[]") \
    X(1, "{}") \
    X(2, "empty") \
    X(1, "..") \
    X(8, "`z") \
    X(1, "`B") \
    X(1, "$__loc__") \
    X(1, "$ENV.PAGER")
#define FILTER_BASIC(X) \
    X(14, "`p") \
    X(8, "`n") \
    X(8, "`s") \
    X(6, "`a") \
    X(6, "`o") \
    X(4, "`b") \
    X(14, "(`t | `t)") \
    X(4, "(`t, `t)") \
    X(4, "(`t // `t)") \
    X(3, "(`t)?") \
    X(3, "`c") \
    X(5, "if `b then `t else `t end") \
    X(2, "if `b then `t elif `b then `t else `t end") \
    X(3, "(try (`t) catch (`t))") \
    X(2, "(try error(`t) catch .)") \
    X(2, "(try (`t))") \
    X(8, "((`t) as `[`P`; | `t`])") \
    X(1, "((`t) as `[`P ?// `P`; | `t`])") \
    X(5, "reduce (`t) as `[`P (`t; `;`t)`]") \
    X(3, "foreach (`t) as `[`P (`t; `;`t)`]") \
    X(2, "foreach (`t) as `[`D (`t; `;`t; `t)`]") \
    X(3, "(label `(`j | `t`))") \
    X(2, "(label `(`j | foreach .[]? as `[`D (`i; `;. + 1; if . > `i then `1, break `j else `t end)`]`))") \
    X(4, "(`[`F `t`])") \
    X(1, "(`[`F `F `c`])") \
    X(1, "(# `k\n`t)") \
    /* These may or may not be in scope: */ \
    X(1, "$`k") \
    X(1, "`k(`t)")
#define FILTER_LIBRARY(X) \
    X(3, "[limit(`I; `t)]") \
    X(2, "first(`t)") \
    X(1, "last(`t)") \
    X(1, "nth(`I; `t)") \
    X(2, "(`n | until(. > `i; . + 1))") \
    X(1, "(`n | until(`b; `n))") \
    X(2, "[`n | while(. < `i; . + 2)]") \
    X(1, "[limit(`i; repeat(`t))]") \
    X(2, "[recurse(`p; `b)]") \
    X(1, "[.[]? | recurse(.[]?)]") \
    X(2, "range(`i)") \
    X(1, "range(`n; `i)") \
    X(1, "range(`i; `i; `n)") \
    X(4, "select(`b)") \
    X(3, "map(`t)?") \
    X(1, "map_values(`t)?") \
    X(2, "path(`p)") \
    X(2, "[paths]") \
    X(1, "[paths(type == \"number\")]") \
    X(2, "getpath(`a)?") \
    X(2, "getpath([\"`k\", `i])?") \
    X(2, "setpath([\"`k\", `i]; `t)?") \
    X(1, "delpaths([[\"`k\"], [`i]])?") \
    X(3, "del(`p)?") \
    X(6, "(`p = `t)") \
    X(6, "(`p |= `t)") \
    X(4, "(`p `U `n)") \
    X(2, "(.`k `U `t)") \
    X(1, "(`p //= `t)") \
    X(1, "to_entries?") \
    X(2, "with_entries(`t)?") \
    X(2, "(`o | with_entries(.value |= `t))") \
    X(2, "walk(`t)") \
    X(1, "walk(if type == \"`q\" then `t else . end)") \
    X(1, "[tostream]") \
    X(1, "fromstream(tostream)") \
    X(1, "[`i | truncate_stream([[0], 1], [[1, 0], 2], [[1, 0]], [[1]])]") \
    X(1, "env.`k") \
    X(1, "input") \
    X(1, "first(inputs)") \
    X(1, "error(`t)?") \
    X(1, "(`t | error)?") \
    X(1, "halt") \
    X(1, "halt_error(`I)") \
    X(1, "debug") \
    X(1, "(builtins | length)") \
    X(1, "(input_line_number, input_filename)") \
    X(1, "ltrimstr(`s)") \
    X(1, "(`s | rtrimstr(`s))") \
    X(2, "INDEX(.[]?; `p)") \
    X(1, "(`a | INDEX(`t))") \
    X(2, "IN(`t)") \
    X(1, "IN(`t; `t)") \
    X(1, "[JOIN(INDEX(.[]?; .id?); .[]?; `s)]") \
    X(1, "(`t | @`f)") \
    X(1, "(`t | tojson | fromjson)") \
    X(1, "splits(`r)?") \
    X(2, "(`s | match(`r; `g))") \
    X(2, "(`s | capture(`r))") \
    X(2, "[`s | scan(`r)]") \
    X(1, "[match([`r, `g])?]") \
    X(1, "getpath(path(`p))") \
    X(1, "(`t | tostring)") \
    X(1, "(`t | type)") \
    X(1, "isempty(`t)")
#define FILTER_DEEP(X) FILTER_BASIC(X) FILTER_LIBRARY(X)
BD_PHRASE_RULE(filter, "filter", FILTER_LEAVES, FILTER_DEEP);

#define PATH_LEAVES(X) \
    X(20, ".`k") \
    X(6, ".`k?") \
    X(4, ".[`i]?") \
    X(4, ".[]?") \
    X(2, ".") \
    X(2, "..") \
    X(3, ".\"`k\"") \
    X(3, ".[\"`k\"]?") \
    X(4, ".`k.`k?") \
    X(4, ".`k[]?") \
    X(3, ".`k[`i]?") \
    X(1, "empty") \
    X(1, "first")
#define PATH_DEEP(X) \
    X(4, ".[`i:`i]?") \
    X(2, ".[`n:]?") \
    X(2, ".[:`n]?") \
    X(2, ".`k[`n:`n]?") \
    X(3, ".[`s]?") \
    X(2, ".\"`k\\(`i)\"?") \
    X(3, ".[`t]?") \
    X(6, "(`p | `p)") \
    X(2, "(`p, `p)") \
    X(2, "(`p // `p)") \
    X(2, "(`p)[`n]?") \
    X(2, "(`p).`k?") \
    X(2, "(`p | select(`b))") \
    X(1, "(if `b then `p else `p end)") \
    X(1, "first(`p)") \
    X(1, "limit(`i; `p)") \
    X(1, "recurse") \
    X(1, "recurse(`p)") \
    X(1, "getpath([\"`k\", `i])?") \
    X(1, "(try (`p) catch (`p))") \
    X(1, "(`[`p as `D`; | `p`])") \
    X(1, "(.. | numbers)") \
    X(1, "last(`p)") \
    X(1, "(paths as `[`D`; | getpath(`1)`])")
BD_PHRASE_RULE(path, "path", PATH_LEAVES, PATH_DEEP);

#define NUMBER_LEAVES(X) \
    X(24, "`i") \
    X(10, "`e") \
    X(3, "now") \
    X(1, "infinite") \
    X(1, "nan") \
    X(3, "(`w | length)") \
    X(2, ".id?") \
    X(1, "$__loc__.line")
#define NUMBER_DEEP(X) \
    X(12, "(`n `A `n)") \
    X(3, "-(`n)") \
    X(8, "(`n | `m)") \
    X(4, "`M(`n; `n)") \
    X(1, "fma(`n; `n; `n)") \
    X(1, "jn(`i; yn(`i; `n))") /* their work grows with the first argument */ \
    X(1, "((`n | frexp) | .[`i % 2 | fabs])") \
    X(1, "(`n | modf | .[0])") \
    X(3, "(`s | length)") \
    X(2, "(`a | length)") \
    X(2, "(`a | map(numbers) | add)") \
    X(1, "(`a | map(numbers) | min)") \
    X(1, "(`s | tonumber? // `i)") \
    X(1, "(`s | explode | length)") \
    X(1, "(`s | index(`s))") \
    X(1, "(`s | utf8bytelength)") \
    X(2, "([range(`i)] | add)") \
    X(1, "([range(`i)] | bsearch(`n))") \
    X(1, "(`n | gmtime | mktime)") \
    X(1, "(`w | strptime(`d)? | mktime)") \
    X(1, "(\"2015-03-05T23:51:47Z\" | fromdate)") \
    X(1, "(`n | todate | fromdate)") \
    X(1, "reduce range(`i) as `[`D (`n; `;. `A `1)`]") \
    X(1, "(`[def fac: if . <= 1 then 1 else . * (. - 1 | fac) end; `n | if . < 20 then fac else . end`])")
BD_PHRASE_RULE(number, "number", NUMBER_LEAVES, NUMBER_DEEP);

#define STRING_LEAVES(X) \
    X(20, "`w") \
    X(2, "\"\"") \
    X(2, "@`f") \
    X(2, "(`i | tostring)") \
    X(2, "(.`k? | tostring)")
#define STRING_DEEP(X) \
    X(14, "`l") \
    X(5, "(`s + `s)") \
    X(2, "(`s * `i)") \
    X(6, "(`s | `y)") \
    X(4, "(`t | tostring)") \
    X(3, "(`t | tojson)") \
    X(3, "(`t | @`f)") \
    X(3, "@`f `l") \
    X(3, "(`s | sub(`r; `s))") \
    X(3, "(`s | gsub(`r; `s; `g))") \
    X(1, "(`s | sub(`r; \"<\\(.`k)>\"; `g))") \
    X(1, "(`s | sub(\"(?<`k>[a-z]+)\"; \"\\(.`k)!\"))") \
    X(2, "(`s | .[`i:`i])") \
    X(2, "(`a | map(tostring) | join(`s))") \
    X(1, "(`a | join(`s))") \
    X(1, "(`s | explode | reverse | implode)") \
    X(1, "([`i, `i] | map(. + 65) | implode)") \
    X(2, "(`n | todate)") \
    X(2, "(`n | gmtime | strftime(`d))") \
    X(1, "(`n | strflocaltime(`d))") \
    X(1, "(`n | localtime | strftime(`d))") \
    X(1, "(`n | tostring)") \
    X(1, "(`s | split(`s) | join(`s))") \
    X(1, "(`t | type)") \
    X(1, "(`w | @base64 | @base64d)") \
    X(1, "(`s | ltrimstr(`s) | rtrimstr(`s))") \
    X(1, "(`s / `s | add)") \
    X(1, "(try error(`s) catch .)")
BD_PHRASE_RULE(string, "string", STRING_LEAVES, STRING_DEEP);

#define ARRAY_LEAVES(X) \
    X(5, "[]") \
    X(8, "[`i, `i]") \
    X(5, "[.[]?]") \
    X(3, "[`w, null, `i]") \
    X(3, "[.`k]") \
    X(2, "[range(`i)]")
#define ARRAY_DEEP(X) \
    X(6, "[`t]") \
    X(5, "[`t, `t]") \
    X(3, "[.[]? | `t]") \
    X(3, "(`a + `a)") \
    X(2, "(`a - `a)") \
    X(8, "(`a | `x)") \
    X(3, "(`a | map(`t))") \
    X(2, "(`a | sort_by(`t))") \
    X(2, "(`a | group_by(`t))") \
    X(1, "(`a | unique_by(`t))") \
    X(1, "([`a | min_by(`t), max_by(`t)])") \
    X(1, "(`a | flatten(`i | fabs))") \
    X(2, "(`a | .[`I:`I])") \
    X(1, "(`a | .[`i:] = [`t])") \
    X(2, "(`a | indices(`t))") \
    X(1, "(`a | del(.[`i], .[`i:]))") \
    X(1, "(`a | .[`i | fabs] = `t)") \
    X(2, "(`s | split(`s))") \
    X(1, "(`s | split(`r; `g))") \
    X(1, "(`s | explode)") \
    X(2, "(`o | keys)") \
    X(2, "(`o | to_entries)") \
    X(1, "[`a, `a | combinations]") \
    X(1, "[[`i, `i] | combinations(2)]") \
    X(1, "[`a | .[] as `[[`D, `D]`; | `t`]]") \
    X(1, "[`t | paths]") \
    X(1, "(`n | gmtime)") \
    X(1, "[`t | tostream]") \
    X(1, "[limit(`I; `t)]") \
    X(1, "[`R`t]") \
    X(1, "[.. | numbers]") \
    X(1, "[splits(`r)?]") \
    X(1, "[`a[]]") \
    X(1, "[(`a, `a) | add]")
BD_PHRASE_RULE(array, "array", ARRAY_LEAVES, ARRAY_DEEP);

#define OBJECT_LEAVES(X) \
    X(5, "{}") \
    X(6, "{`k: `i}") \
    X(4, "{`k, `k}") \
    X(3, "{\"`k\": `w}")
#define OBJECT_DEEP(X) \
    X(8, "{`E}") \
    X(6, "{`E, `E}") \
    X(2, "{`E, `E, `E}") \
    X(4, "(`o + `o)") \
    X(3, "(`o * `o)") \
    X(2, "(`a | map({key: tostring, value: .}) | from_entries)") \
    X(2, "(`o | with_entries(.key |= `t | .value |= `t))") \
    X(2, "(`o | map_values(`t))") \
    X(1, "(`o | del(.`k, .[\"`k\"]))") \
    X(1, "(`o | to_entries | from_entries)") \
    X(1, "reduce `a[] as `[`D ({}; `;.[`1 | tostring] += 1)`]") \
    X(2, "(`o | .`k = `t)") \
    X(1, "(`o | .`k.`k |= `t)") \
    X(1, "(`s | capture(`r))") \
    X(1, "(`t | tojson | fromjson | objects)")
BD_PHRASE_RULE(object, "object", OBJECT_LEAVES, OBJECT_DEEP);

#define ENTRY_LEAVES(X) \
    X(8, "`k: .`k") \
    X(4, "`k") \
    X(2, "\"`k\": `i") \
    X(1, "@base64 \"`k\": null")
#define ENTRY_DEEP(X) \
    X(10, "`k: (`t)") \
    X(4, "(`s): (`t)") \
    X(2, "(`t | tostring): (`t)") \
    X(2, "\"`k\\(`t)\": (`t)") \
    X(2, "`k: (`t, `t)") \
    X(1, "@json \"x\\(`t)\": (`t)")
BD_PHRASE_RULE(entry, "entry", ENTRY_LEAVES, ENTRY_DEEP);

#define CONDITION_LEAVES(X) \
    X(4, "true") \
    X(4, "false") \
    X(10, "(.`k? == `i)") \
    X(8, "(type == \"`q\")") \
    X(4, "(`v `C `i)") \
    X(2, ".`k?") \
    X(1, "null")
#define CONDITION_DEEP(X) \
    X(8, "(`n `C `n)") \
    X(5, "(`t `C `t)") \
    X(4, "(`b and `b)") \
    X(4, "(`b or `b)") \
    X(3, "(`b | not)") \
    X(2, "(`s `C `s)") \
    X(3, "(`s | test(`r))") \
    X(2, "(`s | test(`r; `g))") \
    X(2, "(`s | startswith(`s))") \
    X(1, "(`s | endswith(`s))") \
    X(2, "(`o | has(\"`k\"))") \
    X(1, "(`a | has(`i))") \
    X(2, "(`t | contains(`t))?") \
    X(1, "(`a | inside(`a))") \
    X(1, "(`w | in(`o))") \
    X(2, "any(`t; `b)") \
    X(2, "all(.[]?; `b)") \
    X(1, "(`a | any)") \
    X(1, "(`a | all(`b))") \
    X(1, "(`n | isnan, isinfinite, isnormal)") \
    X(1, "isempty(`t)") \
    X(1, "IN(`t)")
BD_PHRASE_RULE(condition, "condition", CONDITION_LEAVES, CONDITION_DEEP);

#define PATTERN_LEAVES(X) \
    X(20, "`D") \
    X(4, "[`D, `D]") \
    X(3, "{`k: `D}") \
    X(2, "{`D}") \
    X(2, "[[`D]]") \
    X(1, "{\"`k\": `D}")
#define PATTERN_DEEP(X) \
    X(2, "{`k: `D, `k: [`D, `D]}") \
    X(1, "{(`s): `D}") \
    X(1, "{\"`k\": {`k: `D}}") \
    X(1, "{`D: [`D]}") \
    X(1, "[`D, {`k: `D}]")
BD_PHRASE_RULE(pattern, "pattern", PATTERN_LEAVES, PATTERN_DEEP);

const struct bd_phrase_rule *bd_jq__rule_of(char letter)
{
    switch (letter) {
    case 't': return &filter;
    case 'p': return &path;
    case 'n': return &number;
    case 's': return &string;
    case 'a': return &array;
    case 'o': return &object;
    case 'E': return &entry;
    case 'b': return &condition;
    case 'P': return &pattern;
    default: return NULL;
    }
}

/* ---- Lists of words. The first is the simplest. ---- */

#define LIST(name, ...) \
    static const char *const name##_words[] = {__VA_ARGS__}; \
    static const struct bd_dict name = {name##_words, sizeof name##_words / sizeof *name##_words}

LIST(edges, "0", "-1", "0.5", "1e3", "255", "256", "65536", "2147483647", "2147483648", "-2147483649", "4294967296",
     "9007199254740991", "9007199254740993", "1e17", "1e308", "1e309", "-1e309", "5e-324", "1e-400", "3.0", ".5", "1.",
     "1E+2", "100000000000000000000", "0.1", "1425599621", "-62135596801", "253402300800", "1e12", "536870911",
     "1000001");
LIST(arithmetic, "+", "-", "*", "/", "%");
LIST(comparisons, "==", "!=", "<", "<=", ">", ">=");
LIST(updates, "+=", "-=", "*=", "/=", "%=", "//=");
LIST(flags, "\"g\"", "null", "\"\"", "\"i\"", "\"x\"", "\"s\"", "\"n\"", "\"gi\"", "\"l\"", "\"p\"", "\"gn\"",
     "\"gxn\"", "\"q\"");
LIST(dates, "\"%Y-%m-%dT%H:%M:%SZ\"", "\"%A, %B %d, %Y\"", "\"%c\"", "\"%j %U %w\"", "\"%s\"", "\"%e %b %y %I:%M %p\"",
     "\"%Z %z\"", "\"\"", "\"%%\"", "\"%D %T\"", "\"%G-%V-%u\"", "\"%H%M%S\"");
LIST(formats, "text", "json", "html", "uri", "csv", "tsv", "sh", "base64", "base64d", "base32", "base32d");
LIST(plain, "length", "keys", "values", "type", "add", "any", "all", "not", "first", "last", "reverse", "sort",
     "unique", "flatten", "tostring", "tonumber", "tojson", "fromjson", "ascii_downcase", "explode", "implode",
     "to_entries", "from_entries", "min", "max", "floor", "sqrt", "recurse", "paths", "leaf_paths", "arrays", "objects",
     "iterables", "booleans", "numbers", "strings", "nulls", "scalars", "finites", "normals", "input", "debug", "env",
     "halt", "transpose", "tostream", "keys_unsorted", "utf8bytelength", "todate", "fromdate", "now", "mktime",
     "gmtime", "isinfinite", "isnan", "isnormal", "infinite", "nan", "error", "input_line_number", "builtins",
     "combinations", "@json", "@text", "@csv", "@html", "@uri", "@sh", "@base64", "@base64d", "ascii_upcase",
     "get_search_list", "recurse_down", "halt_error", "todateiso8601");
LIST(of_number, "floor", "sqrt", "fabs", "ceil", "round", "trunc", "rint", "nearbyint", "exp", "exp2", "exp10", "expm1",
     "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh",
     "acosh", "atanh", "cbrt", "significand", "logb", "gamma", "lgamma", "tgamma", "lgamma_r", "j0", "j1", "y0", "y1",
     "tostring | tonumber", "tojson | fromjson", "length");
LIST(of_two_numbers, "pow", "atan2", "fmin", "fmax", "fmod", "fdim", "hypot", "copysign", "drem", "nextafter",
     "nexttoward", "ldexp", "scalb", "scalbln");
LIST(of_string, "ascii_downcase", "ascii_upcase", "tojson", "explode | implode", "@base64", "@base32", "@uri", "@html",
     "@sh", "ltrimstr(\"a\")", "rtrimstr(\"b\")", "tostring", "@json", "@text", "@base64d?", "@base32d?", "fromjson?",
     "[.] | @csv", "[.] | @tsv", ".[1:]", ".[:-1]", "strptime(\"%Y-%m-%dT%H:%M:%SZ\")? | mktime | todate");
LIST(of_array, "sort", "reverse", "unique", "flatten", "map(tostring)", "to_entries", "transpose?", ".[1:]", ".[:-1]",
     "map(arrays)", "map(.)", "map(select(. != null))", "keys", "[paths]", "[leaf_paths]", "map(type)", "[first, last]",
     "[nth(1)]", "[.[]?, 1]", "[add?]", "[limit(3; .[])]", "[tostream]", "[combinations?]", "implode? // []",
     "[min, max]", "[any, all]", "map(length?)", "map(tojson)", "[recurse]", "unique_by(type)", "group_by(type)");
LIST(types, "number", "string", "array", "object", "boolean", "null");

const struct bd_dict *bd_jq__list_of(char letter, const char **label)
{
    switch (letter) {
    case 'e': *label = "edge number"; return &edges;
    case 'A': *label = "arithmetic operator"; return &arithmetic;
    case 'C': *label = "comparison"; return &comparisons;
    case 'U': *label = "assignment operator"; return &updates;
    case 'g': *label = "regex flags"; return &flags;
    case 'd': *label = "date format"; return &dates;
    case 'f': *label = "format"; return &formats;
    case 'z': *label = "plain function"; return &plain;
    case 'm': *label = "function of a number"; return &of_number;
    case 'M': *label = "function of two numbers"; return &of_two_numbers;
    case 'y': *label = "function of a string"; return &of_string;
    case 'x': *label = "function of an array"; return &of_array;
    case 'q': *label = "type"; return &types;
    default: return NULL;
    }
}

/* lua_grammar.c: Lua as productions with holes. A weight and a text each; see phrase.h.
 *
 * Phrases:   `n number   `s string   `t table   `f function   `b condition   `a any value   `M metatable
 *            `E entry of a metatable   `S statement
 *            `B block, perhaps with a return   `N block that goes on   `L body of a loop   `Q body that goes on
 *            `R value and comma, perhaps many times
 * Words:     `i small integer   `I the same, rarely at an edge of its type   `e numeral at an edge of its type
 *            `y byte   `u code point   `w quoted word
 *            `l string literal, with escapes   `F field   `A global   `o arithmetic operator   `O bit operator
 *            `c comparison   `T name of a metamethod   `z library function   `p pattern   `r replacement
 *            `m arguments of string.format   `k of string.pack   `U of string.unpack   `g of collectgarbage
 *            `d mode of a weak table   `V ... or nil   `j label of this production   `J a jump out of a block
 * Variables: `vK one of kind K in scope, else a literal   `xK one to assign to or to index, else a global
 *            `DK a new name for a variable of kind K   `KK the same for a constant   `1 `2 … the first, second … of these
 *            `; from here on those names are in scope   `h self is in scope
 *            kinds: n s t f a as above, C class, O object of such a class, c coroutine
 * Scopes:    `[ … `] of a block   `( … `) of a function   `{ … `} of one with ...   `< … `> a chunk in a long string
 */
#include "lua_parts.h"

#define NUMBER_LEAVES(X) \
    X(30, "`i") \
    X(30, "`vn") \
    X(10, "`e") \
    X(1, "math.pi") \
    X(1, "math.huge") \
    X(1, "math.maxinteger") \
    X(1, "math.mininteger") \
    X(1, "select('#', `V)") \
    X(1, "#`w")
#define NUMBER_DEEP(X) \
    X(14, "`n `o `n") \
    X(4, "`I `O `n // 1") \
    X(2, "- `n") \
    X(1, "~ `n") \
    X(2, "(`n)") \
    X(2, "#`t") \
    X(2, "(`b and `n or `n)") \
    X(1, "math.floor(`n)") \
    X(1, "math.ceil(`n)") \
    X(1, "math.abs(`n)") \
    X(1, "math.max(`n, `n)") \
    X(1, "math.min(`n, `n, `i)") \
    X(1, "math.fmod(`n, `n)") \
    X(1, "math.modf(`n)") \
    X(1, "math.sqrt(`n)") \
    X(1, "math.sin(`n) + math.cos(`n) * math.tan(`n)") \
    X(1, "math.atan(`n, `n) - math.asin(`n) - math.acos(`n)") \
    X(1, "math.exp(`n)") \
    X(1, "math.log(`n)") \
    X(1, "math.log(`n, `i)") \
    X(1, "(math.tointeger(`n) or `i)") \
    X(1, "math.random()") \
    X(1, "math.random(`I)") \
    X(1, "math.random(`i, `n)") \
    X(1, "math.deg(math.rad(`n))") \
    X(1, "string.len(`s)") \
    X(2, "(`s):byte(`I)") \
    X(2, "(string.find(`s, `p) or `i)") \
    X(1, "(string.find(`s, `s, `I, true) or `i)") \
    X(1, "(tonumber(`s) or `i)") \
    X(1, "(tonumber(`s, `I) or `i)") \
    X(1, "(utf8.len(`s, `I, `I, `b) or `i)") \
    X(1, "utf8.codepoint(`s, `I)") \
    X(1, "utf8.offset(`s, `I)") \
    X(1, "rawlen(`t)") \
    X(1, "select('#', `a, `a)") \
    X(1, "table.pack(`a, `V).n") \
    X(1, "string.packsize('i4<!8dXi4')") \
    X(2, "string.unpack(`U)") \
    X(1, "collectgarbage('count')") \
    X(2, "`xt.`F") \
    X(2, "`xt[`n]") \
    X(2, "`xO:get()") \
    X(1, "#`xC.new(`a)") \
    X(3, "`xf(`n)") \
    X(1, "(`f)(`a, `a)") \
    X(1, "select(`I, `a, `n)")
BD_PHRASE_RULE(number, "number", NUMBER_LEAVES, NUMBER_DEEP);

#define STRING_LEAVES(X) \
    X(30, "`w") \
    X(24, "`vs") \
    X(14, "`l") \
    X(1, "_VERSION") \
    X(1, "utf8.charpattern")
#define STRING_DEEP(X) \
    X(10, "`s .. `s") \
    X(4, "`s .. `n") \
    X(2, "tostring(`a)") \
    X(1, "type(`a)") \
    X(5, "string.format(`m)") \
    X(2, "string.rep(`s, `i)") \
    X(1, "string.rep(`s, `i, `s)") \
    X(3, "(`s):sub(`I, `I)") \
    X(1, "(`s):upper()") \
    X(1, "(`s):lower()") \
    X(1, "(`s):reverse()") \
    X(2, "string.char(`y, `y)") \
    X(2, "utf8.char(`u, `u)") \
    X(4, "string.gsub(`s, `p, `r)") \
    X(1, "string.gsub(`s, `p, `t, `I)") \
    X(1, "(`s):gsub(`p, `f)") \
    X(3, "((`s):match(`p) or `w)") \
    X(1, "(string.match(`s, `p, `i) or `w)") \
    X(2, "table.concat(`t, `s)") \
    X(1, "table.concat(`t, `w, `I, `I)") \
    X(4, "string.pack(`k)") \
    X(1, "#string.dump(`f) .. ''") \
    X(1, "(math.type(`n) or `w)") \
    X(1, "(`b and `s or `s)") \
    X(1, "tostring(select(2, pcall(error, `a)))") \
    X(1, "tostring(select(2, load(`s)))") \
    X(1, "coroutine.status(`vc)") \
    X(1, "(`s)") \
    X(1, "('%s'):format(`t)")
BD_PHRASE_RULE(string, "string", STRING_LEAVES, STRING_DEEP);

#define TABLE_LEAVES(X) \
    X(8, "{}") \
    X(20, "`vt") \
    X(6, "{`i, `i, `i}") \
    X(4, "{`w, `w}") \
    X(6, "{`F = `i, `F = `w}") \
    X(1, "_G")
#define TABLE_DEEP(X) \
    X(6, "{`a, `a}") \
    X(5, "{`F = `a, `F = `a}") \
    X(1, "{`R`R}") \
    X(3, "{[`n] = `a, `F = `a; `a,}") \
    X(2, "{[`s] = `a, `V}") \
    X(2, "{n = select('#', `V), `V}") \
    X(6, "setmetatable(`t, `M)") \
    X(1, "table.pack(`a, `a)") \
    X(1, "{string.byte(`s, 1, -1)}") \
    X(1, "{table.unpack(`t)}") \
    X(1, "{table.unpack(`t, `I, `I)}") \
    X(1, "table.move(`t, `i, `i, `i)") \
    X(1, "table.move(`t, `i, `i, `i, `t)") \
    X(1, "{pcall(`f, `a)}") \
    X(1, "{`xf(`a)}") \
    X(1, "{utf8.codepoint(`s, 1, -1)}") \
    X(1, "(getmetatable(`a) or {})") \
    X(1, "{next(`t)}") \
    X(1, "{{`n, `n}, {`n, `n}}") \
    X(1, "(rawget(`t, `a) or {})")
BD_PHRASE_RULE(table, "table", TABLE_LEAVES, TABLE_DEEP);

#define METATABLE_LEAVES(X) \
    X(1, "{}") \
    X(2, "{__index = `vt}") \
    X(1, "{__mode = `d}") \
    X(1, "{__metatable = `w}") \
    X(1, "{__name = `w}")
#define METATABLE_DEEP(X) \
    X(6, "{`E}") \
    X(3, "{`E, `E}")
BD_PHRASE_RULE(metatable, "metatable", METATABLE_LEAVES, METATABLE_DEEP);

#define ENTRY_LEAVES(X) \
    X(1, "__index = `vt") \
    X(1, "`T = `z")
#define ENTRY_DEEP(X) \
    X(8, "`T = function(`(`Da, `Da`;)`Bend`)") \
    X(3, "`T = function(`(`Dt, `Da`;) return `a end`)") \
    X(2, "__index = function(`(`Dt, `Da`;) return `a end`)") \
    X(1, "__index = `t") \
    X(1, "__newindex = function(`(`Dt, `Da, `Da`;) rawset(`1, `2, `a) end`)") \
    X(1, "__call = function(`{`Dt, ...`;)`Bend`}") \
    X(1, "__len = function() return `i end") \
    X(1, "__tostring = function(`(`Dt`;) return `s end`)") \
    X(1, "__eq = function(`(`Dt, `Dt`;) return `b end`)") \
    X(1, "__lt = function(`(`Dt, `Dt`;) return `n < `n end`)") \
    X(1, "__pairs = function(`(`Dt`;) return next, `t, nil end`)") \
    X(1, "__gc = function(`(`Dt`;) `1.`F = `i end`)") \
    X(1, "__close = function(`(`Dt, `Da`;)`Bend`)")
BD_PHRASE_RULE(entry, "metatable entry", ENTRY_LEAVES, ENTRY_DEEP);

#define FUNCTION_LEAVES(X) \
    X(10, "`z") \
    X(20, "`vf")
#define FUNCTION_DEEP(X) \
    X(6, "function()`(`Bend`)") \
    X(6, "function(`(`Da`;)`Bend`)") \
    X(4, "function(`(`Dn, `Dn`;) return `n end`)") \
    X(4, "function(`{...`;)`Bend`}") \
    X(2, "function(`{`Da, `Da, ...`;)`Nreturn ... end`}") \
    X(2, "coroutine.wrap(function(`{...`;)`Ncoroutine.yield(`a)`Bend`})") \
    X(2, "(load(`<return `a`>) or `z)") \
    X(1, "(load(`<`B`>, `w, 't', `t) or `z)") \
    X(1, "(load(`s) or `z)") \
    X(1, "(load(function() return nil end))") \
    X(1, "(`b and `f or `f)") \
    X(1, "string.gmatch(`s, `p)")
BD_PHRASE_RULE(function, "function", FUNCTION_LEAVES, FUNCTION_DEEP);

#define CONDITION_LEAVES(X) \
    X(2, "true") \
    X(2, "false") \
    X(6, "`va") \
    X(10, "`vn `c `i") \
    X(4, "`vs == `w") \
    X(2, "`va == nil")
#define CONDITION_DEEP(X) \
    X(10, "`n `c `n") \
    X(4, "not `b") \
    X(5, "`b and `b") \
    X(5, "`b or `b") \
    X(3, "`s `c `s") \
    X(2, "`a ~= `a") \
    X(1, "`t == `t") \
    X(1, "rawequal(`a, `a)") \
    X(2, "next(`t) == nil") \
    X(1, "math.ult(`n, `n)") \
    X(1, "coroutine.isyieldable()") \
    X(2, "(`b)") \
    X(2, "type(`a) == `w") \
    X(1, "(`s):find(`p)")
BD_PHRASE_RULE(condition, "condition", CONDITION_LEAVES, CONDITION_DEEP);

#define ANY_LEAVES(X) \
    X(2, "nil") \
    X(12, "`va") \
    X(6, "`i") \
    X(6, "`w") \
    X(2, "true") \
    X(1, "false") \
    X(2, "`V")
#define ANY_DEEP(X) \
    X(8, "`n") \
    X(8, "`s") \
    X(5, "`t") \
    X(3, "`f") \
    X(4, "`b") \
    X(1, "`xf(`a)") \
    X(1, "`xt.`F")
BD_PHRASE_RULE(any, "any", ANY_LEAVES, ANY_DEEP);

#define STATEMENT_LEAVES(X) \
    X(1, ";") \
    X(6, "local `Dn = `i`;") \
    X(6, "local `Ds = `w`;") \
    X(5, "local `Dt = {`i, `i, `F = `w}`;") \
    X(2, "local `Da`;") \
    X(4, "`xn = `i") \
    X(2, "`xa = `w") \
    X(3, "print(`va, `vn)") \
    X(2, "`xt.`F = `vn") \
    X(1, "-- `F") \
    X(1, "--[[ `F\n ]]") \
    X(1, "--[==[ ]] `F ]==]")
#define STATEMENT_LOCALS(X) \
    X(9, "local `Dn = `n`;") \
    X(9, "local `Ds = `s`;") \
    X(9, "local `Dt = `t`;") \
    X(6, "local `Df = `f`;") \
    X(4, "local `Da, `Dn = `a, `n`;") \
    X(2, "local `Da, `Da, `Da = `V`;") \
    X(3, "local `Kn <const> = `n`;") \
    X(2, "local `Ks <const>, `Dt = `s, `t`;") \
    X(2, "local `Ka <close> = setmetatable({}, {__close = `f})`;") \
    X(1, "local `Ka <close> = nil`;") \
    X(2, "local `Dc = coroutine.create(`f)`;") \
    X(2, "local `Dc`;\n`1 = coroutine.create(function(`{`Dn, ...`;)`Nlocal `Da = coroutine.yield(`n)`;`Bend`})") \
    X(2, "local `Da, `Da = pcall(`f, `a)`;") \
    X(1, "local `Da, `Da, `Da = coroutine.resume(`vc, `a)`;") \
    X(1, "local `Df = coroutine.wrap(`f)`;")
#define STATEMENT_ASSIGNMENTS(X) \
    X(8, "`xn = `n") \
    X(5, "`xs = `s") \
    X(3, "`xt = `t") \
    X(3, "`xa = `a") \
    X(2, "`xf = `f") \
    X(3, "`xn, `xs = `n, `s") \
    X(2, "`xt[`n], `xn = `n") \
    X(5, "`xt.`F = `a") \
    X(4, "`xt[`a] = `a") \
    X(3, "`xt[#`xt + 1] = `a") \
    X(2, "`xt.`F = {`F = `a}") \
    X(2, "`A = `a")
#define STATEMENT_FLOW(X) \
    X(7, "if `b then`Bend") \
    X(4, "if `b then`Belse`Bend") \
    X(3, "if `b then`Belseif `b then`Belse`Bend") \
    X(5, "local `Dn = 0`;\nwhile `1 < `i do\n`1 = `1 + 1`Lend") \
    X(1, "while `b do`Qbreak\nend") \
    X(1, "while `b do`Lend") \
    X(6, "for `Dn = `i, `i do`[`;`Lend`]") \
    X(3, "for `Dn = `n, `n, `n do`[`;`Lend`]") \
    X(2, "for `Dn = math.maxinteger - `i, math.maxinteger do`[`;`Lend`]") \
    X(5, "for `Da, `Da in pairs(`t) do`[`;`Lend`]") \
    X(4, "for `Dn, `Da in ipairs(`t) do`[`;`Lend`]") \
    X(1, "for `Da in next, `t do`[`;`Lend`]") \
    X(3, "for `Ds, `Da in string.gmatch(`s, `p) do`[`;`Lend`]") \
    X(2, "for `Dn, `Dn in utf8.codes(`s) do`[`;`Lend`]") \
    X(2, "for `Da in coroutine.wrap(function()`(`Ncoroutine.yield(`a)`Bend`)) do`[`;`Lend`]") \
    X(1, "for `Da, `Da in `f, `t, `a, nil do`[`;`Lend`]") \
    X(2, "local `Dn = 0`;\nrepeat`[`Q`1 = `1 + 1\nuntil `1 >= `i or `b`]") \
    X(1, "repeat`[`Qlocal `Da = `a`;\nuntil `1`]") \
    X(3, "do`Bend") \
    X(2, "do`[\nlocal `Dn = 0`;\n::`j::\n`1 = `1 + 1\n`S\nif `1 < `i then goto `j end\nend`]") \
    X(2, "do`[\nif `b then goto `j end\n`S\n::`j:: end`]") \
    X(3, "if `b then `J end") \
    X(1, "do`[\nlocal _ENV = setmetatable({}, {__index = _ENV})`Bend`]")
#define STATEMENT_FUNCTIONS(X) \
    X(5, "local function `Df`;(`(`Da, `Dn`;)`Bend`)") \
    X(3, "local function `Df`;(`{`Da, ...`;)`Bend`}") \
    X(3, "local function `Df`;(`(`Dn`;)\nif `2 <= 0 then return `n end\nreturn `n `o `1(`2 - 1)\nend`)") \
    X(1, "local function `Df`;(`(`Dn`;)\nif `2 <= 0 then return `n end\nreturn `1(`2 - 1)\nend`)\nprint(`1(`i))") \
    X(2, "function `A(`(`Da`;)`Bend`)") \
    X(3, "function `xt.`F(`(`Da`;)`Bend`)") \
    X(3, "function `xt:`F(`(`h`Da`;)`Bend`)") \
    X(4, "local `DC = {}`;\n`1.__index = `1\nfunction `1.new(`(`Da`;)\nreturn setmetatable({value = `2}, `1)\nend`)\n" \
         "function `1:get() return self.value end\nfunction `1:`F(`(`h`Da`;)`Bend`)\nlocal `DO = `1.new(`a)`;") \
    X(1, "local `DC = setmetatable({}, {__index = `xC})`;\n`1.__index = `1\n`1.__add = function(`(`Da, `Da`;) return " \
         "`a end`)") \
    X(3, "local `DO = `xC.new(`a)`;")
#define STATEMENT_CALLS(X) \
    X(5, "`xf(`a, `a)") \
    X(1, "`xf`l") \
    X(1, "`xf{`a, `F = `a}") \
    X(3, "print(`a)") \
    X(2, ";`xO:get()") \
    X(1, "`xt.`F(`a)") \
    X(1, ";(`f)(`a)") \
    X(1, ";(`s):rep(`i)") \
    X(2, "print(pcall(`f, `a))") \
    X(1, "print(pcall(error, `a, `i))") \
    X(2, "print(xpcall(`f, `f, `a))") \
    X(1, "if `b then error(`a, `i) end") \
    X(1, "assert(`a, `s)") \
    X(3, "print(coroutine.resume(`vc, `a))") \
    X(1, "print(coroutine.close(`vc))") \
    X(1, "print(coroutine.running())") \
    X(3, "table.insert(`xt, `a)") \
    X(2, "table.insert(`xt, `I, `a)") \
    X(2, "table.remove(`xt)") \
    X(1, "table.remove(`xt, `I)") \
    X(2, "table.sort(`xt)") \
    X(2, "table.sort(`xt, function(`(`Da, `Da`;) return tostring(`1) `c tostring(`2) end`))") \
    X(1, "table.sort(`xt, function(`(`Da, `Da`;) return `b end`))") \
    X(1, "table.move(`xt, `i, `i, `i)") \
    X(1, "rawset(`xt, `a, `a)") \
    X(2, "setmetatable(`xt, `M)") \
    X(1, "setmetatable(_ENV, `M)") \
    X(2, "collectgarbage(`g)") \
    X(1, "collectgarbage('step', `i)") \
    X(1, "math.randomseed(`n, `i)") \
    X(1, "assert(load(`<`B`>))()")
#define STATEMENT_DEEP(X) \
    STATEMENT_LOCALS(X) STATEMENT_ASSIGNMENTS(X) STATEMENT_FLOW(X) STATEMENT_FUNCTIONS(X) STATEMENT_CALLS(X)
BD_PHRASE_RULE(statement, "statement", STATEMENT_LEAVES, STATEMENT_DEEP);

const struct bd_phrase_rule *bd_lua__rule_of(char letter)
{
    switch (letter) {
    case 'n': return &number;
    case 's': return &string;
    case 't': return &table;
    case 'f': return &function;
    case 'b': return &condition;
    case 'a': return &any;
    case 'M': return &metatable;
    case 'E': return &entry;
    case 'S': return &statement;
    default: return NULL;
    }
}

/* ---- Lists of words. The first is the simplest. ---- */

#define LIST(name, ...) \
    static const char *const name##_words[] = {__VA_ARGS__}; \
    static const struct bd_dict name = {name##_words, sizeof name##_words / sizeof *name##_words}

/* Around the limits of 8, 16, 32, 53 and 64 bits, of floats, and of the compiler's immediate operands. */
LIST(edges, "0.0", "-1", "127", "128", "255", "256", "65535", "65536", "131071", "2147483647", "2147483648",
     "-2147483649", "4294967295", "4294967296", "9007199254740992", "9007199254740993", "9223372036854775807",
     "9223372036854775808", "-9223372036854775808", "0x7fffffffffffffff", "0x8000000000000000", "0xffffffffffffffff",
     "0x10000000000000000", "0xA", "0Xa.8p1", "0x.1p-3", "0x1p-1074", "1e308", "1e309", "-1e309", "5e-324", "1e-400",
     "3.", ".5", "3.14159", "1e15", "2^53", "0/0", "1/0", "-0.0", "0x1.fffffffffffffp+1023", "63", "64", "-64",
     "1e100");
LIST(arithmetic, "+", "-", "*", "/", "//", "%", "^");
LIST(bits, "&", "|", "~", "<<", ">>");
LIST(comparisons, "==", "~=", "<", "<=", ">", ">=");
LIST(metamethods, "__add", "__sub", "__mul", "__div", "__mod", "__pow", "__unm", "__idiv", "__band", "__bor", "__bxor",
     "__shl", "__shr", "__bnot", "__concat", "__len", "__eq", "__lt", "__le", "__index", "__newindex", "__call",
     "__close", "__tostring", "__pairs");
LIST(library, "print", "type", "tostring", "tonumber", "next", "ipairs", "pairs", "rawget", "rawequal", "rawlen",
     "select", "error", "assert", "pcall", "getmetatable", "math.floor", "math.abs", "math.max", "math.random",
     "math.tointeger", "string.upper", "string.len", "string.format", "string.rep", "string.byte", "string.char",
     "string.gsub", "string.reverse", "table.concat", "table.unpack", "table.pack", "table.insert", "table.sort",
     "utf8.char", "utf8.codepoint", "utf8.len", "coroutine.yield", "coroutine.running", "coroutine.create",
     "coroutine.wrap", "load", "setmetatable", "collectgarbage");
LIST(replacements, "''", "'%0'", "'%1'", "'<%0>'", "'%%'", "'%2%1'", "'x'", "'\\0'", "string.upper",
     "{a = 'b', x = false}");
LIST(collector, "'collect'", "'step'", "'count'", "'incremental'", "'generational'", "'isrunning'", "'stop'",
     "'restart'", "'setpause', 100", "'setstepmul', 200");
LIST(modes, "'k'", "'v'", "'kv'");

const struct bd_dict *bd_lua__list_of(char letter, const char **label)
{
    switch (letter) {
    case 'e': *label = "edge numeral"; return &edges;
    case 'o': *label = "arithmetic operator"; return &arithmetic;
    case 'O': *label = "bit operator"; return &bits;
    case 'c': *label = "comparison"; return &comparisons;
    case 'T': *label = "metamethod"; return &metamethods;
    case 'z': *label = "library function"; return &library;
    case 'r': *label = "replacement"; return &replacements;
    case 'g': *label = "collector option"; return &collector;
    case 'd': *label = "weak mode"; return &modes;
    default: return NULL;
    }
}

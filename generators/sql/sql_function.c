/* sql_function.c: function calls, with arguments that fit. */
#include "sql_parts.h"

static const char *const path_words[] = {
    "$", "$.a", "$[0]", "$.b[2].c", "$[#-1]", "$[#]", "$.\"a b\"", "$.a.b", "$[1][0]", "$.", "a",
};
static const struct bd_dict paths = {path_words, BD_SQL__COUNT(path_words)};

static const char *const modifier_words[] = {
    "+1 day",    "-1 month",    "start of month", "start of year", "start of day", "weekday 0",   "unixepoch",
    "julianday", "auto",        "localtime",      "utc",           "+1.5 hours",   "-90 seconds", "+10 years",
    "+12:30",    "-00:00:01.5", "+100000 months", "weekday 6",     "subsec",
};
static const struct bd_dict modifiers = {modifier_words, BD_SQL__COUNT(modifier_words)};

static const char *const format_words[] = {
    "%d",  "%s",     "%5.2f|%-8s|%05d", "%x %X %o", "%e %g %G",       "%q %Q %w", "%c%%",    "%*.*f", "%,d",
    "%!s", "%lld%z", "%Y-%m-%d",        "%H:%M:%f", "%J %j %s %w %W", "%!.15g",   "%+d % d", "%#x",   "%p%n",
};
static const struct bd_dict formats = {format_words, BD_SQL__COUNT(format_words)};

static const char *const pattern_words[] = {
    "%", "_", "a%", "%n", "%a%b%", "A_", "", "*", "?", "[a-c]*", "[^a]?", "*[]]", "\\%", "[", "%%%%", "[!x]",
};
static const struct bd_dict patterns = {pattern_words, BD_SQL__COUNT(pattern_words)};

static void put_string_of(struct bd_sql_writer *q, const char *label, const struct bd_dict *dict)
{
    bd_sql__put_string(q, bd_word(q->s, label, dict));
}

/* A signature has one letter per argument: a any, i integer, z size in bytes, j JSON, p path, d date, m modifier, f
 * format, l pattern. Arguments after '|' can be left out, from the right; '*' repeats the last one. */

struct function {
    const char *name, *signature;
};

static const struct function scalars[] = {
    {"abs", "a"},
    {"length", "a"},
    {"typeof", "a"},
    {"coalesce", "aa*"},
    {"ifnull", "aa"},
    {"nullif", "aa"},
    {"iif", "aaa"},
    {"lower", "a"},
    {"upper", "a"},
    {"substr", "ai|i"},
    {"substring", "ai"},
    {"instr", "aa"},
    {"replace", "aaa"},
    {"trim", "a|a"},
    {"ltrim", "a|a"},
    {"rtrim", "a|a"},
    {"hex", "a"},
    {"quote", "a"},
    {"char", "i*"},
    {"unicode", "a"},
    {"round", "a|i"},
    {"sign", "a"},
    {"min", "aa*"},
    {"max", "aa*"},
    {"printf", "fa*"},
    {"format", "fa*"},
    {"zeroblob", "z"},
    {"glob", "la"},
    {"like", "la|a"},
    {"likely", "a"},
    {"unlikely", "a"},
    {"likelihood", "ah"},
    {"soundex", "a"},
    {"json", "j"},
    {"json_array", "|a*"},
    {"json_array_length", "j|p"},
    {"json_extract", "jp|p"},
    {"json_insert", "jpa"},
    {"json_object", "ta"},
    {"json_object", "tata"},
    {"json_patch", "jj"},
    {"json_remove", "j|p"},
    {"json_replace", "jpa"},
    {"json_set", "jpa"},
    {"json_type", "j|p"},
    {"json_valid", "j"},
    {"json_quote", "a"},
    {"acos", "a"},
    {"acosh", "a"},
    {"asin", "a"},
    {"asinh", "a"},
    {"atan", "a"},
    {"atan2", "aa"},
    {"atanh", "a"},
    {"ceil", "a"},
    {"ceiling", "a"},
    {"cos", "a"},
    {"cosh", "a"},
    {"degrees", "a"},
    {"exp", "a"},
    {"floor", "a"},
    {"ln", "a"},
    {"log", "a|a"},
    {"log10", "a"},
    {"log2", "a"},
    {"mod", "aa"},
    {"pi", ""},
    {"pow", "aa"},
    {"power", "aa"},
    {"radians", "a"},
    {"sin", "a"},
    {"sinh", "a"},
    {"sqrt", "a"},
    {"tan", "a"},
    {"tanh", "a"},
    {"trunc", "a"},
    /* The results of the following can vary, so they must not be used in an index. */
    {"date", "d|mm"},
    {"time", "d|mm"},
    {"datetime", "d|mm"},
    {"julianday", "d|m"},
    {"unixepoch", "d|m"},
    {"strftime", "fd|m"},
    {"random", ""},
    {"randomblob", "z"},
    {"changes", ""},
    {"total_changes", ""},
    {"last_insert_rowid", ""},
    {"sqlite_source_id", ""},
    {"sqlite_version", ""},
    {"sqlite_compileoption_get", "i"},
    {"sqlite_compileoption_used", "a"},
};
enum { FIRST_RANDOM = 76 };
_Static_assert(BD_SQL__COUNT(scalars) == FIRST_RANDOM + 15, "the functions from date on may answer differently");

static const struct function aggregates[] = {
    {"count", ""},
    {"count", "a"},
    {"sum", "a"},
    {"total", "a"},
    {"avg", "a"},
    {"min", "a"},
    {"max", "a"},
    {"group_concat", "a"},
    {"group_concat", "at"},
    {"json_group_array", "a"},
    {"json_group_object", "ta"},
};

static const struct function over_windows[] = {
    {"row_number", ""},   {"rank", ""},        {"dense_rank", ""},  {"percent_rank", ""},
    {"cume_dist", ""},    {"ntile", "n"},      {"lag", "a|ia"},     {"lead", "a|ia"},
    {"first_value", "a"}, {"last_value", "a"}, {"nth_value", "an"},
};

/* Mostly an argument that fits; otherwise any expression. */
static void argument(struct bd_sql_writer *q, char letter, struct bd_sql__place place)
{
    if (letter == 'h') { /* must be a constant, or SQLite rejects the statement */
        BD_SQL__PUT_WORD(q, "likelihood", "0.5", "0.0", "1.0", "0.9375");
    } else if (letter == 'n') { /* must not be 0, or the statement fails */
        bd_put_number(q->out, bd_mostly_int(q->s, "ordinal", 1, 4, 1, INT64_MAX));
    } else if (letter == 'a' || bd_sql__seldom(q, "any argument", 5)) {
        bd_sql__expression(q, place);
    } else {
        switch (letter) {
        case 'i': bd_put_number(q->out, bd_mostly_int(q->s, "small", -2, 12, INT64_MIN + 1, INT64_MAX)); break;
        case 'z': bd_put_number(q->out, bd_mostly_int(q->s, "bytes", 0, 12, -1, 65537)); break; /* it allocates them */
        case 'j':
            if (!bd_flag(q->s, "argument is column") || !bd_sql__column_of(q, place.scope)) {
                bd_sql__literal_of(q, BD_SQL__JSON);
            }
            break;
        case 'p': put_string_of(q, "path", &paths); break;
        case 'd': bd_sql__literal_of(q, BD_SQL__DATE); break;
        case 'm': put_string_of(q, "modifier", &modifiers); break;
        case 'f': put_string_of(q, "format", &formats); break;
        case 'l': put_string_of(q, "pattern", &patterns); break;
        default: bd_sql__literal_of(q, BD_SQL__TEXT); break;
        }
    }
}

/* FUNCTION with its arguments. DISTINCT: whether that is allowed before a single argument. */
static void call(struct bd_sql_writer *q, const struct function *function, struct bd_sql__place place, bool distinct)
{
    const struct bd_sql__place inside = bd_sql__inside(place);
    const char *letter = function->signature;
    bool optional = false;
    char separator[3] = "";
    bd_sql__put(q, function->name);
    bd_sql__put(q, "(");
    if (distinct && letter[0] && !letter[1] && bd_sql__seldom(q, "distinct", 4)) { bd_sql__put(q, "DISTINCT "); }
    for (; *letter; letter++) {
        if (*letter == '|') {
            optional = true;
            continue;
        }
        if (optional && !bd_flag(q->s, "more arguments")) { break; }
        size_t count = 1;
        if (letter[1] == '*') { count += bd_count(q->s, "repeated arguments", 0.5, 3); }
        while (count-- > 0) {
            bd_sql__put(q, separator);
            argument(q, *letter, inside);
            memcpy(separator, ", ", sizeof separator);
        }
        if (letter[1] == '*') { break; }
    }
    if (separator[0] && bd_sql__seldom(q, "argument slip", 30)) {
        bd_sql__put(q, separator);
        bd_sql__term(q, inside);
    }
    if (distinct && !function->signature[0] && strcmp(function->name, "count") == 0) { bd_sql__put(q, "*"); }
    bd_sql__put(q, ")");
}

void bd_sql__call(struct bd_sql_writer *q, struct bd_sql__place place)
{
    const size_t count = place.may & BD_SQL__RANDOM ? BD_SQL__COUNT(scalars) : FIRST_RANDOM;
    call(q, &scalars[bd_pick(q->s, "function", count)], place, false);
}

static void filter(struct bd_sql_writer *q, struct bd_sql__place place)
{
    if (!bd_sql__seldom(q, "filter", 5)) { return; }
    bd_sql__put(q, " FILTER (WHERE ");
    bd_sql__expression(q, bd_sql__inside(place));
    bd_sql__put(q, ")");
}

void bd_sql__aggregate(struct bd_sql_writer *q, struct bd_sql__place place)
{
    place.may &= ~(unsigned)(BD_SQL__AGGREGATES | BD_SQL__WINDOWS);
    call(q, &aggregates[bd_pick(q->s, "aggregate", BD_SQL__COUNT(aggregates))], place, true);
    filter(q, place);
}

void bd_sql__window_call(struct bd_sql_writer *q, struct bd_sql__place place)
{
    const struct bd_sql__place inside = {place.scope, place.may & ~(unsigned)(BD_SQL__AGGREGATES | BD_SQL__WINDOWS),
                                         place.depth, place.window};
    if (bd_flag(q->s, "aggregate over window")) {
        /* No DISTINCT here: SQLite rejects it. */
        const struct function *function = &aggregates[bd_pick(q->s, "aggregate", BD_SQL__COUNT(aggregates))];
        if (function->signature[0]) {
            call(q, function, inside, false);
        } else {
            bd_sql__put(q, "count(*)");
        }
        filter(q, inside);
    } else {
        call(q, &over_windows[bd_pick(q->s, "window function", BD_SQL__COUNT(over_windows))], inside, false);
    }
    bd_sql__over(q, inside);
}

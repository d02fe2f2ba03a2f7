/* sql_term.c: the leaves of expressions: literals, columns, parameters. */
#include "sql_parts.h"

/* ---- Literals ---- */

static const char *const integer_words[] = {
    "-1",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "0x7FFFFFFFFFFFFFFF",
    "0xFFFFFFFFFFFFFFFF",
    "127",
    "128",
    "255",
    "256",
    "32767",
    "32768",
    "8388608",
    "140737488355328",
    "18446744073709551616",
};
static const struct bd_dict edges = {integer_words, BD_SQL__COUNT(integer_words)};

static const char *const real_words[] = {
    "0.0",
    "1.5",
    "-1.0",
    "0.1",
    ".5",
    "5.",
    "1e10",
    "1E-10",
    "1.7976931348623157e308",
    "9e999",
    "-0.0",
    "1e-308",
    "5e-324",
    "3.14",
    "1e18",
    "9.2233720368547758e18",
    "-9.3e18",
    "123456789.125",
    "1e15",
};
static const struct bd_dict reals = {real_words, BD_SQL__COUNT(real_words)};

static const char *const json_words[] = {
    "[]",
    "{}",
    "null",
    "1",
    "\"a\"",
    "{\"a\":1}",
    "[1,2,3]",
    "{\"a\":{\"b\":[true,false,null]}}",
    "[[1],[2,[3]]]",
    "{\"a\":\"\\u00e9\\n\"}",
    "-0.5e3",
    "true",
    "[1,",
    "{\"a\":}",
    "{\"a\":1,\"a\":2}",
    "[\"x\",1.5,{\"c\":[]}]",
};
static const struct bd_dict jsons = {json_words, BD_SQL__COUNT(json_words)};

static const char *const date_words[] = {
    "2000-01-01",
    "2024-02-29 12:34:56",
    "now",
    "1970-01-01T00:00:00.000",
    "12:00",
    "2460000.5",
    "9999-12-31 23:59:59.999",
    "0000-01-01",
    "2023-01-31 10:00+05:30",
    "1700000000",
    "-4713-11-24 12:00:00",
    "2100-02-30",
};
static const struct bd_dict dates = {date_words, BD_SQL__COUNT(date_words)};

void bd_sql__put_string(struct bd_sql_writer *q, const char *text)
{
    bd_put_char(q->out, '\'');
    for (const char *quote; (quote = strchr(text, '\'')) != NULL; text = quote + 1) {
        bd_put_bytes(q->out, text, (size_t)(quote + 1 - text));
        bd_put_char(q->out, '\'');
    }
    bd_put(q->out, text);
    bd_put_char(q->out, '\'');
}

static void put_string_of(struct bd_sql_writer *q, const char *label, const struct bd_dict *dict)
{
    bd_sql__put_string(q, bd_word(q->s, label, dict));
}

/* One character many times, for functions that copy, search and match. */
static void long_text(struct bd_sql_writer *q)
{
    const char text[] = {bd_char(q->s, "repeated character", "a%_*[ 0{"), 0};
    bd_sql__put(q, "'");
    bd_put_repeated(q->out, text, bd_size(q->s, "long text", 5000));
    bd_sql__put(q, "'");
}

static void blob(struct bd_sql_writer *q)
{
    static const char digits[] = "0123456789ABCDEF";
    char text[2 * 16];
    uint8_t bytes[16];
    const size_t count = bd_count(q->s, "blob size", 2, sizeof bytes);
    bd_bytes(q->s, "byte", bytes, count);
    for (size_t i = 0; i < count; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    bd_sql__put(q, "x'");
    bd_put_bytes(q->out, text, 2 * count);
    bd_sql__put(q, "'");
}

static void integer(struct bd_sql_writer *q)
{
    if (bd_sql__seldom(q, "integer at edge", 3)) {
        bd_put_word(q->s, q->out, "edge", &edges);
    } else {
        bd_put_int(q->s, q->out, "integer", 0, 9);
    }
}

void bd_sql__literal(struct bd_sql_writer *q)
{
    enum { INTEGER, TEXT, REAL, NOTHING, BLOB, TRUTH, LONG, KINDS };
    static const unsigned weights[KINDS] = {32, 24, 12, 8, 4, 4, 2};
    switch (bd_pick_weighted(q->s, "literal kind", weights, KINDS)) {
    case TEXT: put_string_of(q, "text", q->texts); break;
    case REAL: bd_put_word(q->s, q->out, "real", &reals); break;
    case NOTHING: bd_sql__put(q, "NULL"); break;
    case BLOB: blob(q); break;
    case TRUTH: BD_SQL__PUT_WORD(q, "truth", "TRUE", "FALSE"); break;
    case LONG: long_text(q); break;
    default: integer(q); break;
    }
}

void bd_sql__literal_of(struct bd_sql_writer *q, enum bd_sql__type type)
{
    switch (type) {
    case BD_SQL__INTEGER: integer(q); break;
    case BD_SQL__REAL: bd_put_word(q->s, q->out, "real", &reals); break;
    case BD_SQL__TEXT: put_string_of(q, "text", q->texts); break;
    case BD_SQL__BLOB: blob(q); break;
    case BD_SQL__JSON: put_string_of(q, "json", &jsons); break;
    case BD_SQL__DATE: put_string_of(q, "date", &dates); break;
    default: bd_sql__literal(q); break;
    }
}

void bd_sql__cell(struct bd_sql_writer *q, enum bd_sql__type type)
{
    if (bd_sql__seldom(q, "null in column", 11)) {
        bd_sql__put(q, "NULL");
    } else {
        bd_sql__literal_of(q, type);
    }
}

/* ---- Columns and other terms ---- */

/* Mostly draws from the innermost query. The name of the source is left out where the column is unambiguous: in a
 * query with one source that is not nested. */
bool bd_sql__column_of(struct bd_sql_writer *q, const struct bd_sql__scope *scope)
{
    if (!scope) { return false; }
    bool qualified = scope->count > 1 || scope->outer || scope->qualified;
    while (scope->outer && (scope->count == 0 || bd_sql__seldom(q, "column of outer query", 5))) {
        scope = scope->outer;
    }
    if (scope->count == 0) { return false; }
    const struct bd_sql__source *source = &scope->sources[bd_pick(q->s, "source", scope->count)];
    switch (BD_SQL__PICK(q, "column slip", 30, 1, 1)) {
    case 1: qualified = false; break; /* another source may have a column of that name */
    case 2: {
        const struct bd_sql__relation *other = &q->relations[bd_pick(q->s, "foreign relation", q->relation_count)];
        bd_sql__put(q, other->columns[bd_int(q->s, "foreign column", 0, (int64_t)other->column_count - 1)].name);
        return true;
    }
    default: break;
    }
    const int64_t column = bd_int(q->s, "column", 0, (int64_t)source->column_count - !source->has_rowid);
    if (qualified) {
        bd_sql__put(q, source->name);
        bd_sql__put(q, ".");
    }
    bd_sql__put(q, column < (int64_t)source->column_count ? source->columns[column].name : "rowid");
    return true;
}

void bd_sql__term(struct bd_sql_writer *q, struct bd_sql__place place)
{
    enum { LITERAL, COLUMN, PARAMETER, MOMENT, KINDS };
    const unsigned weights[KINDS] = {
        6,
        place.scope && (place.scope->count > 0 || place.scope->outer) ? 12 : 0,
        place.may & BD_SQL__PARAMETERS ? 1 : 0,
        place.may & BD_SQL__RANDOM ? 1 : 0,
    };
    switch (bd_pick_weighted(q->s, "term kind", weights, KINDS)) {
    case COLUMN:
        if (bd_sql__column_of(q, place.scope)) { return; }
        break;
    case PARAMETER: BD_SQL__PUT_WORD(q, "parameter", "?", "?1", "?2", "?7", ":name", "@at", "$money"); return;
    case MOMENT: BD_SQL__PUT_WORD(q, "moment", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP"); return;
    default: break;
    }
    bd_sql__literal(q);
}

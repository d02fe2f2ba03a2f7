/* sql_expression.c: expressions of every kind. struct bd_sql__place says what is allowed where. */
#include "sql_parts.h"

/* Kinds of expression that have parts. */
enum {
    ARITHMETIC,
    COMPARISON,
    LOGIC,
    CALL,
    UNARY,
    NULL_TEST,
    MEMBER,
    RANGE,
    CASE,
    CAST,
    COLLATE,
    PATTERN,
    JSON,
    ROW,
    EXISTS,
    SCALAR,
    AGGREGATE,
    WINDOW,
    RAISE,
    KINDS,
};

/* Deeper expressions have fewer parts: a binary operator has two, so compound parts half of the time would already be
 * a chain reaction. */
static bool goes_on(struct bd_sql_writer *q, unsigned depth)
{
    static const unsigned weights[][2] = {{1, 1}, {3, 2}, {2, 1}, {3, 1}, {6, 1}};
    const size_t last = BD_SQL__COUNT(weights) - 1;
    return bd_pick_weighted(q->s, "has parts", weights[depth < last ? depth : last], 2) == 1;
}

struct bd_sql__place bd_sql__inside(struct bd_sql__place place)
{
    place.depth++;
    return place;
}

struct bd_sql__place bd_sql__at(const struct bd_sql_writer *q, const struct bd_sql__scope *scope, unsigned may)
{
    return (struct bd_sql__place){scope, (may | q->granted) & ~q->withheld, q->query_depth, NULL};
}

void bd_sql__expressions(struct bd_sql_writer *q, struct bd_sql__place place, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0) { bd_sql__put(q, ", "); }
        bd_sql__expression(q, place);
    }
}

void bd_sql__operand(struct bd_sql_writer *q, struct bd_sql__place place)
{
    if (place.depth < q->options.max_depth && goes_on(q, place.depth)) {
        const bool bare = bd_sql__seldom(q, "without parentheses", 4);
        if (!bare) { bd_sql__put(q, "("); }
        bd_sql__compound(q, place);
        if (!bare) { bd_sql__put(q, ")"); }
    } else {
        bd_sql__term(q, place);
    }
}

/* "(a, b)": a row value. */
static void row(struct bd_sql_writer *q, struct bd_sql__place place, size_t width)
{
    bd_sql__put(q, "(");
    bd_sql__expressions(q, place, width);
    bd_sql__put(q, ")");
}

static void query(struct bd_sql_writer *q, struct bd_sql__place place, size_t width)
{
    bd_sql__put(q, "(");
    bd_sql__select(q, place.scope, width, BD_SQL__UNNAMED);
    bd_sql__put(q, ")");
}

static bool may_query(const struct bd_sql_writer *q, struct bd_sql__place place)
{
    return (place.may & BD_SQL__QUERIES) != 0 && bd_sql__may_query(q);
}

/* IN a list, a query, or a table with one column: WIDTH columns on both sides. */
static void member(struct bd_sql_writer *q, struct bd_sql__place place, size_t width)
{
    BD_SQL__PUT_WORD(q, "in", " IN ", " NOT IN ");
    if (may_query(q, place) && (width > 1 || bd_flag(q->s, "in query"))) {
        query(q, place, width);
    } else {
        row(q, place, bd_count(q->s, "members", 2, 6));
    }
}

static void case_expression(struct bd_sql_writer *q, struct bd_sql__place place)
{
    bd_sql__put(q, "CASE");
    if (bd_flag(q->s, "case has base")) {
        bd_sql__put(q, " ");
        bd_sql__operand(q, place);
    }
    size_t rest = bd_count(q->s, "more cases", 0.7, 4);
    do {
        bd_sql__put(q, " WHEN ");
        bd_sql__expression(q, place);
        bd_sql__put(q, " THEN ");
        bd_sql__expression(q, place);
    } while (rest-- > 0);
    if (bd_flag(q->s, "has else")) {
        bd_sql__put(q, " ELSE ");
        bd_sql__expression(q, place);
    }
    bd_sql__put(q, " END");
}

static void pattern_match(struct bd_sql_writer *q, struct bd_sql__place place)
{
    bd_sql__operand(q, place);
    const bool glob = bd_sql__seldom(q, "glob", 1);
    bd_sql__put(q, bd_sql__seldom(q, "not like", 3) ? " NOT " : " ");
    bd_sql__put(q, glob ? "GLOB " : "LIKE ");
    bd_sql__operand(q, place);
    if (!glob && bd_sql__seldom(q, "escape", 3)) {
        bd_sql__put(q, " ESCAPE ");
        BD_SQL__PUT_WORD(q, "escape character", "'\\'", "'a'", "'%'", "''''");
    }
}

static void row_comparison(struct bd_sql_writer *q, struct bd_sql__place place)
{
    const size_t width = 2 + bd_count(q->s, "wider row", 0.3, 2);
    bd_sql__put(q, "("); /* otherwise an operator before it would bind the row to itself */
    row(q, place, width);
    if (may_query(q, place) && bd_flag(q->s, "row in query")) {
        member(q, place, width);
        bd_sql__put(q, ")");
        return;
    }
    BD_SQL__PUT_WORD(q, "row comparison", " = ", " < ", " >= ", " <> ", " IS ", " IS NOT ", " <= ", " > ");
    if (may_query(q, place) && bd_flag(q->s, "row with query")) {
        query(q, place, width);
    } else {
        row(q, place, width);
    }
    bd_sql__put(q, ")");
}

static void raise(struct bd_sql_writer *q)
{
    enum { IGNORE, ABORT, FAIL, ROLLBACK, ACTIONS };
    static const char *const actions[ACTIONS] = {"IGNORE", "ABORT", "FAIL", "ROLLBACK"};
    const size_t action = bd_pick(q->s, "raise", ACTIONS);
    bd_sql__put(q, "RAISE(");
    bd_sql__put(q, actions[action]);
    if (action != IGNORE) {
        bd_sql__put(q, ", ");
        bd_sql__put_string(q, bd_word(q->s, "text", q->texts));
    }
    bd_sql__put(q, ")");
}

static void between(struct bd_sql_writer *q, struct bd_sql__place inside)
{
    bd_sql__operand(q, inside);
    BD_SQL__PUT_WORD(q, "between", " BETWEEN ", " NOT BETWEEN ");
    bd_sql__put(q, "("); /* otherwise the AND of an operand would be parsed as ours */
    bd_sql__expression(q, inside);
    bd_sql__put(q, ") AND ");
    bd_sql__operand(q, inside);
}

static size_t pick_kind(struct bd_sql_writer *q, struct bd_sql__place place)
{
    const bool queries = may_query(q, place);
    const unsigned weights[KINDS] = {
        [ARITHMETIC] = 8,
        [COMPARISON] = 8,
        [LOGIC] = 5,
        [CALL] = 10,
        [UNARY] = 3,
        [NULL_TEST] = 2,
        [MEMBER] = 3,
        [RANGE] = 2,
        [CASE] = 2,
        [CAST] = 2,
        [COLLATE] = 2,
        [PATTERN] = 3,
        [JSON] = 2,
        [ROW] = 2,
        [EXISTS] = queries ? 2 : 0,
        [SCALAR] = queries ? 3 : 0,
        [AGGREGATE] = place.may & BD_SQL__AGGREGATES ? 8 : 0,
        [WINDOW] = place.may & BD_SQL__WINDOWS ? 6 : 0,
        [RAISE] = place.may & BD_SQL__RAISE ? 4 : 0,
    };
    return bd_pick_weighted(q->s, "expression kind", weights, KINDS);
}

void bd_sql__compound(struct bd_sql_writer *q, struct bd_sql__place place)
{
    BD_RULE(q->s, "expression");
    const struct bd_sql__place inside = bd_sql__inside(place);
    switch (pick_kind(q, place)) {
    case COMPARISON:
        bd_sql__operand(q, inside);
        BD_SQL__PUT_WORD(q, "comparison", " = ", " < ", " > ", " <= ", " >= ", " <> ", " == ", " != ", " IS ",
                         " IS NOT ", " IS DISTINCT FROM ", " IS NOT DISTINCT FROM ");
        bd_sql__operand(q, inside);
        break;
    case LOGIC:
        bd_sql__operand(q, inside);
        BD_SQL__PUT_WORD(q, "logic", " AND ", " OR ");
        bd_sql__operand(q, inside);
        break;
    case CALL: bd_sql__call(q, place); break;
    case UNARY:
        BD_SQL__PUT_WORD(q, "sign", "NOT ", "- ", "~", "+");
        bd_sql__operand(q, inside);
        break;
    case NULL_TEST:
        bd_sql__operand(q, inside);
        BD_SQL__PUT_WORD(q, "null test", " ISNULL", " NOTNULL", " NOT NULL", " IS NULL", " IS NOT NULL", " IS TRUE",
                         " IS NOT FALSE");
        break;
    case MEMBER:
        bd_sql__operand(q, inside);
        member(q, inside, 1);
        break;
    case RANGE: between(q, inside); break;
    case CASE: case_expression(q, inside); break;
    case CAST:
        bd_sql__put(q, "CAST(");
        bd_sql__expression(q, inside);
        bd_sql__put(q, " AS ");
        BD_SQL__PUT_WORD(q, "cast to", "INTEGER", "TEXT", "REAL", "BLOB", "NUMERIC", "VARCHAR(3)", "DOUBLE PRECISION",
                         "");
        bd_sql__put(q, ")");
        break;
    case COLLATE:
        bd_sql__operand(q, inside);
        bd_sql__put(q, " COLLATE ");
        BD_SQL__PUT_WORD(q, "collation", "NOCASE", "BINARY", "RTRIM");
        break;
    case PATTERN: pattern_match(q, inside); break;
    case JSON:
        bd_sql__operand(q, inside);
        BD_SQL__PUT_WORD(q, "json operator", " -> ", " ->> ");
        BD_SQL__PUT_WORD(q, "json key", "'a'", "'$.a'", "0", "'$[1]'", "-1", "'b'");
        break;
    case ROW: row_comparison(q, inside); break;
    case EXISTS:
        BD_SQL__PUT_WORD(q, "exists", "EXISTS ", "NOT EXISTS ");
        query(q, inside, 0);
        break;
    case SCALAR: query(q, inside, 1); break;
    case AGGREGATE: bd_sql__aggregate(q, place); break;
    case WINDOW: bd_sql__window_call(q, place); break;
    case RAISE: raise(q); break;
    default:
        bd_sql__operand(q, inside);
        BD_SQL__PUT_WORD(q, "arithmetic", " + ", " - ", " * ", " / ", " % ", " || ", " & ", " | ", " << ", " >> ");
        bd_sql__operand(q, inside);
        break;
    }
}

void bd_sql__expression(struct bd_sql_writer *q, struct bd_sql__place place)
{
    if (place.depth < q->options.max_depth && goes_on(q, place.depth)) {
        bd_sql__compound(q, place);
    } else {
        bd_sql__term(q, place);
    }
}

void bd_sql__where(struct bd_sql_writer *q, struct bd_sql__place place)
{
    if (bd_sql__seldom(q, "aggregate slip", 30)) { place.may |= BD_SQL__AGGREGATES; }
    bd_sql__put(q, " WHERE ");
    bd_sql__expression(q, place);
}

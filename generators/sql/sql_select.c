/* sql_select.c: queries: result columns, grouping, windows, compounds, WITH. */
#include "sql_parts.h"

bool bd_sql__may_query(const struct bd_sql_writer *q)
{
    return q->query_depth < q->options.max_depth / 2;
}

size_t bd_sql__width(struct bd_sql_writer *q)
{
    return 1 + bd_count(q->s, "more columns", 0.9, BD_SQL__MAX_COLUMNS - 1);
}

/* ---- ORDER BY, LIMIT ---- */

/* SCOPE without the enclosing queries, which GROUP BY and ORDER BY do not see. */
static struct bd_sql__scope alone(const struct bd_sql__scope *scope)
{
    struct bd_sql__scope copy = *scope;
    copy.qualified = copy.qualified || copy.outer;
    copy.outer = NULL;
    return copy;
}

/* A number alone would be the position of a result column, and then it must be a valid one. */
static void order_term(struct bd_sql_writer *q, struct bd_sql__place place, size_t width)
{
    enum { POSITION, COLUMN, EXPRESSION, TERMS };
    static const unsigned weights[TERMS] = {1, 3, 2};
    const size_t term = bd_pick_weighted(q->s, "order term", weights, TERMS);
    if (term == EXPRESSION || width == 0) {
        bd_sql__compound(q, place);
    } else if (term == POSITION || !bd_sql__column_of(q, place.scope)) {
        bd_put_int(q->s, q->out, "position", 1, (int64_t)width);
    }
}

static void ordering(struct bd_sql_writer *q)
{
    BD_SQL__PUT_WORD(q, "direction", "", "", " DESC", " ASC", " NULLS FIRST", " DESC NULLS LAST", " COLLATE NOCASE");
}

/* WIDTH is that of the query; 0 if there are no positions. */
void bd_sql__order_by(struct bd_sql_writer *q, struct bd_sql__place place, size_t width)
{
    const struct bd_sql__scope own = alone(place.scope);
    place.scope = &own;
    bd_sql__put(q, " ORDER BY ");
    size_t rest = bd_count(q->s, "more order terms", 0.4, 3);
    do {
        order_term(q, place, width);
        ordering(q);
        bd_sql__put(q, rest > 0 ? ", " : "");
    } while (rest-- > 0);
}

/* For a compound, where only result columns can be named. */
static void order_by_position(struct bd_sql_writer *q, size_t width)
{
    bd_sql__put(q, " ORDER BY ");
    bd_put_int(q->s, q->out, "position", 1, (int64_t)width);
    ordering(q);
}

void bd_sql__limit(struct bd_sql_writer *q)
{
    enum { LIMIT, OFFSET, COMMA, EXPRESSION, KINDS };
    static const unsigned weights[KINDS] = {4, 2, 1, 1};
    bd_sql__put(q, " LIMIT ");
    const size_t kind = bd_pick_weighted(q->s, "limit kind", weights, KINDS);
    if (kind == EXPRESSION) {
        BD_SQL__PUT_WORD(q, "limit expression", "-1", "1 + 1", "abs(-2)", "CAST('3' AS INTEGER)",
                         "9223372036854775807");
        return;
    }
    bd_put_number(q->out, bd_mostly_int(q->s, "limit", 0, 9, -1, INT64_MAX));
    if (kind == LIMIT) { return; }
    bd_sql__put(q, kind == OFFSET ? " OFFSET " : ", ");
    bd_put_number(q->out, bd_mostly_int(q->s, "offset", 0, 9, -1, INT64_MAX));
}

/* ---- Windows ---- */

static void frame_offset(struct bd_sql_writer *q)
{
    bd_put_number(q->out, bd_mostly_int(q->s, "frame offset", 0, 3, 0, INT64_MAX));
}

/* ORDERED is the number of terms in ORDER BY. RANGE with an offset needs exactly one, GROUPS needs at least one. */
static void frame(struct bd_sql_writer *q, size_t ordered)
{
    enum { ROWS, RANGE, GROUPS, UNITS };
    enum { UNBOUNDED, PRECEDING, CURRENT, FOLLOWING, BOUNDS };
    static const char *const units[UNITS] = {" ROWS ", " RANGE ", " GROUPS "};
    const size_t drawn = bd_pick(q->s, "frame unit", UNITS);
    const size_t unit = drawn == GROUPS && ordered == 0 ? ROWS : drawn;
    const bool counts = unit != RANGE || ordered == 1;
    size_t start = bd_pick(q->s, "frame start", BOUNDS);
    if (!counts && start != UNBOUNDED) { start = CURRENT; }
    bd_sql__put(q, units[unit]);
    const bool both = start == FOLLOWING || bd_flag(q->s, "frame has end");
    if (both) { bd_sql__put(q, "BETWEEN "); }
    if (start == PRECEDING || start == FOLLOWING) { frame_offset(q); }
    bd_sql__put(q, start == UNBOUNDED   ? "UNBOUNDED PRECEDING"
                   : start == CURRENT   ? "CURRENT ROW"
                   : start == PRECEDING ? " PRECEDING"
                                        : " FOLLOWING");
    if (both) {
        size_t end = bd_pick(q->s, "frame end", BOUNDS); /* UNBOUNDED: following */
        if (!counts && end != UNBOUNDED) { end = CURRENT; }
        if (end != UNBOUNDED && end < start) { end = start; } /* SQLite rejects an end before the start */
        bd_sql__put(q, " AND ");
        if (end == PRECEDING || end == FOLLOWING) { frame_offset(q); }
        bd_sql__put(q, end == UNBOUNDED   ? "UNBOUNDED FOLLOWING"
                       : end == CURRENT   ? "CURRENT ROW"
                       : end == PRECEDING ? " PRECEDING"
                                          : " FOLLOWING");
    }
    if (bd_sql__seldom(q, "exclude", 2)) {
        BD_SQL__PUT_WORD(q, "excluded", " EXCLUDE NO OTHERS", " EXCLUDE CURRENT ROW", " EXCLUDE GROUP",
                         " EXCLUDE TIES");
    }
}

/* "(...)". BASE: a named window to start from, or NULL. FRAMED: whether it can have a frame. */
static void window(struct bd_sql_writer *q, struct bd_sql__place place, const char *base, bool framed)
{
    BD_RULE(q->s, "window");
    size_t ordered = 0;
    const struct bd_sql__place inside = bd_sql__inside(place);
    bd_sql__put(q, "(");
    if (base) {
        bd_sql__put(q, base);
    } else {
        if (bd_flag(q->s, "partition by")) {
            bd_sql__put(q, "PARTITION BY ");
            bd_sql__expressions(q, inside, 1 + bd_count(q->s, "more partition terms", 0.3, 2));
        }
        ordered = BD_SQL__PICK(q, "window order terms", 1, 3, 1);
        for (size_t i = 0; i < ordered; i++) {
            bd_sql__put(q, i == 0 ? " ORDER BY " : ", ");
            bd_sql__expression(q, inside);
            ordering(q);
        }
    }
    if (framed && bd_flag(q->s, "frame")) { frame(q, ordered); }
    bd_sql__put(q, ")");
}

void bd_sql__over(struct bd_sql_writer *q, struct bd_sql__place place)
{
    bd_sql__put(q, " OVER ");
    if (place.window && bd_flag(q->s, "over named window")) {
        bd_sql__put(q, place.window);
    } else {
        window(q, place, place.window && bd_flag(q->s, "window has base") ? place.window : NULL, true);
    }
}

/* ---- SELECT ---- */

static void group_by(struct bd_sql_writer *q, const struct bd_sql__scope *scope, size_t width)
{
    const struct bd_sql__scope own = alone(scope);
    const struct bd_sql__place place = bd_sql__at(q, &own, BD_SQL__FREELY);
    bd_sql__put(q, " GROUP BY ");
    size_t rest = bd_count(q->s, "more group terms", 0.4, 3);
    do {
        if (bd_sql__seldom(q, "group by expression", 3)) {
            bd_sql__compound(q, place);
        } else if (!bd_sql__column_of(q, &own)) {
            bd_put_int(q->s, q->out, "position", 1, width ? (int64_t)width : 1);
        }
        bd_sql__put(q, rest > 0 ? ", " : "");
    } while (rest-- > 0);
    if (bd_sql__seldom(q, "having", 2)) {
        bd_sql__put(q, " HAVING ");
        bd_sql__expression(q, bd_sql__at(q, scope, BD_SQL__FREELY | BD_SQL__AGGREGATES));
    }
}

/* WIDTH may be one more than the number of names. */
static void result_columns(struct bd_sql_writer *q, struct bd_sql__place place, size_t width,
                           enum bd_sql__naming naming)
{
    for (size_t i = 0; i < width; i++) {
        if (i > 0) { bd_sql__put(q, ", "); }
        bd_sql__expression(q, place);
        if (naming == BD_SQL__NAMED && i < BD_SQL__MAX_COLUMNS) {
            bd_sql__put(q, " AS ");
            bd_sql__put(q, bd_sql__query_columns[i].name);
        }
    }
}

static void star(struct bd_sql_writer *q, const struct bd_sql__scope *scope)
{
    if (bd_sql__seldom(q, "star of source", 3)) {
        bd_sql__put(q, scope->sources[bd_int(q->s, "starred source", 0, (int64_t)scope->count - 1)].name);
        bd_sql__put(q, ".");
    }
    bd_sql__put(q, "*");
}

/* SELECT without ORDER BY and LIMIT. WIDTH 0 asks for a star. Puts its sources into SCOPE; returns true if it is
 * grouped. */
static bool core(struct bd_sql_writer *q, struct bd_sql__scope *scope, size_t width, enum bd_sql__naming naming)
{
    struct bd_sql__from from = {.count = 0};
    bool grouped = false;
    if (width == 0 || BD_SQL__PICK(q, "has from", 1, 5) == 1) { bd_sql__plan_from(q, &from, scope); }
    struct bd_sql__place place = bd_sql__at(q, scope, BD_SQL__FREELY | BD_SQL__AGGREGATES | BD_SQL__WINDOWS);
    if (from.count > 0 && bd_sql__seldom(q, "named window", 12)) { place.window = bd_sql__new_alias(q); }

    bd_sql__put(q, "SELECT ");
    if (bd_sql__seldom(q, "distinct rows", 8)) { bd_sql__put(q, "DISTINCT "); }
    if (width == 0) {
        star(q, scope);
    } else {
        result_columns(q, place, width, naming);
    }
    if (from.count > 0) { bd_sql__put_from(q, &from, scope->outer); }
    if (bd_flag(q->s, "where")) { bd_sql__where(q, bd_sql__at(q, scope, BD_SQL__FREELY)); }
    if (from.count > 0) {
        grouped = bd_sql__seldom(q, "group by", 4);
        if (grouped) { group_by(q, scope, width); }
    }
    if (place.window) {
        bd_sql__put(q, " WINDOW ");
        bd_sql__put(q, place.window);
        bd_sql__put(q, " AS ");
        window(q, bd_sql__at(q, scope, BD_SQL__FREELY), NULL, false);
    }
    return grouped;
}

void bd_sql__values(struct bd_sql_writer *q, const struct bd_sql__scope *outer, size_t width)
{
    const struct bd_sql__scope scope = {.count = 0, .outer = outer};
    bd_sql__put(q, "VALUES ");
    size_t rest = bd_count(q->s, "more rows", 0.6, 5);
    do {
        const size_t begin = bd_written(q->out);
        bd_sql__put(q, "(");
        bd_sql__expressions(q, bd_sql__at(q, &scope, BD_SQL__FREELY), width);
        bd_sql__put(q, rest > 0 ? "), " : ")");
        if (rest > 0) { bd_put_again(q->s, q->out, "row again", begin); }
    } while (rest-- > 0);
}

static void put_compound_operator(struct bd_sql_writer *q)
{
    BD_SQL__PUT_WORD(q, "compound operator", " UNION ALL ", " UNION ", " EXCEPT ", " INTERSECT ");
}

void bd_sql__select(struct bd_sql_writer *q, const struct bd_sql__scope *outer, size_t width,
                    enum bd_sql__naming naming)
{
    BD_RULE(q->s, "select");
    const size_t outer_common = q->common_count;
    if (q->query_depth < 2 && bd_sql__seldom(q, "with", 9)) { bd_sql__with(q); }
    q->query_depth++;

    struct bd_sql__scope scope;
    bool grouped = false, ends_in_values = false;
    size_t rest = bd_count(q->s, "compound", 0.15, 3);
    const bool compound = rest > 0;
    const bool all_columns = width == 0 && !compound && bd_sql__seldom(q, "all columns", 4);
    if (width == 0 && !all_columns) { width = bd_sql__width(q); }
    enum bd_sql__naming name_now = naming; /* the first part of a compound names its columns */
    do {
        scope.count = 0;
        scope.outer = outer;
        scope.qualified = false;
        ends_in_values = name_now == BD_SQL__UNNAMED && !all_columns && bd_sql__seldom(q, "is values", 12);
        if (ends_in_values) {
            bd_sql__values(q, outer, width);
        } else {
            const bool slips = compound && bd_sql__seldom(q, "width slip", 20);
            grouped = core(q, &scope, width + slips, name_now);
        }
        name_now = BD_SQL__UNNAMED;
        if (rest > 0) { put_compound_operator(q); }
    } while (rest-- > 0);

    if (!ends_in_values && (scope.count > 0 || compound)) {
        if (bd_sql__seldom(q, "order by", 2)) {
            if (compound) {
                order_by_position(q, width);
            } else {
                const unsigned more = grouped ? BD_SQL__AGGREGATES : 0;
                bd_sql__order_by(q, bd_sql__at(q, &scope, BD_SQL__FREELY | more), all_columns ? 1 : width);
            }
        }
        if (bd_sql__seldom(q, "limited", 4)) { bd_sql__limit(q); }
    }
    q->query_depth--;
    q->common_count = outer_common;
}

/* ---- WITH ---- */

/* Starts with one or more rows, and continues from each: SELECT ... UNION SELECT ... FROM itself. The limit ends it. */
static void recursive_body(struct bd_sql_writer *q, const struct bd_sql__source *self)
{
    const size_t width = self->column_count;
    struct bd_sql__scope scope = {{*self}, 1, NULL, false};
    bd_sql__values(q, NULL, width);
    BD_SQL__PUT_WORD(q, "recursion operator", " UNION ALL ", " UNION ");
    const struct bd_sql__relation *other = NULL;
    if (bd_sql__seldom(q, "recursion joins", 3)) {
        other = bd_sql__any_relation(q);
        scope.sources[scope.count++] = bd_sql__source_of(other, NULL);
    }
    /* It can name itself only once, in FROM, and can neither group nor count. */
    const unsigned may = BD_SQL__PARAMETERS | BD_SQL__RANDOM;
    bd_sql__put(q, "SELECT ");
    result_columns(q, bd_sql__at(q, &scope, may), width, BD_SQL__UNNAMED);
    bd_sql__put(q, " FROM ");
    bd_sql__put(q, self->name);
    if (other) {
        bd_sql__put(q, ", ");
        bd_sql__put(q, other->name);
    }
    if (bd_flag(q->s, "where")) { bd_sql__where(q, bd_sql__at(q, &scope, may)); }
    if (bd_sql__seldom(q, "order by", 2)) { order_by_position(q, width); }
    bd_sql__put(q, " LIMIT ");
    bd_put_int(q->s, q->out, "recursion limit", 1, 20);
}

void bd_sql__with(struct bd_sql_writer *q)
{
    enum { PLAIN, RECURSIVE, KINDS };
    BD_RULE(q->s, "with");
    bd_sql__put(q, "WITH ");
    const bool recursive = bd_flag(q->s, "recursive");
    if (recursive) { bd_sql__put(q, "RECURSIVE "); }
    q->query_depth++;
    size_t rest = bd_count(q->s, "more common tables", 0.4, 2);
    do {
        const struct bd_sql__source self = {bd_sql__new_alias(q), bd_sql__query_columns, bd_sql__width(q), false};
        bd_sql__put(q, self.name);
        bd_sql__put(q, "(");
        for (size_t i = 0; i < self.column_count; i++) {
            if (i > 0) { bd_sql__put(q, ", "); }
            bd_sql__put(q, self.columns[i].name);
        }
        bd_sql__put(q, ") AS ");
        BD_SQL__PUT_WORD(q, "materialized", "", "", "MATERIALIZED ", "NOT MATERIALIZED ");
        bd_sql__put(q, "(");
        if (recursive && bd_pick(q->s, "common table kind", KINDS) == RECURSIVE) {
            recursive_body(q, &self);
        } else {
            bd_sql__select(q, NULL, self.column_count, BD_SQL__UNNAMED);
        }
        bd_sql__put(q, rest > 0 ? "), " : ") ");
        if (q->common_count < BD_SQL__MAX_COMMON) { q->common[q->common_count++] = self; }
    } while (rest-- > 0);
    q->query_depth--;
}

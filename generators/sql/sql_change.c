/* sql_change.c: INSERT, UPDATE, DELETE. Triggers allow less grammar: no WITH, alias, RETURNING or LIMIT. */
#include "sql_parts.h"

/* The columns of RELATION that can be written to. */
static size_t writable_columns(const struct bd_sql__relation *relation, const struct bd_sql__column *found[])
{
    size_t count = 0;
    for (size_t i = 0; i < relation->column_count; i++) {
        if (!relation->columns[i].generated) { found[count++] = &relation->columns[i]; }
    }
    return count;
}

static struct bd_sql__scope scope_of(const struct bd_sql__relation *relation, const char *alias,
                                     const struct bd_sql__scope *outer)
{
    struct bd_sql__scope scope;
    scope.sources[0] = bd_sql__source_of(relation, alias);
    scope.count = 1;
    scope.outer = outer;
    scope.qualified = false;
    return scope;
}

/* " AS alias"; or nothing, and returns NULL. */
static const char *put_alias(struct bd_sql_writer *q)
{
    if (!bd_sql__seldom(q, "target alias", 4)) { return NULL; }
    const char *alias = bd_sql__new_alias(q);
    bd_sql__put(q, " AS ");
    bd_sql__put(q, alias);
    return alias;
}

static void returning(struct bd_sql_writer *q, const struct bd_sql__relation *relation)
{
    if (!bd_sql__seldom(q, "returning", 5)) { return; }
    const struct bd_sql__scope scope = scope_of(relation, NULL, NULL);
    bd_sql__put(q, " RETURNING ");
    if (bd_flag(q->s, "returning columns")) {
        bd_sql__expressions(q, bd_sql__at(q, &scope, BD_SQL__FREELY), bd_sql__width(q));
    } else {
        bd_sql__put(q, "*");
    }
}

/* column = expression, ...; RELATION is changed, SCOPE can be read. */
static void assignments(struct bd_sql_writer *q, const struct bd_sql__relation *relation,
                        const struct bd_sql__scope *scope)
{
    const struct bd_sql__column *columns[BD_SQL__MAX_COLUMNS];
    const size_t count = writable_columns(relation, columns);
    const struct bd_sql__place place = bd_sql__at(q, scope, BD_SQL__FREELY);
    size_t rest = bd_count(q->s, "more assignments", 0.6, 4);
    bd_sql__put(q, " SET ");
    do {
        if (count > 1 && bd_sql__seldom(q, "assigns row", 8)) {
            bd_sql__put(q, "(");
            bd_sql__put(q, columns[0]->name);
            bd_sql__put(q, ", ");
            bd_sql__put(q, columns[1]->name);
            bd_sql__put(q, ") = (");
            if (bd_sql__may_query(q) && bd_flag(q->s, "assigns query")) {
                bd_sql__select(q, scope, 2, BD_SQL__UNNAMED);
            } else {
                bd_sql__expressions(q, place, 2);
            }
            bd_sql__put(q, ")");
        } else {
            const struct bd_sql__column *column = columns[bd_pick(q->s, "assigned", count)]; /* its type matters */
            bd_sql__put(q, column->name);
            bd_sql__put(q, " = ");
            if (bd_flag(q->s, "assigns expression")) {
                bd_sql__expression(q, place);
            } else {
                bd_sql__cell(q, column->type);
            }
        }
        bd_sql__put(q, rest > 0 ? ", " : "");
    } while (rest-- > 0);
}

/* ---- INSERT ---- */

static void put_or(struct bd_sql_writer *q)
{
    BD_SQL__PUT_WORD(q, "conflict", "", "", "", " OR IGNORE", " OR REPLACE", " OR ABORT", " OR FAIL", " OR ROLLBACK");
}

/* "(a, b)": some of COLUMNS; the others are removed from it. Returns how many. */
static size_t put_column_list(struct bd_sql_writer *q, const struct bd_sql__column *columns[], size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (bd_pick_weighted(q->s, "column left out", (const unsigned[]){3, 1}, 2) == 0) {
            columns[kept++] = columns[i];
        }
    }
    kept += kept == 0;
    for (size_t i = 0; i < kept; i++) {
        bd_sql__put(q, i == 0 ? "(" : ", ");
        bd_sql__put(q, columns[i]->name);
    }
    bd_sql__put(q, ")");
    return kept;
}

static void rows(struct bd_sql_writer *q, const struct bd_sql__column *const columns[], size_t count,
                 const struct bd_sql__scope *outer)
{
    const struct bd_sql__scope scope = {.count = 0, .outer = outer};
    const struct bd_sql__place place = bd_sql__at(q, &scope, BD_SQL__FREELY);
    size_t rest = bd_count(q->s, "more rows", 0.6, 5);
    bd_sql__put(q, " VALUES ");
    do {
        for (size_t i = 0; i < count; i++) {
            bd_sql__put(q, i == 0 ? "(" : ", ");
            if (bd_sql__seldom(q, "inserts expression", 4)) {
                bd_sql__expression(q, place);
            } else {
                bd_sql__cell(q, columns[i]->type);
            }
        }
        if (bd_sql__seldom(q, "row slip", 40)) { bd_sql__put(q, ", 0"); }
        bd_sql__put(q, rest > 0 ? "), " : ")");
    } while (rest-- > 0);
}

static void upsert(struct bd_sql_writer *q, const struct bd_sql__relation *relation, const char *alias,
                   const struct bd_sql__scope *outer)
{
    bd_sql__put(q, " ON CONFLICT");
    if (relation->key && bd_flag(q->s, "conflict target")) {
        bd_sql__put(q, " (");
        bd_sql__put(q, relation->key);
        bd_sql__put(q, ")");
    }
    if (!bd_flag(q->s, "do update")) {
        bd_sql__put(q, " DO NOTHING");
        return;
    }
    struct bd_sql__scope scope = scope_of(relation, alias, outer);
    scope.sources[scope.count++] = bd_sql__source_of(relation, "excluded");
    bd_sql__put(q, " DO UPDATE");
    assignments(q, relation, &scope);
    if (bd_sql__seldom(q, "upsert where", 2)) { bd_sql__where(q, bd_sql__at(q, &scope, BD_SQL__FREELY)); }
}

void bd_sql__insert(struct bd_sql_writer *q, const struct bd_sql__scope *in_trigger)
{
    enum { VALUES, SELECT, DEFAULT, KINDS };
    const unsigned weights[KINDS] = {6, 2, in_trigger ? 0 : 1};
    const struct bd_sql__relation *relation = bd_sql__any_writable(q);
    const struct bd_sql__column *columns[BD_SQL__MAX_COLUMNS];
    size_t count = writable_columns(relation, columns);
    if (bd_sql__seldom(q, "replace", 6)) {
        bd_sql__put(q, "REPLACE");
    } else {
        bd_sql__put(q, "INSERT");
        put_or(q);
    }
    bd_sql__put(q, " INTO ");
    bd_sql__put(q, relation->name);
    const char *alias = in_trigger ? NULL : put_alias(q);
    const size_t kind = bd_pick_weighted(q->s, "insert kind", weights, KINDS);
    if (kind == DEFAULT) {
        bd_sql__put(q, " DEFAULT VALUES");
    } else {
        if (bd_flag(q->s, "column list")) { count = put_column_list(q, columns, count); }
        if (kind == SELECT) {
            bd_sql__put(q, " ");
            bd_sql__select(q, in_trigger, count, BD_SQL__UNNAMED);
        } else {
            rows(q, columns, count, in_trigger);
            if (relation->kind == BD_SQL__TABLE && bd_sql__seldom(q, "upsert", 4)) {
                upsert(q, relation, alias, in_trigger);
            }
        }
    }
    if (!in_trigger) { returning(q, relation); }
}

/* ---- UPDATE, DELETE ---- */

/* ORDER BY and LIMIT for a table. */
static void limited(struct bd_sql_writer *q, const struct bd_sql__relation *relation, const struct bd_sql__scope *scope)
{
    if (relation->kind != BD_SQL__TABLE || !bd_sql__seldom(q, "change limited", 8)) { return; }
    if (bd_flag(q->s, "order by")) { bd_sql__order_by(q, bd_sql__at(q, scope, BD_SQL__FREELY), 0); }
    bd_sql__limit(q);
}

void bd_sql__update(struct bd_sql_writer *q, const struct bd_sql__scope *in_trigger)
{
    const struct bd_sql__relation *relation = bd_sql__any_writable(q);
    bd_sql__put(q, "UPDATE");
    put_or(q);
    bd_sql__put(q, " ");
    bd_sql__put(q, relation->name);
    struct bd_sql__scope scope = scope_of(relation, in_trigger ? NULL : put_alias(q), in_trigger);
    struct bd_sql__from from = {.count = 0};
    if (bd_sql__seldom(q, "update from", 6)) { bd_sql__plan_from(q, &from, &scope); }
    assignments(q, relation, &scope);
    if (from.count > 0) { bd_sql__put_from(q, &from, in_trigger); }
    if (bd_flag(q->s, "where")) { bd_sql__where(q, bd_sql__at(q, &scope, BD_SQL__FREELY)); }
    if (in_trigger) { return; }
    returning(q, relation);
    if (from.count == 0) { limited(q, relation, &scope); }
}

void bd_sql__delete(struct bd_sql_writer *q, const struct bd_sql__scope *in_trigger)
{
    const struct bd_sql__relation *relation = bd_sql__any_writable(q);
    bd_sql__put(q, "DELETE FROM ");
    bd_sql__put(q, relation->name);
    const struct bd_sql__scope scope = scope_of(relation, in_trigger ? NULL : put_alias(q), in_trigger);
    if (bd_flag(q->s, "where")) { bd_sql__where(q, bd_sql__at(q, &scope, BD_SQL__FREELY)); }
    if (in_trigger) { return; }
    returning(q, relation);
    limited(q, relation, &scope);
}

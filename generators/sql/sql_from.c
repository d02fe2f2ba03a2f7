/* sql_from.c: the sources of a query. They are drawn before the result columns, which refer to them, but written
 * after them, as SQL requires. */
#include "sql_parts.h"

static const struct bd_sql__column json_columns[] = {
    {"value", BD_SQL__ANY, 0},  {"key", BD_SQL__ANY, 0},        {"type", BD_SQL__TEXT, 0}, {"atom", BD_SQL__ANY, 0},
    {"id", BD_SQL__INTEGER, 0}, {"parent", BD_SQL__INTEGER, 0}, {"path", BD_SQL__TEXT, 0}, {"fullkey", BD_SQL__TEXT, 0},
};
static const struct bd_sql__column table_info_columns[] = {
    {"name", BD_SQL__TEXT, 0},
    {"cid", BD_SQL__INTEGER, 0},
    {"type", BD_SQL__TEXT, 0},
    {"pk", BD_SQL__INTEGER, 0},
};

static bool is_taken(const struct bd_sql__scope *scope, const char *name)
{
    for (size_t i = 0; i < scope->count; i++) {
        if (strcmp(scope->sources[i].name, name) == 0) { return true; }
    }
    return false;
}

/* NAME, or an alias for it. */
static const char *maybe_alias(struct bd_sql_writer *q, const struct bd_sql__scope *scope, const char *name)
{
    return is_taken(scope, name) || bd_flag(q->s, "alias") ? bd_sql__new_alias(q) : name;
}

static struct bd_sql__planned plan_source(struct bd_sql_writer *q, const struct bd_sql__scope *scope)
{
    struct bd_sql__planned p = {.kind = BD_SQL__RELATION};
    if (q->only_tables) {
        p.relation = bd_sql__any_table(q);
        p.name = p.relation->name;
        p.source = bd_sql__source_of(p.relation, maybe_alias(q, scope, p.name));
        return p;
    }
    const unsigned weights[BD_SQL__SOURCE_KINDS] = {12, q->common_count > 0 ? 12 : 0, bd_sql__may_query(q) ? 3 : 0, 1};
    p.kind = (unsigned)bd_pick_weighted(q->s, "source kind", weights, BD_SQL__SOURCE_KINDS);
    if (p.kind == BD_SQL__COMMON && q->common_count > 0) {
        p.source = q->common[bd_pick(q->s, "common table", q->common_count)];
        p.name = p.source.name;
        p.source.name = maybe_alias(q, scope, p.name);
    } else if (p.kind == BD_SQL__QUERY) {
        p.source = (struct bd_sql__source){bd_sql__new_alias(q), bd_sql__query_columns, bd_sql__width(q), false};
    } else if (p.kind == BD_SQL__FUNCTION) {
        static const char *const functions[] = {"json_each", "json_tree", "pragma_table_info"};
        const size_t function = bd_pick(q->s, "table function", BD_SQL__COUNT(functions));
        p.function = functions[function];
        p.source = function < 2
                       ? (struct bd_sql__source){NULL, json_columns, BD_SQL__COUNT(json_columns), false}
                       : (struct bd_sql__source){NULL, table_info_columns, BD_SQL__COUNT(table_info_columns), false};
        p.source.name = bd_sql__new_alias(q);
    } else {
        p.kind = BD_SQL__RELATION;
        p.relation = bd_sql__any_relation(q);
        p.name = p.relation->name;
        p.source = bd_sql__source_of(p.relation, maybe_alias(q, scope, p.name));
    }
    return p;
}

/* Draws FROM, and adds it to SCOPE. */
void bd_sql__plan_from(struct bd_sql_writer *q, struct bd_sql__from *from, struct bd_sql__scope *scope)
{
    size_t rest = bd_count(q->s, "joined", 0.6, 3);
    from->count = 0;
    do {
        if (scope->count == BD_SQL__MAX_SOURCES) { break; }
        from->items[from->count] = plan_source(q, scope);
        scope->sources[scope->count++] = from->items[from->count++].source;
    } while (rest-- > 0);
}

static void put_alias(struct bd_sql_writer *q, const struct bd_sql__planned *p)
{
    if (p->name && strcmp(p->name, p->source.name) == 0) { return; }
    bd_sql__put(q, " AS ");
    bd_sql__put(q, p->source.name);
}

static void put_relation(struct bd_sql_writer *q, const struct bd_sql__planned *p)
{
    bd_sql__put(q, p->name);
    put_alias(q, p);
    if (p->relation->kind != BD_SQL__TABLE) { return; }
    switch (BD_SQL__PICK(q, "index hint", 40, 2, 1)) {
    case 1: bd_sql__put(q, " NOT INDEXED"); break;
    case 2:
        if (p->relation->indexes[0]) {
            bd_sql__put(q, " INDEXED BY ");
            bd_sql__put(q, p->relation->indexes[0]);
        }
        break;
    default: break;
    }
}

/* A source in a FROM. SEEN are the sources before it, OUTER is the enclosing query. */
static void put_source(struct bd_sql_writer *q, const struct bd_sql__planned *p, const struct bd_sql__scope *seen)
{
    switch (p->kind) {
    case BD_SQL__RELATION: put_relation(q, p); break;
    case BD_SQL__COMMON:
        bd_sql__put(q, p->name);
        put_alias(q, p);
        break;
    case BD_SQL__QUERY:
        bd_sql__put(q, "(");
        bd_sql__select(q, seen->outer, p->source.column_count, BD_SQL__NAMED);
        bd_sql__put(q, ")");
        put_alias(q, p);
        break;
    default:
        bd_sql__put(q, p->function);
        bd_sql__put(q, "(");
        if (p->source.columns == table_info_columns) {
            bd_sql__put_string(q, q->relations[bd_int(q->s, "described", 0, (int64_t)q->relation_count - 1)].name);
        } else if (!bd_flag(q->s, "json of column") || !bd_sql__column_of(q, seen)) {
            bd_sql__literal_of(q, BD_SQL__JSON);
        }
        bd_sql__put(q, ")");
        put_alias(q, p);
        break;
    }
}

/* A column name that SOURCE shares with exactly one of SEEN, or NULL. */
static const char *shared_column(const struct bd_sql__scope *seen, const struct bd_sql__source *source)
{
    for (size_t i = 0; i < source->column_count; i++) {
        size_t found = 0;
        for (size_t j = 0; j < seen->count; j++) {
            for (size_t k = 0; k < seen->sources[j].column_count; k++) {
                if (strcmp(source->columns[i].name, seen->sources[j].columns[k].name) == 0) { found++; }
            }
        }
        if (found == 1) { return source->columns[i].name; } /* more than one would be ambiguous */
    }
    return NULL;
}

/* ON or USING. SEEN has all sources so far except SOURCE, the one being joined. */
static void put_constraint(struct bd_sql_writer *q, struct bd_sql__scope *seen, const struct bd_sql__source *source)
{
    enum { NONE, ON, EQUAL, USING, CONSTRAINTS };
    static const unsigned weights[CONSTRAINTS] = {1, 2, 3, 2};
    const size_t constraint = bd_pick_weighted(q->s, "join constraint", weights, CONSTRAINTS);
    const char *shared = constraint == USING ? shared_column(seen, source) : NULL;
    if (shared) {
        bd_sql__put(q, " USING (");
        bd_sql__put(q, shared);
        bd_sql__put(q, ")");
    } else if (constraint == EQUAL) { /* as in most joins */
        const struct bd_sql__scope joined = {{*source}, 1, NULL, true};
        bd_sql__put(q, " ON ");
        bd_sql__column_of(q, &joined);
        bd_sql__put(q, " = ");
        const struct bd_sql__scope before = {{seen->sources[0]}, 1, NULL, true};
        bd_sql__column_of(q, &before);
    } else if (constraint != NONE) {
        seen->sources[seen->count] = *source;
        seen->count++;
        bd_sql__put(q, " ON ");
        bd_sql__expression(q, bd_sql__at(q, seen, BD_SQL__FREELY));
        seen->count--;
    }
}

void bd_sql__put_from(struct bd_sql_writer *q, const struct bd_sql__from *from, const struct bd_sql__scope *outer)
{
    enum { COMMA, JOIN, NATURAL, JOINS };
    static const unsigned weights[JOINS] = {2, 6, 1};
    BD_RULE(q->s, "from");
    struct bd_sql__scope seen;
    seen.count = 0;
    seen.outer = outer;
    seen.qualified = true;
    bd_sql__put(q, " FROM ");
    for (size_t i = 0; i < from->count; i++) {
        size_t join = COMMA;
        if (i > 0) {
            join = bd_pick_weighted(q->s, "join", weights, JOINS);
            if (join == COMMA) {
                bd_sql__put(q, ", ");
            } else {
                if (join == NATURAL) { bd_sql__put(q, " NATURAL"); }
                BD_SQL__PUT_WORD(q, "join kind", " JOIN ", " LEFT JOIN ", " INNER JOIN ", " LEFT OUTER JOIN ",
                                 " RIGHT JOIN ", " FULL JOIN ", " CROSS JOIN ");
            }
        }
        put_source(q, &from->items[i], &seen);
        if (join == JOIN) { put_constraint(q, &seen, &from->items[i].source); }
        seen.sources[seen.count] = from->items[i].source;
        seen.count++;
    }
}

/* sql_partition.c: a query whose result can be checked (ternary logic partitioning: Rigger and Su, OOPSLA 2020). */
#include "sql_parts.h"

/* On one of the tables of the query; on a column or, less often, an expression. */
static void put_index(struct bd_sql_writer *q, const struct bd_sql__from *from)
{
    BD_RULE(q->s, "index");
    const size_t i = bd_pick(q->s, "indexed table", from->count);
    const struct bd_sql__relation *table = from->items[i].relation;
    const struct bd_sql__scope scope = {{bd_sql__source_of(table, NULL)}, 1, NULL, false};
    const struct bd_sql__place place = bd_sql__at(q, &scope, 0);
    bd_sql__put(q, "CREATE INDEX checked_index ON ");
    bd_sql__put(q, table->name);
    bd_sql__put(q, "(");
    size_t rest = bd_count(q->s, "more index terms", 0.5, 2);
    do {
        if (bd_sql__seldom(q, "index on expression", 4) || !bd_sql__column_of(q, &scope)) {
            bd_sql__compound(q, place);
        }
        BD_SQL__PUT_WORD(q, "index order", "", "", " DESC", " COLLATE NOCASE", " COLLATE RTRIM");
        bd_sql__put(q, rest > 0 ? ", " : ")");
    } while (rest-- > 0);
    if (bd_sql__seldom(q, "partial index", 3)) {
        bd_sql__put(q, " WHERE ");
        bd_sql__expression(q, place);
    }
}

void bd_sql__partition(struct bd_sql_writer *q)
{
    struct bd_sql__scope scope = {.count = 0, .outer = NULL, .qualified = false};
    struct bd_sql__from from;
    BD_RULE(q->s, "partition");
    q->only_tables = true;
    q->withheld = BD_SQL__QUERIES | BD_SQL__RANDOM;
    bd_sql__plan_from(q, &from, &scope);
    const struct bd_sql__place place = bd_sql__at(q, &scope, BD_SQL__PARAMETERS);
    bd_sql__put(q, "-- query\nSELECT ");
    bd_sql__expressions(q, place, bd_sql__width(q));
    bd_sql__put_from(q, &from, NULL);
    bd_sql__put(q, "\n-- condition\n");
    bd_sql__expression(q, place);
    bd_sql__put(q, "\n-- index\n");
    if (bd_flag(q->s, "has index")) { put_index(q, &from); }
    bd_sql__put(q, "\n");
}

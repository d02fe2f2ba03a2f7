/* sql_define.c: CREATE, except tables, and DROP. They remember what they create, so that later statements can refer
 * to it. */
#include "sql_parts.h"

void bd_sql__note(struct bd_sql_writer *q, struct bd_sql__relation relation)
{
    if (!q->executed || q->relation_count == BD_SQL__MAX_RELATIONS) { return; }
    struct bd_sql__column *columns = bd_sql__store(q, relation.column_count);
    if (!columns) { return; }
    memcpy(columns, relation.columns, relation.column_count * sizeof *columns);
    relation.columns = columns;
    q->relations[q->relation_count++] = relation;
}

void bd_sql__if_not_exists(struct bd_sql_writer *q)
{
    if (bd_sql__seldom(q, "if not exists", 5)) { bd_sql__put(q, "IF NOT EXISTS "); }
}

void bd_sql__temporary(struct bd_sql_writer *q)
{
    if (bd_sql__seldom(q, "temporary", 9)) { bd_sql__put(q, "TEMP "); }
}

/* ---- CREATE ---- */

static void create_index(struct bd_sql_writer *q)
{
    struct bd_sql__relation *table = bd_sql__any_table(q);
    const struct bd_sql__scope scope = {{{table->name, table->columns, table->column_count, false}}, 1, NULL, false};
    const char *name = bd_sql__new_object(q);
    bd_sql__put(q, bd_sql__seldom(q, "unique index", 6) ? "CREATE UNIQUE INDEX " : "CREATE INDEX ");
    bd_sql__if_not_exists(q);
    bd_sql__put(q, name);
    bd_sql__put(q, " ON ");
    bd_sql__put(q, table->name);
    bd_sql__put(q, "(");
    size_t rest = bd_count(q->s, "more indexed", 0.6, 3);
    do {
        if (bd_sql__seldom(q, "indexed expression", 2)) {
            bd_sql__compound(q, bd_sql__at(q, &scope, 0));
        } else {
            bd_sql__column_of(q, &scope);
        }
        BD_SQL__PUT_WORD(q, "index order", "", "", " DESC", " ASC", " COLLATE NOCASE", " COLLATE RTRIM DESC");
        bd_sql__put(q, rest > 0 ? ", " : ")");
    } while (rest-- > 0);
    if (bd_sql__seldom(q, "partial index", 2)) { bd_sql__where(q, bd_sql__at(q, &scope, 0)); }
    if (!q->executed) { return; }
    bd_sql__names_add(&q->indexes, name);
    if (!table->indexes[0]) { table->indexes[0] = name; }
}

static void create_view(struct bd_sql_writer *q)
{
    struct bd_sql__relation view = {.kind = BD_SQL__VIEW, .columns = bd_sql__query_columns};
    bd_sql__put(q, "CREATE ");
    bd_sql__temporary(q);
    bd_sql__put(q, "VIEW ");
    bd_sql__if_not_exists(q);
    view.name = bd_sql__new_object(q);
    bd_sql__put(q, view.name);
    view.column_count = bd_sql__width(q);
    bd_sql__put(q, " AS ");
    q->withheld = BD_SQL__PARAMETERS;
    bd_sql__select(q, NULL, view.column_count, BD_SQL__NAMED);
    q->withheld = 0;
    bd_sql__note(q, view);
}

/* A view, or NULL if there is none. */
static const struct bd_sql__relation *any_view(struct bd_sql_writer *q)
{
    const struct bd_sql__relation *found[BD_SQL__MAX_RELATIONS];
    size_t count = 0;
    for (size_t i = 0; i < q->relation_count; i++) {
        const struct bd_sql__relation *relation = &q->relations[i];
        if (relation->kind == BD_SQL__VIEW || relation->kind == BD_SQL__MUTABLE) { found[count++] = relation; }
    }
    return count > 0 ? found[bd_pick(q->s, "view", count)] : NULL;
}

static void trigger_body(struct bd_sql_writer *q, const struct bd_sql__scope *rows)
{
    enum { SELECT, INSERT, UPDATE, DELETE, KINDS };
    bd_sql__put(q, " BEGIN ");
    size_t rest = bd_count(q->s, "more in trigger", 0.4, 3);
    do {
        BD_RULE(q->s, "trigger statement");
        switch (bd_pick(q->s, "trigger statement kind", KINDS)) {
        case INSERT: bd_sql__insert(q, rows); break;
        case UPDATE: bd_sql__update(q, rows); break;
        case DELETE: bd_sql__delete(q, rows); break;
        default: bd_sql__select(q, rows, 0, BD_SQL__UNNAMED); break;
        }
        bd_sql__put(q, "; ");
    } while (rest-- > 0);
    bd_sql__put(q, "END");
}

static void create_trigger(struct bd_sql_writer *q)
{
    enum { INSERT, DELETE, UPDATE, UPDATE_OF, EVENTS };
    static const char *const events[EVENTS] = {"INSERT", "DELETE", "UPDATE", "UPDATE OF "};
    const struct bd_sql__relation *view = bd_sql__seldom(q, "trigger on view", 4) ? any_view(q) : NULL;
    const struct bd_sql__relation *relation = view ? view : bd_sql__any_table(q);
    const char *name = bd_sql__new_object(q);
    bd_sql__put(q, "CREATE TRIGGER ");
    bd_sql__if_not_exists(q);
    bd_sql__put(q, name);
    if (view) {
        bd_sql__put(q, " INSTEAD OF ");
    } else {
        BD_SQL__PUT_WORD(q, "trigger time", " ", " BEFORE ", " AFTER ");
    }
    const size_t event = bd_pick(q->s, "event", EVENTS);
    bd_sql__put(q, events[event]);
    if (event == UPDATE_OF) {
        bd_sql__put(q, relation->columns[bd_int(q->s, "watched", 0, (int64_t)relation->column_count - 1)].name);
    }
    bd_sql__put(q, " ON ");
    bd_sql__put(q, relation->name);
    if (bd_sql__seldom(q, "for each row", 2)) { bd_sql__put(q, " FOR EACH ROW"); }
    struct bd_sql__scope rows = {.count = 0, .qualified = true};
    if (event != DELETE) { rows.sources[rows.count++] = bd_sql__source_of(relation, "new"); }
    if (event != INSERT) { rows.sources[rows.count++] = bd_sql__source_of(relation, "old"); }
    q->withheld = BD_SQL__PARAMETERS;
    if (bd_sql__seldom(q, "when", 2)) {
        bd_sql__put(q, " WHEN ");
        bd_sql__expression(q, bd_sql__at(q, &rows, BD_SQL__FREELY));
    }
    q->granted = BD_SQL__RAISE;
    trigger_body(q, &rows);
    q->withheld = q->granted = 0;
    if (q->executed) { bd_sql__names_add(&q->triggers, name); }
}

void bd_sql__create(struct bd_sql_writer *q)
{
    enum { TABLE, INDEX, VIEW, TRIGGER, KINDS };
    static const unsigned weights[KINDS] = {4, 3, 2, 3};
    switch (bd_pick_weighted(q->s, "created", weights, KINDS)) {
    case INDEX: create_index(q); break;
    case VIEW: create_view(q); break;
    case TRIGGER: create_trigger(q); break;
    default: bd_sql__create_table(q); break;
    }
}

/* ---- DROP ---- */

static void drop_named(struct bd_sql_writer *q, struct bd_sql__names *names)
{
    if (names->count == 0) {
        bd_sql__put(q, "IF EXISTS absent");
        return;
    }
    const size_t index = (size_t)bd_int(q->s, "dropped name", 0, (int64_t)names->count - 1);
    bd_sql__put(q, names->names[index]);
    if (!q->executed) { return; }
    for (size_t i = 0; i < q->relation_count; i++) {
        for (size_t k = 0; k < BD_SQL__COUNT(q->relations[i].indexes); k++) {
            if (q->relations[i].indexes[k] == names->names[index]) { q->relations[i].indexes[k] = NULL; }
        }
    }
    bd_sql__names_drop(names, index);
}

/* Drops RELATION and its indexes. The first relation is never dropped, so there is always a table. */
static void drop_relation(struct bd_sql_writer *q, const struct bd_sql__relation *relation)
{
    bd_sql__put(q, relation->name);
    if (!q->executed || relation == q->relations) { return; }
    for (size_t i = 0; i < q->indexes.count;) {
        if (q->indexes.names[i] == relation->indexes[0] || q->indexes.names[i] == relation->indexes[1]) {
            bd_sql__names_drop(&q->indexes, i);
        } else {
            i++;
        }
    }
    bd_sql__forget_relation(q, relation);
}

void bd_sql__drop(struct bd_sql_writer *q)
{
    enum { TABLE, INDEX, VIEW, TRIGGER, KINDS };
    static const char *const kinds[KINDS] = {"TABLE ", "INDEX ", "VIEW ", "TRIGGER "};
    const size_t kind = bd_pick(q->s, "dropped", KINDS);
    bd_sql__put(q, "DROP ");
    bd_sql__put(q, kinds[kind]);
    if (bd_sql__seldom(q, "if exists", 5)) {
        bd_sql__put(q, "IF EXISTS ");
        if (bd_flag(q->s, "drops nothing")) {
            bd_sql__put(q, "absent");
            return;
        }
    }
    const struct bd_sql__relation *view = kind == VIEW ? any_view(q) : NULL;
    switch (kind) {
    case INDEX: drop_named(q, &q->indexes); break;
    case TRIGGER: drop_named(q, &q->triggers); break;
    case VIEW:
        if (view) {
            drop_relation(q, view);
        } else {
            bd_sql__put(q, "absent");
        }
        break;
    default: drop_relation(q, bd_sql__any_table(q)); break;
    }
}

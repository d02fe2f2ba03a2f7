/* sql_define.c: CREATE, DROP, ALTER. What they make is noted, for later statements to refer to. */
#include "sql_parts.h"

static const char *const column_names[BD_SQL__MAX_COLUMNS] = {"k0", "k1", "\"k 2\"", "[k3]", "`k4`", "k5", "k6", "k7"};

/* SQLite takes any words for a type; those of a STRICT table are few. */
struct type {
    const char *text;
    enum bd_sql__type type;
};
static const struct type types[] = {
    {"", BD_SQL__ANY},
    {" INTEGER", BD_SQL__INTEGER},
    {" TEXT", BD_SQL__TEXT},
    {" REAL", BD_SQL__REAL},
    {" BLOB", BD_SQL__BLOB},
    {" NUMERIC", BD_SQL__ANY},
    {" INT", BD_SQL__INTEGER},
    {" VARCHAR(10)", BD_SQL__TEXT},
    {" DECIMAL(5, 2)", BD_SQL__REAL},
    {" BOOLEAN", BD_SQL__INTEGER},
    {" DATETIME", BD_SQL__DATE},
};
static const struct type strict_types[] = {
    {" ANY", BD_SQL__ANY},   {" INTEGER", BD_SQL__INTEGER}, {" TEXT", BD_SQL__TEXT},
    {" REAL", BD_SQL__REAL}, {" BLOB", BD_SQL__BLOB},       {" INT", BD_SQL__INTEGER},
};

static const struct type *any_type(struct bd_sql__script *q, bool strict)
{
    return strict ? &strict_types[bd_pick(q->s, "strict type", BD_SQL__COUNT(strict_types))]
                  : &types[bd_pick(q->s, "type", BD_SQL__COUNT(types))];
}

/* Notes a table or view of COUNT columns, if there is room. */
static void note(struct bd_sql__script *q, struct bd_sql__relation relation)
{
    if (!q->executed || q->relation_count == BD_SQL__MAX_RELATIONS) { return; }
    struct bd_sql__column *columns = bd_sql__store(q, relation.column_count);
    if (!columns) { return; }
    memcpy(columns, relation.columns, relation.column_count * sizeof *columns);
    relation.columns = columns;
    q->relations[q->relation_count++] = relation;
}

static void if_not_exists(struct bd_sql__script *q)
{
    if (bd_sql__seldom(q, "if not exists", 5)) { bd_sql__put(q, "IF NOT EXISTS "); }
}

static void temporary(struct bd_sql__script *q)
{
    if (bd_sql__seldom(q, "temporary", 9)) { bd_sql__put(q, "TEMP "); }
}

/* ---- CREATE TABLE ---- */

/* A table in the making. */
struct table {
    struct bd_sql__relation relation;
    struct bd_sql__column columns[BD_SQL__MAX_COLUMNS];
    enum { NO_KEY, KEY_OF_COLUMN, KEY_OF_TABLE, KEYS } key;
};

/* An expression over the columns of TABLE so far, that always answers the same: SQLite asks for that. */
static void fixed_expression(struct bd_sql__script *q, const struct table *table)
{
    const struct bd_sql__scope scope = {{{table->relation.name, table->columns, table->relation.column_count, false}},
                                        table->relation.column_count > 0,
                                        NULL,
                                        false};
    bd_sql__put(q, "(");
    bd_sql__expression(q, bd_sql__at(q, &scope, 0));
    bd_sql__put(q, ")");
}

static void references(struct bd_sql__script *q)
{
    const struct bd_sql__relation *parent = bd_sql__any_table(q);
    bd_sql__put(q, " REFERENCES ");
    bd_sql__put(q, parent->name);
    if (bd_flag(q->s, "parent key")) {
        bd_sql__put(q, "(");
        bd_sql__put(q, parent->columns[0].name);
        bd_sql__put(q, ")");
    }
    BD_SQL__PUT_WORD(q, "foreign key action", "", " ON DELETE CASCADE", " ON UPDATE SET NULL",
                     " ON DELETE RESTRICT ON UPDATE SET DEFAULT", " ON DELETE NO ACTION",
                     " DEFERRABLE INITIALLY DEFERRED", " NOT DEFERRABLE");
}

static void on_conflict(struct bd_sql__script *q)
{
    BD_SQL__PUT_WORD(q, "constraint conflict", "", "", "", "", " ON CONFLICT IGNORE", " ON CONFLICT REPLACE",
                     " ON CONFLICT ABORT");
}

static void column_constraints(struct bd_sql__script *q, const struct table *table, enum bd_sql__type type)
{
    enum { NOT_NULL, UNIQUE, DEFAULT, CHECK, COLLATE, REFERENCES, KINDS };
    static const unsigned weights[KINDS] = {3, 2, 3, 2, 2, 2};
    while (bd_more(q->s, "more constraints", 0.4)) {
        if (bd_sql__seldom(q, "constraint has name", 9)) { bd_sql__put(q, " CONSTRAINT named"); }
        switch (bd_pick_weighted(q->s, "column constraint", weights, KINDS)) {
        case NOT_NULL:
            bd_sql__put(q, " NOT NULL");
            on_conflict(q);
            break;
        case UNIQUE:
            bd_sql__put(q, " UNIQUE");
            on_conflict(q);
            break;
        case DEFAULT:
            bd_sql__put(q, " DEFAULT ");
            if (bd_flag(q->s, "default is expression")) {
                const struct table nothing = {.relation.column_count = 0};
                fixed_expression(q, &nothing);
            } else {
                bd_sql__literal_of(q, type);
            }
            break;
        case CHECK:
            bd_sql__put(q, " CHECK ");
            fixed_expression(q, table);
            break;
        case COLLATE:
            bd_sql__put(q, " COLLATE ");
            BD_SQL__PUT_WORD(q, "collation", "NOCASE", "BINARY", "RTRIM");
            break;
        default: references(q); break;
        }
    }
}

static void column_definition(struct bd_sql__script *q, struct table *table)
{
    BD_RULE(q->s, "column definition");
    const size_t index = table->relation.column_count;
    struct bd_sql__column *column = &table->columns[index];
    const struct type *type = any_type(q, table->relation.strict);
    column->name = column_names[index];
    column->type = type->type;
    column->generated = index > 0 && bd_sql__seldom(q, "generated", 7); /* one at least is to be written to */
    bd_sql__put(q, column->name);
    bd_sql__put(q, type->text);
    if (column->generated) {
        bd_sql__put(q, bd_flag(q->s, "generated always") ? " GENERATED ALWAYS AS " : " AS ");
        fixed_expression(q, table);
        BD_SQL__PUT_WORD(q, "generated kind", "", " STORED", " VIRTUAL");
    } else if (index == 0 && table->key == KEY_OF_COLUMN) {
        bd_sql__put(q, " PRIMARY KEY");
        if (table->relation.has_rowid && strcmp(type->text, " INTEGER") == 0 && bd_flag(q->s, "autoincrement")) {
            bd_sql__put(q, " AUTOINCREMENT");
        }
    }
    table->relation.column_count++;
    if (!column->generated) { column_constraints(q, table, column->type); }
}

static void table_constraints(struct bd_sql__script *q, const struct table *table)
{
    enum { UNIQUE, CHECK, FOREIGN, KINDS };
    if (table->key == KEY_OF_TABLE) {
        bd_sql__put(q, ", PRIMARY KEY (");
        bd_sql__put(q, table->relation.key);
        bd_sql__put(q, ")");
        on_conflict(q);
    }
    while (bd_more(q->s, "more table constraints", 0.2)) {
        bd_sql__put(q, ", ");
        switch (bd_pick(q->s, "table constraint", KINDS)) {
        case UNIQUE:
            bd_sql__put(q, "UNIQUE (");
            bd_sql__put(q, column_names[bd_int(q->s, "constrained", 0, (int64_t)table->relation.column_count - 1)]);
            bd_sql__put(q, ")");
            on_conflict(q);
            break;
        case CHECK:
            bd_sql__put(q, "CHECK ");
            fixed_expression(q, table);
            break;
        default:
            bd_sql__put(q, "FOREIGN KEY (");
            bd_sql__put(q, column_names[bd_int(q->s, "constrained", 0, (int64_t)table->relation.column_count - 1)]);
            bd_sql__put(q, ")");
            references(q);
            break;
        }
    }
}

/* Columns that are written out: "(...)" and what comes behind. */
static void table_body(struct bd_sql__script *q, struct table *table)
{
    table->relation.strict = bd_sql__seldom(q, "strict", 4);
    table->key = (int)BD_SQL__PICK(q, "key", 2, 2, 1);
    table->relation.has_rowid = table->key == NO_KEY || !bd_sql__seldom(q, "without rowid", 2);
    size_t rest = bd_count(q->s, "more column definitions", 1.5, BD_SQL__MAX_COLUMNS - 1);
    bd_sql__put(q, "(");
    do {
        column_definition(q, table);
        if (rest > 0) { bd_sql__put(q, ", "); }
    } while (rest-- > 0);
    const bool two = table->relation.column_count > 1 && !table->columns[1].generated;
    table->relation.key = table->key == NO_KEY ? NULL : table->key == KEY_OF_TABLE && two ? "k0, k1" : "k0";
    table_constraints(q, table);
    bd_sql__put(q, ")");
    if (table->relation.strict) { bd_sql__put(q, " STRICT"); }
    if (!table->relation.has_rowid) { bd_sql__put(q, table->relation.strict ? ", WITHOUT ROWID" : " WITHOUT ROWID"); }
}

static void create_table(struct bd_sql__script *q)
{
    struct table table;
    table.relation = (struct bd_sql__relation){.kind = BD_SQL__TABLE, .has_rowid = true, .columns = table.columns};
    bd_sql__put(q, "CREATE ");
    temporary(q);
    bd_sql__put(q, "TABLE ");
    if_not_exists(q);
    table.relation.name = bd_sql__new_object(q);
    bd_sql__put(q, table.relation.name);
    if (bd_sql__seldom(q, "as select", 5)) {
        table.relation.column_count = bd_sql__width(q);
        table.relation.columns = bd_sql__query_columns;
        bd_sql__put(q, " AS ");
        bd_sql__select(q, NULL, table.relation.column_count, BD_SQL__NAMED);
    } else {
        table_body(q, &table);
    }
    note(q, table.relation);
}

/* ---- CREATE INDEX, VIEW, TRIGGER ---- */

static void create_index(struct bd_sql__script *q)
{
    struct bd_sql__relation *table = bd_sql__any_table(q);
    const struct bd_sql__scope scope = {{{table->name, table->columns, table->column_count, false}}, 1, NULL, false};
    const char *name = bd_sql__new_object(q);
    bd_sql__put(q, bd_sql__seldom(q, "unique index", 6) ? "CREATE UNIQUE INDEX " : "CREATE INDEX ");
    if_not_exists(q);
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

static void create_view(struct bd_sql__script *q)
{
    struct bd_sql__relation view = {.kind = BD_SQL__VIEW, .columns = bd_sql__query_columns};
    bd_sql__put(q, "CREATE ");
    temporary(q);
    bd_sql__put(q, "VIEW ");
    if_not_exists(q);
    view.name = bd_sql__new_object(q);
    bd_sql__put(q, view.name);
    view.column_count = bd_sql__width(q);
    bd_sql__put(q, " AS ");
    q->withheld = BD_SQL__PARAMETERS;
    bd_sql__select(q, NULL, view.column_count, BD_SQL__NAMED);
    q->withheld = 0;
    note(q, view);
}

/* A view, or NULL if there is none. */
static const struct bd_sql__relation *any_view(struct bd_sql__script *q)
{
    const struct bd_sql__relation *found[BD_SQL__MAX_RELATIONS];
    size_t count = 0;
    for (size_t i = 0; i < q->relation_count; i++) {
        const struct bd_sql__relation *relation = &q->relations[i];
        if (relation->kind == BD_SQL__VIEW || relation->kind == BD_SQL__MUTABLE) { found[count++] = relation; }
    }
    return count > 0 ? found[bd_pick(q->s, "view", count)] : NULL;
}

static void trigger_body(struct bd_sql__script *q, const struct bd_sql__scope *rows)
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

static void create_trigger(struct bd_sql__script *q)
{
    enum { INSERT, DELETE, UPDATE, UPDATE_OF, EVENTS };
    static const char *const events[EVENTS] = {"INSERT", "DELETE", "UPDATE", "UPDATE OF "};
    const struct bd_sql__relation *view = bd_sql__seldom(q, "trigger on view", 4) ? any_view(q) : NULL;
    const struct bd_sql__relation *relation = view ? view : bd_sql__any_table(q);
    const char *name = bd_sql__new_object(q);
    bd_sql__put(q, "CREATE TRIGGER ");
    if_not_exists(q);
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

void bd_sql__create(struct bd_sql__script *q)
{
    enum { TABLE, INDEX, VIEW, TRIGGER, KINDS };
    static const unsigned weights[KINDS] = {4, 3, 2, 3};
    switch (bd_pick_weighted(q->s, "created", weights, KINDS)) {
    case INDEX: create_index(q); break;
    case VIEW: create_view(q); break;
    case TRIGGER: create_trigger(q); break;
    default: create_table(q); break;
    }
}

/* ---- DROP ---- */

static void drop_named(struct bd_sql__script *q, struct bd_sql__names *names)
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

/* RELATION, and the indexes that go with it. The first of all stays: there is always a table. */
static void drop_relation(struct bd_sql__script *q, const struct bd_sql__relation *relation)
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

void bd_sql__drop(struct bd_sql__script *q)
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

/* ---- ALTER ---- */

/* TABLE gets columns of its own, with room for one more; NULL if they are not to be noted. */
static struct bd_sql__column *own_columns(struct bd_sql__script *q, struct bd_sql__relation *table)
{
    if (!q->executed) { return NULL; }
    struct bd_sql__column *columns = bd_sql__store(q, table->column_count + 1);
    if (!columns) { return NULL; }
    memcpy(columns, table->columns, table->column_count * sizeof *columns);
    table->columns = columns;
    return columns;
}

static void add_column(struct bd_sql__script *q, struct bd_sql__relation *table)
{
    const struct type *type = any_type(q, table->strict);
    const struct bd_sql__column column = {bd_sql__new_object(q), type->type, false};
    bd_sql__put(q, " ADD COLUMN ");
    bd_sql__put(q, column.name);
    bd_sql__put(q, type->text);
    if (bd_sql__seldom(q, "added default", 2)) {
        bd_sql__put(q, " DEFAULT ");
        bd_sql__literal_of(q, column.type);
    }
    if (table->column_count >= BD_SQL__MAX_COLUMNS) { return; }
    struct bd_sql__column *columns = own_columns(q, table);
    if (columns) { columns[table->column_count++] = column; }
}

static void drop_column(struct bd_sql__script *q, struct bd_sql__relation *table)
{
    /* The last: seldom a key. */
    const size_t index = table->column_count - 1;
    bd_sql__put(q, " DROP COLUMN ");
    bd_sql__put(q, table->columns[index].name);
    if (q->executed && index > 0) { table->column_count--; }
}

static void rename_column(struct bd_sql__script *q, struct bd_sql__relation *table)
{
    const size_t index = (size_t)bd_int(q->s, "renamed", 0, (int64_t)table->column_count - 1);
    const char *name = bd_sql__new_object(q);
    bd_sql__put(q, bd_flag(q->s, "rename says column") ? " RENAME COLUMN " : " RENAME ");
    bd_sql__put(q, table->columns[index].name);
    bd_sql__put(q, " TO ");
    bd_sql__put(q, name);
    struct bd_sql__column *columns = own_columns(q, table);
    if (!columns) { return; }
    columns[index].name = name;
    table->key = NULL; /* it may have been that column */
}

void bd_sql__alter(struct bd_sql__script *q)
{
    enum { RENAME, ADD, RENAME_COLUMN, DROP_COLUMN, KINDS };
    struct bd_sql__relation *table = bd_sql__any_table(q);
    bd_sql__put(q, "ALTER TABLE ");
    bd_sql__put(q, table->name);
    switch (bd_pick(q->s, "alteration", KINDS)) {
    case ADD: add_column(q, table); break;
    case RENAME_COLUMN: rename_column(q, table); break;
    case DROP_COLUMN: drop_column(q, table); break;
    default: {
        const char *name = bd_sql__new_object(q);
        bd_sql__put(q, " RENAME TO ");
        bd_sql__put(q, name);
        if (q->executed) { table->name = name; }
        break;
    }
    }
}

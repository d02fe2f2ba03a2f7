/* sql_table.c: CREATE TABLE and ALTER TABLE. */
#include "sql_parts.h"

static const char *const column_names[BD_SQL__MAX_COLUMNS] = {"k0", "k1", "\"k 2\"", "[k3]", "`k4`", "k5", "k6", "k7"};

/* SQLite accepts any words as a type; STRICT tables accept only a few. */
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

static const struct type *any_type(struct bd_sql_writer *q, bool strict)
{
    return strict ? &strict_types[bd_pick(q->s, "strict type", BD_SQL__COUNT(strict_types))]
                  : &types[bd_pick(q->s, "type", BD_SQL__COUNT(types))];
}

/* ---- CREATE TABLE ---- */

/* A table being written. */
struct table {
    struct bd_sql__relation relation;
    struct bd_sql__column columns[BD_SQL__MAX_COLUMNS];
    enum { NO_KEY, KEY_OF_COLUMN, KEY_OF_TABLE, KEYS } key;
};

/* An expression over the columns of TABLE so far that always has the same result, as SQLite requires. */
static void fixed_expression(struct bd_sql_writer *q, const struct table *table)
{
    const struct bd_sql__scope scope = {{{table->relation.name, table->columns, table->relation.column_count, false}},
                                        table->relation.column_count > 0,
                                        NULL,
                                        false};
    bd_sql__put(q, "(");
    bd_sql__expression(q, bd_sql__at(q, &scope, 0));
    bd_sql__put(q, ")");
}

static void references(struct bd_sql_writer *q)
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

static void on_conflict(struct bd_sql_writer *q)
{
    BD_SQL__PUT_WORD(q, "constraint conflict", "", "", "", "", " ON CONFLICT IGNORE", " ON CONFLICT REPLACE",
                     " ON CONFLICT ABORT");
}

static void column_constraints(struct bd_sql_writer *q, const struct table *table, enum bd_sql__type type)
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
                bd_sql__cell(q, type);
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

static void column_definition(struct bd_sql_writer *q, struct table *table)
{
    BD_RULE(q->s, "column definition");
    const size_t index = table->relation.column_count;
    struct bd_sql__column *column = &table->columns[index];
    const struct type *type = any_type(q, table->relation.strict);
    column->name = column_names[index];
    column->type = type->type;
    column->generated = index > 0 && bd_sql__seldom(q, "generated", 7); /* at least one column must be writable */
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

static void table_constraints(struct bd_sql_writer *q, const struct table *table)
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

/* Columns written out: "(...)" and what follows. */
static void table_body(struct bd_sql_writer *q, struct table *table)
{
    table->relation.strict = bd_sql__seldom(q, "strict", 4);
    table->key = (unsigned)BD_SQL__PICK(q, "key", 2, 2, 1);
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

void bd_sql__create_table(struct bd_sql_writer *q)
{
    struct table table;
    table.relation = (struct bd_sql__relation){.kind = BD_SQL__TABLE, .has_rowid = true, .columns = table.columns};
    bd_sql__put(q, "CREATE ");
    bd_sql__temporary(q);
    bd_sql__put(q, "TABLE ");
    bd_sql__if_not_exists(q);
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
    bd_sql__note(q, table.relation);
}

/* ---- ALTER ---- */

/* Gives TABLE its own columns, with room for one more; returns NULL if they are not to be remembered. */
static struct bd_sql__column *own_columns(struct bd_sql_writer *q, struct bd_sql__relation *table)
{
    if (!q->executed) { return NULL; }
    struct bd_sql__column *columns = bd_sql__store(q, table->column_count + 1);
    if (!columns) { return NULL; }
    memcpy(columns, table->columns, table->column_count * sizeof *columns);
    table->columns = columns;
    return columns;
}

static void add_column(struct bd_sql_writer *q, struct bd_sql__relation *table)
{
    const struct type *type = any_type(q, table->strict);
    const struct bd_sql__column column = {bd_sql__new_object(q), type->type, false};
    bd_sql__put(q, " ADD COLUMN ");
    bd_sql__put(q, column.name);
    bd_sql__put(q, type->text);
    if (bd_sql__seldom(q, "added default", 2)) {
        bd_sql__put(q, " DEFAULT ");
        bd_sql__cell(q, column.type);
    }
    if (table->column_count >= BD_SQL__MAX_COLUMNS) { return; }
    struct bd_sql__column *columns = own_columns(q, table);
    if (columns) { columns[table->column_count++] = column; }
}

static void drop_column(struct bd_sql_writer *q, struct bd_sql__relation *table)
{
    /* The last column, because it is seldom a key. */
    const size_t index = table->column_count - 1;
    bd_sql__put(q, " DROP COLUMN ");
    bd_sql__put(q, table->columns[index].name);
    if (q->executed && index > 0) { table->column_count--; }
}

static void rename_column(struct bd_sql_writer *q, struct bd_sql__relation *table)
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
    table->key = NULL; /* the column may have been its key */
}

void bd_sql__alter(struct bd_sql_writer *q)
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

/* sql_schema.c: what exists: the fixed schema, as SQL and as tables to draw from, and what a script adds to it. The
 * two must agree; the test tests/quality/sql_scripts.sh fails if they do not. */
#include "sql_parts.h"

/* Tables of all kinds: with and without rowid, strict, without types; with generated columns, checks, foreign keys,
 * keys of one and two columns. Indexes on columns, on expressions, on some of the rows; a view to read, a view to
 * write; triggers. There are few rows, because a run may scan all of them. */
const char bd_sql_schema_script[] =
    "CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE,"
    " age INT CHECK (age IS NULL OR age >= 0), born TEXT DEFAULT '2000-01-01',"
    " boss INT REFERENCES person(id) ON DELETE SET NULL);"
    "CREATE TABLE item(code TEXT PRIMARY KEY, price REAL NOT NULL DEFAULT 0.0, tags TEXT,"
    " owner INT REFERENCES person ON UPDATE CASCADE, total REAL AS (price * 1.2) STORED,"
    " label TEXT AS (upper(code)) VIRTUAL) WITHOUT ROWID;"
    "CREATE TABLE log(n INTEGER PRIMARY KEY AUTOINCREMENT, at INT, what ANY, data BLOB) STRICT;"
    "CREATE TABLE pair(x, y, z NUMERIC, UNIQUE (x, y));"
    "CREATE TABLE doc(id INTEGER PRIMARY KEY, body TEXT, kind VARCHAR(10) DEFAULT 'note');"
    "CREATE TABLE scratch(a INTEGER, b TEXT, c REAL);"
    "CREATE INDEX person_age ON person(age DESC, name);"
    "CREATE INDEX person_boss ON person(boss);"
    "CREATE INDEX item_dear ON item(price) WHERE price > 1;"
    "CREATE INDEX doc_kind ON doc(lower(kind), length(body));"
    "CREATE INDEX pair_z ON pair(z COLLATE RTRIM);"
    "CREATE VIEW adult(id, name, age) AS SELECT id, name, age FROM person WHERE age >= 18;"
    "CREATE VIEW owned AS SELECT p.name AS name, count(i.code) AS number, sum(i.price) AS worth"
    " FROM person p LEFT JOIN item i ON i.owner = p.id GROUP BY p.id;"
    "CREATE TRIGGER renamed AFTER UPDATE OF name ON person WHEN old.name IS NOT new.name"
    " BEGIN INSERT INTO log(at, what) VALUES (new.id, old.name || '>' || new.name); END;"
    "CREATE TRIGGER adult_in INSTEAD OF INSERT ON adult"
    " BEGIN INSERT INTO person(name, age) VALUES (coalesce(new.name, '?'), abs(new.age)); END;"
    "CREATE TRIGGER adult_up INSTEAD OF UPDATE ON adult"
    " BEGIN UPDATE person SET name = coalesce(new.name, name) WHERE id = old.id; END;"
    "CREATE TRIGGER adult_out INSTEAD OF DELETE ON adult BEGIN DELETE FROM person WHERE id = old.id; END;"
    "INSERT INTO person VALUES (1, 'Ann', 61, '1963-02-28', NULL), (2, 'bob', 17, '2007-12-31', 1),"
    " (3, 'Cleo', 40, '1984-02-29', 1), (4, 'dan', NULL, NULL, 3);"
    "INSERT INTO item(code, price, tags, owner) VALUES ('pen', 1.5, '[\"red\",\"new\"]', 1), ('ink', 0.25, "
    "'{\"ml\":30}', 1),"
    " ('desk', 120.0, '[]', 3), ('lamp', 33.3, NULL, NULL);"
    "INSERT INTO log(at, what, data) VALUES (1, 'start', x'00FF'), (2, 42, NULL), (3, 2.5, zeroblob(3));"
    "INSERT INTO pair VALUES (1, 'a', 10), (1, 'b', '2.50'), (2, 'a', NULL), (NULL, NULL, -7), ('x ', x'', 1e10);"
    "INSERT INTO doc(body, kind) VALUES ('{\"a\":1,\"b\":[1,2,{\"c\":null}]}', 'note'), ('[1,2.5,\"x\"]', 'LIST'),"
    " ('\"plain\"', NULL);"
    "INSERT INTO scratch VALUES (1, 'one', 1.0), (2, 'two', 2.5), (3, NULL, -0.5);"
    "ANALYZE;";

static const struct bd_sql__column person[] = {
    {"id", BD_SQL__INTEGER, 0}, {"name", BD_SQL__TEXT, 0},    {"age", BD_SQL__INTEGER, 0},
    {"born", BD_SQL__DATE, 0},  {"boss", BD_SQL__INTEGER, 0},
};
static const struct bd_sql__column item[] = {
    {"code", BD_SQL__TEXT, 0},     {"price", BD_SQL__REAL, 0}, {"tags", BD_SQL__JSON, 0},
    {"owner", BD_SQL__INTEGER, 0}, {"total", BD_SQL__REAL, 1}, {"label", BD_SQL__TEXT, 1},
};
static const struct bd_sql__column log_columns[] = {
    {"n", BD_SQL__INTEGER, 0},
    {"at", BD_SQL__INTEGER, 0},
    {"what", BD_SQL__ANY, 0},
    {"data", BD_SQL__BLOB, 0},
};
static const struct bd_sql__column pair[] = {{"x", BD_SQL__ANY, 0}, {"y", BD_SQL__ANY, 0}, {"z", BD_SQL__INTEGER, 0}};
static const struct bd_sql__column doc[] = {
    {"id", BD_SQL__INTEGER, 0},
    {"body", BD_SQL__JSON, 0},
    {"kind", BD_SQL__TEXT, 0},
};
static const struct bd_sql__column scratch[] = {
    {"a", BD_SQL__INTEGER, 0}, {"b", BD_SQL__TEXT, 0}, {"c", BD_SQL__REAL, 0}};
static const struct bd_sql__column adult[] = {
    {"id", BD_SQL__INTEGER, 0}, {"name", BD_SQL__TEXT, 0}, {"age", BD_SQL__INTEGER, 0}};
static const struct bd_sql__column owned[] = {
    {"name", BD_SQL__TEXT, 0},
    {"number", BD_SQL__INTEGER, 0},
    {"worth", BD_SQL__REAL, 0},
};
static const struct bd_sql__column master[] = {
    {"type", BD_SQL__TEXT, 0},        {"name", BD_SQL__TEXT, 0}, {"tbl_name", BD_SQL__TEXT, 0},
    {"rootpage", BD_SQL__INTEGER, 0}, {"sql", BD_SQL__TEXT, 0},
};

#define COLUMNS(array) array, BD_SQL__COUNT(array)
static const struct bd_sql__relation schema[] = {
    {"scratch", BD_SQL__TABLE, true, false, COLUMNS(scratch), NULL, {NULL}},
    {"person", BD_SQL__TABLE, true, false, COLUMNS(person), "id", {"person_age", "person_boss"}},
    {"item", BD_SQL__TABLE, false, false, COLUMNS(item), "code", {"item_dear"}},
    {"log", BD_SQL__TABLE, true, true, COLUMNS(log_columns), "n", {NULL}},
    {"pair", BD_SQL__TABLE, true, false, COLUMNS(pair), "x, y", {"pair_z"}},
    {"doc", BD_SQL__TABLE, true, false, COLUMNS(doc), "id", {"doc_kind"}},
    {"adult", BD_SQL__MUTABLE, false, false, COLUMNS(adult), NULL, {NULL}},
    {"owned", BD_SQL__VIEW, false, false, COLUMNS(owned), NULL, {NULL}},
    {"sqlite_master", BD_SQL__INTERNAL, true, false, COLUMNS(master), NULL, {NULL}},
};
static const char *const indexes[] = {"person_age", "person_boss", "item_dear", "doc_kind", "pair_z"};
static const char *const triggers[] = {"renamed", "adult_in", "adult_up", "adult_out"};

/* All ways to quote a name. The columns of queries have no known type. */
const struct bd_sql__column bd_sql__query_columns[BD_SQL__MAX_COLUMNS] = {
    {"c0", BD_SQL__ANY, 0},   {"c1", BD_SQL__ANY, 0},     {"\"c 2\"", BD_SQL__ANY, 0}, {"[c3]", BD_SQL__ANY, 0},
    {"`c4`", BD_SQL__ANY, 0}, {"\"C5\"", BD_SQL__ANY, 0}, {"c6", BD_SQL__ANY, 0},      {"c\xC3\xA9", BD_SQL__ANY, 0},
};

static const char *const aliases[] = {
    "q0",  "q1",  "q2",  "\"q 3\"", "q4",  "[q5]", "q6",  "`q7`", "q8",  "q9",  "q10", "\"q\"\"11\"", "q12",
    "q13", "q14", "q15", "q16",     "q17", "q18",  "q19", "q20",  "q21", "q22", "q23", "q24",         "q25",
    "q26", "q27", "q28", "q29",     "q30", "q31",  "q32", "q33",  "q34", "q35", "q36", "q37",         "q38",
};
static const char *const objects[] = {
    "o0",  "o1",  "\"o 2\"", "o3",  "[o4]", "o5",  "`o6`", "o7",  "o8",  "o9",  "o10",
    "o11", "o12", "o13",     "o14", "o15",  "o16", "o17",  "o18", "o19", "o20", "o21",
    "o22", "o23", "o24",     "o25", "o26",  "o27", "o28",  "o29", "o30", "o31",
};

void bd_sql__schema_begin(struct bd_sql_writer *q)
{
    memcpy(q->relations, schema, sizeof schema);
    q->relation_count = BD_SQL__COUNT(schema);
    memcpy(q->indexes.names, indexes, sizeof indexes);
    q->indexes.count = BD_SQL__COUNT(indexes);
    memcpy(q->triggers.names, triggers, sizeof triggers);
    q->triggers.count = BD_SQL__COUNT(triggers);
    q->store_count = q->alias_count = q->object_count = 0;
}

/* Long scripts reuse names: usually the first ones are out of scope by then. */
const char *bd_sql__new_alias(struct bd_sql_writer *q)
{
    return aliases[q->alias_count++ % BD_SQL__COUNT(aliases)];
}

const char *bd_sql__new_object(struct bd_sql_writer *q)
{
    return objects[q->object_count++ % BD_SQL__COUNT(objects)];
}

struct bd_sql__source bd_sql__source_of(const struct bd_sql__relation *relation, const char *alias)
{
    return (struct bd_sql__source){alias ? alias : relation->name, relation->columns, relation->column_count,
                                   relation->has_rowid};
}

const struct bd_sql__relation *bd_sql__any_relation(struct bd_sql_writer *q)
{
    return &q->relations[bd_pick(q->s, "relation", q->relation_count)];
}

/* One of the tables; if WRITABLE, also one of the views that can be written to. "scratch" is never dropped, so one
 * exists. */
static struct bd_sql__relation *any_of(struct bd_sql_writer *q, const char *label, bool writable)
{
    struct bd_sql__relation *found[BD_SQL__MAX_RELATIONS];
    size_t count = 0;
    for (size_t i = 0; i < q->relation_count; i++) {
        const enum bd_sql__relation_kind kind = q->relations[i].kind;
        if (kind == BD_SQL__TABLE || (writable && kind == BD_SQL__MUTABLE)) { found[count++] = &q->relations[i]; }
    }
    return found[bd_pick(q->s, label, count)];
}

struct bd_sql__relation *bd_sql__any_table(struct bd_sql_writer *q)
{
    return any_of(q, "table", false);
}

const struct bd_sql__relation *bd_sql__any_writable(struct bd_sql_writer *q)
{
    return any_of(q, "written to", true);
}

void bd_sql__forget_relation(struct bd_sql_writer *q, const struct bd_sql__relation *relation)
{
    const size_t index = (size_t)(relation - q->relations);
    q->relation_count--;
    memmove(&q->relations[index], &q->relations[index + 1], (q->relation_count - index) * sizeof *relation);
}

void bd_sql__names_add(struct bd_sql__names *names, const char *name)
{
    if (names->count < BD_SQL__MAX_NAMED) { names->names[names->count++] = name; }
}

void bd_sql__names_drop(struct bd_sql__names *names, size_t index)
{
    names->count--;
    memmove(&names->names[index], &names->names[index + 1], (names->count - index) * sizeof *names->names);
}

struct bd_sql__column *bd_sql__store(struct bd_sql_writer *q, size_t count)
{
    if (q->store_count + count > BD_SQL__MAX_STORE) { return NULL; }
    q->store_count += count;
    return &q->store[q->store_count - count];
}

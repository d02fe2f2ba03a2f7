/* sql_parts.h: what the files of the SQL generator share. Not for users.
 *
 *     sql.c             scripts and statements; transactions, pragmas and other housekeeping
 *     sql_select.c      queries: result columns, grouping, windows, compounds, WITH
 *     sql_from.c        their sources, and how these are joined
 *     sql_partition.c   a query, a condition and an index, for checking results
 *     sql_change.c      INSERT, UPDATE, DELETE
 *     sql_define.c      CREATE, DROP
 *     sql_table.c       CREATE TABLE, ALTER TABLE
 *     sql_expression.c  expressions of every kind
 *     sql_term.c        their leaves: literals, columns, parameters
 *     sql_function.c    functions, with arguments that fit
 *     sql_schema.c      what exists: the fixed schema, and what a script adds to it
 */
#ifndef BD_SQL_PARTS_H
#define BD_SQL_PARTS_H

#include "sql.h"

#include <bediv/draws.h>

#define BD_SQL__COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- What exists ---- */

/* What a column is for, that is, which literals make sense in it. */
enum bd_sql__type {
    BD_SQL__ANY,
    BD_SQL__INTEGER,
    BD_SQL__REAL,
    BD_SQL__TEXT,
    BD_SQL__BLOB,
    BD_SQL__JSON,
    BD_SQL__DATE
};

struct bd_sql__column {
    const char *name;
    enum bd_sql__type type;
    bool generated; /* cannot be written to */
};

enum bd_sql__relation_kind {
    BD_SQL__TABLE,
    BD_SQL__VIEW,     /* can be read */
    BD_SQL__MUTABLE,  /* a view with triggers that make it writable */
    BD_SQL__INTERNAL, /* SQLite's own: can be read */
};

struct bd_sql__relation {
    const char *name;
    enum bd_sql__relation_kind kind;
    bool has_rowid, strict;
    const struct bd_sql__column *columns; /* borrowed, from the schema or from the script's store */
    size_t column_count;
    const char *key;        /* columns of a unique key, as written, or NULL */
    const char *indexes[2]; /* for INDEXED BY; NULL where there is none */
};

/* Sizes of the arrays below, far out in the tail of the counts drawn. */
enum {
    BD_SQL__MAX_RELATIONS = 24,
    BD_SQL__MAX_COLUMNS = 8, /* of a table created by a script, or of a query */
    BD_SQL__MAX_STORE = 96,  /* columns of all tables created by a script */
    BD_SQL__MAX_NAMED = 16,  /* indexes; triggers */
    BD_SQL__MAX_COMMON = 6,  /* common table expressions in scope */
    BD_SQL__MAX_SOURCES = 5, /* in one FROM */
    BD_SQL__MAX_SAVEPOINTS = 4,
};

/* Names that can be dropped and used again. */
struct bd_sql__names {
    const char *names[BD_SQL__MAX_NAMED];
    size_t count;
};

/* ---- Where we are ---- */

/* Something that columns can be drawn from: a table, view, query, or row of a trigger, with its name. */
struct bd_sql__source {
    const char *name;
    const struct bd_sql__column *columns;
    size_t column_count;
    bool has_rowid;
};

struct bd_sql__scope {
    struct bd_sql__source sources[BD_SQL__MAX_SOURCES];
    size_t count;
    const struct bd_sql__scope *outer; /* of the enclosing query, or NULL */
    bool qualified;                    /* columns need the name of their source even if there is only one: NEW, OLD */
};

/* The sources of a FROM: drawn, but not written yet. */
struct bd_sql__from {
    struct bd_sql__planned {
        enum { BD_SQL__RELATION, BD_SQL__COMMON, BD_SQL__QUERY, BD_SQL__FUNCTION, BD_SQL__SOURCE_KINDS } kind;
        const struct bd_sql__relation *relation; /* RELATION */
        const char *function;                    /* FUNCTION: its name */
        const char *name;                        /* how it is written, if that is a name */
        struct bd_sql__source source;            /* as the query sees it */
    } items[BD_SQL__MAX_SOURCES];
    size_t count;
};

/* What is allowed in an expression. */
enum {
    BD_SQL__AGGREGATES = 1,
    BD_SQL__WINDOWS = 2,
    BD_SQL__QUERIES = 4,
    BD_SQL__PARAMETERS = 8,
    BD_SQL__RANDOM = 16, /* functions whose results vary, such as CURRENT_TIME */
    BD_SQL__RAISE = 32,
    BD_SQL__FREELY = BD_SQL__QUERIES | BD_SQL__PARAMETERS | BD_SQL__RANDOM,
};

/* Where an expression occurs. Passed by value: nested expressions get a modified copy. */
struct bd_sql__place {
    const struct bd_sql__scope *scope;
    unsigned may;
    unsigned depth;
    const char *window; /* name of a window that the query defines, or NULL */
};

/* A script being written. Lives on the stack for one call of the generator. */
struct bd_sql_writer {
    struct bd_source *s;
    struct bd_out *out;
    struct bd_sql_options options; /* defaults filled in */
    const struct bd_dict *texts;   /* for string literals; never empty */
    unsigned query_depth;
    unsigned withheld, granted; /* flags of bd_sql__place.may, for a whole statement: a view cannot have parameters */
    bool only_tables;           /* are the sources of queries, so that each query has one right result */
    bool executed;              /* whatever is created now will exist for the next statement */
    size_t alias_count, object_count;

    struct bd_sql__relation relations[BD_SQL__MAX_RELATIONS];
    size_t relation_count;
    struct bd_sql__names indexes, triggers;
    struct bd_sql__column store[BD_SQL__MAX_STORE];
    size_t store_count;
    struct bd_sql__source common[BD_SQL__MAX_COMMON]; /* WITH: innermost last */
    size_t common_count;
    size_t savepoint_count;
    bool in_transaction;
};

/* ---- Small things ---- */

static inline void bd_sql__put(struct bd_sql_writer *q, const char *text)
{
    bd_put(q->out, text);
}

/* Structure: 0, 1, ... with the given weights, one per answer. */
#define BD_SQL__PICK(q, label, ...) \
    bd_pick_weighted((q)->s, label, (const unsigned[]){__VA_ARGS__}, \
                     sizeof((const unsigned[]){__VA_ARGS__}) / sizeof(unsigned))

/* True once in ODDS + 1 times. */
static inline bool bd_sql__seldom(struct bd_sql_writer *q, const char *label, unsigned odds)
{
    return bd_pick_weighted(q->s, label, (const unsigned[]){odds, 1}, 2) == 1;
}

/* A value: writes one of the words. */
#define BD_SQL__PUT_WORD(q, label, ...) \
    bd_put_word((q)->s, (q)->out, label, \
                &(const struct bd_dict){(const char *const[]){__VA_ARGS__}, \
                                        sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)})

/* ---- sql_schema.c ---- */

/* Enters the tables, views, indexes and triggers of the fixed schema. */
void bd_sql__schema_begin(struct bd_sql_writer *q);
/* A name that the script has not used yet: for sources of queries; for tables, views, indexes and triggers. */
const char *bd_sql__new_alias(struct bd_sql_writer *q);
const char *bd_sql__new_object(struct bd_sql_writer *q);
/* Columns of queries: BD_SQL__MAX_COLUMNS names c0, c1, …, in different quotes. */
extern const struct bd_sql__column bd_sql__query_columns[BD_SQL__MAX_COLUMNS];
/* The relation as a source, under its own name or ALIAS. */
struct bd_sql__source bd_sql__source_of(const struct bd_sql__relation *relation, const char *alias);
/* Draws any relation; a table; a relation that can be written to. There is always one. */
const struct bd_sql__relation *bd_sql__any_relation(struct bd_sql_writer *q);
struct bd_sql__relation *bd_sql__any_table(struct bd_sql_writer *q);
const struct bd_sql__relation *bd_sql__any_writable(struct bd_sql_writer *q);
void bd_sql__forget_relation(struct bd_sql_writer *q, const struct bd_sql__relation *relation);
void bd_sql__names_add(struct bd_sql__names *names, const char *name);
/* Removes the name at INDEX. */
void bd_sql__names_drop(struct bd_sql__names *names, size_t index);
/* Room for COUNT columns, or NULL if there is not enough. */
struct bd_sql__column *bd_sql__store(struct bd_sql_writer *q, size_t count);

/* ---- sql_term.c ---- */

/* A literal of any kind. */
void bd_sql__literal(struct bd_sql_writer *q);
/* A literal that makes sense for TYPE; the same or NULL, for a column. */
void bd_sql__literal_of(struct bd_sql_writer *q, enum bd_sql__type type);
void bd_sql__cell(struct bd_sql_writer *q, enum bd_sql__type type);
/* 'TEXT', with quotes doubled. */
void bd_sql__put_string(struct bd_sql_writer *q, const char *text);
/* A column in scope; returns false, and draws nothing, if there is none. */
bool bd_sql__column_of(struct bd_sql_writer *q, const struct bd_sql__scope *scope);
/* A leaf of an expression: literal, column or parameter. */
void bd_sql__term(struct bd_sql_writer *q, struct bd_sql__place place);

/* ---- sql_function.c ---- */

/* A call of a scalar function; of an aggregate; of an aggregate or another function over a window. */
void bd_sql__call(struct bd_sql_writer *q, struct bd_sql__place place);
void bd_sql__aggregate(struct bd_sql_writer *q, struct bd_sql__place place);
void bd_sql__window_call(struct bd_sql_writer *q, struct bd_sql__place place);

/* ---- sql_expression.c ---- */

void bd_sql__expression(struct bd_sql_writer *q, struct bd_sql__place place);
/* An expression that is not just a literal or column, unless PLACE is too deep. */
void bd_sql__compound(struct bd_sql_writer *q, struct bd_sql__place place);
/* An expression as an operand: in parentheses where it should have them. */
void bd_sql__operand(struct bd_sql_writer *q, struct bd_sql__place place);
/* COUNT expressions, separated by commas. */
void bd_sql__expressions(struct bd_sql_writer *q, struct bd_sql__place place, size_t count);
void bd_sql__where(struct bd_sql_writer *q, struct bd_sql__place place);
/* The place of a part of the expression at PLACE. */
struct bd_sql__place bd_sql__inside(struct bd_sql__place place);
/* The place of a new expression. */
struct bd_sql__place bd_sql__at(const struct bd_sql_writer *q, const struct bd_sql__scope *scope, unsigned may);

/* ---- sql_select.c ---- */

/* How the columns of a query are named. */
enum bd_sql__naming {
    BD_SQL__UNNAMED, /* names do not matter */
    BD_SQL__NAMED,   /* c0, c1, ... */
};

/* A query with WIDTH columns (0: any number). OUTER is what it can refer to besides its own sources. */
void bd_sql__select(struct bd_sql_writer *q, const struct bd_sql__scope *outer, size_t width,
                    enum bd_sql__naming naming);
/* Draws how many columns a query has. */
size_t bd_sql__width(struct bd_sql_writer *q);
/* VALUES (...), (...). */
void bd_sql__values(struct bd_sql_writer *q, const struct bd_sql__scope *outer, size_t width);
/* WITH ... Its definitions are in q->common until the caller removes them. */
void bd_sql__with(struct bd_sql_writer *q);
void bd_sql__order_by(struct bd_sql_writer *q, struct bd_sql__place place, size_t width);
void bd_sql__limit(struct bd_sql_writer *q);
/* OVER ..., after a call. */
void bd_sql__over(struct bd_sql_writer *q, struct bd_sql__place place);
/* Whether a query is allowed here, or there are already enough around it. */
bool bd_sql__may_query(const struct bd_sql_writer *q);

/* ---- sql_partition.c ---- */

/* A query and a condition, for bd_sql_partition. */
void bd_sql__partition(struct bd_sql_writer *q);

/* ---- sql_from.c ---- */

/* Draws the sources of a FROM, and adds them to SCOPE. Writes nothing: text that refers to them may come first. */
void bd_sql__plan_from(struct bd_sql_writer *q, struct bd_sql__from *from, struct bd_sql__scope *scope);
/* Writes what was planned. OUTER is the scope of the enclosing query. */
void bd_sql__put_from(struct bd_sql_writer *q, const struct bd_sql__from *from, const struct bd_sql__scope *outer);

/* ---- sql_change.c ---- */

/* A statement that changes rows. IN_TRIGGER has NEW and OLD; it is NULL outside triggers, which allow less grammar. */
void bd_sql__insert(struct bd_sql_writer *q, const struct bd_sql__scope *in_trigger);
void bd_sql__update(struct bd_sql_writer *q, const struct bd_sql__scope *in_trigger);
void bd_sql__delete(struct bd_sql_writer *q, const struct bd_sql__scope *in_trigger);

/* ---- sql_define.c ---- */

/* If q->executed, these remember what they create, drop or change, for later statements. */
void bd_sql__create(struct bd_sql_writer *q);
void bd_sql__drop(struct bd_sql_writer *q);
/* Remembers a table or view, with a copy of its columns, if there is room. */
void bd_sql__note(struct bd_sql_writer *q, struct bd_sql__relation relation);
/* Optional words of CREATE. */
void bd_sql__if_not_exists(struct bd_sql_writer *q);
void bd_sql__temporary(struct bd_sql_writer *q);

/* ---- sql_table.c ---- */

void bd_sql__create_table(struct bd_sql_writer *q);
void bd_sql__alter(struct bd_sql_writer *q);

#endif

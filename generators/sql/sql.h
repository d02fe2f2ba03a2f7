/* sql.h: a generator of scripts in SQLite's dialect of SQL, for a schema that the target creates.
 *
 *     static void *setup(int *argc, char ***argv)
 *     {
 *         ... sqlite3_exec(db, bd_sql_schema_script, NULL, NULL, NULL) ...
 *     }
 *     BD_FUZZER(.name = "mine", .generate = bd_sql_script, .run = run, .setup = setup, .dict = "sql.dict");
 *
 * A script has one or more statements, of every kind in SQLite 3.40 except ATTACH, DETACH and virtual tables. Names
 * refer to things that exist: tables, columns, indexes, views and triggers of the schema or of an earlier statement,
 * aliases in scope, common table expressions, windows, NEW and OLD in triggers. Numbers of columns agree where they
 * must. Aggregates, windows, parameters and subqueries occur only where SQLite allows them. Occasionally the generator
 * makes a mistake on purpose: a column of another table, an argument or a column too many, an aggregate in WHERE. The
 * labels of these choices end in "slip", and the answer 0 means no mistake. The rest is left to chance: types,
 * constraints, values at the edges of their types, overflow, malformed JSON.
 *
 * The labels of choices say what they decide (statement kind, join kind, operator, ...). Rules are named after what
 * they bracket: statement, select, from, expression, window, column definition. Names, literals and operators are
 * values; everything else is structure. String literals come from the campaign's dictionary, or from a few built-in
 * words if it is empty.
 */
#ifndef BD_SQL_H
#define BD_SQL_H

#include <bediv.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Writes a script; for the functions below. */
struct bd_sql_writer;

/* A kind of statement of yours, such as one that calls a function of your program. PUT draws and writes it, without a
 * semicolon. It can use the functions below, which write parts as the generator does. */
struct bd_sql_statement {
    unsigned weight; /* all kinds of ours together have 35 */
    void (*put)(struct bd_source *s, struct bd_out *out, struct bd_sql_writer *writer);
};
enum { BD_SQL_MAX_STATEMENTS = 16 };

/* The name of a table or view that exists. */
void bd_sql_put_relation(struct bd_sql_writer *writer);
/* An expression without columns. */
void bd_sql_put_expression(struct bd_sql_writer *writer);
/* SELECT or VALUES. */
void bd_sql_put_query(struct bd_sql_writer *writer);

/* A member that is zero has its default, which the comment gives. */
struct bd_sql_options {
    unsigned max_depth;     /* of expressions; half of it is the depth of nested queries: 4 */
    double mean_statements; /* after the first: 1.5; negative: none */
    /* The target only compiles statements: created objects do not exist for the next one, dropped objects still do. */
    bool prepare_only; /* false */
    /* Statements of yours, added to ours; at most BD_SQL_MAX_STATEMENTS kinds, borrowed: none */
    const struct bd_sql_statement *statements;
    size_t statement_count;
};

/* The schema that scripts refer to. Run it once, on an empty database. It puts a few rows into every table. */
extern const char bd_sql_schema_script[];

/* Writes one script with default options. If all answers are 0, it is empty. */
void bd_sql_script(struct bd_source *s, struct bd_out *out);

/* The same with OPTIONS, which are borrowed during the call. */
void bd_sql_script_with(struct bd_source *s, struct bd_out *out, const struct bd_sql_options *options);

/* Writes what a target needs to check results (subjects/sqlite3/partition.c): statements that prepare the database, each
 * ended by ";\n", and then
 *
 *     -- query
 *     SELECT name, age + 1 FROM person LEFT JOIN item ON owner = id
 *     -- condition
 *     age > 30 OR price < 2
 *     -- index
 *     CREATE INDEX i ON person(age)
 *
 * The rows for which the condition is true, false and NULL must together be the rows of the query, and an index must not
 * change them. The query has one right result, except for its order: no functions of time or chance, no subqueries, no
 * views. If all answers are 0, nothing is written. */
void bd_sql_partition(struct bd_source *s, struct bd_out *out);

#ifdef __cplusplus
}
#endif
#endif

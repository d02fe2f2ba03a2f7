/* sql.h: a generator of scripts in SQLite's dialect of SQL, over a schema that the target has made.
 *
 *     static void *setup(int *argc, char ***argv)
 *     {
 *         ... sqlite3_exec(db, bd_sql_schema_script, NULL, NULL, NULL) ...
 *     }
 *     BD_FUZZER(.name = "mine", .generate = bd_sql_script, .run = run, .setup = setup, .dict = "sql.dict");
 *
 * A script is one statement or more, of every kind that SQLite 3.40 has but ATTACH, DETACH and virtual tables.
 * Names refer to what is there: tables, columns, indexes, views and triggers of the schema or made by an earlier
 * statement, aliases in scope, common table expressions, windows, NEW and OLD in triggers. Numbers of columns agree
 * where they must. Aggregates, windows, parameters, subqueries stand only where SQLite allows them. Now and then there
 * is a slip in that: a column of another table, an argument or a column too many, an aggregate in WHERE; the labels of
 * these choices end in "slip", and 0 is none. The rest is left to chance: types, constraints, values at the edges of
 * their types, overflow, malformed JSON.
 *
 * Choices are labelled by what they decide (statement kind, join kind, operator, ...); rules are named after what they
 * bracket: statement, select, from, expression, window, column definition. Names, literals and operators are values;
 * all else is structure. String literals come from the campaign's dictionary, or from a few of our own if it is empty.
 */
#ifndef BD_SQL_H
#define BD_SQL_H

#include <bediv.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Zero means the default throughout. */
struct bd_sql_options {
    unsigned max_depth;     /* of an expression, and, halved, of queries in queries: 4 */
    double mean_statements; /* beyond the first: 1.5; negative: none */
    bool prepare_only;      /* the target compiles each statement and executes none, so that what is created is not
                               there for the next, and what is dropped still is: false */
};

/* The schema that scripts are about: run it once, on an empty database. A few rows are in every table. */
extern const char bd_sql_schema_script[];

/* Writes one script, with default options. Answers of 0 give the empty script. */
void bd_sql_script(struct bd_source *s, struct bd_out *out);

/* The same with OPTIONS, borrowed for the call. */
void bd_sql_script_with(struct bd_source *s, struct bd_out *out, const struct bd_sql_options *options);

#ifdef __cplusplus
}
#endif
#endif

/* sql.c: scripts and statements; transactions, pragmas and other housekeeping. */
#include "sql_parts.h"

static const struct bd_sql_options defaults = {.max_depth = 4, .mean_statements = 1.5};

/* Used if there is no dictionary. */
static const char *const own_texts[] = {"", "a", "Ann", "pen", "x ", "0", "1e3", "it's", "2024-02-29", "{\"a\":1}"};
static const struct bd_dict own_dict = {own_texts, BD_SQL__COUNT(own_texts)};

/* ---- Transactions ---- */

/* If the script is executed, only what fits its current state. If it is only compiled, everything fits. */
static void transaction(struct bd_sql_writer *q)
{
    enum { BEGIN, SAVEPOINT, COMMIT, ROLLBACK, RELEASE, ROLLBACK_TO, KINDS };
    static const char *const names[BD_SQL__MAX_SAVEPOINTS] = {"s0", "s1", "\"s 2\"", "[s3]"};
    const bool free = !q->executed;
    const bool saved = q->savepoint_count > 0;
    const bool open = q->in_transaction || saved;
    const unsigned weights[KINDS] = {
        free || !open ? 2 : 0, q->savepoint_count < BD_SQL__MAX_SAVEPOINTS ? 2 : 0,
        free || open ? 2 : 0,  free || open ? 1 : 0,
        free || saved ? 2 : 0, free || saved ? 1 : 0,
    };
    const char *innermost = names[saved ? q->savepoint_count - 1 : 0];
    switch (bd_pick_weighted(q->s, "transaction", weights, KINDS)) {
    case SAVEPOINT:
        bd_sql__put(q, "SAVEPOINT ");
        bd_sql__put(q, names[q->savepoint_count % BD_SQL__MAX_SAVEPOINTS]);
        q->savepoint_count += q->savepoint_count < BD_SQL__MAX_SAVEPOINTS;
        break;
    case COMMIT:
        BD_SQL__PUT_WORD(q, "commit", "COMMIT", "END", "COMMIT TRANSACTION");
        q->in_transaction = false;
        q->savepoint_count = 0;
        break;
    case ROLLBACK:
        bd_sql__put(q, "ROLLBACK");
        q->in_transaction = false;
        q->savepoint_count = 0;
        break;
    case RELEASE:
        bd_sql__put(q, "RELEASE ");
        bd_sql__put(q, innermost);
        q->savepoint_count -= saved;
        break;
    case ROLLBACK_TO:
        bd_sql__put(q, "ROLLBACK TO ");
        bd_sql__put(q, innermost);
        break;
    default:
        BD_SQL__PUT_WORD(q, "begin", "BEGIN", "BEGIN IMMEDIATE", "BEGIN EXCLUSIVE TRANSACTION", "BEGIN DEFERRED");
        q->in_transaction = true;
        break;
    }
}

/* ---- Pragmas ----
 *
 * Only pragmas that neither touch files nor disable checks of the schema. The list is long, so the choice of one is a
 * value. */

static const char *const pragma_words[] = {
    "user_version",
    "application_id = 7",
    "auto_vacuum = FULL",
    "automatic_index = OFF",
    "busy_timeout = 10",
    "cache_size = 10",
    "cache_spill = OFF",
    "case_sensitive_like = ON",
    "cell_size_check = ON",
    "checkpoint_fullfsync = 1",
    "collation_list",
    "compile_options",
    "count_changes = 1",
    "data_version",
    "database_list",
    "defer_foreign_keys = ON",
    "empty_result_callbacks = 1",
    "encoding",
    "encoding = 'UTF-16le'",
    "foreign_key_check",
    "foreign_keys = ON",
    "freelist_count",
    "full_column_names = 1",
    "function_list",
    "hard_heap_limit",
    "incremental_vacuum(2)",
    "integrity_check",
    "journal_mode",
    "journal_mode = OFF",
    "journal_mode = MEMORY",
    "journal_size_limit = 100",
    "legacy_alter_table = ON",
    "locking_mode = EXCLUSIVE",
    "max_page_count = 200",
    "module_list",
    "optimize",
    "page_count",
    "page_size = 512",
    "pragma_list",
    "query_only = 1",
    "quick_check(3)",
    "read_uncommitted = 1",
    "recursive_triggers = ON",
    "reverse_unordered_selects = ON",
    "schema_version",
    "secure_delete = FAST",
    "short_column_names = 0",
    "shrink_memory",
    "soft_heap_limit",
    "synchronous = OFF",
    "table_list",
    "temp_store = MEMORY",
    "threads = 2",
    "trusted_schema = OFF",
    "user_version = -1",
    "wal_autocheckpoint",
    "wal_checkpoint",
    "analysis_limit = 10",
};
static const struct bd_dict pragmas = {pragma_words, BD_SQL__COUNT(pragma_words)};

/* The name of any relation, as a value; rarely of none. */
static const char *relation_name(struct bd_sql_writer *q)
{
    const struct bd_referents relations = {.right = q->relation_count, .self = BD_NO_SELF};
    const size_t i = bd_reference(q->s, "named relation", relations);
    return i < q->relation_count ? q->relations[i].name : "nothing";
}

static void pragma(struct bd_sql_writer *q)
{
    bd_sql__put(q, bd_sql__seldom(q, "pragma of main", 5) ? "PRAGMA main." : "PRAGMA ");
    if (bd_sql__seldom(q, "pragma of relation", 2)) {
        BD_SQL__PUT_WORD(q, "relation pragma", "table_info", "table_xinfo", "index_list", "foreign_key_list",
                         "foreign_key_check", "integrity_check", "table_list", "quick_check");
        bd_sql__put(q, "(");
        bd_sql__put(q, relation_name(q));
        bd_sql__put(q, ")");
    } else if (q->indexes.count > 0 && bd_sql__seldom(q, "pragma of index", 8)) {
        BD_SQL__PUT_WORD(q, "index pragma", "index_info", "index_xinfo");
        bd_sql__put(q, "(");
        bd_sql__put(q, q->indexes.names[bd_int(q->s, "named index", 0, (int64_t)q->indexes.count - 1)]);
        bd_sql__put(q, ")");
    } else {
        bd_put_word(q->s, q->out, "pragma", &pragmas);
    }
}

static void housekeeping(struct bd_sql_writer *q)
{
    enum { ANALYZE, REINDEX, VACUUM, KINDS };
    const bool open = q->executed && (q->in_transaction || q->savepoint_count > 0);
    switch (bd_pick(q->s, "housekeeping", KINDS)) {
    case REINDEX:
        bd_sql__put(q, "REINDEX");
        switch (BD_SQL__PICK(q, "reindexed", 2, 2, 1)) {
        case 1:
            bd_sql__put(q, " ");
            bd_sql__put(q, bd_sql__any_table(q)->name);
            break;
        case 2: bd_sql__put(q, " NOCASE"); break;
        default: break;
        }
        break;
    case VACUUM: bd_sql__put(q, open ? "ANALYZE" : "VACUUM"); break; /* a transaction does not allow VACUUM */
    default:
        bd_sql__put(q, "ANALYZE");
        if (bd_flag(q->s, "analyzes one")) {
            bd_sql__put(q, " ");
            bd_sql__put(q, bd_sql__any_table(q)->name);
        }
        break;
    }
}

/* ---- Statements ---- */

enum { SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, ALTER, PRAGMA, TRANSACTION, HOUSEKEEPING, STATEMENTS };

/* A statement that reads or changes rows: only these can begin with WITH or EXPLAIN. */
static void rows_statement(struct bd_sql_writer *q, size_t kind)
{
    if (kind != SELECT && bd_sql__seldom(q, "change has with", 12)) { bd_sql__with(q); }
    switch (kind) {
    case INSERT: bd_sql__insert(q, NULL); break;
    case UPDATE: bd_sql__update(q, NULL); break;
    case DELETE: bd_sql__delete(q, NULL); break;
    default: bd_sql__select(q, NULL, 0, BD_SQL__UNNAMED); break;
    }
    q->common_count = 0;
}

static const unsigned any_statement[STATEMENTS] = {12, 5, 4, 3, 6, 1, 1, 1, 1, 1};
/* Those that leave something behind, except open transactions. */
static const unsigned preparation[STATEMENTS] = {0, 5, 4, 3, 6, 1, 1, 1, 0, 1};

/* A kind of statement; from STATEMENTS on, one of the user's. */
static size_t statement_kind(struct bd_sql_writer *q, const unsigned *own_weights)
{
    const size_t more = q->options.statement_count;
    unsigned weights[STATEMENTS + BD_SQL_MAX_STATEMENTS];
    memcpy(weights, own_weights, STATEMENTS * sizeof *weights);
    for (size_t i = 0; i < more; i++) { weights[STATEMENTS + i] = q->options.statements[i].weight; }
    return bd_pick_weighted(q->s, "statement kind", weights, STATEMENTS + more);
}

static void statement(struct bd_sql_writer *q, const unsigned *weights)
{
    BD_RULE(q->s, "statement");
    const size_t kind = statement_kind(q, weights);
    if (kind >= STATEMENTS) {
        q->options.statements[kind - STATEMENTS].put(q->s, q->out, q);
        return;
    }
    switch (BD_SQL__PICK(q, "explained", 36, 1, 1)) {
    case 1: bd_sql__put(q, "EXPLAIN "); break;
    case 2: bd_sql__put(q, "EXPLAIN QUERY PLAN "); break;
    default: q->executed = !q->options.prepare_only; break;
    }
    switch (kind) {
    case CREATE: bd_sql__create(q); break;
    case DROP: bd_sql__drop(q); break;
    case ALTER: bd_sql__alter(q); break;
    case PRAGMA: pragma(q); break;
    case TRANSACTION: transaction(q); break;
    case HOUSEKEEPING: housekeeping(q); break;
    default: rows_statement(q, kind); break;
    }
    q->executed = false;
}

static void begin(struct bd_sql_writer *q, struct bd_source *s, struct bd_out *out,
                  const struct bd_sql_options *options)
{
    q->s = s;
    q->out = out;
    q->options = *options;
    if (options->max_depth == 0) { q->options.max_depth = defaults.max_depth; }
    if (options->mean_statements == 0) { q->options.mean_statements = defaults.mean_statements; }
    if (options->statement_count > BD_SQL_MAX_STATEMENTS) { q->options.statement_count = BD_SQL_MAX_STATEMENTS; }
    q->texts = bd_dictionary(s);
    if (!q->texts || q->texts->count == 0) { q->texts = &own_dict; }
    q->query_depth = q->withheld = q->granted = 0;
    q->common_count = q->savepoint_count = 0;
    q->in_transaction = q->executed = q->only_tables = false;
    bd_sql__schema_begin(q);
}

/* The smallest script is empty. */
static bool is_empty(struct bd_source *s)
{
    static const unsigned odds[] = {1, 60};
    return bd_pick_weighted(s, "script", odds, 2) == 0;
}

void bd_sql_script_with(struct bd_source *s, struct bd_out *out, const struct bd_sql_options *options)
{
    struct bd_sql_writer q;
    begin(&q, s, out, options);

    if (is_empty(s)) { return; }
    statement(&q, any_statement);
    while (q.options.mean_statements > 0 && bd_more(s, "more statements", q.options.mean_statements)) {
        BD_SQL__PUT_WORD(&q, "end of statement", ";\n", ";\n", ";\n", ";\n", "; -- note\n", " /* note */;");
        statement(&q, any_statement);
    }
}

void bd_sql_put_relation(struct bd_sql_writer *writer)
{
    bd_sql__put(writer, bd_sql__any_relation(writer)->name);
}

void bd_sql_put_expression(struct bd_sql_writer *writer)
{
    bd_sql__expression(writer, bd_sql__at(writer, NULL, BD_SQL__FREELY));
}

void bd_sql_put_query(struct bd_sql_writer *writer)
{
    bd_sql__select(writer, NULL, 0, BD_SQL__UNNAMED);
    writer->common_count = 0;
}

void bd_sql_script(struct bd_source *s, struct bd_out *out)
{
    bd_sql_script_with(s, out, &defaults);
}

void bd_sql_partition(struct bd_source *s, struct bd_out *out)
{
    struct bd_sql_writer q;
    begin(&q, s, out, &defaults);
    if (is_empty(s)) { return; }
    while (bd_more(s, "more statements", q.options.mean_statements)) {
        statement(&q, preparation);
        bd_sql__put(&q, ";\n");
    }
    bd_sql__partition(&q);
}

/* target.c: SQLite under test. One run is one SQL script, on a database in memory with a fixed schema.
 *
 * Valid means that sqlite3_prepare accepts every statement; none is executed. With BEDIV_RUN (the program sqlite3-run)
 * each statement is also stepped to its end, and valid means that all end without an error. With BEDIV_ORACLE (the program
 * sqlite3-oracle) results are checked: see partition.h.
 *
 * The database is opened and filled once. All memory comes from the library's heap, which is restored before each run
 * together with SQLite's variables. So a run finds the schema parsed, whatever the previous run did to it. There is no
 * outside world: SQLite is built without an operating system, and the one below has no files, no entropy, and a clock
 * that stands still. */
#include <bediv.h>
#include <bediv/heap.h>
#include <limits.h>
#include <sql.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "library.h"
#include "partition.h"

enum {
    HEAP_BYTES = 16 << 20,
    STEP_LIMIT = 20000, /* instructions of the virtual machine, for the whole script */
    STEP_CHUNK = 100,   /* they are counted in units of this */
};

/* ---- An empty operating system ---- */

/* 2022-12-28 14:03:47, when this version of SQLite was released, in milliseconds of the Julian period. */
static const sqlite3_int64 now = 212538045827000;

static int open_nothing(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out_flags)
{
    (void)vfs, (void)path, (void)flags, (void)out_flags;
    file->pMethods = NULL;
    return SQLITE_CANTOPEN;
}

static int delete_nothing(sqlite3_vfs *vfs, const char *path, int sync)
{
    (void)vfs, (void)path, (void)sync;
    return SQLITE_IOERR_DELETE_NOENT;
}

static int access_nothing(sqlite3_vfs *vfs, const char *path, int flags, int *result)
{
    (void)vfs, (void)path, (void)flags;
    *result = 0;
    return SQLITE_OK;
}

static int full_path(sqlite3_vfs *vfs, const char *path, int size, char *out)
{
    (void)vfs;
    sqlite3_snprintf(size, out, "%s", path);
    return SQLITE_OK;
}

static int no_randomness(sqlite3_vfs *vfs, int size, char *out)
{
    (void)vfs;
    memset(out, 0, (size_t)size);
    return size;
}

static int no_sleep(sqlite3_vfs *vfs, int microseconds)
{
    (void)vfs;
    return microseconds;
}

static int current_time(sqlite3_vfs *vfs, sqlite3_int64 *milliseconds)
{
    (void)vfs;
    *milliseconds = now;
    return SQLITE_OK;
}

static int current_day(sqlite3_vfs *vfs, double *days)
{
    (void)vfs;
    *days = (double)now / 86400000.0;
    return SQLITE_OK;
}

/* SQLite calls these two when it is built for a system that it does not know. */
int sqlite3_os_init(void)
{
    static sqlite3_vfs vfs = {
        .iVersion = 2,
        .szOsFile = sizeof(sqlite3_file),
        .mxPathname = 512,
        .zName = "nothing",
        .xOpen = open_nothing,
        .xDelete = delete_nothing,
        .xAccess = access_nothing,
        .xFullPathname = full_path,
        .xRandomness = no_randomness,
        .xSleep = no_sleep,
        .xCurrentTime = current_day,
        .xCurrentTimeInt64 = current_time,
    };
    return sqlite3_vfs_register(&vfs, 1);
}

int sqlite3_os_end(void)
{
    return SQLITE_OK;
}

/* Local time is one hour ahead, wherever the machine is. */
static int local_time(const void *time, void *broken_down)
{
    const time_t there = *(const time_t *)time + 3600;
    return gmtime_r(&there, broken_down) == NULL;
}

/* ---- Memory ---- */

static void *heap_alloc(int size)
{
    return bd_heap_alloc((size_t)size);
}

static void *heap_resize(void *block, int size)
{
    return bd_heap_resize(block, (size_t)size);
}

static int heap_size(void *block)
{
    return (int)bd_heap_size(block);
}

static int heap_round(int size)
{
    return (int)(((unsigned)size + 15) & ~15U);
}

static int heap_start(void *unused)
{
    (void)unused;
    return SQLITE_OK;
}

static void heap_end(void *unused)
{
    (void)unused;
}

/* ---- The database ---- */

/* The steps that are left for the run. Each run sets it, so it can be in .bss. */
static int chunks_left;

static int count_steps(void *unused)
{
    (void)unused;
    return --chunks_left <= 0;
}

/* So that no statement of a few bytes can take seconds or megabytes. Upstream's fuzzers set similar limits. */
static void set_limits(sqlite3 *db)
{
    static const struct {
        int limit, value;
    } limits[] = {
        {SQLITE_LIMIT_LENGTH, 50000},      {SQLITE_LIMIT_VDBE_OP, 25000},
        {SQLITE_LIMIT_EXPR_DEPTH, 100},    {SQLITE_LIMIT_COMPOUND_SELECT, 20},
        {SQLITE_LIMIT_COLUMN, 100},        {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50},
        {SQLITE_LIMIT_TRIGGER_DEPTH, 10},  {SQLITE_LIMIT_VARIABLE_NUMBER, 100},
        {SQLITE_LIMIT_FUNCTION_ARG, 100},  {SQLITE_LIMIT_WORKER_THREADS, 0},
        {SQLITE_LIMIT_SQL_LENGTH, 100000}, {SQLITE_LIMIT_ATTACHED, 1}, /* VACUUM itself attaches one */
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) { sqlite3_limit(db, limits[i].limit, limits[i].value); }
}

static void must(int status, const char *what, sqlite3 *db)
{
    if (status == SQLITE_OK) { return; }
    fprintf(stderr, "sqlite3: %s: %s\n", what, db ? sqlite3_errmsg(db) : sqlite3_errstr(status));
    abort();
}

static void *setup(int *argc, char ***argv)
{
    static const sqlite3_mem_methods memory = {
        heap_alloc, bd_heap_free, heap_resize, heap_size, heap_round, heap_start, heap_end, NULL,
    };
    (void)argc, (void)argv;
    bd_heap_limit(HEAP_BYTES);
    bd_sqlite3_variables(bd_heap_keep);
    must(sqlite3_config(SQLITE_CONFIG_MALLOC, &memory), "the heap", NULL);
    must(sqlite3_initialize(), "starting", NULL);
    must(sqlite3_test_control(SQLITE_TESTCTRL_LOCALTIME_FAULT, 2, local_time), "local time", NULL);
    sqlite3 *db = NULL;
    must(sqlite3_open(":memory:", &db), "opening the database", db);
    must(sqlite3_exec(db, "PRAGMA page_size = 1024", NULL, NULL, NULL), "the page size", db); /* less to restore */
    must(sqlite3_exec(db, bd_sql_schema_script, NULL, NULL, NULL), "making the schema", db);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL); /* a damaged schema table is not a bug */
    set_limits(db);
    sqlite3_progress_handler(db, STEP_CHUNK, count_steps, NULL);
    return db;
}

/* ---- The fuzzer ---- */

#if defined BEDIV_RUN || defined BEDIV_ORACLE

/* Everything that statements return is read, and added up here. */
static volatile unsigned sink;

/* Parameters get a value of each type in turn; the first is NULL, as if it were not bound. */
static void bind(sqlite3_stmt *statement)
{
    for (int i = 2; i <= sqlite3_bind_parameter_count(statement); i++) {
        switch (i % 4) {
        case 0: sqlite3_bind_int64(statement, i, i); break;
        case 1: sqlite3_bind_double(statement, i, i / 4.0); break;
        case 2: sqlite3_bind_text(statement, i, "text", -1, SQLITE_STATIC); break;
        default: sqlite3_bind_blob(statement, i, "\x00\xFF", 2, SQLITE_STATIC); break;
        }
    }
}

/* Whether STATEMENT ends without an error. */
static bool execute(sqlite3_stmt *statement)
{
    int status;
    bind(statement);
    while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_data_count(statement); i++) {
            const unsigned char *text = sqlite3_column_text(statement, i);
            sink += (unsigned)sqlite3_column_bytes(statement, i) + (text ? *text : 0U);
        }
    }
    return status == SQLITE_DONE;
}

#else

static bool execute(sqlite3_stmt *statement)
{
    (void)statement;
    return true;
}

#endif

/* Runs the statements of a script, and STOPS at the first that has an error. Did the last one end
 * without one? */
static bool run_script(sqlite3 *db, const char *at, size_t size, bool stops)
{
    const char *end = at + size;
    bool valid = true;
    do { /* once even if the script is empty: SQLite decides */
        sqlite3_stmt *statement = NULL;
        const char *rest = end;
        valid = sqlite3_prepare_v3(db, at, (int)(end - at), 0, &statement, &rest) == SQLITE_OK &&
                (!statement || execute(statement)); /* a comment has none */
        sqlite3_finalize(statement);
        at = rest;
    } while ((valid || !stops) && at < end);
    return valid;
}

#ifdef BEDIV_ORACLE

/* What fails leaves the database as it was. */
static void prepare(sqlite3 *db, const char *text, size_t size)
{
    run_script(db, text, size, false);
}

static enum bd_verdict run_text(sqlite3 *db, const char *text, size_t size)
{
    return bd_sqlite3_partition(db, text, size, prepare, bind);
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    bd_sql_partition(s, out);
}

#else

static enum bd_verdict run_text(sqlite3 *db, const char *text, size_t size)
{
    return run_script(db, text, size, true) ? BD_VALID : BD_INVALID;
}

static void generate(struct bd_source *s, struct bd_out *out)
{
#ifdef BEDIV_RUN
    bd_sql_script(s, out);
#else
    static const struct bd_sql_options options = {.prepare_only = true};
    bd_sql_script_with(s, out, &options);
#endif
}

#endif

/* Is this the message for a limit that set_limits lowers? They have no code of their own. */
static bool is_of_a_limit(const char *message)
{
    static const char *const beginnings[] = {"too many ", "Expression tree is too large", "variable number must be ",
                                             "LIKE or GLOB pattern too complex"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        if (strncmp(message, beginnings[i], strlen(beginnings[i])) == 0) { return true; }
    }
    return false;
}

/* Did a limit end the run: the steps, the memory, the size of a value, or one of those above? A statement of too many
 * instructions is "out of memory" to SQLite. */
static bool hit_a_limit(sqlite3 *db)
{
    const int code = sqlite3_errcode(db);
    return chunks_left <= 0 || bd_heap_was_full() || code == SQLITE_TOOBIG || code == SQLITE_NOMEM ||
           is_of_a_limit(sqlite3_errmsg(db));
}

static enum bd_verdict run(const struct bd_input *in)
{
    /* SQLite uses int for sizes, and treats a NUL as the end. */
    if (in->size > INT_MAX || memchr(in->data, 0, in->size)) { return BD_INVALID; }
    chunks_left = STEP_LIMIT / STEP_CHUNK;
    enum bd_verdict verdict = run_text(in->env, (const char *)in->data, in->size);
    return verdict == BD_INVALID && hit_a_limit(in->env) ? BD_LIMITED : verdict;
}

BD_FUZZER(.name = BEDIV_SUBJECT, .generate = generate, .run = run, .setup = setup, .dict = BEDIV_DICT);

#include "partition.h"

#include <bediv/oracle.h>
#include <stdlib.h>

/* ---- Rows, as lines of text ---- */

enum { MOST_ROWS = 4096, MOST_TEXT = 512 << 10 };

struct rows {
    char text[MOST_TEXT]; /* lines, each ended by a newline and a NUL */
    size_t size, count;
    const char *row[MOST_ROWS];
    char sorted[MOST_TEXT];
    bool full;
};

static void put(struct rows *rows, const char *data, size_t size)
{
    rows->full = rows->full || size > MOST_TEXT - rows->size;
    if (rows->full) { return; }
    memcpy(rows->text + rows->size, data, size);
    rows->size += size;
}

static void put_value(struct rows *rows, sqlite3_stmt *statement, int column)
{
    static const char hex[] = "0123456789abcdef";
    int type = sqlite3_column_type(statement, column);
    const unsigned char *data = type == SQLITE_NULL ? NULL : sqlite3_column_blob(statement, column);
    size_t size = (size_t)sqlite3_column_bytes(statement, column);
    switch (type) {
    case SQLITE_NULL: put(rows, "NULL", 4); return;
    case SQLITE_TEXT: put(rows, "'", 1); break;
    case SQLITE_BLOB: put(rows, "x'", 2); break;
    default: put(rows, (const char *)data, size); return;
    }
    for (size_t i = 0; i < size; i++) { /* a text may contain anything, too */
        if (type == SQLITE_TEXT && data[i] >= ' ' && data[i] != '\\') {
            put(rows, (const char *)&data[i], 1);
        } else {
            put(rows, type == SQLITE_TEXT ? "\\" : "", type == SQLITE_TEXT);
            put(rows, (const char[]){hex[data[i] >> 4], hex[data[i] & 15]}, 2);
        }
    }
    put(rows, "'", 1);
}

static void put_row(struct rows *rows, sqlite3_stmt *statement)
{
    const char *begin = rows->text + rows->size;
    for (int i = 0; i < sqlite3_data_count(statement); i++) {
        if (i > 0) { put(rows, ", ", 2); }
        put_value(rows, statement, i);
    }
    put(rows, "\n", 2);
    rows->full = rows->full || rows->count == MOST_ROWS;
    if (!rows->full) { rows->row[rows->count++] = begin; }
}

/* Adds the rows of a query. False if it has an error, or there are too many rows to compare. */
static bool add_query(struct rows *rows, sqlite3 *db, const char *query, void (*bind)(sqlite3_stmt *statement))
{
    sqlite3_stmt *statement = NULL;
    int status = sqlite3_prepare_v3(db, query, -1, 0, &statement, NULL);
    if (status == SQLITE_OK && statement) {
        bind(statement);
        while ((status = sqlite3_step(statement)) == SQLITE_ROW && !rows->full) { put_row(rows, statement); }
    }
    sqlite3_finalize(statement);
    return status == SQLITE_DONE;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The order of rows is not defined. */
static struct bd_side sort(struct rows *rows, const char *name)
{
    struct bd_side side = {name, rows->sorted, 0};
    qsort(rows->row, rows->count, sizeof *rows->row, by_text);
    for (size_t i = 0; i < rows->count; i++) {
        size_t size = strlen(rows->row[i]);
        memcpy(rows->sorted + side.size, rows->row[i], size);
        side.size += size;
    }
    return side;
}

static void clear(struct rows *rows)
{
    rows->size = rows->count = 0;
    rows->full = false;
}

/* ---- The input ---- */

struct parts {
    char *query, *condition, *index; /* each ended by a NUL */
    size_t prepared;                 /* bytes before them */
};

/* Cuts TEXT, which ends with a NUL, at the last of each of these lines. */
static bool cut(struct parts *parts, char *text)
{
    static const char *const titles[] = {"-- query\n", "\n-- condition\n", "\n-- index\n"};
    char **const part[] = {&parts->query, &parts->condition, &parts->index};
    char *at = text;
    for (size_t i = 0; i < 3; i++) {
        char *found = NULL;
        for (char *next = at; (next = strstr(next, titles[i])); next++) { found = next; }
        if (!found) { return false; }
        if (i == 0) { parts->prepared = (size_t)(found - text); }
        *found = 0;
        at = *part[i] = found + strlen(titles[i]);
    }
    return true;
}

/* The query with its condition in one of three forms. */
static bool add_part(struct rows *rows, sqlite3 *db, const struct parts *parts, const char *form,
                     void (*bind)(sqlite3_stmt *statement))
{
    char *query = sqlite3_mprintf("%s WHERE %z", parts->query, sqlite3_mprintf(form, parts->condition));
    bool fine = query && add_query(rows, db, query, bind);
    sqlite3_free(query);
    return fine;
}

enum bd_verdict bd_sqlite3_partition(sqlite3 *db, const char *text, size_t size,
                                     void (*prepare)(sqlite3 *db, const char *text, size_t size),
                                     void (*bind)(sqlite3_stmt *statement))
{
    static char copy[1 << 20];
    static struct rows whole, other;
    struct parts parts;
    if (size >= sizeof copy) { return BD_INVALID; }
    memcpy(copy, text, size);
    copy[size] = 0;
    if (!cut(&parts, copy)) { return BD_INVALID; }
    prepare(db, copy, parts.prepared);

    clear(&whole);
    clear(&other);
    if (!add_query(&whole, db, parts.query, bind)) { return BD_INVALID; }
    struct bd_side all = sort(&whole, "the query");
    if (!add_part(&other, db, &parts, "(%s)", bind) || !add_part(&other, db, &parts, "NOT (%s)", bind) ||
        !add_part(&other, db, &parts, "(%s) IS NULL", bind)) {
        return BD_INVALID;
    }
    struct bd_side parted = sort(&other, "its three parts");
    enum bd_verdict verdict = bd_same("the parts of a query are not the whole", &all, &parted);
    if (verdict != BD_VALID || sqlite3_exec(db, parts.index, NULL, NULL, NULL) != SQLITE_OK) { return verdict; }

    clear(&other);
    if (!add_query(&other, db, parts.query, bind)) { return BD_INVALID; }
    struct bd_side indexed = sort(&other, "with an index");
    return bd_same("an index changes a result", &all, &indexed);
}

#include "store/failure_table.h"

#include "unit/scratch.h"
#include "unit/test.h"

static struct bd__failure_table table;
static struct bd__text why;

/* Reads TEXT as a failures.tsv. */
static bool reads(const char *text)
{
    bd__failure_table_clear(&table);
    bd__text_clear(&why);
    scratch_puts(scratch("failures.tsv"), text);
    return bd__failure_table_read(&table, scratch("failures.tsv"), &why);
}

TEST(what_is_written_is_read)
{
    struct bd__failure_table written = {.looked_at = 50, .examples = 80};
    struct bd__text text = {0};
    bd__failure_table_add(&written,
                          (struct bd__failure_row){"SIGABRT in f, g", "SIGABRT", 1.25, 12345678901, 7, "failures/a/x"});
    bd__failure_table_add(&written, (struct bd__failure_row){"timeout", "timeout", 0, 1, 1, "failures/b"});
    bd__failure_table_put(&text, &written);
    REQUIRE(reads(bd__text_str(&text)));
    CHECK_EQ_U64(table.looked_at, 50);
    CHECK_EQ_U64(table.examples, 80);
    REQUIRE(table.count == 2);
    for (size_t i = 0; i < 2; i++) {
        CHECK_EQ_STR(table.row[i].signature, written.row[i].signature);
        CHECK_EQ_STR(table.row[i].kind, written.row[i].kind);
        CHECK_EQ_STR(table.row[i].path, written.row[i].path);
        CHECK_NEAR(table.row[i].seconds, written.row[i].seconds, 0);
        CHECK_NEAR(table.row[i].trial, written.row[i].trial, 0);
        CHECK_NEAR(table.row[i].count, written.row[i].count, 0);
    }
    bd__text_clear(&text);
    bd__failure_table_clear(&written);
}

TEST(where_all_were_looked_at_nothing_is_said_of_it)
{
    struct bd__text text = {0};
    bd__failure_table_put(&text, &(struct bd__failure_table){.looked_at = 3, .examples = 3});
    REQUIRE(reads(bd__text_str(&text)));
    CHECK_EQ_U64(table.count, 0);
    CHECK_EQ_U64(table.examples, 0);
    bd__text_clear(&text);
}

TEST(damage_is_named_with_its_place)
{
    static const struct {
        const char *text, *why;
    } damaged[] = {
        {"", "failures.tsv: there is no header line"},
        {"s\tk\t1\t1\t1\tx\n", "failures.tsv: there is no header line"},
        {"# signature\tkind", "failures.tsv: the file ends in the middle of a line: it was cut short"},
        {"# signature\tkind\ns\tk\t1\t1\n", "failures.tsv:2: expected six fields"},
        {"# signature\tkind\n\ns\tk\tnan\t1\t1\tx\n", "failures.tsv:3: expected six fields"},
        {"# signature\tkind\ns\tk\t-1\t1\t1\tx\n", "failures.tsv:2: expected six fields"},
    };
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        CHECK(!reads(damaged[i].text));
        CHECK(strstr(bd__text_str(&why), damaged[i].why));
    }
    bd__failure_table_clear(&table);
    CHECK(!bd__failure_table_read(&table, "/nowhere/failures.tsv", &why));
}

TEST(limits_of_time_and_memory_are_known_by_their_kind)
{
    CHECK(bd__failure_is_limit("timeout"));
    CHECK(bd__failure_is_limit("memory"));
    CHECK(bd__failure_is_limit("generator: timeout"));
    CHECK(!bd__failure_is_limit("out-of-memory"));
    CHECK(!bd__failure_is_limit("SIGSEGV"));
}

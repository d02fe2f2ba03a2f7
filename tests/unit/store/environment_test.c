#include "store/environment.h"

#include "unit/scratch.h"
#include "unit/test.h"

static struct bd__names subjects = {.name = {(char *)"expat", (char *)"lua"}, .count = 2};
static const struct bd__environment machine = {.started = 1700000000,
                                               .cpu = "A \"fast\" one",
                                               .cores = 2,
                                               .memory_mb = 7800,
                                               .kernel = "Linux 6 x86_64",
                                               .jobs = 2,
                                               .subjects = &subjects,
                                               .program = {{1, 0, 0xfedcba9876543210}, {2, 3, 0}}};

static struct bd__text written(const struct bd__environment *environment)
{
    struct bd__text text = {0};
    bd__environment_put(&text, environment);
    return text;
}

/* Reads TEXT as an environment.json. */
static bool reads(struct bd__facts *facts, const char *text, struct bd__text *why)
{
    scratch_puts(scratch(BD__ENVIRONMENT_FILE), text);
    return bd__environment_read(facts, scratch(BD__ENVIRONMENT_FILE), why);
}

TEST(what_is_written_is_read)
{
    static const struct bd__fact expected[] = {
        {(char *)"started", (char *)"1700000000"},
        {(char *)"date", (char *)"2023-11-14T22:13:20Z"},
        {(char *)"cpu", (char *)"A \"fast\" one"},
        {(char *)"cores", (char *)"2"},
        {(char *)"memory_mb", (char *)"7800"},
        {(char *)"kernel", (char *)"Linux 6 x86_64"},
        {(char *)"bediv", (char *)BD_VERSION},
        {(char *)"compiler", (char *)__VERSION__},
        {(char *)"jobs", (char *)"2"},
        {(char *)"programs.expat.coverage", (char *)"0000000000000001"},
        {(char *)"programs.expat.sanitized", (char *)"fedcba9876543210"},
        {(char *)"programs.lua.coverage", (char *)"0000000000000002"},
        {(char *)"programs.lua.plain", (char *)"0000000000000003"},
    };
    struct bd__facts facts;
    struct bd__text text = written(&machine), why = {0};
    REQUIRE(reads(&facts, bd__text_str(&text), &why));
    REQUIRE(facts.count == sizeof expected / sizeof *expected);
    for (size_t i = 0; i < facts.count; i++) {
        CHECK_EQ_STR(facts.one[i].name, expected[i].name);
        CHECK_EQ_STR(facts.one[i].value, expected[i].value);
    }
    bd__facts_clear(&facts);
    bd__text_clear(&text);
}

TEST(an_experiment_keeps_its_beginning)
{
    struct bd__environment later = machine;
    later.started += 1000;
    later.jobs = 1;
    later.program[1][0] = 9;
    struct bd__text old = written(&machine), text = written(&later);
    CHECK(bd__environment_continue(&text, bd__text_str(&old)));
    later.started = machine.started;
    struct bd__text expected = written(&later);
    CHECK_EQ_STR(bd__text_str(&text), bd__text_str(&expected));
    bd__text_clear(&old);
    bd__text_clear(&text);
    bd__text_clear(&expected);
}

TEST(another_machine_is_noticed_and_the_first_is_kept)
{
    struct bd__environment other = machine;
    snprintf(other.cpu, sizeof other.cpu, "A slow one");
    struct bd__text old = written(&machine), text = written(&other);
    CHECK(!bd__environment_continue(&text, bd__text_str(&old)));
    CHECK_EQ_STR(bd__text_str(&text), bd__text_str(&old));
    bd__text_clear(&old);
    bd__text_clear(&text);
}

TEST(what_has_no_beginning_changes_nothing)
{
    static const char *const others[] = {"", "{}", "  \"cpu\"", "  \"bediv\": 1,\n  \"cpu\": 2"};
    struct bd__text before = written(&machine), text = written(&machine);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        CHECK(bd__environment_continue(&text, others[i]));
        CHECK_EQ_STR(bd__text_str(&text), bd__text_str(&before));
    }
    bd__text_clear(&before);
    bd__text_clear(&text);
}

TEST(of_a_damaged_file_nothing_is_known)
{
    struct bd__facts facts;
    struct bd__text text = written(&machine), why = {0};
    text.data[text.size / 2] = 0;
    CHECK(!reads(&facts, text.data, &why));
    CHECK_EQ_U64(facts.count, 0);
    CHECK(strstr(bd__text_str(&why), BD__ENVIRONMENT_FILE ": a "));
    CHECK(!bd__environment_read(&facts, "/nowhere/environment.json", &why));
    bd__text_clear(&text);
    bd__text_clear(&why);
}

/* A long name before each of many values would take far more memory than the file has bytes. */
TEST(a_file_cannot_ask_for_much_memory)
{
    enum { NAME = 1 << 20, VALUES = 1 << 20 };
    struct bd__facts facts;
    struct bd__text text = {0}, why = {0};
    for (size_t round = 0; round < 2; round++) { /* many values, with a long name and with a short one */
        bd__text_puts(&text, "{\"");
        for (size_t i = 0; i < NAME && round == 0; i++) { bd__text_puts(&text, "n"); }
        bd__text_puts(&text, "\": [0");
        for (size_t i = 0; i < VALUES; i++) { bd__text_puts(&text, ",0"); }
        bd__text_puts(&text, "]}");
        CHECK(!reads(&facts, bd__text_str(&text), &why));
        CHECK(strstr(bd__text_str(&why), "too many entries, or too long ones"));
        bd__text_clear(&text);
        bd__text_clear(&why);
    }
}

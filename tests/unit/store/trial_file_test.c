#include "store/trial_file.h"

#include "unit/scratch.h"
#include "unit/test.h"

static const struct bd__trial_file whole = {.subject = "expat",
                                            .technique = "quickcheck@plain",
                                            .repetition = 3,
                                            .seed = 9007199254740991,
                                            .core = 1,
                                            .started = 1700000000,
                                            .seconds = 12.125,
                                            .load_average = 0.25,
                                            .exit_code = 77,
                                            .wall_seconds = 10.5,
                                            .cpu_seconds = 9.75,
                                            .sanitized_hash = 0x00fedcba98765432,
                                            .repeated = true,
                                            .identical = false};
static struct bd__trial_file trial;
static struct bd__text why;

static bool reads_bytes(const char *text, size_t size)
{
    bd__text_clear(&why);
    scratch_write(scratch(BD__TRIAL_FILE), text, size);
    return bd__trial_file_read(&trial, scratch(BD__TRIAL_FILE), &why);
}

static bool reads(const char *text)
{
    return reads_bytes(text, strlen(text));
}

static void check_round_trip(const struct bd__trial_file *from)
{
    struct bd__text text = {0};
    bd__trial_file_put(&text, from);
    REQUIRE(reads(bd__text_str(&text)));
    CHECK_EQ_STR(trial.subject, from->subject);
    CHECK_EQ_STR(trial.technique, from->technique);
    CHECK_EQ_U64(trial.repetition, from->repetition);
    CHECK_EQ_U64(trial.seed, from->seed);
    CHECK_EQ_U64(trial.core, from->core);
    CHECK_EQ_U64(trial.started, from->started);
    CHECK_NEAR(trial.seconds, from->seconds, 0);
    CHECK_NEAR(trial.load_average, from->load_average, 0);
    CHECK_EQ_U64(trial.exit_code, from->exit_code);
    CHECK_NEAR(trial.wall_seconds, from->wall_seconds, 0);
    CHECK_NEAR(trial.cpu_seconds, from->cpu_seconds, 0);
    CHECK_EQ_U64(trial.sanitized_hash, from->sanitized_hash);
    CHECK_EQ_STR(trial.size_of, from->size_of);
    if (*from->size_of) { CHECK_NEAR(trial.mean_size, from->mean_size, 0); }
    CHECK(trial.repeated == from->repeated);
    CHECK(trial.identical == from->identical);
    bd__text_clear(&text);
}

TEST(what_is_written_is_read)
{
    struct bd__trial_file once = whole;
    struct bd__trial_file control = whole;
    snprintf(control.size_of, sizeof control.size_of, "zest");
    control.mean_size = 1234.56;
    check_round_trip(&control);
    check_round_trip(&whole);
    once.identical = true;
    check_round_trip(&once);
    once.repeated = false;
    once.sanitized_hash = 0;
    check_round_trip(&once);
}

/* Results of earlier versions are continued and compared: not a byte may change. */
TEST(the_file_looks_as_it_always_did)
{
    static const char expected[] = "{\n"
                                   "  \"subject\": \"expat\",\n"
                                   "  \"technique\": \"quickcheck@plain\",\n"
                                   "  \"repetition\": 3,\n"
                                   "  \"seed\": 9007199254740991,\n"
                                   "  \"core\": 1,\n"
                                   "  \"started\": 1700000000,\n"
                                   "  \"seconds\": 12.125,\n"
                                   "  \"load_average\": 0.25,\n"
                                   "  \"exit_code\": 77,\n"
                                   "  \"wall_seconds\": 10.500,\n"
                                   "  \"cpu_seconds\": 9.750,\n"
                                   "  \"sanitized_hash\": \"00fedcba98765432\",\n"
                                   "  \"identical\": false\n"
                                   "}\n";
    struct bd__text text = {0};
    bd__trial_file_put(&text, &whole);
    CHECK_EQ_STR(bd__text_str(&text), expected);
    bd__text_clear(&text);
}

TEST(what_it_does_not_say_is_unknown)
{
    REQUIRE(reads("{\"subject\": \"expat\", \"of_a_later_version\": [1, {\"seed\": 5}]}"));
    CHECK_EQ_STR(trial.technique, "");
    CHECK_EQ_U64(trial.seed, 0);
    CHECK_EQ_U64(trial.sanitized_hash, 0);
    CHECK(isnan(trial.seconds) && isnan(trial.load_average) && isnan(trial.wall_seconds) && isnan(trial.cpu_seconds));
    CHECK(!trial.repeated && trial.identical);
}

TEST(a_value_that_makes_no_sense_is_named)
{
    static const struct {
        const char *text, *why;
    } wrong[] = {
        {"", "trial.json: a value is missing"},
        {"{\"seed\": }", "trial.json: a value is missing"},
        {"{\"seed\": -1}", "trial.json: bad value for 'seed'"},
        {"{\"seed\": 1.5}", "trial.json: bad value for 'seed'"},
        {"{\"seed\": 18446744073709551616}", "trial.json: bad value for 'seed'"},
        {"{\"seed\": \"abc\"}", "trial.json: bad value for 'seed'"},
        {"{\"seconds\": 1e999}", "trial.json: bad value for 'seconds'"},
        {"{\"seconds\": -0.5}", "trial.json: bad value for 'seconds'"},
        {"{\"seconds\": \"nan\"}", "trial.json: bad value for 'seconds'"},
        {"{\"load_average\": \"\"}", "trial.json: bad value for 'load_average'"},
        {"{\"sanitized_hash\": \"12\"}", "trial.json: bad value for 'sanitized_hash'"},
        {"{\"sanitized_hash\": \"00fedcba9876543x\"}", "trial.json: bad value for 'sanitized_hash'"},
        {"{\"identical\": 1}", "trial.json: bad value for 'identical'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(!reads(wrong[i].text));
        CHECK(strstr(bd__text_str(&why), wrong[i].why));
    }
    CHECK(!bd__trial_file_read(&trial, "/nowhere/trial.json", &why));
}

TEST(a_name_that_is_too_long_is_refused)
{
    char text[1000], name[500];
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = 0;
    snprintf(text, sizeof text, "{\"technique\": \"%s\"}", name);
    CHECK(!reads(text));
}

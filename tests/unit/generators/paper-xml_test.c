#define _GNU_SOURCE
#include "paper-xml.h"

#include "gen/dict.h"
#include "unit/generators/bench.h"

#define PROLOG "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>"

struct path {
    char text[1000];
};

static struct path path_of(const char *name)
{
    struct path path;
    const char *source = getenv("SOURCE");
    snprintf(path.text, sizeof path.text, "%s/generators/paper-xml/%s.dict", source ? source : ".", name);
    return path;
}

static struct bd__dict_file load(const char *name)
{
    struct bd__dict_file file = {0};
    struct heard heard = {0};
    REQUIRE(bd__dict_load(&file, path_of(name).text, &(struct bd__log){heard_sink, &heard}) == BD_OK);
    return file;
}

/* The document that a tape makes with the given words must be EXPECTED, after the prolog. */
static void check_document(const struct bd_dict *dict, const char *tape, const char *expected, int line)
{
    struct bench b = bench_open(bd_paper_xml_document, dict);
    const struct bd__choices choices = bench_replay(&b, tape);
    test_check(!choices.discarded, __FILE__, line, "the input is kept");
    test_check(strncmp(bench_text(&b), PROLOG, strlen(PROLOG)) == 0, __FILE__, line, "the prolog comes first");
    test_eq_str(bench_text(&b) + strlen(PROLOG), expected, __FILE__, line, "the document");
    bench_close(&b);
}
#define WORDS(...) \
    &(const struct bd_dict) \
    { \
        (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *) \
    }
#define CHECK_DOCUMENT(words, tape, expected) check_document(words, tape, expected, __LINE__)

/* Whether a document with this word at the given place is discarded. */
static bool is_discarded(const char *word, const char *tape)
{
    const struct bd_dict dict = {(const char *const[]){"a", word}, 2};
    struct bench b = bench_open(bd_paper_xml_document, &dict);
    const struct bd__choices choices = bench_replay(&b, tape);
    bench_close(&b);
    return choices.discarded != NULL;
}

static const char as_name[] = "v name 1 of 1\n";
static const char as_key[] = "v name 0 of 1\nelement {\n  s attributes 1 of 32\n  v key 1 of 1\n}\n";
static const char as_text[] = "v name 0 of 1\nelement {\n  s has%20text 1 of 1\n  v text 1 of 1\n}\n";

TEST(answers_of_zero_give_an_empty_element_with_the_first_word)
{
    struct bench b = bench_open(bd_paper_xml_document, WORDS("first", "second"));
    lab_simplest(&b.lab);
    CHECK(!bench_generate(&b).discarded);
    CHECK_EQ_STR(bench_text(&b), PROLOG "<first/>");
    bench_close(&b);
}

TEST(the_first_word_of_each_dictionary_is_among_the_shortest)
{
    static const char *const names[] = {"ant", "maven", "tomcat"};
    for (size_t i = 0; i < 3; i++) {
        struct bd__dict_file file = load(names[i]);
        for (size_t j = 0; j < file.dict.count; j++) {
            CHECK(strlen(file.dict.words[j]) >= strlen(file.dict.words[0]));
        }
        bd__dict_clear(&file);
    }
}

TEST(without_a_dictionary_names_are_letters)
{
    CHECK_DOCUMENT(NULL, "v name 2 of 3\n", "<c/>");
}

TEST(dictionaries_have_the_sizes_of_the_original)
{
    static const struct {
        const char *name;
        size_t words, not_names;
    } dictionaries[] = {{"ant", 116, 2}, {"maven", 140, 0}, {"tomcat", 283, 0}};
    for (size_t i = 0; i < 3; i++) {
        struct bd__dict_file file = load(dictionaries[i].name);
        CHECK_EQ_U64(file.dict.count, dictionaries[i].words);
        size_t not_names = 0;
        for (size_t j = 0; j < file.dict.count; j++) {
            const bool refused = is_discarded(file.dict.words[j], as_name);
            CHECK_EQ_U64(is_discarded(file.dict.words[j], as_key), refused);
            CHECK(!is_discarded(file.dict.words[j], as_text));
            not_names += refused;
        }
        CHECK_EQ_U64(not_names, dictionaries[i].not_names);
        bd__dict_clear(&file);
    }
}

TEST(words_that_are_not_names_are_discarded_as_names_and_fine_as_text)
{
    static const char *const words[] = {"parsing buildfile", "1a", "-a", ".a", "a<", "", "a:b", "xmlnsa", "a\n"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        CHECK(is_discarded(words[i], as_name));
        CHECK(is_discarded(words[i], as_key));
        CHECK(!is_discarded(words[i], as_text));
    }
}

TEST(words_beyond_plain_ascii_are_discarded)
{
    CHECK(is_discarded("\x01", as_text));
    CHECK(is_discarded("\x7f", as_text));
    CHECK(is_discarded("\xc3\xa9", as_text));
    CHECK(is_discarded("\xc3\xa9", as_name));
}

TEST(attributes_are_sorted_and_the_later_of_two_is_kept)
{
    CHECK_DOCUMENT(
        WORDS("e", "b", "a", "Z", "ab"),
        "element {\n  s attributes 5 of 32\n  v key 1 of 4\n  v value 0 of 4\n  v key 4 of 4\n  v value 1 of 4\n"
        "  v key 2 of 4\n  v value 2 of 4\n  v key 1 of 4\n  v value 3 of 4\n  v key 3 of 4\n"
        "  v value 4 of 4\n}\n",
        "<e Z=\"ab\" a=\"a\" ab=\"b\" b=\"Z\"/>");
}

TEST(text_values_and_sections_are_escaped_as_the_transformer_does)
{
    const struct bd_dict *words = WORDS("e", "<&>\"'\t\n\r", "x]]>y]]>");
    CHECK_DOCUMENT(words, "element {\n  s has%20text 1 of 1\n  v text 1 of 2\n}\n", "<e>&lt;&amp;&gt;\"'\t\n&#13;</e>");
    CHECK_DOCUMENT(words, "element {\n  s attributes 1 of 32\n  v value 1 of 2\n}\n",
                   "<e e=\"&lt;&amp;&gt;&quot;'&#9;&#10;&#13;\"/>");
    CHECK_DOCUMENT(words, "element {\n  s has%20cdata 1 of 1\n  v text 1 of 2\n}\n", "<e><![CDATA[<&>\"'\t\n\r]]></e>");
    CHECK_DOCUMENT(words, "element {\n  s has%20cdata 1 of 1\n  v text 2 of 2\n}\n",
                   "<e><![CDATA[x]]]]><![CDATA[>y]]]]><![CDATA[>]]></e>");
}

TEST(elements_without_content_have_no_end_tag)
{
    const struct bd_dict *words = WORDS("e", "");
    CHECK_DOCUMENT(words, "element {\n  s has%20children 1 of 1\n}\n", "<e/>");
    CHECK_DOCUMENT(words, "element {\n  s has%20text 1 of 1\n  v text 1 of 1\n}\n", "<e/>");
    CHECK_DOCUMENT(words, "element {\n  s has%20cdata 1 of 1\n  v text 1 of 1\n}\n", "<e/>");
    CHECK_DOCUMENT(words, "element {\n  s has%20children 1 of 1\n  s children 1 of 64\n}\n", "<e><e/></e>");
}

TEST(namespaces_are_declared_first_and_only_where_they_change)
{
    CHECK_DOCUMENT(
        WORDS("a", "xmlns", "u"),
        "element {\n  s attributes 2 of 32\n  v key 0 of 2\n  v value 0 of 2\n  v key 1 of 2\n  v value 2 of 2\n"
        "  s has%20children 1 of 1\n  s children 2 of 64\n"
        "  element {\n    s attributes 1 of 32\n    v key 1 of 2\n    v value 2 of 2\n  }\n"
        "  element {\n    s attributes 1 of 32\n    v key 1 of 2\n    v value 0 of 2\n  }\n}\n",
        "<a xmlns=\"u\" a=\"a\"><a/><a xmlns=\"a\"/></a>");
}

static unsigned cost(const char *label, uint64_t max)
{
    if (strcmp(label, "attributes") == 0 || strcmp(label, "children") == 0) { return 8; }
    return max == 1 ? 1 : 4;
}

/* A simulation of the original gave 47 structural and 53 value choices, 404 choice bytes on average, 29 in the median,
 * and 11.7 % discarded. */
TEST(sizes_are_those_of_the_original)
{
    struct bd__dict_file file = load("maven");
    for (unsigned streams = 1; streams <= 2; streams++) {
        struct bench b = bench_open(bd_paper_xml_document, &file.dict);
        const struct bench_figures found = bench_measure(&b, streams, 20000, cost);
        CHECK_NEAR(found.structural, 47, 5);
        CHECK_NEAR(found.values, 53, 5);
        CHECK_NEAR(found.choice_bytes, 404, 40);
        CHECK_NEAR(found.median_choice_bytes, 29, 4);
        CHECK_NEAR(found.discarded, 0.117, 0.01);
        bench_close(&b);
    }
    bd__dict_clear(&file);
}

TEST(the_rules_for_generators_are_kept)
{
    static const char *const names[] = {"ant", "maven", "tomcat"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bench_check_rules(bd_paper_xml_document, path_of(names[i]).text);
    }
}

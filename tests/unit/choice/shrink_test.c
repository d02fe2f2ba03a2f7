/* The shrinker: each pass on a generator written for it, and all of them on random generators. */
#include "choice/shrink.h"

#include <bediv/draws.h>

#include "base/hash.h"

#include "unit/lab.h"
#include "unit/test.h"

/* What a generator wrote, which is what tests look at. */
static char text[1 << 14];
static size_t size;

static void put(char c)
{
    if (size + 1 < sizeof text) { text[size++] = c; }
    text[size] = 0;
}

typedef void generator(struct bd_source *s);
typedef bool oracle(void);

struct bench {
    struct lab lab;
    generator *generate;
    struct bd__shrinker *shrink;
    unsigned runs;
};

static struct bd__choices generate(struct bench *b)
{
    size = 0;
    *text = 0;
    b->generate(b->lab.s);
    return bd__source_end(b->lab.s);
}

/* The first good input that fresh choices make. */
static struct bench find_good(generator *make, oracle *is_good, uint64_t seed)
{
    struct bench b = {.lab = lab_open(seed), .generate = make};
    struct bd__choices choices;
    do {
        lab_fresh(&b.lab, 2);
        choices = generate(&b);
    } while (!is_good());
    b.shrink = bd__arena_take(b.lab.arena, sizeof *b.shrink);
    bd__shrink_init(b.shrink, b.lab.arena, &choices, size, b.lab.sites);
    return b;
}

static void shrink(struct bench *b, oracle *is_good)
{
    const struct bd__tape *tape;
    while ((tape = bd__shrink_next(b->shrink))) {
        lab_tape(&b->lab, tape);
        struct bd__choices drawn = generate(b);
        bool worth = bd__shrink_worth(b->shrink, &drawn, size);
        b->runs += worth;
        if (worth && is_good()) {
            bd__shrink_accept(b->shrink, &drawn, size, b->lab.sites);
        } else {
            bd__shrink_reject(b->shrink);
        }
    }
    lab_tape(&b->lab, &b->shrink->best);
    generate(b); /* leaves the text of the best */
}

/* From each of several starting points, the smallest input is WANTED, found within RUNS. */
static void check_minimum(generator *make, oracle *is_good, const char *wanted, unsigned runs, int line)
{
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct bench b = find_good(make, is_good, seed);
        shrink(&b, is_good);
        test_eq_str(text, wanted, __FILE__, line, "the smallest");
        if (b.runs > runs) {
            test_fail(__FILE__, line, "too many runs");
            printf(": %u from seed %d\n", b.runs, (int)seed);
        }
        lab_close(&b.lab);
    }
}
#define CHECK_MINIMUM(make, is_good, wanted, runs) check_minimum(make, is_good, wanted, runs, __LINE__)

static bool anything(void)
{
    return true;
}

static char digit(struct bd_source *s, const char *label)
{
    return bd_char(s, label, "0123456789");
}

/* ---- loops ---- */

static void letters(struct bd_source *s)
{
    while (bd_more(s, "letter", 40)) { put(bd_char(s, "which", "abcdefghijkl")); }
}

static bool has_three_k(void)
{
    unsigned count = 0;
    for (size_t i = 0; i < size; i++) { count += text[i] == 'k'; }
    return count >= 3;
}

TEST(rounds_of_a_loop_that_do_not_matter_go)
{
    CHECK_MINIMUM(letters, has_three_k, "kkk", 400);
}

static void pairs(struct bd_source *s)
{
    while (bd_more(s, "pair", 20)) { /* a round has three draws */
        put(digit(s, "left"));
        put(bd_flag(s, "equal") ? '=' : '~');
        put(digit(s, "right"));
        put(' ');
    }
}

static bool has_two_wrong_equations(void)
{
    unsigned count = 0;
    for (size_t i = 0; i + 3 < size; i += 4) { count += text[i + 1] == '=' && text[i] < text[i + 2]; }
    return count >= 2;
}

TEST(a_round_goes_with_all_that_is_drawn_in_it)
{
    CHECK_MINIMUM(pairs, has_two_wrong_equations, "0=1 0=1 ", 800);
}

static void counted(struct bd_source *s)
{
    size_t count = bd_count(s, "count", 20, 100);
    put(digit(s, "title"));
    for (size_t i = 0; i < count; i++) { put(bd_char(s, "which", "abcdefghijkl")); }
}

TEST(a_count_is_lowered_with_the_items_it_counts)
{
    CHECK_MINIMUM(counted, has_three_k, "0kkk", 800);
}

static void counted_rules(struct bd_source *s)
{
    size_t count = bd_count(s, "count", 8, 100);
    for (size_t i = 0; i < count; i++) {
        BD_RULE(s, "item");
        put('<');
        while (bd_more(s, "letter", 2)) { put(bd_char(s, "which", "abcdefghijkl")); }
        put('>');
    }
}

static bool has_kk(void)
{
    return strstr(text, "kk") != NULL;
}

TEST(counted_rules_go_one_by_one_or_together)
{
    CHECK_MINIMUM(counted_rules, has_kk, "<kk>", 800);
}

/* ---- rules ---- */

static void expression(struct bd_source *s, int depth)
{
    BD_RULE(s, "expression");
    switch (depth < 7 ? bd_pick(s, "form", 3) : 0) {
    case 0: put(digit(s, "number")); break;
    case 1:
        expression(s, depth + 1);
        put(bd_char(s, "operator", "+-*/"));
        expression(s, depth + 1);
        break;
    case 2:
        put('(');
        expression(s, depth + 1);
        put(')');
        break;
    }
}

static void expressions(struct bd_source *s)
{
    expression(s, 0);
}

static bool divides_by_zero(void)
{
    return strstr(text, "/0") != NULL;
}

TEST(a_rule_is_replaced_by_one_of_its_name_within)
{
    CHECK_MINIMUM(expressions, divides_by_zero, "0/0", 300);
}

static bool divides_a_bracket(void)
{
    return strstr(text, ")/9") != NULL;
}

TEST(what_is_needed_around_a_rule_stays)
{
    CHECK_MINIMUM(expressions, divides_a_bracket, "(0)/9", 600);
}

static void wrapped(struct bd_source *s, int depth)
{
    static const char *const rules[] = {"text", "bold", "list", "link", "cell"};
    size_t kind = depth < 12 ? bd_pick(s, "kind", 5) : 0;
    BD_RULE(s, rules[kind]);
    if (kind == 0) {
        put(bd_flag(s, "bad") ? '!' : '.');
        return;
    }
    put("?BLKC"[kind]);
    put(digit(s, "attribute"));
    wrapped(s, depth + 1);
}

static void wrapped_text(struct bd_source *s)
{
    wrapped(s, 0);
}

static bool has_bad_text_in_a_link(void)
{
    return strchr(text, 'K') && strchr(text, '!');
}

TEST(a_pick_and_its_rule_are_replaced_by_those_within)
{
    CHECK_MINIMUM(wrapped_text, has_bad_text_in_a_link, "K0!", 300);
}

/* Values, texts and numbers nested in each other: what fails may be inside wrappers of other rules. */
static void number_of(struct bd_source *s, int depth);
static void value_of(struct bd_source *s, int depth);

static void text_of(struct bd_source *s, int depth)
{
    BD_RULE(s, "text");
    switch (depth < 8 ? bd_pick(s, "text", 3) : 0) {
    case 0: put('t'); break;
    case 1: put('<'), number_of(s, depth + 1), put('>'); break;
    case 2: put('{'), value_of(s, depth + 1), put('}'); break;
    }
}

static void number_of(struct bd_source *s, int depth)
{
    BD_RULE(s, "number");
    switch (depth < 8 ? bd_pick(s, "number", 3) : 0) {
    case 0: put('n'); break;
    case 1: put('!'), put(digit(s, "digit")); break;
    case 2: put('('), text_of(s, depth + 1), put(')'); break;
    }
}

static void value_of(struct bd_source *s, int depth)
{
    BD_RULE(s, "value");
    switch (depth < 8 ? bd_pick(s, "value", 5) : 0) {
    case 0: put('v'); break;
    case 1: put('['), value_of(s, depth + 1), put(','), text_of(s, depth + 1), put(']'); break;
    case 2: text_of(s, depth + 1); break;
    case 3: put('-'), text_of(s, depth + 1); break;
    case 4: number_of(s, depth + 1); break;
    }
}

static void values(struct bd_source *s)
{
    value_of(s, 0);
}

static bool has_bang_seven(void)
{
    return strstr(text, "!7") != NULL;
}

TEST(a_wrapper_of_another_rule_goes_if_its_inner_part_may_stand_in_its_place)
{
    CHECK_MINIMUM(values, has_bang_seven, "!7", 300);
}

static bool has_bang_seven_in_brackets(void)
{
    return strstr(text, "(t)") && strstr(text, "!7");
}

TEST(of_two_parts_in_many_wrappers_both_stay)
{
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct bench b = find_good(values, has_bang_seven_in_brackets, seed);
        shrink(&b, has_bang_seven_in_brackets);
        CHECK(has_bang_seven_in_brackets());
        CHECK_EQ_U64(size, strlen("[(t),<!7>]"));
        lab_close(&b.lab);
    }
}

/* Picks without a rule of their own; a leaf draws its digit in place. */
static void flat(struct bd_source *s, int depth)
{
    size_t kind = depth < 10 ? bd_pick(s, "kind", 3) : 0;
    if (kind == 0) {
        put(digit(s, "number"));
        return;
    }
    char attribute = digit(s, "attribute"); /* between the pick and its rule */
    BD_RULE(s, kind == 1 ? "round" : "square");
    put(kind == 1 ? '(' : '[');
    put(attribute == '9' ? '9' : ' ');
    flat(s, depth + 1);
    put(kind == 1 ? ')' : ']');
}

static void flat_items(struct bd_source *s)
{
    flat(s, 0);
}

static bool has_a_seven(void)
{
    return strchr(text, '7') != NULL;
}

TEST(a_wrapper_goes_also_if_what_is_in_it_has_no_rule_of_its_own)
{
    CHECK_MINIMUM(flat_items, has_a_seven, "7", 100);
}

static bool has_a_seven_in_square(void)
{
    const char *at = strstr(text, "[ 7");
    return at != NULL;
}

TEST(a_pick_and_its_rule_go_with_what_is_drawn_between_them)
{
    CHECK_MINIMUM(flat_items, has_a_seven_in_square, "[ 7]", 200);
}

static void nodes(struct bd_source *s, int depth)
{
    BD_RULE(s, "node");
    put(digit(s, "key"));
    if (depth < 6 && bd_flag(s, "left")) { put('l'), nodes(s, depth + 1); }
    if (depth < 6 && bd_flag(s, "right")) { put('r'), nodes(s, depth + 1); }
    put('.');
}

static void tree(struct bd_source *s)
{
    nodes(s, 0);
}

static bool turns_twice(void)
{
    const char *at = strchr(text, 'r');
    return at && at[2] == 'l' && at[4] == 'r';
}

TEST(a_flag_goes_with_the_rule_that_it_opened_and_others_stay)
{
    CHECK_MINIMUM(tree, turns_twice, "0r0l0r0....", 400);
}

static void greetings(struct bd_source *s)
{
    static const char words[] = "abc";
    size_t kind = bd_pick(s, "kind", 6);
    put('!');
    for (size_t i = kind; i < 5; i++) { put(words[bd_pick(s, "word", 3)]); }
}

TEST(a_larger_answer_is_taken_if_less_is_drawn_for_it)
{
    CHECK_MINIMUM(greetings, anything, "!", 20);
}

/* ---- values ---- */

static int64_t number;

static void one_number(struct bd_source *s)
{
    number = bd_int(s, "number", 0, (int64_t)1 << 40);
}

static bool is_large(void)
{
    return number >= 123456789;
}

TEST(a_value_is_found_by_binary_search)
{
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct bench b = find_good(one_number, is_large, seed);
        shrink(&b, is_large);
        CHECK_EQ_I64(number, 123456789);
        CHECK(b.runs < 250);
        lab_close(&b.lab);
    }
}

static bool ends_with_nine_and_is_large(void)
{
    return number % 10 == 9 && number > 1025;
}

TEST(a_value_that_is_good_only_now_and_then_is_found_too)
{
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct bench b = find_good(one_number, ends_with_nine_and_is_large, seed);
        shrink(&b, ends_with_nine_and_is_large);
        CHECK_EQ_I64(number, 1029);
        lab_close(&b.lab);
    }
}

static void three_digits(struct bd_source *s)
{
    for (int i = 0; i < 3; i++) { put(digit(s, "digit")); }
}

static bool first_and_last_agree_and_are_not_small(void)
{
    return text[0] == text[2] && text[0] > '3';
}

TEST(values_that_must_agree_are_lowered_together)
{
    CHECK_MINIMUM(three_digits, first_and_last_agree_and_are_not_small, "404", 200);
}

static void bytes(struct bd_source *s)
{
    uint8_t buf[200];
    bd_bytes(s, "byte", buf, sizeof buf);
    for (size_t i = 0; i < sizeof buf; i++) { put((char)('a' + buf[i] / 16)); }
}

static bool has_a_p(void)
{
    return strchr(text, 'p') != NULL;
}

TEST(many_values_become_zero_at_once)
{
    struct bench b = find_good(bytes, has_a_p, 1);
    shrink(&b, has_a_p);
    CHECK_EQ_U64(strspn(text, "a"), 199); /* and the one that matters comes last */
    CHECK_EQ_STR(text + 199, "p");
    CHECK(b.runs < 800);
    lab_close(&b.lab);
}

static bool has_uz(void)
{
    return size >= 5 && strstr(text, "il") != NULL;
}

TEST(zeros_come_first)
{
    CHECK_MINIMUM(letters, has_uz, "aaail", 900);
}

/* ---- numbers at edges, sizes ---- */

static void edge(struct bd_source *s)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%" PRId64, bd_edge_int(s, "edge", 0, 1 << 30));
    for (const char *at = digits; *at; at++) { put(*at); }
}

static bool is_at_least_1234(void)
{
    return strtoll(text, NULL, 10) >= 1234;
}

static bool is_65536(void)
{
    return strcmp(text, "65536") == 0;
}

TEST(a_number_at_an_edge_becomes_the_smallest_that_fails)
{
    CHECK_MINIMUM(edge, is_at_least_1234, "1234", 200);
    CHECK_MINIMUM(edge, is_65536, "65536", 400);
}

static void many(struct bd_source *s)
{
    for (size_t i = bd_size(s, "many", 5000); i > 0; i--) { put('a'); }
}

static bool are_at_least_5(void)
{
    return size >= 5;
}

static bool are_at_least_300(void)
{
    return size >= 300;
}

TEST(a_size_becomes_the_smallest_that_fails)
{
    char wanted[301];
    memset(wanted, 'a', 300);
    wanted[300] = 0;
    CHECK_MINIMUM(many, are_at_least_5, "aaaaa", 200);
    CHECK_MINIMUM(many, are_at_least_300, wanted, 400);
}

/* ---- the whole ---- */

TEST(if_all_is_good_the_simplest_input_remains)
{
    CHECK_MINIMUM(letters, anything, "", 5);
    CHECK_MINIMUM(expressions, anything, "0", 5);
    CHECK_MINIMUM(counted_rules, anything, "", 5);
}

static bool nothing(void)
{
    static bool first = true; /* what was found is good, and nothing else */
    bool was = first;
    first = false;
    return was;
}

TEST(if_nothing_else_is_good_the_first_remains)
{
    struct bench b = find_good(expressions, nothing, 7);
    struct bd__tape first = b.shrink->best;
    struct bd__size first_size = b.shrink->size;
    shrink(&b, nothing);
    CHECK_EQ_U64(b.shrink->best.count, first.count);
    CHECK(bd__size_compare(b.shrink->size, first_size) == 0);
    lab_close(&b.lab);
}

/* A random generator of random generators, and an oracle that says yes one time in eight, by what was drawn. How many
 * bytes a choice makes depends on its answer: fewer choices may mean more bytes. */
static uint64_t grammar, drawn_hash;

static void any_grammar(struct bd_source *s)
{
    grammar_generate(s, grammar, true);
    drawn_hash = s->signature;
    for (uint32_t i = 0; i < s->choice_count; i++) {
        drawn_hash = bd__hash_join(drawn_hash, s->choice[i].site, s->choice[i].answer);
        for (uint64_t n = s->choice[i].answer % 3; n; n--) { put('x'); }
    }
}

static bool is_lucky(void)
{
    return (drawn_hash * 0x9e3779b97f4a7c15u) >> 61 == 5;
}

static bool is_less(const struct bd__choices *a, size_t bytes_a, const struct bd__choices *b, size_t bytes_b)
{
    if (bytes_a != bytes_b) { return bytes_a < bytes_b; }
    uint32_t values_a = a->choice_count - a->structural_count, values_b = b->choice_count - b->structural_count;
    if (a->structural_count != b->structural_count) { return a->structural_count < b->structural_count; }
    if (values_a != values_b) { return values_a < values_b; }
    for (uint32_t i = 0; i < a->choice_count; i++) {
        if (a->choice[i].answer != b->choice[i].answer) { return a->choice[i].answer < b->choice[i].answer; }
    }
    return false;
}

/* Hashes of what was run. */
enum { MANY = 1 << 16 };
struct hashes {
    uint64_t slot[2 * MANY]; /* 0: free */
    unsigned count;
};

static bool is_new(struct hashes *set, uint64_t hash)
{
    size_t at = hash % (2 * MANY);
    for (; set->slot[at]; at = (at + 1) % (2 * MANY)) {
        if (set->slot[at] == hash) { return false; }
    }
    set->slot[at] = hash;
    set->count++;
    return true;
}

TEST(every_step_leads_down_and_nothing_is_run_twice)
{
    for (grammar = 1; grammar <= 60; grammar++) {
        struct bench b = find_good(any_grammar, is_lucky, grammar);
        lab_tape(&b.lab, &b.shrink->best);
        struct kept best = kept_of(generate(&b));
        uint32_t first = best.choices.choice_count;
        size_t best_bytes = size;
        static struct hashes run;
        memset(&run, 0, sizeof run);
        unsigned steps = 0;
        const struct bd__tape *tape;
        while ((tape = bd__shrink_next(b.shrink)) && run.count < MANY) {
            REQUIRE(++steps < 1000000);
            lab_tape(&b.lab, tape);
            struct bd__choices drawn = generate(&b);
            bool worth = bd__shrink_worth(b.shrink, &drawn, size), good = worth && is_lucky();
            REQUIRE(!worth || is_less(&drawn, size, &best.choices, best_bytes));
            REQUIRE(!worth || is_new(&run, drawn_hash));
            if (good) {
                bd__shrink_accept(b.shrink, &drawn, size, b.lab.sites);
                kept_clear(&best);
                best = kept_of(drawn);
                best_bytes = size;
                REQUIRE(drawn.choice_count <= first);
            } else {
                bd__shrink_reject(b.shrink);
            }
        }
        lab_tape(&b.lab, &b.shrink->best); /* the best is as drawn: it draws the same again, and fits */
        struct bd__choices again = generate(&b);
        struct bd__text misfit = {0};
        CHECK(same_choices(&again, &best.choices));
        CHECK(!bd__tape_misfit(&b.lab.s->reader, &misfit));
        kept_clear(&best);
        lab_close(&b.lab);
    }
}

TEST(the_same_beginning_gives_the_same_end)
{
    unsigned runs[2];
    uint32_t count[2];
    for (int i = 0; i < 2; i++) {
        struct bench b = find_good(counted_rules, has_kk, 3);
        shrink(&b, has_kk);
        runs[i] = b.runs;
        count[i] = b.shrink->best.count;
        lab_close(&b.lab);
    }
    CHECK_EQ_U64(runs[0], runs[1]);
    CHECK_EQ_U64(count[0], count[1]);
}

TEST(going_back_forgets_what_was_tried)
{
    struct bench b = find_good(letters, has_three_k, 5);
    struct bd__tape first = {.item = kept_copy(b.shrink->best.item, b.shrink->best.count * sizeof *first.item),
                             .count = b.shrink->best.count};
    struct bd__size first_size = b.shrink->size;
    shrink(&b, has_three_k);
    bd__shrink_return(b.shrink, b.lab.arena, &first, first_size);
    CHECK(bd__size_compare(b.shrink->size, first_size) == 0);
    shrink(&b, has_three_k);
    CHECK_EQ_STR(text, "kkk");
    free(first.item);
    lab_close(&b.lab);
}

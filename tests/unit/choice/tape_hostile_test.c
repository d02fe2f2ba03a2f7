/* Damaged tapes: whatever they say, reading and replaying them ends well. AddressSanitizer, under which these tests
 * run too, does the checking. */
#include "unit/lab.h"
#include "unit/scratch.h"
#include "unit/test.h"
#include <sys/resource.h>

/* Damages DATA in place, within its capacity; returns the new size. */
static size_t damage(struct bd__rng *rng, char *data, size_t size, size_t capacity)
{
    static const char *const pieces[] = {"{",
                                         "}\n",
                                         " of ",
                                         "\n",
                                         "s ",
                                         "v x 1 of 2\n",
                                         "x {\n",
                                         "18446744073709551615",
                                         "\r",
                                         "%",
                                         "%2",
                                         "#",
                                         "%00",
                                         " ",
                                         "\t",
                                         "bediv-tape 1\n",
                                         "-",
                                         "\xff",
                                         "s { 3",
                                         "of",
                                         "999999999999999999999"};
    for (uint64_t edits = bd__rng_geometric(rng, 3); edits && size; edits--) {
        size_t at = bd__rng_upto(rng, size - 1), length = bd__rng_geometric(rng, 6);
        const char *piece = pieces[bd__rng_upto(rng, sizeof pieces / sizeof *pieces - 1)];
        switch (bd__rng_upto(rng, 4)) {
        case 0: data[at] = (char)bd__rng_next(rng); break;
        case 1: /* take some out */
            if (length > size - at) { length = size - at; }
            memmove(data + at, data + at + length, size - at - length);
            size -= length;
            break;
        case 2: /* put something in */
            length = strlen(piece);
            if (size + length > capacity) { break; }
            memmove(data + at + length, data + at, size - at);
            memcpy(data + at, piece, length);
            size += length;
            break;
        case 3: /* repeat a part of it elsewhere */
            if (length > size - at) { length = size - at; }
            memmove(data + bd__rng_upto(rng, size - length), data + at, length);
            break;
        default: /* cut the end off */
            if (bd__rng_upto(rng, 3) == 0) { size = at; }
        }
    }
    return size;
}

TEST(two_hundred_thousand_damaged_tapes_do_no_harm)
{
    enum { BASES = 200, TIMES = 1000, SIZE = 4096 };
    struct lab lab = lab_open(1);
    struct bd__rng rng;
    struct heard heard = {0};
    struct bd__log log = {heard_sink, &heard};
    bd__rng_init(&rng, 1, 0);
    unsigned good = 0;
    for (uint64_t number = 0; number < BASES; number++) {
        struct bd__text text = {0};
        lab_fresh(&lab, 2);
        struct grammar g = {.state = number, .fuel = 30};
        grammar_rule(lab.s, &g, 0);
        struct bd__choices choices = bd__source_end(lab.s);
        bd__text_printf(&text, "%s\n", bd__tape_magic);
        bd__tape_format(&text, &choices, lab.sites);
        REQUIRE(text.size < SIZE / 2);
        for (int i = 0; i < TIMES; i++) {
            char data[SIZE];
            memcpy(data, text.data, text.size);
            size_t size = damage(&rng, data, text.size, SIZE);
            char *exact = malloc(size + 1); /* so that reading past the end is noticed */
            memcpy(exact, data, size);
            exact[size] = 0;
            struct bd__tape tape;
            if (bd__tape_parse(&tape, exact, size, "damaged", &log) == BD_OK) {
                struct bd__text misfit = {0};
                free(exact); /* the tape must not need it */
                exact = NULL;
                lab_tape(&lab, &tape);
                g = (struct grammar){.state = number, .fuel = 30};
                grammar_rule(lab.s, &g, 0);
                bd__source_end(lab.s);
                bd__tape_misfit(&lab.s->reader, &misfit);
                bd__text_clear(&misfit);
                bd__tape_clear(&tape);
                good++;
            } else {
                REQUIRE(!tape.item && !tape.labels && strncmp(heard.text, "damaged:", 8) == 0);
            }
            free(exact);
        }
        bd__text_clear(&text);
    }
    CHECK_EQ_U64(good + heard.errors, BASES * TIMES);
    CHECK(good > 10000 && heard.errors > 10000);
    lab_close(&lab);
}

TEST(answers_of_a_damaged_tape_stay_in_their_domains)
{
    static const char text[] = "bediv-tape 1\nv x 18446744073709551615 of 18446744073709551615\ns n 99999 of 99999\n";
    struct lab lab = lab_open(2);
    struct bd__tape tape;
    REQUIRE(bd__tape_parse(&tape, text, strlen(text), "t", NULL) == BD_OK);
    lab_tape(&lab, &tape);
    CHECK_EQ_I64(bd_int(lab.s, "x", -5, 5), -5);
    CHECK_EQ_U64(bd_count(lab.s, "n", 2, 7), 7);
    bd__tape_clear(&tape);
    lab_close(&lab);
}

TEST(a_line_of_a_million_answers_is_read)
{
    enum { COUNT = 1000000 };
    struct bd__text text = {0};
    struct bd__tape tape;
    struct lab lab = lab_open(3);
    bd__text_printf(&text, "%s\nv x", bd__tape_magic);
    for (int i = 0; i < COUNT; i++) { bd__text_add(&text, " 1", 2); }
    bd__text_puts(&text, " of 1\n");
    REQUIRE(bd__tape_parse(&tape, bd__text_str(&text), text.size, "t", NULL) == BD_OK);
    CHECK_EQ_U64(tape.count, COUNT + 1);
    lab_tape(&lab, &tape);
    for (int i = 0; i < 60000; i++) { REQUIRE(bd_char(lab.s, "x", "ab") == 'b'); }
    CHECK(!bd_flag(lab.s, "x")); /* not on the tape, and none of the million is mistaken for it */
    bd__tape_clear(&tape);
    bd__text_clear(&text);
    lab_close(&lab);
}

/* Walking the tape for each question would take 10^11 steps, and many minutes. A limit of CPU time, which a busy
 * machine does not use up, ends the test by SIGXCPU. */
TEST(a_tape_of_which_nothing_fits_is_read_in_linear_time)
{
    struct rusage before;
    struct rlimit limit, all;
    REQUIRE(getrusage(RUSAGE_SELF, &before) == 0 && getrlimit(RLIMIT_CPU, &all) == 0);
    limit = all;
    limit.rlim_cur = (rlim_t)(before.ru_utime.tv_sec + before.ru_stime.tv_sec + 60);
    REQUIRE(setrlimit(RLIMIT_CPU, &limit) == 0);
    static struct bd__tape_reader reader;
    enum { COUNT = 2000000 };
    struct bd__text text = {0};
    struct bd__tape tape;
    bd__text_printf(&text, "%s\n", bd__tape_magic);
    for (int i = 0; i < COUNT; i += 2) { bd__text_printf(&text, "v l%d 1 1 of 1\n", i); }
    REQUIRE(bd__tape_parse(&tape, bd__text_str(&text), text.size, "t", NULL) == BD_OK);
    bd__tape_rewind(&reader, &tape);
    for (int i = 0; i < 60000; i++) {
        char label[16];
        snprintf(label, sizeof label, "l%d", i % 2 ? 1 : COUNT - 2 - i);
        REQUIRE(bd__tape_answer(&reader, label, BD_VALUE, 1) == (i % 2 ? 0 : 1));
    }
    struct bd__text misfit = {0};
    CHECK(bd__tape_misfit(&reader, &misfit));
    CHECK(strstr(bd__text_str(&misfit), "30000 choices answered from the tape"));
    CHECK(strstr(bd__text_str(&misfit), "30000 not on the tape"));
    bd__text_clear(&misfit);
    bd__tape_reader_clear(&reader);
    bd__tape_clear(&tape);
    bd__text_clear(&text);
    CHECK(setrlimit(RLIMIT_CPU, &all) == 0);
}

TEST(a_label_as_long_as_the_file_is_read)
{
    enum { LENGTH = 1000000 };
    struct bd__text text = {0};
    struct bd__tape tape;
    bd__text_printf(&text, "%s\nv ", bd__tape_magic);
    for (int i = 0; i < LENGTH; i++) { bd__text_add(&text, "%", 1); } /* each stands for nothing */
    for (int i = 0; i < LENGTH; i++) { bd__text_add(&text, "a", 1); }
    bd__text_puts(&text, " 1 of 1");
    REQUIRE(bd__tape_parse(&tape, bd__text_str(&text), text.size, "t", NULL) == BD_OK);
    CHECK(tape.count == 2 && strlen(tape.item[0].label) >= LENGTH - 2);
    bd__tape_clear(&tape);
    bd__text_clear(&text);
}

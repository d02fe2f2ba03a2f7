/* tape_bench.h: shared by the tests of tapes. */
#ifndef BD_UNIT_CHOICE_TAPE_BENCH_H
#define BD_UNIT_CHOICE_TAPE_BENCH_H

#include "unit/lab.h"
#include "unit/test.h"

/* BODY as a complete tape, parsed. */
static inline struct bd__tape parsed(const char *body)
{
    struct bd__text text = {0};
    struct bd__tape tape;
    bd__text_printf(&text, "%s\n%s", bd__tape_magic, body);
    REQUIRE(bd__tape_parse(&tape, bd__text_str(&text), text.size, "test.tape", NULL) == BD_OK);
    bd__text_clear(&text);
    return tape;
}

/* The body that CHOICES are formatted as. */
static inline const char *formatted(struct lab *lab, const struct bd__choices *choices)
{
    static struct bd__text text; /* of the last call */
    bd__text_clear(&text);
    bd__tape_format(&text, choices, lab->sites);
    return bd__text_str(&text);
}

static inline uint64_t draw(struct lab *lab, const char *label, uint64_t max)
{
    return bd_choose(lab->s, BD_VALUE, label, &(struct bd_domain){.max = max});
}

/* Nests deeper than a tape can express. */
static inline void deep_generator(struct bd_source *s)
{
    for (int i = 0; i < 3000; i++) {
        bd_enter(s, "deep");
        bd_flag(s, "x");
    }
    for (int i = 0; i < 3000; i++) {
        bd_flag(s, "y");
        bd_leave(s);
    }
    bd_flag(s, "z");
}

#endif

#include "exec/dialogue.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit/test.h"

struct pair {
    struct bd__dialogue one, other;
    int there[2], back[2];
};

static struct pair make(void)
{
    struct pair p;
    CHECK(pipe(p.there) == 0 && pipe(p.back) == 0);
    bd__dialogue_begin(&p.one, p.there[1], p.back[0]);
    bd__dialogue_begin(&p.other, p.back[1], p.there[0]);
    return p;
}

static void clear(struct pair *p)
{
    bd__dialogue_clear(&p->one);
    bd__dialogue_clear(&p->other);
    close(p->there[0]);
    close(p->back[0]);
    close(p->back[1]);
}

TEST(dialogue_hears_whole_lines_only)
{
    struct pair p = make();
    bd__dialogue_say(&p.one, "word", "two\nlines");
    bd__dialogue_say(&p.one, "stop", NULL);
    bd__dialogue_step(&p.one);
    CHECK(write(p.there[1], "half", 4) == 4);
    bd__dialogue_step(&p.other);
    char *line = bd__dialogue_hear(&p.other);
    CHECK(line && strcmp(line, "word two\rlines") == 0);
    CHECK(strcmp(bd__dialogue_after(line, "word"), "two\rlines") == 0);
    CHECK(!bd__dialogue_after(line, "wor"));
    line = bd__dialogue_hear(&p.other);
    CHECK(line && bd__dialogue_after(line, "stop"));
    CHECK(!bd__dialogue_hear(&p.other));
    CHECK(write(p.there[1], "\n", 1) == 1);
    bd__dialogue_step(&p.other);
    line = bd__dialogue_hear(&p.other);
    CHECK(line && strcmp(line, "half") == 0);
    close(p.there[1]);
    clear(&p);
}

TEST(dialogue_never_waits_for_the_other_side)
{
    enum { SIZE = 1 << 20 };
    struct pair p = make();
    char *text = malloc(SIZE + 1);
    memset(text, 'x', SIZE);
    text[SIZE] = 0;
    bd__dialogue_say(&p.one, "tape", text);
    bd__dialogue_step(&p.one); /* a pipe holds less */
    CHECK(bd__dialogue_unsent(&p.one) > 0);
    char *line = NULL;
    while (!line) {
        bd__dialogue_step(&p.other);
        bd__dialogue_step(&p.one);
        line = bd__dialogue_hear(&p.other);
    }
    CHECK(strlen(line) == SIZE + 5);
    CHECK(bd__dialogue_unsent(&p.one) == 0);
    free(text);
    close(p.there[1]);
    clear(&p);
}

TEST(dialogue_ends_when_the_other_side_does)
{
    struct pair p = make();
    bd__dialogue_say(&p.one, "last", NULL);
    bd__dialogue_step(&p.one);
    close(p.there[1]);
    bd__dialogue_step(&p.other);
    CHECK(p.other.ended);
    CHECK(bd__dialogue_hear(&p.other)); /* what was said is still there */
    clear(&p);
}

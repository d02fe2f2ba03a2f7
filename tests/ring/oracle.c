/* A target that checks results, for oracle.sh: words in which some letters go wrong. */
#include <bediv.h>
#include <bediv/oracle.h>

static void generate(struct bd_source *s, struct bd_out *out)
{
    while (bd_more(s, "letter", 6)) { bd_put_char_of(s, out, "char", "abcdefghijklmnopqrstuvwxyz\n\\"); }
}

/* Two ways to write in capitals; one forgets x. */
static struct bd_side capitals(const char *name, char *room, const struct bd_input *in, bool forgets)
{
    for (size_t i = 0; i < in->size; i++) {
        char c = (char)in->data[i];
        room[i] = c >= 'a' && c <= 'z' && !(forgets && c == 'x') ? (char)(c - 'a' + 'A') : c;
    }
    return (struct bd_side){name, room, in->size};
}

static enum bd_verdict run(const struct bd_input *in)
{
    static char one[4096], other[4096];
    bool has[256] = {false};
    for (size_t i = 0; i < in->size; i++) { has[in->data[i]] = true; }
    if (in->size > sizeof one) { return BD_INVALID; }
    if (has['v']) { bd_wrong("v", "but the target returns BD_VALID"); }
    if (has['w']) { return bd_wrong("a \x1b[31mw", "in a word of %zu letters", in->size); }
    if (has['y']) {
        bd_wrong("y", "and then a crash");
        *(volatile int *)16 = 1;
    }
    if (has['z']) {
        return bd_same("half a result", &(struct bd_side){"empty", "", 0}, &(struct bd_side){"none", NULL, 0});
    }
    struct bd_side left = capitals("left", one, in, false), right = capitals("right", other, in, true);
    return bd_same("capitals", &left, &right);
}

BD_FUZZER(.name = "oracle", .generate = generate, .run = run);

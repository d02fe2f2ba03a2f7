/* bridge.c: a libFuzzer harness, and a generator for it. You can build this file in five ways (docs/bridges.md): as
 * our own fuzzer, with libFuzzer, as a mutator for AFL++, and as two kinds of target for AFL++. The bug: a message can
 * be taken back twice.
 */
#include <bediv/bridge.h> /* first: it renames the harness where another fuzzer calls us */

#include <assert.h>

/* ---- The software under test: "+NAME;" posts a message, "-NAME;" takes it back, "?NAME;" asks about it. ---- */

enum { NAMES = 4 };

struct board {
    bool posted[NAMES];
    int count;
};

static int find(char name)
{
    return name >= 'a' && name < 'a' + NAMES ? name - 'a' : -1;
}

static bool obey(struct board *board, char order, int name)
{
    switch (order) {
    case '+':
        if (!board->posted[name]) { board->count++; }
        board->posted[name] = true;
        return true;
    case '-':
        if (!board->posted[name] && board->count == 0) { return false; }
        board->posted[name] = false; /* … even if it was not posted, but others are? */
        board->count--;
        return true;
    default: return order == '?';
    }
}

static void check(const struct board *board)
{
    int posted = 0;
    for (int i = 0; i < NAMES; i++) { posted += board->posted[i]; }
    assert(posted == board->count);
}

/* ---- The harness. ---- */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct board board = {0};
    for (size_t i = 0; i < size; i += 3) {
        if (size - i < 3 || data[i + 2] != ';' || find((char)data[i + 1]) < 0) { return -1; }
        if (!obey(&board, (char)data[i], find((char)data[i + 1]))) { return -1; }
        check(&board);
    }
    return 0;
}

/* ---- The generator. ---- */

static void generate(struct bd_source *s, struct bd_out *out)
{
    do {
        BD_RULE(s, "order");
        bd_put_char(out, "?+-"[bd_pick(s, "order", 3)]);
        bd_put_char_of(s, out, "name", "abcd");
        bd_put(out, ";");
    } while (bd_more(s, "more", 3.0));
}

BD_FUZZER(.name = "bridge", .generate = generate);

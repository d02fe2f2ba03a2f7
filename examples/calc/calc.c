/* calc.c: a calculator, and a fuzzer for it, in one file. docs/tutorial.md walks through it.
 *
 * The calculator takes integers, + - * /, brackets, and functions such as max(3,4). It rejects
 * expressions that make no sense, and evaluates the others. But one kind of expression makes it crash:
 * `./calc` finds out which.
 */
#include <bediv.h>
#include <stdlib.h>

/* ---- The software under test ------------------------------------------------------------------- */

static const int64_t LIMIT = 1000000000; /* larger results are rejected, so that nothing overflows */

struct calc {
    const char *at, *end;
    bool refused;
};

static int64_t sum(struct calc *c);

static int64_t refuse(struct calc *c)
{
    c->refused = true;
    c->at = c->end;
    return 1;
}

static int64_t limited(struct calc *c, int64_t value)
{
    return llabs(value) > LIMIT ? refuse(c) : value;
}

static bool eat(struct calc *c, char what)
{
    if (c->at == c->end || *c->at != what) { return false; }
    c->at++;
    return true;
}

static int64_t number(struct calc *c)
{
    int64_t value = 0;
    if (c->at == c->end || *c->at < '0' || *c->at > '9') { return refuse(c); }
    while (c->at < c->end && *c->at >= '0' && *c->at <= '9') { value = limited(c, value * 10 + (*c->at++ - '0')); }
    return value;
}

static int64_t gcd(int64_t a, int64_t b)
{
    return b ? gcd(b, a % b) : llabs(a);
}

static int64_t call(struct calc *c)
{
    const char *name = c->at;
    while (c->at < c->end && *c->at >= 'a' && *c->at <= 'z') { c->at++; }
    size_t size = (size_t)(c->at - name);
    if (!eat(c, '(')) { return refuse(c); }
    int64_t a = sum(c);
    if (size == 3 && memcmp(name, "abs", 3) == 0) { return eat(c, ')') ? llabs(a) : refuse(c); }
    if (!eat(c, ',')) { return refuse(c); }
    int64_t b = sum(c);
    if (!eat(c, ')') || size != 3) { return refuse(c); }
    if (memcmp(name, "max", 3) == 0) { return a > b ? a : b; }
    if (memcmp(name, "gcd", 3) == 0) { return gcd(a, b); }
    if (memcmp(name, "lcm", 3) == 0) { return limited(c, a / gcd(a, b) * b); }
    return refuse(c);
}

static int64_t atom(struct calc *c)
{
    if (c->at < c->end && *c->at >= 'a' && *c->at <= 'z') { return call(c); }
    if (!eat(c, '(')) { return number(c); }
    int64_t value = sum(c);
    return eat(c, ')') ? value : refuse(c);
}

static int64_t product(struct calc *c)
{
    int64_t value = atom(c);
    for (;;) {
        if (eat(c, '*')) {
            value = limited(c, value * atom(c));
        } else if (eat(c, '/')) {
            int64_t by = atom(c);
            value = by ? value / by : refuse(c);
        } else {
            return value;
        }
    }
}

static int64_t sum(struct calc *c)
{
    int64_t value = product(c);
    for (;;) {
        if (eat(c, '+')) {
            value = limited(c, value + product(c));
        } else if (eat(c, '-')) {
            value = limited(c, value - product(c));
        } else {
            return value;
        }
    }
}

/* ---- The generator ----------------------------------------------------------------------------- */

enum { MAX_DEPTH = 4 };

static const struct bd_dict functions = {(const char *const[]){"abs", "max", "gcd", "lcm"}, 4};

static void expression(struct bd_source *s, struct bd_out *out, int depth)
{
    BD_RULE(s, "expression");
    const struct bd_dict *names = bd_dictionary(s)->count ? bd_dictionary(s) : &functions;
    switch (depth < MAX_DEPTH ? bd_pick(s, "form", 4) : 0) {
    case 0: bd_put_int(s, out, "number", 0, 99); break;
    case 1:
        expression(s, out, depth + 1);
        bd_put_char_of(s, out, "operator", "+-*/");
        expression(s, out, depth + 1);
        break;
    case 2:
        bd_put(out, "(");
        expression(s, out, depth + 1);
        bd_put(out, ")");
        break;
    case 3:
        bd_put_word(s, out, "function", names);
        bd_put(out, "(");
        expression(s, out, depth + 1);
        while (bd_more(s, "argument", 1.0)) {
            bd_put(out, ",");
            expression(s, out, depth + 1);
        }
        bd_put(out, ")");
        break;
    }
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    expression(s, out, 0);
}

/* ---- The target -------------------------------------------------------------------------------- */

static enum bd_verdict run(const struct bd_input *in)
{
    const char *text = (const char *)in->data;
    struct calc c = {text, text + in->size, false};
    sum(&c);
    return c.refused || c.at < c.end ? BD_INVALID : BD_VALID;
}

BD_FUZZER(.name = "calc", .generate = generate, .run = run);

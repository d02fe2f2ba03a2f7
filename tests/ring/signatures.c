/* signatures.c: bugs that are easily mistaken for each other, and single bugs that are easily mistaken for several. The
 * first letter of the input selects the bug, the second the way to it. */
#include <assert.h>
#include <bediv.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#ifndef BUGS
#define BUGS "abcdefg"
#endif
#define PLAIN __attribute__((noinline)) static
static volatile int zero, sink, one = 1;
static volatile int *volatile nowhere = (int *)8;

/* Two bugs in one function: one condition, two lines. */
PLAIN void assert_twice(char way)
{
    if (way == 'x') {
        assert(zero == 1); /* assertion x */
    } else {
        assert(zero == 1); /* assertion y */
    }
    sink = 1;
}
PLAIN void write_twice(char way)
{
    if (way == 'x') {
        *nowhere = 1; /* write x */
    } else {
        nowhere[1] = 2; /* write y */
    }
    sink = 2;
}

/* One bug, reached in two ways. */
PLAIN void deep(int n)
{
    sink = 100 / (n * zero); /* division */
    sink = 3;
}
PLAIN void short_way(void)
{
    deep(1);
    sink = 4;
}
PLAIN void long_way(void)
{
    short_way();
    sink = 5;
}
/* The same, inlined into two functions. */
__attribute__((always_inline)) static inline void helper(int n)
{
    *(volatile int *)(nowhere + n) = 5; /* inlined */
}
PLAIN void use_helper(void)
{
    helper(2);
    sink = 6;
}
PLAIN void use_helper_too(void)
{
    sink = 7;
    helper(2);
    sink = 8;
}

/* Two bugs that show in a function which only passes them on. */
PLAIN void die(const char *why)
{
    sink = (int)strlen(why);
    abort(); /* die */
}
PLAIN void complain(void)
{
    if (!zero) { die("one"); } /* die x */
    sink = 9;
}
PLAIN void complain_too(void)
{
    if (!zero) { die("other"); } /* die y */
    sink = 10;
}

/* One endless loop, reached in two ways. Most time passes in a function that it calls; some in others, and in libc. */
PLAIN int heavy(int n)
{
    int sum = 0;
    for (int i = 0; i < 20000; i++) { sum += (i ^ n) % (one + 6); }
    return sum;
}
PLAIN int light(int n)
{
    static char from[4096], to[4096];
    memmove(to, from, (size_t)(4000 + n % 2));
    return to[n & 1];
}
PLAIN int recursive(int n)
{
    return n <= 0 ? heavy(n) / 8 : recursive(n - 1) + one;
}
PLAIN void loop(void)
{
    for (int i = 0; !zero; i++) {
        sink = heavy(i) + heavy(i + 1);
        if (i % 16 == 0) { sink = light(i); }
        if (i % 64 == 0) { sink = recursive(i % 7); }
    }
    sink = 11;
}
PLAIN void loop_from_afar(void)
{
    loop();
    sink = 12;
}
/* A loop without a branch of its own. */
PLAIN void bare_loop(void)
{
    for (;;) { sink = heavy(sink) + zero; }
}
/* An endless search by recursion. */
PLAIN int backtrack(int depth, int n)
{
    int found = heavy(n) == -1;
    for (int i = 0; i < 3 && depth < 40; i++) { found += backtrack(depth + 1, n + i); }
    return found;
}

static void meet(char what, char way)
{
    bool x = way == 'x';
    switch (what) {
    case 'a': assert_twice(way); break;
    case 'b': write_twice(way); break;
    case 'c': x ? short_way() : long_way(); break;
    case 'd': x ? use_helper() : use_helper_too(); break;
    case 'e': x ? complain() : complain_too(); break;
    case 'f': x ? loop() : loop_from_afar(); break;
    case 'g': x ? bare_loop() : (void)(sink = backtrack(0, 1)); break;
    }
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    bd_put_char_of(s, out, "what", BUGS);
    bd_put_char_of(s, out, "way", "xy");
}

static enum bd_verdict run(const struct bd_input *in)
{
    meet((char)in->data[0], (char)in->data[1]);
    sink = 13;
    return BD_VALID;
}

BD_FUZZER(.name = "signatures", .generate = generate, .run = run);

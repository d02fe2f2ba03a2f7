/* planted_kinds.c: twelve bugs of ten kinds, each in its own function; the input selects one. */
#define _GNU_SOURCE
#include <assert.h>
#include <bediv.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define PLANT __attribute__((noinline)) static void
static volatile int zero, sink;
static void *volatile kept;
static volatile int *volatile nowhere = (int *)8;

PLANT write_nowhere(void)
{
    *nowhere = 1;
    sink = 1;
}
PLANT read_nowhere(void)
{
    sink = *nowhere;
    sink = 2;
}
PLANT give_up(void)
{
    if (!zero) { abort(); }
    sink = 3;
}
PLANT assert_wrongly(void)
{
    assert(zero == 1);
    sink = 4;
}
PLANT divide(void)
{
    sink = 100 / zero;
    sink = 5;
}
PLANT map_too_much(void)
{
    int fd = memfd_create("empty", 0);
    volatile char *page = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
    sink = page[0]; /* a page that the file does not have: SIGBUS */
    sink = 6;
}
PLANT leave(void)
{
    if (!zero) { exit(3); }
    sink = 7;
}
__attribute__((noinline)) static int dig(volatile char *above)
{
    volatile char here[512] = {0};
    return above[0] + dig(here) + here[1];
}
PLANT overflow(void)
{
    volatile char start[1] = {0};
    sink = dig(start);
}
PLANT spin(void)
{
    while (!zero) {}
    sink = 8;
}
PLANT grow(void)
{
    while (!zero) { memset(kept = malloc(1 << 20), 1, 1 << 20); }
    sink = 9;
}
PLANT free_twice(void)
{
    kept = malloc(40);
    void *same = kept;
    free(kept);
    free(same);
    sink = 10;
}

static void (*const plants[])(void) = {write_nowhere, read_nowhere, give_up,    assert_wrongly, divide, map_too_much,
                                       leave,         overflow,     free_twice, spin,           grow};
enum { PLANTS = sizeof plants / sizeof *plants, VERDICT = PLANTS };

static void generate(struct bd_source *s, struct bd_out *out)
{
    /* None; the quick ones often; the slow ones (which wait for a limit) seldom; the verdict. */
    static const uint32_t weights[] = {30, 20, 20, 20, 20, 20, 20, 20, 20, 20, 1, 1, 20};
    bd_put_bytes(out, &(uint8_t){(uint8_t)('a' + bd_pick_weighted(s, "plant", weights, PLANTS + 2))}, 1);
    while (bd_more(s, "more", 4)) { bd_put_char_of(s, out, "letter", " xyz"); }
}

static enum bd_verdict run(const struct bd_input *in)
{
    unsigned plant = in->size ? in->data[0] - 'a' : 0;
    if (plant && plant <= PLANTS) { plants[plant - 1](); }
    return plant == VERDICT + 1 ? BD_FAILURE : BD_VALID;
}

BD_FUZZER(.name = "planted_kinds", .generate = generate, .run = run);

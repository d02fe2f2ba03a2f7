/* A target with a wild pointer: it writes anything anywhere into the memory that it shares with the engine, then
 * crashes, now or later, or hangs, or returns as if nothing had happened. WILD_SEED decides everything; without it
 * nothing happens. WILD_TALLY names a file that gets one byte per write.
 *
 * Writes aim at memory that is in use: pages that are backed, among the first of each range of shared memory, and there
 * mostly at words that are not zero. They write what wild writes leave: random words, zeros, ones, flipped bits, small
 * numbers, other addresses, runs of one byte.
 */
#include <bediv.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { STRETCHES = 256, PAGE = 4096, LOOKED_AT = 256 /* pages of a stretch */ };

static struct {
    uint64_t state;    /* of the random numbers */
    bool by_input;     /* inputs that begin with "ff" do it, whatever ran before; otherwise: */
    unsigned first;    /* run of this process that writes first … */
    unsigned every;    /* … and then every this many runs; 0: never again */
    unsigned later;    /* it ends this many runs after the first write */
    bool in_generator; /* the generator does it, not the target */
    unsigned writes;   /* each time */
    enum { RETURN, SEGV, ABORT, EXIT, HANG } end;
    unsigned runs;
    int tally; /* a file that gets one byte per write, or -1 */
    struct stretch {
        char *from;
        size_t size;
    } stretch[STRETCHES];
    size_t count;
} wild;

static uint64_t random_u64(void)
{
    wild.state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    uint64_t x = wild.state;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static uint64_t below(uint64_t end)
{
    return random_u64() % end;
}

static void find_stretches(void)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512];
    while (maps && fgets(line, sizeof line, maps) && wild.count < STRETCHES) {
        unsigned long from, to;
        char rights[5];
        if (sscanf(line, "%lx-%lx %4s", &from, &to, rights) != 3 || strcmp(rights, "rw-s") != 0) { continue; }
        wild.stretch[wild.count++] = (struct stretch){(char *)from, to - from};
    }
    if (maps) { fclose(maps); }
}

/* A backed page of the range; NULL if there is none at its beginning. */
static char *backed_page(const struct stretch *s)
{
    unsigned char backed[LOOKED_AT];
    size_t pages = s->size / PAGE < LOOKED_AT ? s->size / PAGE : LOOKED_AT, first = below(pages);
    if (mincore(s->from, pages * PAGE, backed) != 0) { return NULL; }
    for (size_t i = 0; i < pages; i++) {
        size_t page = (first + i) % pages;
        if (backed[page] & 1) { return s->from + page * PAGE; }
    }
    return NULL;
}

static uint64_t *place(void)
{
    for (int tries = 0; tries < 64; tries++) {
        char *page = backed_page(&wild.stretch[below(wild.count)]);
        if (!page) { continue; }
        uint64_t *word = (uint64_t *)page;
        size_t first = below(PAGE / sizeof *word);
        if (below(4) == 0) { return word + first; }
        for (size_t i = 0; i < PAGE / sizeof *word; i++) {
            uint64_t *at = word + (first + i) % (PAGE / sizeof *word);
            if (*at) { return at; }
        }
    }
    return NULL;
}

static void write_wildly(void)
{
    uint64_t *at = place();
    if (!at) { return; }
    uint64_t before = *at, what = below(8);
    switch (what) {
    case 0: *at = random_u64(); break;
    case 1: *at = 0; break;
    case 2: *at = UINT64_MAX; break;
    case 3: *at ^= (uint64_t)1 << below(64); break;
    case 4: *(uint32_t *)at = (uint32_t)below(300); break;
    case 5: *at = (uintptr_t)wild.stretch[below(wild.count)].from + below(1 << 20); break;
    case 6: *(uint8_t *)at = (uint8_t)random_u64(); break;
    case 7: memset(at, (int)below(256), below(PAGE - (uintptr_t)at % PAGE)); break;
    }
    if (wild.tally >= 0 && write(wild.tally, ".", 1) != 1) { abort(); }
    fprintf(stderr, "wild write %d at %p: %llx was %llx\n", (int)what, (void *)at, (unsigned long long)*at,
            (unsigned long long)before);
}

static void end(void)
{
    switch (wild.end) {
    case SEGV: *(volatile int *)8 = 1; break;
    case EXIT: _exit((int)below(4));
    case HANG:
        for (;;) { pause(); }
    case ABORT: abort();
    default: break;
    }
}

static void *setup(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    static const char ends[] = {RETURN, RETURN, RETURN, RETURN, RETURN, SEGV, SEGV, SEGV, SEGV, SEGV,
                                ABORT,  ABORT,  ABORT,  ABORT,  ABORT,  EXIT, EXIT, EXIT, EXIT, HANG};
    const char *seed = getenv("WILD_SEED");
    if (!seed) { return NULL; }
    const char *tally = getenv("WILD_TALLY");
    wild.tally = tally ? open(tally, O_WRONLY | O_APPEND | O_CREAT, 0666) : -1;
    wild.state = strtoull(seed, NULL, 10) * 0x2545f4914f6cdd1du;
    wild.end = ends[below(sizeof ends)];
    wild.by_input = below(4) && wild.end != HANG;                              /* otherwise it takes long to verify */
    wild.first = 1 + (unsigned)below(below(8) && wild.end != HANG ? 24 : 500); /* eight runs are the warm-up */
    wild.every = below(3) ? 0 : 1 + (unsigned)below(30);
    wild.later = below(2) ? 0 : (unsigned)below(100);
    wild.in_generator = below(8) == 0;
    wild.writes = 1 + (unsigned)below(below(3) ? 3 : 60);
    find_stretches();
    return NULL;
}

/* Whether to write now, with these bytes. */
static bool is_moment(const char *data, size_t size)
{
    if (wild.by_input) { return size > 1 && data[0] == 'f' && data[1] == 'f'; }
    return wild.runs == wild.first || (wild.every && wild.runs > wild.first && wild.runs % wild.every == 0);
}

static void be_wild(const char *data, size_t size)
{
    wild.runs++;
    if (!wild.count) { return; }
    bool moment = is_moment(data, size);
    if (moment) {
        for (size_t i = 0; i < size; i++) {
            wild.state = wild.state * 31 + (uint8_t)data[i];
        } /* other inputs, other places */
        for (unsigned i = 0; i < wild.writes; i++) { write_wildly(); }
    }
    if (wild.by_input ? moment : wild.runs == wild.first + wild.later) { end(); }
}

static enum bd_verdict run(const struct bd_input *in)
{
    unsigned count = 0;
    for (size_t i = 0; i < in->size; i++) { count += in->data[i] == 'f'; }
    if (!wild.in_generator) { be_wild((const char *)in->data, in->size); }
    return count > 3 ? BD_VALID : BD_INVALID;
}

static char tree(struct bd_source *s, struct bd_out *out, unsigned depth)
{
    bd_enter(s, "tree");
    char leaf = bd_put_char_of(s, out, "leaf", "abcdef");
    if (depth < 6 && bd_flag(s, "left")) { tree(s, out, depth + 1); }
    if (depth < 6 && bd_flag(s, "right")) { tree(s, out, depth + 1); }
    bd_leave(s);
    return leaf;
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    char leaf[2] = {bd_put_char_of(s, out, "first", "abcdef"), tree(s, out, 0)};
    if (wild.in_generator) { be_wild(leaf, sizeof leaf); }
}

BD_FUZZER(.name = "wild", .generate = generate, .run = run, .setup = setup);

#include "exec/heap.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/rng.h"
#include "unit/test.h"

/* ---- against a model: what live blocks hold ------------------------------------------------------- */

enum { SLOTS = 300 };

struct slot {
    unsigned char *at;
    size_t size;
    unsigned char fill;
};
struct model {
    struct slot slot[SLOTS];
    struct bd__rng rng;
    uint64_t addresses; /* a hash of all that were handed out */
};

static size_t some_size(struct bd__rng *rng)
{
    static const size_t most[] = {16, 64, 300, 2000, 40000};
    return bd__rng_next(rng) % most[bd__rng_next(rng) % 5];
}

static bool holds(const struct slot *slot)
{
    for (size_t i = 0; i < slot->size; i++) {
        if (slot->at[i] != slot->fill) { return false; }
    }
    return true;
}

static bool is_zero(const unsigned char *at, size_t size)
{
    return size == 0 || (at[0] == 0 && memcmp(at, at + 1, size - 1) == 0);
}

static void fill(struct model *m, struct slot *slot)
{
    slot->fill = (unsigned char)bd__rng_next(&m->rng);
    memset(slot->at, slot->fill, slot->size);
    m->addresses = (m->addresses ^ (uintptr_t)slot->at) * 0x100000001b3u;
}

static void step(struct model *m)
{
    struct slot *slot = &m->slot[bd__rng_next(&m->rng) % SLOTS];
    size_t size = some_size(&m->rng);
    if (!slot->at) {
        bool zero = bd__rng_next(&m->rng) % 2;
        slot->at = zero ? bd_heap_calloc(size, 1) : bd_heap_alloc(size);
        REQUIRE(slot->at);
        CHECK(!zero || is_zero(slot->at, size));
    } else if (bd__rng_next(&m->rng) % 2) {
        CHECK(holds(slot));
        struct slot cut = *slot;
        slot->at = bd_heap_resize(slot->at, ++size);
        REQUIRE(slot->at);
        cut.at = slot->at;
        cut.size = size < cut.size ? size : cut.size;
        CHECK(holds(&cut));
    } else {
        CHECK(holds(slot));
        bd_heap_free(slot->at);
        *slot = (struct slot){0};
        return;
    }
    CHECK_EQ_U64((uintptr_t)slot->at % 16, 0);
    CHECK(bd_heap_size(slot->at) >= size);
    slot->size = size;
    fill(m, slot);
}

static bool all_hold(const struct model *m)
{
    bool good = true;
    for (size_t i = 0; i < SLOTS; i++) { good &= !m->slot[i].at || holds(&m->slot[i]); }
    return good;
}

TEST(blocks_hold_what_was_written_whatever_is_done_to_others)
{
    static struct model m;
    m = (struct model){0};
    bd__rng_init(&m.rng, 1, 0);
    bd__heap_begin();
    for (int i = 0; i < 50000; i++) { step(&m); }
    CHECK(all_hold(&m));
}

TEST(a_block_holds_as_many_bytes_as_it_says)
{
    bd__heap_begin();
    for (size_t size = 1; size < 5000; size++) {
        char *a = bd_heap_alloc(size), *b = bd_heap_alloc(size);
        REQUIRE(a && b && a != b);
        size_t room = bd_heap_size(a);
        CHECK(room >= size);
        memset(a, 'a', room);
        memset(b, 'b', room);
        a = bd_heap_resize(a, room + 5000);
        CHECK(a[0] == 'a' && a[room - 1] == 'a');
        bd_heap_free(a);
        bd_heap_free(b);
    }
    CHECK_EQ_U64(bd_heap_size(NULL), 0);
}

/* ---- restored -------------------------------------------------------------------------------------- */

/* WEIGHT: bytes that the set-up takes on top. */
static void runs_start_alike(size_t weight)
{
    static struct model start, run;
    uint64_t addresses = 0;
    start = (struct model){0};
    bd__rng_init(&start.rng, 2, 0);
    bd__heap_begin();
    for (int i = 0; i < 3000; i++) { step(&start); }
    struct slot large = {bd_heap_alloc(weight), weight, 'w'};
    REQUIRE(large.at);
    memset(large.at, large.fill, large.size);
    bd__heap_save();
    for (unsigned i = 0; i < 20; i++) {
        bd__heap_restore();
        CHECK(all_hold(&start));
        CHECK(holds(&large));
        run = start;
        run.addresses = 0;
        bd__rng_init(&run.rng, i / 2, 1); /* each sequence twice, with another one between */
        for (int k = 0; k < 3000; k++) { step(&run); }
        memset(large.at + i * 10, 'x', weight / 3);
        if (i % 2) { CHECK_EQ_U64(run.addresses, addresses); }
        addresses = run.addresses;
    }
}

TEST(every_run_starts_from_what_the_set_up_left)
{
    runs_start_alike(1000);
}

TEST(the_same_holds_for_a_large_heap)
{
    runs_start_alike(5 << 20);
    runs_start_alike(1000); /* another set-up in this process, small again */
    runs_start_alike(20 << 20);
}

TEST(memory_that_a_run_never_wrote_reads_the_same_in_every_run)
{
    enum { SIZE = 100000 };
    for (size_t set_up = 100; set_up < 10 << 20; set_up *= 300) {
        bd__heap_begin();
        REQUIRE(bd_heap_alloc(set_up));
        bd__heap_save();
        for (int i = 0; i < 3; i++) {
            bd__heap_restore();
            unsigned char *at = bd_heap_alloc(SIZE);
            REQUIRE(at);
            CHECK(is_zero(at, SIZE));
            memset(at, 1 + i, SIZE);
        }
    }
}

TEST(a_set_up_that_takes_nothing_leaves_an_empty_heap)
{
    bd__heap_begin();
    bd__heap_save();
    bd__heap_restore();
    void *first = bd_heap_alloc(10);
    REQUIRE(first);
    bd__heap_restore();
    CHECK(bd_heap_alloc(10) == first);
}

TEST(what_a_run_breaks_in_the_heap_itself_is_put_back)
{
    bd__heap_begin();
    char *mine = bd_heap_alloc(64);
    memset(mine, 'm', 64);
    bd__heap_save();
    for (int i = 0; i < 3; i++) {
        bd__heap_restore();
        CHECK(mine[0] == 'm' && mine[63] == 'm');
        char *base = (char *)((uintptr_t)mine & ~(uintptr_t)4095);
        char *other = bd_heap_alloc(1000);
        REQUIRE(other);
        if (!UNDER_ASAN) { memset(base, 0xff, (size_t)(other + 1000 - base)); } /* its own tables, too */
    }
}

static size_t resident_pages(void)
{
    size_t all = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%zu %zu", &all, &resident) != 2) { resident = 0; }
    if (file) { fclose(file); }
    return resident;
}

TEST(what_one_large_run_took_is_given_back)
{
    enum { LARGE = 100 << 20 };
    bd__heap_begin();
    bd__heap_save();
    bd__heap_restore();
    char *at = bd_heap_alloc(LARGE);
    REQUIRE(at);
    memset(at, 1, LARGE);
    size_t during = resident_pages();
    bd__heap_restore();
    CHECK(resident_pages() + (LARGE - (16 << 20)) / 4096 < during);
    at = bd_heap_alloc(LARGE);
    REQUIRE(at);
    CHECK(is_zero((unsigned char *)at, LARGE));
}

TEST(globals_that_are_kept_are_put_back)
{
    static int counter, table[100];
    int untouched = 0;
    counter = 7;
    bd__heap_begin();
    bd_heap_keep(&counter, sizeof counter);
    bd_heap_keep(table, sizeof table);
    table[99] = 5; /* the set-up goes on */
    bd__heap_save();
    for (int i = 0; i < 3; i++) {
        bd__heap_restore();
        CHECK_EQ_I64(counter, 7);
        CHECK_EQ_I64(table[99], 5);
        counter = table[99] = ++untouched;
    }
    CHECK_EQ_I64(untouched, 3);
    bd__heap_begin(); /* another set-up, which keeps nothing */
    bd__heap_save();
    counter = 9;
    bd__heap_restore();
    CHECK_EQ_I64(counter, 9);
}

TEST(the_heap_has_the_same_address_in_every_process)
{
    bd__heap_begin();
    void *mine = bd_heap_alloc(100), *theirs = NULL;
    if (getenv("HEAP_TEST_PRINT")) {
        printf("%p\n", mine);
        return;
    }
    char command[4200] = "HEAP_TEST_PRINT=1 ";
    size_t used = strlen(command);
    ssize_t size = readlink("/proc/self/exe", command + used, 4096);
    REQUIRE(size > 0);
    strcpy(command + used + size, " the_heap_has_the_same_address_in_every_process");
    FILE *other = popen(command, "r");
    REQUIRE(other);
    CHECK(fscanf(other, "%p", &theirs) == 1);
    pclose(other);
    CHECK(mine == theirs);
}

/* ---- its end ----------------------------------------------------------------------------------------- */

TEST(a_full_heap_answers_null_until_something_is_freed)
{
    enum { LIMIT = 1 << 20 };
    void *block[LIMIT / 1000];
    size_t count = 0;
    bd__heap_begin();
    bd_heap_limit(LIMIT);
    bd__heap_save();
    bd__heap_restore();
    CHECK(!bd_heap_was_full());
    while ((block[count] = bd_heap_alloc(2000))) { count++; }
    CHECK(count > LIMIT / 2000 / 2 && count <= LIMIT / 2000);
    CHECK(!bd_heap_calloc(2000, 1));
    CHECK(!bd_heap_resize(block[0], 200000));
    memset(block[0], 1, 2000); /* still there */
    bd_heap_free(block[1]);
    CHECK(bd_heap_alloc(1500) == block[1]); /* of another size, and better than nothing */
    CHECK(!bd_heap_alloc(1500));
    CHECK(bd_heap_was_full());
    bd__heap_restore();
    CHECK(!bd_heap_was_full()); /* in the next run */
    bd__heap_begin();
    bd_heap_limit((size_t)256 << 20);
}

TEST(sizes_that_overflow_are_refused)
{
    bd__heap_begin();
    char *at = bd_heap_alloc(10);
    REQUIRE(at);
    for (size_t less = 0; less < 64; less++) {
        CHECK(!bd_heap_alloc(SIZE_MAX - less));
        CHECK(!bd_heap_resize(at, SIZE_MAX - less));
    }
    CHECK(!bd_heap_calloc(SIZE_MAX / 2, 3));
    CHECK(!bd_heap_calloc(3, SIZE_MAX / 2));
    CHECK(!bd_heap_alloc((size_t)257 << 20));
    memset(at, 1, 10);
}

TEST_UNSANITIZED(the_last_block_grows_where_it_is) /* under ASan all of them move */
{
    bd__heap_begin();
    char *at = bd_heap_alloc(10);
    for (size_t size = 10; size < 1000000; size += size / 3) { CHECK(bd_heap_resize(at, size) == at); }
    CHECK(bd_heap_resize(at, 900000) == at);
    CHECK(bd_heap_resize(at, 100) != at);
    CHECK(!bd_heap_resize(bd_heap_alloc(1), 0));
}

/* ---- misuse -------------------------------------------------------------------------------------------- */

/* Runs WHAT in another process: whether it dies of SIGNAL (0: in any way but well), and prints TEXT. */
static bool dies(void (*what)(void), int signal, const char *text)
{
    char said[20000];
    size_t size = 0;
    int ends[2], status;
    if (pipe(ends) != 0) { return false; }
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        what();
        _exit(0);
    }
    close(ends[1]);
    for (ssize_t got; size < sizeof said - 1 && (got = read(ends[0], said + size, sizeof said - 1 - size)) > 0;) {
        size += (size_t)got;
    }
    said[size] = '\0';
    close(ends[0]);
    waitpid(child, &status, 0);
    bool good = strstr(said, text) && status != 0 && (!signal || (WIFSIGNALED(status) && WTERMSIG(status) == signal));
    if (!good) { printf("status %x, said: %s\n", (unsigned)status, said); }
    return good;
}

static char global[8];

static void keep_in_a_run(void)
{
    bd__heap_begin();
    bd__heap_save();
    bd_heap_keep(global, sizeof global);
}

static void keep_too_much(void)
{
    bd__heap_begin();
    for (;;) { bd_heap_keep(global, sizeof global); }
}

static void limit_too_late(void)
{
    bd__heap_begin();
    free(bd_heap_alloc(1) ? NULL : global);
    bd_heap_limit(1 << 20);
}

static void limit_too_small(void)
{
    bd__heap_begin();
    bd_heap_limit(10);
}

static void free_twice(void)
{
    bd__heap_begin();
    void *at = bd_heap_alloc(10);
    bd_heap_free(at);
    bd_heap_free(at);
}

static void free_the_middle(void)
{
    bd__heap_begin();
    char *at = bd_heap_calloc(100, 1);
    bd_heap_free(at + 32);
}

static void free_a_stranger(void)
{
    bd__heap_begin();
    free(bd_heap_alloc(1) ? NULL : global);
    bd_heap_free(global);
}

TEST(misuse_ends_with_a_message_that_says_what_to_do)
{
    CHECK(dies(keep_in_a_run, SIGABRT, "bediv: bd_heap_keep: call it in .setup"));
    CHECK(dies(keep_too_much, SIGABRT, "bediv: bd_heap_keep: more than 256 calls"));
    CHECK(dies(limit_too_late, SIGABRT, "bediv: bd_heap_limit: call it in .setup, before the first allocation"));
    CHECK(dies(limit_too_small, SIGABRT, "bediv: bd_heap_limit: 10 bytes"));
    CHECK(dies(free_twice, SIGABRT, "was already freed"));
    CHECK(dies(free_the_middle, SIGABRT, "no block at"));
    CHECK(dies(free_a_stranger, SIGABRT, "is not a block of this heap"));
}

/* ---- under AddressSanitizer ------------------------------------------------------------------------------ */

static char *volatile at_setup; /* 20 live bytes */
static char *volatile freed_at_setup;

static void in_run(void (*what)(void))
{
    bd__heap_begin();
    at_setup = bd_heap_alloc(20);
    freed_at_setup = bd_heap_alloc(20);
    bd_heap_free(freed_at_setup);
    bd__heap_save();
    for (int i = 0; i < 3; i++) { /* each run violates the rules in another way */
        bd__heap_restore();
        bd_heap_free(at_setup);
        char *more = bd_heap_alloc(5000);
        memset(more, 1, 5000);
    }
    bd__heap_restore();
    memset(at_setup, 1, 20); /* alive again */
    what();
}

static void overflow(void)
{
    at_setup[20] = 1;
}
static void underflow(void)
{
    at_setup[-1] = 1;
}
static void use_freed_at_setup(void)
{
    freed_at_setup[0] = 1;
}
static void use_of_last_run(void)
{
    at_setup[1000] = 1;
}
static void use_after_resize(void)
{
    char *volatile old = bd_heap_alloc(30);
    if (bd_heap_resize(old, 25)) { old[0] = 1; }
}
static void overflow_of_fresh(void)
{
    char *volatile at = bd_heap_alloc(24);
    at[24 + 31] = 1;
}
static void use_after_free(void)
{
    char *volatile at = bd_heap_alloc(24);
    bd_heap_free(at);
    if (bd_heap_alloc(24)) { at[0] = 1; } /* it did not get the same place */
}

static void (*wrong)(void);
static void do_wrong(void)
{
    in_run(wrong);
}

TEST_SANITIZED(address_sanitizer_reports_what_touches_no_live_block)
{
    static void (*const all[])(void) = {overflow,         underflow,         use_freed_at_setup, use_of_last_run,
                                        use_after_resize, overflow_of_fresh, use_after_free};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        wrong = all[i];
        CHECK(dies(do_wrong, 0, "AddressSanitizer: use-after-poison"));
    }
}

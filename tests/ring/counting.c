/* counting.c: a fuzzer whose malloc counts. Between the end of one run and the start of the next, only the engine
 * works: from the 1001st run of a process on, it must not allocate. If it did, the target fails. The generator and
 * the target themselves allocate freely. */
#include <bediv.h>
#include <stdlib.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

static unsigned long runs, by_engine, by_others;
static int in_foreign_code;

__attribute__((unused)) static void note(void)
{
    if (in_foreign_code) {
        by_others++;
    } else {
        by_engine++;
    }
}

#if !__has_feature(address_sanitizer) /* which has its own malloc */
void *malloc(size_t size)
{
    note();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    note();
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    note();
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    note();
    return __libc_memalign(alignment, size);
}

void free(void *block)
{
    if (block) { note(); }
    __libc_free(block);
}
#endif

static void destroy(void *object)
{
    in_foreign_code = 1;
    free(object);
    in_foreign_code = 0;
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    in_foreign_code = 1;
    BD_RULE(s, "text");
    char *object = malloc(100);
    do {
        bd_put_char_of(s, out, "letter", "abcdefghij");
        bd_put_int(s, out, "number", 0, 1000);
        bd_print(out, " %s ", bd_flag(s, "flag") ? "x" : "y");
    } while (bd_more(s, "more", 6));
    if (bd_pick(s, "mood", 32) == 5) { bd_discard(s, "no mood"); }
    bd_give(out, object, destroy);
    in_foreign_code = 0;
}

static enum bd_verdict run(const struct bd_input *in)
{
    static unsigned long before;
    in_foreign_code = 1;
    void *volatile block = malloc(in->size + 1);
    free(block);
    unsigned sum = 0;
    for (size_t i = 0; i < in->size; i++) { sum += in->data[i] % 3 == 0 ? 1 : in->data[i] % 5 == 0 ? 2 : 3; }
    enum bd_verdict verdict = sum % 3 ? BD_VALID : BD_INVALID;
    if (++runs > 1000 && (by_engine != before || by_others < runs)) { verdict = BD_FAILURE; }
    before = by_engine;
    in_foreign_code = 0;
    if (runs == 1500 && getenv("AS_IF_BY_ENGINE")) { /* so that the test can be shown to fail */
        block = malloc(1);
        free(block);
    }
    return verdict;
}

BD_FUZZER(.name = "counting", .generate = generate, .run = run);

/* test.h: the complete harness of the unit tests. Each file of tests is one program:
 *
 *     #include "unit/test.h"
 *
 *     TEST(draw_answers_zero_once_spent)
 *     {
 *         CHECK_EQ_U64(bd_choose(...), 0);
 *     }
 *
 * Without an argument, the program runs all its tests; with a name, that one. A CHECK that fails prints where and what,
 * and the test continues; a REQUIRE that fails ends the test. CMake finds tests by the line `TEST(name)`.
 */
#ifndef BD_UNIT_TEST_H
#define BD_UNIT_TEST_H

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct test {
    const char *name;
    void (*run)(void);
    struct test *next;
};
static struct test *test_first, **test_end = &test_first;
static unsigned test_failures; /* of the running test */
static jmp_buf test_leave;

/* Whether this build is sanitized. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define UNDER_ASAN 1
#endif
#endif
#ifndef UNDER_ASAN
#define UNDER_ASAN 0
#endif

/* Tests register themselves before main, in the order of the file: in all builds, in those without sanitizers, in those
 * with them. CMake knows these three. */
#define TEST(title) TEST_IF(true, title)
#define TEST_UNSANITIZED(title) TEST_IF(!UNDER_ASAN, title)
#define TEST_SANITIZED(title) TEST_IF(UNDER_ASAN, title)

#define TEST_IF(applies, title) \
    static void title(void); \
    __attribute__((constructor)) static void register_##title(void) \
    { \
        static struct test test = {#title, title, NULL}; \
        if (!(applies)) { return; } \
        *test_end = &test; \
        test_end = &test.next; \
    } \
    static void title(void)

#define CHECK(condition) ((void)test_check(condition, __FILE__, __LINE__, #condition))
#define REQUIRE(condition) \
    do { \
        if (!test_check(condition, __FILE__, __LINE__, #condition)) { longjmp(test_leave, 1); } \
    } while (0)
#define CHECK_EQ_U64(actual, expected) test_eq_u64(actual, expected, __FILE__, __LINE__, #actual)
#define CHECK_EQ_I64(actual, expected) test_eq_i64(actual, expected, __FILE__, __LINE__, #actual)
#define CHECK_EQ_STR(actual, expected) test_eq_str(actual, expected, __FILE__, __LINE__, #actual)
#define CHECK_NEAR(actual, expected, epsilon) test_near(actual, expected, epsilon, __FILE__, __LINE__, #actual)

/* Counts a failure and opens its message; what follows is printed by the caller. */
static inline void test_fail(const char *file, int line, const char *text)
{
    test_failures++;
    printf("%s:%d: %s", file, line, text);
}

static inline bool test_check(bool good, const char *file, int line, const char *text)
{
    if (!good) {
        test_fail(file, line, text);
        puts(" does not hold");
    }
    return good;
}

static inline void test_eq_u64(uint64_t a, uint64_t b, const char *file, int line, const char *text)
{
    if (a == b) { return; }
    test_fail(file, line, text);
    printf(" is %" PRIu64 " (0x%" PRIx64 "), not %" PRIu64 " (0x%" PRIx64 ")\n", a, a, b, b);
}

static inline void test_eq_i64(int64_t a, int64_t b, const char *file, int line, const char *text)
{
    if (a == b) { return; }
    test_fail(file, line, text);
    printf(" is %" PRId64 ", not %" PRId64 "\n", a, b);
}

static inline void test_eq_str(const char *a, const char *b, const char *file, int line, const char *text)
{
    if (a == b || (a && b && strcmp(a, b) == 0)) { return; }
    test_fail(file, line, text);
    printf(" is\n    \"%s\", not\n    \"%s\"\n", a ? a : "(null)", b ? b : "(null)");
}

static inline void test_near(double a, double b, double epsilon, const char *file, int line, const char *text)
{
    if (fabs(a - b) <= epsilon) { return; } /* a NaN is near nothing */
    test_fail(file, line, text);
    printf(" is %.17g, not %.17g (off by %.3g, allowed %.3g)\n", a, b, fabs(a - b), epsilon);
}

int main(int argc, char **argv)
{
    unsigned ran = 0, failed = 0;
    setvbuf(stdout, NULL, _IOLBF, 0); /* a test that crashes or forks neither loses nor repeats a line */
    for (struct test *volatile test = test_first; test; test = test->next) {
        if (argc > 1 && strcmp(argv[1], test->name) != 0) { continue; }
        test_failures = 0;
        if (setjmp(test_leave) == 0) { test->run(); }
        if (test_failures) { printf("FAILED: %s\n", test->name); }
        ran++;
        failed += test_failures > 0;
    }
    if (ran == 0) { printf("no test %s\n", argc > 1 ? argv[1] : "in this file"); }
    return ran == 0 || failed > 0;
}

#endif

/* config.h: duktape's default configuration with our changes. Included before duktape.c, which then finds that its
 * own duk_config.h has already been included. */
#define DUK_COMPILING_DUKTAPE
#include <duk_config.h>

#include <fixed_clock.h> /* not earlier: duk_config.h says which system functions it needs */

/* Ask engine.c whether to stop every 20 000 instructions. The default, 262 144, is a constant in duktape.c; but the
 * number is in a variable, ctr, where this macro is used. */
#define DUK_USE_INTERRUPT_COUNTER
#define DUK_USE_EXEC_TIMEOUT_CHECK(udata) (ctr = 20000, bd_duktape_out_of_steps(udata))
extern duk_bool_t bd_duktape_out_of_steps(void *udata);

/* As in duktape's own example for speed (config/examples/performance_sensitive.yaml). Without the table, a negated
 * character class in a case-insensitive regular expression takes tens of milliseconds to compile; guides like such
 * classes, and campaigns slowed down to 26 programs per second. */
#define DUK_USE_REGEXP_CANON_WORKAROUND

/* Prints a message before a fatal error, such as a failed assertion, aborts the process. */
#define DUK_USE_FATAL_HANDLER(udata, message) \
    do { \
        fprintf(stderr, "duktape: %s\n", message); \
        abort(); \
    } while (0)

#ifdef BEDIV_ASSERTIONS
#define DUK_USE_ASSERTIONS
#endif

/* In the sanitized build, regular expressions can recurse less than 10 000 times, because frames are several times larger,
 * but the stack is not. */
#ifdef BEDIV_SANITIZED
#undef DUK_USE_REGEXP_COMPILER_RECLIMIT
#undef DUK_USE_REGEXP_EXECUTOR_RECLIMIT
#define DUK_USE_REGEXP_COMPILER_RECLIMIT 2000
#define DUK_USE_REGEXP_EXECUTOR_RECLIMIT 2000
#endif

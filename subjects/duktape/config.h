/* config.h: duktape's default configuration, and what we want otherwise. Included ahead of duktape.c, which then
 * finds its own duk_config.h already read. */
#define DUK_COMPILING_DUKTAPE
#include <duk_config.h>

#include <fixed_clock.h> /* not before: duk_config.h says which of the system's functions it needs */

/* Ask target.c, every 20 000 instructions, whether to stop. It would be every 262 144, which is a constant of
 * duktape.c; but the number is in a variable, ctr, where this macro stands. */
#define DUK_USE_INTERRUPT_COUNTER
#define DUK_USE_EXEC_TIMEOUT_CHECK(udata) (ctr = 20000, bd_duktape_out_of_steps(udata))
extern duk_bool_t bd_duktape_out_of_steps(void *udata);

/* As duktape's own example for speed (config/examples/performance_sensitive.yaml) has it. Without the table, a negated
 * character class in a regular expression that ignores case takes tens of milliseconds to compile; guides like such
 * classes, and campaigns came down to 26 programs a second. */
#define DUK_USE_REGEXP_CANON_WORKAROUND

/* What is not to be survived, a failed assertion above all, is said before it aborts. */
#define DUK_USE_FATAL_HANDLER(udata, message) \
    do { \
        fprintf(stderr, "duktape: %s\n", message); \
        abort(); \
    } while (0)

/* In the sanitized build: assertions; and regular expressions may recurse less deep than 10 000 times, for frames are
 * several times larger, and stacks are not. */
#ifdef BEDIV_SANITIZED
#define DUK_USE_ASSERTIONS
#undef DUK_USE_REGEXP_COMPILER_RECLIMIT
#undef DUK_USE_REGEXP_EXECUTOR_RECLIMIT
#define DUK_USE_REGEXP_COMPILER_RECLIMIT 2000
#define DUK_USE_REGEXP_EXECUTOR_RECLIMIT 2000
#endif

/* target.c: jq under test. Each run compiles one program, and starts from the same state of jq.
 *
 * Valid means that jq compiles it. With BEDIV_RUN it also runs on a fixed document, its results are printed to memory,
 * and valid means that it ends without an error. A program that a limit ends counts as limited. With BEDIV_ORACLE, each
 * result makes a round trip instead (round_trip.h), and valid means that one could be compared.
 *
 * jq's state, its parsed library and the document are created once, in a heap that the library restores before each run
 * (bediv/heap.h). So a long jump can leave a run at any point: when memory runs out, or the steps do. */
#include "round_trip.h"
#include "stop.h"

#include <bediv.h>
#include <bediv/heap.h>
#include <jq_generator.h>
#include <jv.h>
#include <oniguruma.h>
#include <setjmp.h>
#include <stdlib.h>
#include <time.h>

/* A program that needs more is out of control. jq itself takes about 2 MB. */
#define MEMORY_LIMIT ((size_t)16 << 20)

/* Pushes on jq's stack: an instruction makes a few. Printing a result costs some, too. */
enum { STEP_LIMIT = 20000, RESULT_STEPS = 50 };
/* How often oniguruma can retry in one match; the default is ten million. */
enum { RETRY_LIMIT = 2000 };

static jmp_buf stopped;
static int steps_left;

_Noreturn void bd_jq_stop(enum bd_jq_reason reason)
{
    longjmp(stopped, (int)reason);
}

static void count_steps(int steps)
{
    steps_left -= steps;
    if (steps_left <= 0) { bd_jq_stop(BD_JQ_OUT_OF_STEPS); }
}

void bd_jq_count_step(void)
{
    count_steps(1);
}

/* `env` and `$ENV` are the same on every machine. See pinned.h. */
static char home[] = "HOME=/home/user", pager[] = "PAGER=less";
static char *variables[] = {home, pager, NULL};
char **bd_jq_environ = variables;

static void ignore_error(void *unused, jv message)
{
    (void)unused;
    jv_free(message);
}

#if defined BEDIV_RUN || defined BEDIV_ORACLE

/* A little of everything. The generator's dictionary has the keys. */
static const char document_text[] =
    "{\"id\":1,\"name\":\"Ann Lee\",\"tags\":[\"a\",\"b\",\"c\",\"b\"],\"price\":12.5,\"stock\":null,\"open\":true,"
    "\"items\":[{\"id\":7,\"name\":\"x1\",\"qty\":3,\"price\":0.1},{\"id\":8,\"name\":\"y\",\"qty\":0,\"price\":-2},"
    "{\"id\":7,\"name\":\"\\u00e9\\ud83d\\ude00\",\"qty\":1e300}],"
    "\"matrix\":[[1,2,3],[4,5],[]],\"date\":\"2015-03-05T23:51:47Z\",\"time\":1425599621,"
    "\"text\":\"foo, bar and foobar\",\"nested\":{\"a\":{\"b\":{\"c\":[1,{\"d\":\"deep\"}]}},\"empty\":{},\"list\":[]},"
    "\"base64\":\"aGVsbG8=\",\"json\":\"[1,{\\\"a\\\":2}]\",\"big\":9007199254740993,\"small\":-5e-324}";

static jv document;

static jv next_input(jq_state *jq, void *unused)
{
    (void)jq;
    (void)unused;
    count_steps(RESULT_STEPS); /* a program can have endless results */
    return jv_copy(document);
}

/* jq reports oniguruma's own limit as an error like any other. */
static bool is_of_a_limit(jv message)
{
    bool found = jv_get_kind(message) == JV_KIND_STRING && strstr(jv_string_value(message), "retry-limit-in-");
    jv_free(message);
    return found;
}

#ifdef BEDIV_ORACLE
static enum bd_verdict take(jv result)
{
    return bd_jq_round_trip(result);
}

/* After a result that was compared, the program may end as it likes. */
static bool valid(jq_state *jq, jv end, bool compared)
{
    (void)jq, (void)end;
    return compared;
}
#else
static enum bd_verdict take(jv result)
{
    jv_free(jv_dump_string(result, JV_PRINT_INDENT_FLAGS(1)));
    return BD_VALID;
}

static bool valid(jq_state *jq, jv end, bool compared)
{
    (void)compared;
    return !jv_invalid_has_msg(end) && !(jq_halted(jq) && jv_is_valid(jq_get_exit_code(jq)));
}
#endif

/* Runs the program that was compiled last, up to its end or to the first wrong result. */
static enum bd_verdict execute(jq_state *jq)
{
    jq_set_input_cb(jq, next_input, NULL);
    jq_start(jq, jv_copy(document), 0);
    jv result;
    bool compared = false;
    while (jv_is_valid(result = jq_next(jq))) {
        count_steps(RESULT_STEPS);
        const enum bd_verdict verdict = take(result);
        if (verdict == BD_FAILURE) { return verdict; }
        compared = compared || verdict == BD_VALID;
    }
    if (jv_invalid_has_msg(jv_copy(result)) && is_of_a_limit(jv_invalid_get_msg(jv_copy(result)))) {
        return BD_LIMITED;
    }
    return valid(jq, result, compared) ? BD_VALID : BD_INVALID;
}

static void make_document(void)
{
    document = jv_parse(document_text);
}

#else

static enum bd_verdict execute(jq_state *jq)
{
    (void)jq;
    return BD_VALID;
}

static void make_document(void)
{
}

#endif

static enum bd_verdict run(const struct bd_input *in)
{
    jq_state *jq = in->env;
    steps_left = STEP_LIMIT;
    if (setjmp(stopped)) { return BD_LIMITED; }
    char *program = bd_heap_alloc(in->size + 1); /* jq expects a NUL, and stops at the first */
    if (!program) { return BD_LIMITED; }
    memcpy(program, in->data, in->size);
    program[in->size] = 0;
    return jq_compile(jq, program) ? execute(jq) : BD_INVALID;
}

/* oniguruma creates its tables when the first expression is compiled. */
static void warm_up_oniguruma(void)
{
    static const OnigUChar pattern[] = "a";
    regex_t *expression;
    OnigErrorInfo error;
    onig_set_retry_limit_in_match(RETRY_LIMIT);
    onig_set_retry_limit_in_search(RETRY_LIMIT);
    if (onig_new(&expression, pattern, pattern + 1, ONIG_OPTION_CAPTURE_GROUP, ONIG_ENCODING_UTF8, ONIG_SYNTAX_PERL_NG,
                 &error) == ONIG_NORMAL) {
        onig_free(expression);
    }
}

static void *setup(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    bd_heap_limit(MEMORY_LIMIT);
    setenv("TZ", "UTC0", 1);
    tzset();
    if (setjmp(stopped)) { return NULL; } /* out of memory: cannot happen */
    warm_up_oniguruma();
    jq_state *jq = jq_init();
    if (jq) {
        jq_set_error_cb(jq, ignore_error, NULL);
        jq_set_attr(jq, jv_string("JQ_LIBRARY_PATH"), jv_array()); /* as in jq's main; here there is nowhere to look */
        bd_jq_prepare_builtins(jq);
        make_document();
    }
    return jq;
}

BD_FUZZER(.name = BEDIV_SUBJECT, .generate = bd_jq_program, .run = run, .setup = setup, .dict = BEDIV_DICT);

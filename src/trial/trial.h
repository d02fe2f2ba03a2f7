/* trial.h: one turn round the ring. If you read only one struct, read bd__trial.
 *
 * Its fields are filled from left to right, one stage per field. A stage reads earlier fields as const and fills its
 * own:
 *
 *     plan ──► choices ──► input ──► outcome, trace ──► novelty
 *     guide    source      generator  target, cover     feedback
 */
#ifndef BD_TRIAL_TRIAL_H
#define BD_TRIAL_TRIAL_H

#include <bediv.h>

#include "trial/sites.h"
#include "trial/trace.h"

/* A view of bytes that are owned elsewhere. */
struct bd__bytes {
    const uint8_t *data;
    size_t size;
};

/* ---- plan ------------------------------------------------------------------------------------ */

enum bd__op {
    BD__OP_FRESH,     /* only fresh random draws */
    BD__OP_HAVOC,     /* the parent's streams mutated as if they were one */
    BD__OP_STRUCTURE, /* the parent's σs mutated */
    BD__OP_VALUE,     /* the parent's σv mutated */
    BD__OP_SIMPLEST,  /* every draw answers 0 */
    BD__OP_REPLAY,    /* a tape */
    BD__OP_POLICY,    /* the guide answers every draw */
    BD__OP_SEED,      /* a file that the campaign began with */
    BD__OP_CUSTOM,    /* the parent's bytes, changed by the program's custom mutator */
    BD__OP_LAST = BD__OP_CUSTOM,
};
extern const char *const bd__op_names[];

#define BD__NO_PARENT UINT32_MAX
enum { BD__STREAMS = 2 };
struct bd__tape;

/* Answers draws one by one, instead of planned bytes. The answers become parameters like any others. The policy also
 * hears when rules open and close. */
struct bd__policy {
    void *state;
    uint64_t (*answer)(void *state, uint32_t site, const struct bd_domain *domain);
    void (*enter)(void *state, uint32_t rule);
    void (*leave)(void *state);
};

/* What a guide asks to be replayed. Draws past the end of the plan are fresh random, or a policy answers them. */
struct bd__plan {
    /* One stream feeds all draws (Zest's σ); two feed structure and value (BeDivFuzz's σs and σv). */
    unsigned stream_count;
    struct bd__bytes stream[BD__STREAMS];
    const struct bd__tape *tape;     /* typed choices instead of streams; NULL: streams */
    uint32_t fresh;                  /* this many draws missing from the tape get random answers, the rest 0 */
    const struct bd__policy *policy; /* answers draws past the end of the streams; NULL: fresh random */
    /* Where the plan comes from. */
    enum bd__op op;
    uint32_t parent; /* a corpus entry, or BD__NO_PARENT */
    uint32_t mutations;
};

/* ---- choices --------------------------------------------------------------------------------- */

struct bd__choice {
    uint64_t answer, max;
    uint32_t span;
    uint32_t at; /* offset of its bytes in its stream */
    float mean;  /* of a geometric domain; 0: it has another shape */
    uint16_t site;
    uint8_t width;        /* number of its bytes; 0: answered without any */
    unsigned kind : 6;    /* enum bd_kind */
    unsigned crossed : 1; /* its role is the other kind: see sites.h */
    unsigned coin : 1;    /* two answers, equally likely */
};
_Static_assert(sizeof(struct bd__choice) == 32, "inputs have thousands of them");

static inline enum bd_kind bd__choice_role(const struct bd__choice *choice)
{
    return (enum bd_kind)(choice->kind ^ choice->crossed);
}

/* The draws made inside one rule, including those of the rules inside it: choices first .. end-1. */
struct bd__span {
    uint32_t site, parent, first, end;
};

/* Everything a generator drew. Span 0 is the whole input. */
struct bd__choices {
    const struct bd__choice *choice;
    const struct bd__span *span;
    uint32_t choice_count, span_count;
    uint32_t structural_count;                /* by kind: what sizes are made of must be the same everywhere */
    struct bd__bytes parameters[BD__STREAMS]; /* as consumed: planned bytes, then fresh ones */
    unsigned stream_count;                    /* 0: drawn from a tape */
    uint64_t signature;                       /* hash of the decoded choices whose role is structure */
    bool exhausted;                           /* some budget ran out: later draws answered 0 */
    const char *discarded;                    /* why the generator gave up; NULL: it did not */
};

/* ---- outcome --------------------------------------------------------------------------------- */

/* The kinds are in failure_kinds.def. A wild write (BD__FAIL_ARENA) is noticed only after the run that made it. */
enum bd__failure {
#define FAILURE(symbol, code, signature, words, detail, exit, limit) BD__FAIL_##symbol,
#include "trial/failure_kinds.def"
#undef FAILURE
    BD__FAIL_KINDS,
};

/* How tapes and messages name verdicts. (src/cli, which may not include this, has its own words for people.) */
extern const char *const bd__verdict_names[];
/* What a target returned, or another process wrote, as a verdict. What no target may say counts as invalid. */
enum bd_verdict bd__verdict_of(uint32_t said);
/* Did the target run, and not fail? */
bool bd__verdict_is_good(enum bd_verdict verdict);

struct bd__outcome {
    enum bd_verdict verdict;
    enum bd__failure failure;
    int detail;        /* signal number or exit status; 0 for other kinds */
    bool in_generator; /* the generator failed, not the target */
};

/* ---- novelty --------------------------------------------------------------------------------- */

/* What a campaign has covered: how many branches, and how many buckets of their counts. */
struct bd__reach {
    uint64_t branches, buckets;
};

struct bd__novelty {
    bool trace;        /* first run with this trace; never set for failures */
    bool valid_trace;  /* first valid run with this trace */
    bool structure;    /* first valid run with this structural signature */
    bool bucket;       /* some branch reached this bucket for the first time */
    bool valid_bucket; /* … in a valid run */
    /* Branches covered for the first time, by any run and by a valid run. Borrowed until the next trial. */
    const uint32_t *branch, *valid_branch;
    uint32_t branch_count, valid_branch_count;
    struct bd__reach reach, valid_reach; /* of all runs up to this one; of valid ones */
};

/* ---- the record ------------------------------------------------------------------------------ */

struct bd__trial {
    uint64_t number; /* 1, 2, 3 … */
    struct bd__plan plan;
    struct bd__choices choices;
    struct bd_input input;
    struct bd__outcome outcome;
    bool slow; /* the run took a tenth of the time limit or more */
    struct bd__trace trace;
    struct bd__novelty novelty;
};

/* ---- cases ----------------------------------------------------------------------------------- */

/* An input that is kept: a corpus entry, or a failure on its way to disk. Its pointers are borrowed from wherever the
 * case was copied to. */
struct bd__case {
    uint32_t id;
    uint64_t trial;
    enum bd__op op;
    uint32_t parent, mutations;
    struct bd__choices choices;
    struct bd__bytes bytes;
    struct bd__outcome outcome;
    bool slow;
    uint64_t trace;
    uint32_t branch_count;
    struct bd__reach reach, valid_reach; /* of the campaign when this case was kept: see bd__novelty */
    bool new_bucket, new_branch, new_valid_branch;
    bool witness; /* of a corpus entry: kept for its coverage only, never a parent */
};

/* TRIAL as a case that points to the same data; nothing is copied. */
struct bd__case bd__case_of(const struct bd__trial *trial);

/* libFuzzer's exit code for OUTCOME; 0 if it is not a failure. */
int bd__outcome_exit_code(const struct bd__outcome *outcome);

/* Did it exceed a limit of time or memory? */
bool bd__outcome_is_limit(const struct bd__outcome *outcome);

/* Each writes to TEXT and returns it. Describe: for people ("SIGSEGV", "exit(3)"). Signature: the beginning of a
 * failure's signature ("SIGSEGV", "exit 3"). Code: for file names and other processes ("sig:11",
 * "exit:03,generator"). */
const char *bd__outcome_describe(const struct bd__outcome *outcome, char *text, size_t size);
const char *bd__outcome_signature(const struct bd__outcome *outcome, char *text, size_t size);
const char *bd__outcome_code(const struct bd__outcome *outcome, char *text, size_t size);
/* Reads such a code. If no failure has it, returns false and leaves OUTCOME alone. */
bool bd__outcome_from_code(struct bd__outcome *outcome, const char *code);

#endif

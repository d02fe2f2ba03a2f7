/* bediv_havoc.c: the authors' later variant, "bedivfuzz" in their repository. It is Zest with another mutation: by
 * default, nine children out of ten change choices of one kind, structure or value; the tenth is mutated as in Zest. A
 * choice is overwritten from its first byte on, but a coin is flipped, and a count changes for certain. Keeping and
 * favouring parents and the number of children are Zest's, so invalid inputs are parents, too. A new trace earns the kind
 * of mutation one point, or two if the input is valid. */
#include "choice/source.h"
#include "guide/paper.h"
#include "guide/parents.h"

struct bediv_havoc {
    struct bd__guide_tools tools;
    uint8_t *child; /* the mutated stream */
    /* The parent whose choices are listed. Atomic, because a worker may be killed while making the list. */
    _Atomic uint32_t listed;
    uint32_t *choice; /* its choices that have bytes: structure from the front, value from the back */
    uint32_t count[2];
};

enum { CHOICE_LIMIT = 1 << 20 };

static void *create(const struct bd__guide_tools *tools)
{
    struct bediv_havoc *h = bd__arena_take(tools->arena, sizeof *h);
    h->tools = *tools;
    h->child = bd__arena_take(tools->arena, bd__source_stream_limit(tools->config->parameter_bytes));
    h->listed = BD__NO_PARENT;
    h->choice = bd__arena_take(tools->arena, CHOICE_LIMIT * sizeof *h->choice);
    return h;
}

static uint32_t listed(const struct bediv_havoc *h, enum bd_kind kind, uint32_t i)
{
    return h->choice[kind == BD_STRUCTURE ? i : CHOICE_LIMIT - 1 - i];
}

/* Sorts the choices of PARENT by role, once per visit. */
static void list_choices(struct bediv_havoc *h, const struct bd__case *parent)
{
    if (h->listed == parent->id) { return; }
    h->listed = BD__NO_PARENT;
    h->count[BD_STRUCTURE] = h->count[BD_VALUE] = 0;
    for (uint32_t i = 0; i < parent->choices.choice_count && i < CHOICE_LIMIT; i++) {
        const struct bd__choice *choice = &parent->choices.choice[i];
        if (choice->width == 0) { continue; }
        enum bd_kind role = bd__choice_role(choice);
        uint32_t n = h->count[role]++;
        h->choice[role == BD_STRUCTURE ? n : CHOICE_LIMIT - 1 - n] = i;
    }
    h->listed = parent->id;
}

/* Gives a count, or a decision to go on, another answer. Overwriting its first bytes would rarely do so: only the highest
 * bits of the number matter. */
static void recount(struct bd__rng *rng, uint8_t *at, const struct bd__choice *choice, bool zero)
{
    enum { TRIES = 64 };
    struct bd_domain domain = {.max = choice->max, .shape = BD_GEOMETRIC, .mean = (double)choice->mean};
    uint32_t x = choice->answer ? 0 : UINT32_MAX; /* none and the most, if chance finds nothing else */
    for (int i = 0; i < TRIES && !(zero && choice->answer); i++) {
        uint32_t drawn = (uint32_t)bd__rng_next(rng);
        if (bd__source_geometric(&domain, drawn) == choice->answer) { continue; }
        x = drawn;
        break;
    }
    memcpy(at, &x, choice->width < sizeof x ? choice->width : sizeof x);
}

/* Rewrites choices of one kind in the child. Returns how many. */
static unsigned mutate(struct bediv_havoc *h, const struct bd__case *parent, enum bd_kind kind)
{
    const struct bd_tuning *tuning = &h->tools.config->tuning;
    struct bd__rng *rng = h->tools.rng;
    const uint8_t *stream = parent->choices.parameters[0].data;
    uint64_t count = bd__rng_geometric(rng, tuning->mutation_count);
    bool zero = bd__rng_unit(rng) < tuning->zero_share;
    for (uint64_t i = 0; i < count; i++) {
        const struct bd__choice *choice =
            &parent->choices.choice[listed(h, kind, (uint32_t)bd__rng_upto(rng, h->count[kind] - 1))];
        if (choice->coin) { /* flip it */
            h->child[choice->at] = stream[choice->at] ^ 1;
            continue;
        }
        if (choice->mean > 0) {
            recount(rng, h->child + choice->at, choice, zero);
            continue;
        }
        uint64_t size = bd__rng_geometric(rng, tuning->mutation_size);
        bd__overwrite(rng, h->child + choice->at, size < choice->width ? size : choice->width, zero);
    }
    return (unsigned)count;
}

static void next(void *state, struct bd__plan *plan)
{
    struct bediv_havoc *h = state;
    const struct bd_tuning *tuning = &h->tools.config->tuning;
    *plan = (struct bd__plan){.stream_count = 1, .op = BD__OP_FRESH, .parent = BD__NO_PARENT};
    if (h->tools.corpus->parent_count == 0) { return; }
    bool switched;
    struct bd__corpus_entry *parent = bd__parents_next(h->tools.corpus, tuning, &switched);
    struct bd__bytes stream = parent->kept.choices.parameters[0];
    if (stream.size) { memcpy(h->child, stream.data, stream.size); }
    list_choices(h, &parent->kept);
    if (!h->count[BD_STRUCTURE] || !h->count[BD_VALUE] || bd__rng_unit(h->tools.rng) < tuning->havoc_share) {
        plan->op = BD__OP_HAVOC;
        plan->mutations = bd__havoc(tuning, h->tools.rng, h->child, stream.size);
    } else {
        enum bd_kind kind = bd__paper_better_kind(tuning, h->tools.rng, &parent->scores);
        plan->op = kind == BD_STRUCTURE ? BD__OP_STRUCTURE : BD__OP_VALUE;
        plan->mutations = mutate(h, &parent->kept, kind);
    }
    plan->parent = parent->kept.id;
    plan->stream[0] = (struct bd__bytes){h->child, stream.size};
}

static void observe(void *state, const struct bd__trial *trial)
{
    struct bediv_havoc *h = state;
    bd__paper_reward(h->tools.corpus, trial, trial->novelty.trace,
                     trial->novelty.trace + (trial->novelty.trace && trial->outcome.verdict == BD_VALID));
    bd__parents_keep(h->tools.corpus, trial);
}

const struct bd__guide bd__guide_bediv_havoc = {
    .one_stream = true,
    .create = create,
    .next = next,
    .observe = observe,
};

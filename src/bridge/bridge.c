#include "bridge/bridge.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/die.h"
#include "base/memory.h"
#include "exec/asan.h"
#include "exec/heap.h"

/* As in a campaign. FRESH corresponds to its default of 10240 bytes for each kind of choice, since most answers take four. */
static const size_t OUTPUT_CAPACITY = (size_t)64 << 20, OUTPUT_BUDGET = 1 << 20;
enum { CHOICE_LIMIT = 1 << 20, PARAMETER_BYTES = 8, FRESH = 2560 };

static const struct bd__tape_item nothing = {.type = BD__ITEM_CLOSE};

/* ---- set-up -------------------------------------------------------------------------------------- */

static int run_llvm(struct bd__bridge *b, const struct bd_input *in)
{
    return b->program.target(in->data, in->size) == 0 ? BD_VALID : BD_INVALID;
}

static _Noreturn void refuse(const char *why)
{
    fprintf(stderr, "bediv: error: %s\n", why);
    exit(1);
}

static void load_dictionary(struct bd__bridge *b)
{
    const char *path = getenv("BEDIV_DICT");
    if (!path || !*path) { path = b->program.fuzzer->dict; }
    if (path && bd__dict_load(&b->dict, path, NULL) != BD_OK) {
        refuse("the dictionary is not usable; $BEDIV_DICT names another");
    }
}

static void set_up(struct bd__bridge *b, int *argc, char ***argv)
{
    const struct bd_bridge_program *p = &b->program;
    bd__heap_begin();
    if (p->fuzzer->setup) {
        b->env = p->fuzzer->setup(argc, argv);
    } else if (p->initialize) {
        p->initialize(argc, argv);
    }
    bd__heap_save();
}

struct bd__bridge *bd__bridge_create(const struct bd_bridge_program *program, int *argc, char ***argv)
{
    if (!program->fuzzer || !program->fuzzer->generate) {
        refuse("there is no generator to bridge; the program needs a BD_FUZZER with a .generate");
    }
    struct bd__bridge *b = bd__memory(1, sizeof *b);
    b->program = *program;
    b->arena = bd__arena_create_private(); /* private, because our caller may fork */
    if (!b->arena) { refuse("cannot reserve 4 GiB of address space (it costs no memory): ulimit -v unlimited"); }
    load_dictionary(b);
    struct bd__rng rng;
    bd__rng_init(&rng, 1, 1);
    struct bd__source_limits limits = {.parameter_bytes = PARAMETER_BYTES, .choices = CHOICE_LIMIT};
    struct bd__sites *sites = bd__arena_take(b->arena, sizeof *sites);
    b->source = bd__source_create(b->arena, sites, &limits, &b->dict.dict, rng);
    b->out = (struct bd_out){
        .data = bd__arena_take(b->arena, OUTPUT_CAPACITY),
        .capacity = OUTPUT_CAPACITY,
        .budget = OUTPUT_BUDGET,
        .spend = &b->source->spent,
    };
    b->op = "none";
    set_up(b, argc, argv);
    b->source->env = b->env;
    return b;
}

void bd__bridge_destroy(struct bd__bridge *b)
{
    bd__out_end(&b->out);
    bd__tape_reader_clear(&b->source->reader);
    bd__arena_destroy(b->arena);
    bd__dict_clear(&b->dict);
    bd__text_clear(&b->tape);
    bd__draft_clear(&b->draft);
    free(b);
}

/* ---- making inputs ------------------------------------------------------------------------------- */

static bool is_blank(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (!strchr(" \t\r\n", data[i]) || !data[i]) { return false; }
    }
    return true;
}

static void say_nothing(enum bd_log_level level, const char *text, void *user)
{
    (void)level, (void)text, (void)user;
}

bool bd__bridge_read(struct bd__tape *tape, const uint8_t *data, size_t size)
{
    static const struct bd__log silent = {say_nothing, NULL};
    if (is_blank(data, size)) {
        *tape = (struct bd__tape){.item = bd__memory(1, sizeof *tape->item), .count = 1};
        tape->item[0] = nothing;
        return true;
    }
    return bd__tape_recognise((const char *)data, size) &&
           bd__tape_parse(tape, (const char *)data, size, "", &silent) == BD_OK;
}

bool bd__bridge_make(struct bd__bridge *b, const struct bd__tape *tape, uint32_t fresh, uint64_t seed)
{
    struct bd__plan plan = {.tape = tape, .fresh = fresh, .op = BD__OP_REPLAY, .parent = BD__NO_PARENT};
    bd__rng_init(&b->source->rng, seed, 1);
    bd__out_end(&b->out);
    bd__out_begin(&b->out);
    b->ready = false;
    /* A tape itself says where the draws end. */
    b->out.budget = fresh ? OUTPUT_BUDGET : b->out.capacity;
    bd__source_begin(b->source, &plan);
    b->program.fuzzer->generate(b->source, &b->out);
    b->choices = bd__source_end(b->source);
    return !b->choices.discarded && !b->out.overflow;
}

void bd__bridge_format(struct bd__bridge *b)
{
    b->tape.size = 0;
    bd__text_puts(&b->tape, bd__tape_magic);
    bd__text_puts(&b->tape, "\n");
    bd__tape_format(&b->tape, &b->choices, b->source->sites);
}

/* Makes and formats the input of TAPE. If the text is longer than MAX bytes, limits the number of draws and tries
 * again. Draws beyond that answer 0, in the generator now and in a replay. */
static bool make_to_fit(struct bd__bridge *b, const struct bd__tape *tape, size_t max, uint64_t seed)
{
    uint32_t *limit = &b->source->limits.choices;
    bool good = bd__bridge_make(b, tape, FRESH, seed);
    bd__bridge_format(b);
    while (b->tape.size > max && b->choices.choice_count) {
        double share = 0.9 * (double)max / (double)b->tape.size;
        *limit = (uint32_t)((double)b->choices.choice_count * share);
        good = bd__bridge_make(b, tape, FRESH, seed);
        bd__bridge_format(b);
    }
    *limit = CHOICE_LIMIT;
    return good && b->tape.size <= max;
}

/* Edits DRAFT into a child, which the generator has not seen yet. Returns how. */
static const char *change(struct bd__draft *draft, struct bd__rng *rng, const struct bd__tape *other)
{
    if (other && bd__edit_cross(draft, rng, other)) { return "splice"; }
    enum bd_kind kind = bd__rng_coin(rng) ? BD_STRUCTURE : BD_VALUE;
    if (bd__edit(draft, rng, kind)) { return kind == BD_STRUCTURE ? "structure" : "value"; }
    draft->item[0] = nothing;
    draft->count = 1;
    return "fresh";
}

bool bd__bridge_child(struct bd__bridge *b, struct bd__bytes data, struct bd__bytes other, size_t max, uint64_t seed)
{
    enum { TRIES = 4 }; /* until a child is not discarded and differs from its parent */
    struct bd__tape parent, second;
    bool has_parent = bd__bridge_read(&parent, data.data, data.size);
    bool has_second = other.size && bd__bridge_read(&second, other.data, other.size);
    struct bd__tape_item empty = nothing;
    const struct bd__tape blank = {.item = &empty, .count = 1};
    struct bd__rng rng;
    bd__rng_init(&rng, seed, 2);
    for (int i = 0; i < TRIES; i++) {
        bd__draft_copy(&b->draft, has_parent ? &parent : &blank);
        b->op = has_parent ? change(&b->draft, &rng, has_second ? &second : NULL) : "fresh";
        struct bd__tape draft = bd__draft_tape(&b->draft);
        b->ready = make_to_fit(b, &draft, max, bd__rng_next(&rng));
        bool same = b->tape.size == data.size && memcmp(b->tape.data, data.data, data.size) == 0;
        if (b->ready && !same) { break; }
    }
    if (has_parent) { bd__tape_clear(&parent); }
    if (has_second) { bd__tape_clear(&second); }
    if (b->tape.size <= max) { return true; }
    b->ready = false; /* the smallest possible tape: empty */
    b->tape.size = 0;
    bd__text_puts(&b->tape, bd__tape_magic);
    return b->tape.size <= max;
}

/* ---- running them -------------------------------------------------------------------------------- */

/* The program's coverage counters, as the other fuzzer lays them out: inline counters between the linker's symbols, or
 * AFL++'s map up to its last edge. Weak: defined if that fuzzer is linked in. */
extern uint8_t counters[] __asm__("__start___sancov_cntrs") __attribute__((weak, visibility("hidden")));
extern uint8_t counters_end[] __asm__("__stop___sancov_cntrs") __attribute__((weak, visibility("hidden")));
extern uint8_t *__afl_area_ptr __attribute__((weak));
extern uint32_t __afl_final_loc __attribute__((weak));

/* Called after generation: the generator's branches are not the target's. */
static void clear_counters(void)
{
    if (counters_end > counters) { memset(counters, 0, (size_t)(counters_end - counters)); }
    if (&__afl_area_ptr && &__afl_final_loc && __afl_area_ptr) {
        memset(__afl_area_ptr, 0, (size_t)__afl_final_loc + 1);
        __afl_area_ptr[0] = 1; /* afl-fuzz takes an empty map for a target without instrumentation */
    }
}

enum bd_verdict bd__bridge_run(struct bd__bridge *b)
{
    enum { REDZONE = 256 };
    const struct bd_bridge_program *p = &b->program;
    struct bd_input in = {b->out.data, b->out.size, b->out.object, b->env};
    size_t behind = b->out.capacity - in.size < REDZONE ? b->out.capacity - in.size : REDZONE;
    b->ready = false;
    bd__heap_restore();
    if (p->fuzzer->reset) { p->fuzzer->reset(b->env); }
    bd__asan_poison(in.data + in.size, behind);
    clear_counters();
    enum bd_verdict verdict = p->fuzzer->run ? p->fuzzer->run(&in) : run_llvm(b, &in);
    bd__asan_unpoison(in.data + in.size, behind);
    bd__out_end(&b->out);
    return verdict;
}

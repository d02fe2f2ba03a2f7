#include "exec/stack.h"

#include <string.h>
#include <ucontext.h>
#include <unwind.h>

/* The most frames to walk; that takes some hundredths of a second. */
enum { DEEPEST = 100000 };

struct unwinding {
    struct bd__stack *stack;
    uintptr_t from; /* the first address that counts: the frames above it are ours */
    uint32_t count;
    bool begun, outermost;
};

static _Unwind_Reason_Code visit(struct _Unwind_Context *context, void *user)
{
    struct unwinding *w = user;
    int exact = 0; /* if 0, IP is a return address: the call is before it */
    uintptr_t ip = _Unwind_GetIPInfo(context, &exact);
    w->begun = w->begun || ip == w->from;
    if (!w->begun) { return _URC_NO_REASON; }
    if (!ip || w->count == DEEPEST || (!w->outermost && w->count == BD__STACK_FRAMES)) { return _URC_END_OF_STACK; }
    uint32_t place = w->count % BD__STACK_FRAMES;
    w->stack->at[place] = ip - !exact;
    w->stack->function[place] = _Unwind_GetRegionStart(context);
    w->count++;
    if (!w->outermost) { atomic_store(&w->stack->count, w->count); }
    return _URC_NO_REASON;
}

static void walk(struct unwinding *w)
{
    w->count = 0;
    w->begun = false;
    _Unwind_Backtrace(visit, w);
}

#if defined(__x86_64__)
static greg_t *program_counter(ucontext_t *context)
{
    return &context->uc_mcontext.gregs[REG_RIP];
}
/* Changes CONTEXT as if the function just entered had returned, to the call. */
static void step_out(ucontext_t *context)
{
    greg_t *sp = &context->uc_mcontext.gregs[REG_RSP];
    uintptr_t back;
    memcpy(&back, (const void *)*sp, sizeof back); /* NOLINT(performance-no-int-to-ptr): it is an address */
    context->uc_mcontext.gregs[REG_RIP] = (greg_t)(back - 1);
    *sp += (greg_t)sizeof back;
}
#elif defined(__aarch64__)
static unsigned long long *program_counter(ucontext_t *context)
{
    return &context->uc_mcontext.pc;
}
static void step_out(ucontext_t *context)
{
    context->uc_mcontext.pc = context->uc_mcontext.regs[30] - 4;
}
#endif

#if defined(__x86_64__) || defined(__aarch64__)
/* After a call to something that is not a function, the unwinder finds no tables, but the caller is one return away.
 * The unwinder gets from the handler's frames to the code in CONTEXT, so we change CONTEXT. */
static void walk_from(struct unwinding *w, ucontext_t *context)
{
    w->from = (uintptr_t)*program_counter(context);
    walk(w);
    if (w->count > 1) { return; }
    ucontext_t before = *context;
    uintptr_t lost = w->from;
    step_out(context);
    w->from = (uintptr_t)*program_counter(context);
    walk(w);
    *context = before;
    if (w->count && w->stack->function[0]) { return; }
    w->stack->at[0] = lost; /* no frames found there */
    w->stack->function[0] = 0;
    w->count = lost != 0;
    atomic_store(&w->stack->count, w->count);
}
#else
static void walk_from(struct unwinding *w, ucontext_t *context)
{
    (void)context;
    walk(w);
}
#endif

void bd__stack_take(struct bd__stack *stack, void *context)
{
    atomic_store(&stack->count, 0);
    walk_from(&(struct unwinding){.stack = stack}, context);
}

void bd__stack_take_from(struct bd__stack *stack, const void *caller)
{
    atomic_store(&stack->count, 0);
    walk(&(struct unwinding){.stack = stack, .from = (uintptr_t)caller});
}

void bd__stack_prepare(void)
{
    struct bd__stack unused;
    bd__stack_take_from(&unused, __builtin_return_address(0));
}

static void reverse(uintptr_t *first, size_t count)
{
    for (uintptr_t *last = first + count; first < last; first++) {
        uintptr_t other = *--last;
        *last = *first;
        *first = other;
    }
}

void bd__stack_take_outermost(struct bd__stack *stack, void *context)
{
    struct unwinding w = {.stack = stack, .outermost = true};
    atomic_store(&stack->count, 0);
    walk_from(&w, context);
    uint32_t count = w.count < BD__STACK_FRAMES ? w.count : BD__STACK_FRAMES;
    if (w.count > BD__STACK_FRAMES) { /* the buffer wrapped around: three reversals put the oldest first */
        uint32_t first = w.count % BD__STACK_FRAMES;
        uintptr_t *const list[] = {stack->at, stack->function};
        for (int i = 0; i < 2; i++) {
            reverse(list[i], first);
            reverse(list[i] + first, BD__STACK_FRAMES - first);
            reverse(list[i], BD__STACK_FRAMES);
        }
    }
    atomic_store(&stack->count, count);
}

/* Keeps the outer KEPT frames of COMMON. */
static void keep_outer(struct bd__stack *common, uint32_t kept)
{
    uint32_t gone = common->count - kept;
    memmove(common->at, common->at + gone, kept * sizeof *common->at);
    memmove(common->function, common->function + gone, kept * sizeof *common->function);
    atomic_store(&common->count, kept);
}

void bd__stack_intersect(struct bd__stack *common, const struct bd__stack *sample)
{
    uint32_t mine = common->count, other = sample->count, kept = 0;
    uint32_t most = mine < other ? mine : other;
    for (; kept < most; kept++) {
        uint32_t i = mine - 1 - kept, j = other - 1 - kept;
        bool same = common->at[i] == sample->at[j];
        if (!same && (!common->function[i] || common->function[i] != sample->function[j])) { break; }
    }
    keep_outer(common, kept);
}

static bool recurs(const struct bd__stack *stack, uintptr_t function)
{
    unsigned found = 0;
    for (uint32_t i = 0; i < stack->count; i++) { found += stack->function[i] == function; }
    return found > 1;
}

/* From the outside in, the first function that moved is the active one: those around it wait for it. If it was also
 * called in the meantime, and not by itself, then its caller has a loop without a counted branch. */
void bd__stack_cut(struct bd__stack *common, const struct bd__stack *deepest, const struct bd__activity *activity,
                   const void *watch)
{
    for (uint32_t kept = 1; kept <= common->count; kept++) {
        uintptr_t function = common->function[common->count - kept];
        struct bd__movement movement = function ? activity->of(watch, function) : (struct bd__movement){0};
        if (!movement.moved) { continue; }
        bool by_caller = movement.entered && kept > 1 && !recurs(deepest, function);
        keep_outer(common, by_caller ? kept - 1 : kept);
        return;
    }
}

/* stack.h: the stack of a process, taken by itself: in a signal handler, with a broken heap, on little stack. It only
 * reads the tables that compilers leave for exceptions, and stores to memory. */
#ifndef BD_EXEC_STACK_H
#define BD_EXEC_STACK_H

#include <stdbool.h>

#include "exec/pulse.h"

/* In good times, once a process: whatever the unwinder does only at its first call is done then. */
void bd__stack_prepare(void);

/* Takes the innermost frames. CONTEXT: a signal handler's ucontext_t; frames begin where the signal came. It is the same
 * again afterwards. */
void bd__stack_take(struct bd__stack *stack, void *context);
/* Without a signal: frames begin at the one that is returned to at CALLER, a __builtin_return_address(). */
void bd__stack_take_from(struct bd__stack *stack, const void *caller);
/* The same with the outermost frames, of a stack of many: stacks taken one after the other have these in common. */
void bd__stack_take_outermost(struct bd__stack *stack, void *context);

/* How functions of another process are seen to do something. */
struct bd__movement {
    bool entered, moved; /* it was called; it did something at all. Neither: it did nothing, or nobody knows */
};
struct bd__activity {
    void *(*begin)(pid_t pid); /* a watch on PID, to be ended; NULL if it cannot be watched */
    void (*look)(void *watch); /* what is different from the beginning has moved */
    struct bd__movement (*of)(const void *watch, uintptr_t function); /* which begins at this address */
    void (*end)(void *watch);
};

/* Keeps of COMMON what SAMPLE, a stack of the same process at another moment, has too: the outer frames. The innermost
 * of those left is the function that went on all the time. */
void bd__stack_intersect(struct bd__stack *common, const struct bd__stack *sample);

/* Cuts off the frames of COMMON that are only calls of the function that goes on. The innermost function may have been met in
 * every sample because most of the time passes there, in call after call; the one that makes the calls moves as well.
 * DEEPEST is the largest of the samples. */
void bd__stack_cut(struct bd__stack *common, const struct bd__stack *deepest, const struct bd__activity *activity,
                   const void *watch);

#endif

/* stack.h: a process records its own call stack: in a signal handler, with a broken heap, with little stack left. It
 * only reads the tables that compilers emit for exceptions, and stores to memory. */
#ifndef BD_EXEC_STACK_H
#define BD_EXEC_STACK_H

#include <stdbool.h>

#include "exec/pulse.h"

/* Call it once per process while all is well. It makes the unwinder do what it does only on its first call. */
void bd__stack_prepare(void);

/* Records the innermost frames, starting where the signal arrived. CONTEXT is the handler's ucontext_t; it is changed
 * during the call and restored. */
void bd__stack_take(struct bd__stack *stack, void *context);
/* Without a signal: starts with the frame that CALLER, a __builtin_return_address(), returns to. */
void bd__stack_take_from(struct bd__stack *stack, const void *caller);
/* Records the outermost frames of a deep stack instead: those are what stacks taken one after the other have in
 * common. */
void bd__stack_take_outermost(struct bd__stack *stack, void *context);

/* Tells which functions of another process are active. */
struct bd__movement {
    bool entered, moved; /* it was called; it did anything at all. Neither: it did nothing, or we cannot know */
};
struct bd__activity {
    void *(*begin)(pid_t pid); /* starts watching PID; the caller ends the watch; NULL if it cannot be watched */
    void (*look)(void *watch); /* whatever differs from the beginning has moved */
    struct bd__movement (*of)(const void *watch, uintptr_t function); /* FUNCTION is its start address */
    void (*end)(void *watch);
};

/* Reduces COMMON to the outer frames that it shares with SAMPLE, a stack of the same process at another moment. The
 * innermost frame left is the function that was active all the time. */
void bd__stack_intersect(struct bd__stack *common, const struct bd__stack *sample);

/* Cuts off the inner frames of COMMON that are only calls made by the active function. The innermost function may be in
 * every sample just because most of the time passes there, in call after call; the function that makes the calls moves
 * as well. DEEPEST is the largest of the samples. */
void bd__stack_cut(struct bd__stack *common, const struct bd__stack *deepest, const struct bd__activity *activity,
                   const void *watch);

#endif

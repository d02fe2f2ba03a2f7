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

/* Keeps of COMMON what SAMPLE, a stack of the same process at another moment, has too: the outer frames. The innermost
 * of those left is the function that went on all the time. */
void bd__stack_intersect(struct bd__stack *common, const struct bd__stack *sample);

#endif

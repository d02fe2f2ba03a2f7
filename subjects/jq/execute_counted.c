/* execute_counted.c: jq's interpreter, with its steps counted. It has no hook for that, but each round of any loop of
 * a program pushes something: a value, a frame of a call, a point to come back to. */
#include "stop.h"

#include <assert.h>
#include <exec_stack.h>

#define stack_push_block(stack, previous, size) (bd_jq_count_step(), stack_push_block(stack, previous, size))
#include <execute.c>

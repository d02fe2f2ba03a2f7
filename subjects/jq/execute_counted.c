/* execute_counted.c: jq's interpreter, with its steps counted. It has no hook for that, but each round of any loop in
 * a program pushes something: a value, a call frame, a point to return to. */
#include "stop.h"

#include <assert.h>
#include <exec_stack.h>

#define stack_push_block(stack, previous, size) (bd_jq_count_step(), stack_push_block(stack, previous, size))
#include <execute.c>

/* stop.h: how jq's parts and the target call each other. */
#ifndef BD_JQ_STOP_H
#define BD_JQ_STOP_H

#include <jq.h>

/* Ends the run at once, from anywhere: the library restores whatever it changed. Does not return. */
enum bd_jq_reason { BD_JQ_OUT_OF_MEMORY = 1, BD_JQ_OUT_OF_STEPS };
_Noreturn void bd_jq_stop(enum bd_jq_reason reason);

/* execute_counted.c calls this for each value, frame or fork that is pushed. */
void bd_jq_count_step(void);

/* In builtins_once.c: parses jq's library. Call it in .setup, before the first jq_compile. */
void bd_jq_prepare_builtins(jq_state *jq);

#endif

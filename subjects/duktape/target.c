/* target.c: duktape under test. javascript_target.h says what a run is, and engine.c what its limits are. */
#define ENGINE bd_duktape
#include <javascript_target.h>

BD_FUZZER(.name = BEDIV_SUBJECT, .generate = bd_javascript_program, .run = run, .setup = setup, .dict = BEDIV_DICT);

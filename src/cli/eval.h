/* eval.h: `bediv eval`: experiments. */
#ifndef BD_CLI_EVAL_H
#define BD_CLI_EVAL_H

/* ARGV begins after the word `eval`. Returns the exit code. */
int bd__eval_main(int argc, char **argv);

#endif

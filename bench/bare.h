/* bare.h: generators whose draws are answered straight from the random numbers or from a list, and recorded nowhere: the
 * least that drawing can cost.
 *
 * The library knows nothing of it. A benchmark is linked with --wrap, so that every call of bd_choose, bd_enter and
 * bd_leave comes here first; until a process asks for bare draws, they are passed on.
 */
#ifndef BENCH_BARE_H
#define BENCH_BARE_H

#include "choice/source.h"

/* Starts an input of bare draws; in this process all draws are bare from here on. ANSWERS must hold as many as will be
 * drawn; NULL: random answers. */
void bench_bare_begin(struct bd_source *s, const uint64_t *answers);

#endif

/* die.h: the end of the line. For "we are wrong" and "memory ran out", in all builds; what the world
 * or the target does wrong is never a reason to call this. */
#ifndef BD_BASE_DIE_H
#define BD_BASE_DIE_H

/* Prints "bediv: internal error: …" to stderr and aborts. */
_Noreturn void bd__die(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif

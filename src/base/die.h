/* die.h: for bugs in the engine itself and for running out of memory, in all builds. Never call it because of what the
 * environment or the target does wrong. */
#ifndef BD_BASE_DIE_H
#define BD_BASE_DIE_H

/* Prints "bediv: internal error: …" to stderr and aborts. */
_Noreturn void bd__die(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif

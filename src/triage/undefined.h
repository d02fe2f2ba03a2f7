/* undefined.h: the messages of UndefinedBehaviorSanitizer, in a few words each. */
#ifndef BD_TRIAGE_UNDEFINED_H
#define BD_TRIAGE_UNDEFINED_H

#include <stddef.h>

/* The kind of MESSAGE (what follows "runtime error: "), without the values and types of this one input. */
void bd__undefined_kind(char *kind, size_t room, const char *message);

#endif

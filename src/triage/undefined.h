/* undefined.h: shortens the messages of UndefinedBehaviorSanitizer to a few words each. */
#ifndef BD_TRIAGE_UNDEFINED_H
#define BD_TRIAGE_UNDEFINED_H

#include <stddef.h>

/* Writes the kind of MESSAGE (the text after "runtime error: "), without the values and types of this one input. */
void bd__undefined_kind(char *kind, size_t room, const char *message);

#endif

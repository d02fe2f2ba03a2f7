/* frames.h: a frame of a stack, and which frames say something about a bug. The one list of those that do not. */
#ifndef BD_TRIAGE_FRAMES_H
#define BD_TRIAGE_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bd__frame {
    char function[128]; /* or MODULE+0xOFFSET, if the function has no name; "" if nothing is known */
    char file[256];     /* of its source; "" if not known */
    unsigned line;      /* 0: not known */
    char module[64];    /* name of the executable or shared object; "" if not known */
};

/* Is the function, whose name is not NUL-terminated, of a runtime, an allocator, a library of the system, or of this
 * library? MODULE may be "". */
bool bd__frame_is_foreign(const char *function, size_t size, const char *module);

/* Is this the frame of the library that called the software under test, COUNT of whose frames are above it? Whatever
 * follows is of no interest. */
bool bd__frame_is_caller(const char *function, size_t size, size_t count);

#endif

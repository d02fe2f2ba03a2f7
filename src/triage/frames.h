/* frames.h: a frame of a stack, and which frames say something about a bug. The one list of those that do not. */
#ifndef BD_TRIAGE_FRAMES_H
#define BD_TRIAGE_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bd__frame {
    char function[128]; /* or MODULE+0xOFFSET, if the function has no name; "" if nothing is known */
    uint64_t offset;    /* bytes from the beginning of the function, which was not inlined; 0: not known */
    char file[256];     /* of its source; "" if not known */
    unsigned line;      /* 0: not known */
    char module[64];    /* name of the executable or shared object; "" if not known */
};

/* Names the function of FRAME: NAME, as a symbolizer writes it, without type and parameters. */
void bd__frame_set_function(struct bd__frame *frame, const char *name, size_t size);

/* Is it of a runtime, an allocator, a library of the system, or of this library? */
bool bd__frame_is_foreign(const struct bd__frame *frame);
/* Is a shared object of this name the system's, so that all of its frames are foreign? */
bool bd__frame_module_is_foreign(const char *module);

/* Is FILE a header of the system, whose inlined functions anybody may call? */
bool bd__frame_file_is_foreign(const char *file);

/* Does the function only pass on what its caller asks for, by its name: xmlMalloc, buffer_free, die, assert_fail? A bug
 * that shows there is the caller's. */
bool bd__frame_is_wrapper(const struct bd__frame *frame);

/* Is this the frame of the library that called the software under test, COUNT of whose frames are above it? Whatever
 * follows is of no interest. */
bool bd__frame_is_caller(const struct bd__frame *frame, size_t count);

#endif

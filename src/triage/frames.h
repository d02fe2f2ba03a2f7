/* frames.h: frames of a stack, and which of them say something about a bug. The lists of foreign functions and modules
 * are only here. */
#ifndef BD_TRIAGE_FRAMES_H
#define BD_TRIAGE_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bd__frame {
    char function[128]; /* or MODULE+0xOFFSET if the function has no name; "" if nothing is known */
    uint64_t offset;    /* bytes from the start of the function in machine code; 0: not known */
    char file[256];     /* source file; "" if not known */
    unsigned line;      /* 0: not known */
    char module[64];    /* name of the executable or shared object, or BD__MODULE_…; "" if not known */
};

/* The module of frames in a remote: of the software under test, and of everything else there. */
#define BD__MODULE_REMOTE "(remote)"
#define BD__MODULE_REMOTE_LIBRARY "(remote library)"

/* Sets the function of FRAME to NAME, as a symbolizer writes it, without its type and parameters. */
void bd__frame_set_function(struct bd__frame *frame, const char *name, size_t size);

/* Does the frame belong to a runtime, an allocator, a system library, or this library? */
bool bd__frame_is_foreign(const struct bd__frame *frame);
/* Does MODULE name a shared object of the system, so that all of its frames are foreign? */
bool bd__frame_module_is_foreign(const char *module);

/* Is FILE a system header, whose inlined functions any code may call? */
bool bd__frame_file_is_foreign(const char *file);

/* By its name, does the function only do what its caller asks for (xmlMalloc, buffer_free, die, assert_fail)? Then a
 * bug that shows there is the caller's. */
bool bd__frame_is_wrapper(const struct bd__frame *frame);

/* Is this the frame of our library that called the software under test? COUNT is the number of frames of that software
 * above it. The frames below are of no interest. */
bool bd__frame_is_caller(const struct bd__frame *frame, size_t count);

#endif

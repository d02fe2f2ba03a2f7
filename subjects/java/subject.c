/* subject.c: one of the six Java programs of the BeDivFuzz paper, with its generator. SUBJECT is its name; XML subjects
 * have a dictionary. The target itself is Java: java/subjects. */
#include <bediv.h>
#include <bediv/remote.h>

#ifdef DICTIONARY
#include "paper-xml.h"
#define GENERATE bd_paper_xml_document
#else
#include "paper-js.h"
#define GENERATE bd_paper_js_program
#define DICTIONARY NULL
#endif

/* In an empty folder: Ant's build files may name any file. */
static const struct bd_remote target = {.command_file = JAVA "/" SUBJECT ".command", .in_empty_folder = true};

BD_FUZZER(.name = SUBJECT, .generate = GENERATE, .dict = DICTIONARY, .remote = &target);

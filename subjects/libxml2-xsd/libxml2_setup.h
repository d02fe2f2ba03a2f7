/* libxml2_setup.h: shared by the subjects that use libxml2: memory from the heap of <bediv/heap.h>, a handler for its
 * messages, and the only documents that it finds besides its input. There are no files and no network. */
#ifndef SUBJECTS_LIBXML2_SETUP_H
#define SUBJECTS_LIBXML2_SETUP_H

#include <bediv/heap.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlmemory.h>
#include <string.h>

struct document {
    const char *location, *text;
};

/* For xmlSetExternalEntityLoader: returns the one of COUNT documents whose address is URL, or nothing. */
static inline xmlParserInputPtr document_at(const char *url, xmlParserCtxtPtr parser, const struct document *list,
                                            size_t count)
{
    for (size_t i = 0; url && i < count; i++) {
        if (strcmp(url, list[i].location) != 0) { continue; }
        xmlParserInputPtr input = xmlNewStringInputStream(parser, BAD_CAST list[i].text);
        if (input) { input->filename = (char *)xmlStrdup(BAD_CAST url); }
        return input;
    }
    return NULL;
}

static inline char *heap_strdup(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = bd_heap_alloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

/* From here on, memory comes from the heap; what libxml2 created before stays where it is. Call it in .setup. */
static inline void libxml2_setup(xmlExternalEntityLoader load, xmlGenericErrorFunc on_message,
                                 xmlStructuredErrorFunc on_error)
{
    xmlMemSetup(bd_heap_free, bd_heap_alloc, bd_heap_resize, heap_strdup);
    bd_heap_keep(&xmlLastError, sizeof xmlLastError); /* the only global in which a run leaves memory */
    xmlSetExternalEntityLoader(load);
    xmlSetGenericErrorFunc(NULL, on_message);
    xmlSetStructuredErrorFunc(NULL, on_error);
}

#endif

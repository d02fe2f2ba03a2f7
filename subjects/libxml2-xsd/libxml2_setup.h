/* libxml2_setup.h: what the subjects on libxml2 share: its memory from the heap of <bediv/heap.h>, its messages into our
 * hands, and the only documents that it finds outside of its input; there are no files and no network. */
#ifndef SUBJECTS_LIBXML2_SETUP_H
#define SUBJECTS_LIBXML2_SETUP_H

#include <bediv/heap.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlmemory.h>
#include <string.h>

struct document {
    const char *location, *text;
};

/* For xmlSetExternalEntityLoader: that of COUNT documents which is at URL, or nothing. */
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

/* From here on; what libxml2 has made before stays where it is. Call it in .setup. */
static inline void libxml2_setup(xmlExternalEntityLoader load, xmlGenericErrorFunc on_message,
                                 xmlStructuredErrorFunc on_error)
{
    xmlMemSetup(bd_heap_free, bd_heap_alloc, bd_heap_resize, heap_strdup);
    bd_heap_keep(&xmlLastError, sizeof xmlLastError); /* the one global that a run leaves memory in */
    xmlSetExternalEntityLoader(load);
    xmlSetGenericErrorFunc(NULL, on_message);
    xmlSetStructuredErrorFunc(NULL, on_error);
}

#endif

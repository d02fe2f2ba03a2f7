/* fixed_documents.h: the only documents that libxml2 finds outside of its input; there are no files and no network. */
#ifndef SUBJECTS_FIXED_DOCUMENTS_H
#define SUBJECTS_FIXED_DOCUMENTS_H

#include <libxml/parserInternals.h>
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

#endif

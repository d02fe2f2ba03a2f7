/* target.c: does libxml2 write what it has read? One run parses a document and saves it, then parses what was saved, and
 * saves that: both must be the same.
 *
 * Valid means that the document is well-formed. The documents are those of generators/xml with everything that XML has:
 * declarations, entities, namespaces, UTF-16. No file is read. Memory comes from <bediv/heap.h>. */
#include <bediv.h>
#include <bediv/heap.h>
#include <bediv/oracle.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdio.h>
#include <xml.h>

#include "libxml2_setup.h"

static xmlParserInputPtr load_nothing(const char *url, const char *id, xmlParserCtxtPtr parser)
{
    (void)id;
    return document_at(url, parser, NULL, 0);
}

/* The first error that makes a document not well-formed; code 0: none so far. Each run sets it. */
static struct {
    int code;
    char message[256];
} fatal;

static void on_error(void *data, xmlErrorPtr error)
{
    (void)data;
    if (error->level != XML_ERR_FATAL || fatal.code) { return; }
    fatal.code = error->code;
    snprintf(fatal.message, sizeof fatal.message, "%s", error->message ? error->message : "");
}

static void on_message(void *data, const char *format, ...)
{
    (void)data, (void)format;
}

static void *setup(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    static bool done;
    if (!done) { xmlInitParser(); } /* libxml2's own tables, which never change: created once, with malloc */
    done = true;
    libxml2_setup(load_nothing, on_message, on_error);
    return NULL;
}

static xmlDocPtr parse(const char *text, size_t size)
{
    return xmlReadMemory(text, (int)size, "document.xml", NULL, XML_PARSE_NONET);
}

/* DOC in UTF-8; .data is NULL if it cannot be saved. */
static struct bd_side save(xmlDocPtr doc, const char *name)
{
    xmlChar *text = NULL;
    int size = 0;
    xmlDocDumpMemoryEnc(doc, &text, &size, "UTF-8");
    return (struct bd_side){name, text, text ? (size_t)size : 0};
}

/* One failure for each kind of error: they have different causes. */
static enum bd_verdict refuse(const struct bd_side *saved)
{
    char what[64];
    snprintf(what, sizeof what, "what was saved cannot be parsed (error %d)", fatal.code);
    return bd_wrong(what, "%s%.*s", fatal.message, (int)saved->size, (const char *)saved->data);
}

/* The heap is restored before the next run, so nothing needs to be freed for its sake. */
static enum bd_verdict run(const struct bd_input *in)
{
    if (in->size > INT32_MAX) { return BD_INVALID; } /* libxml2 counts in int */
    xmlDocPtr first = parse((const char *)in->data, in->size);
    if (!first) { return BD_INVALID; }
    struct bd_side once = save(first, "saved once");
    if (!once.data) { return bd_wrong("a document cannot be saved", "%zu bytes", in->size); }
    fatal.code = 0;
    xmlDocPtr second = parse(once.data, once.size);
    if (!second) { return refuse(&once); }
    struct bd_side twice = save(second, "saved twice");
    enum bd_verdict verdict = bd_same("saving changes a document", &once, &twice);
    xmlFreeDoc(first);
    xmlFreeDoc(second);
    return verdict;
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    static const struct bd_xml_options options = {.rich = true};
    bd_xml_document_with(s, out, &options);
}

BD_FUZZER(.name = BEDIV_SUBJECT, .generate = generate, .setup = setup, .run = run, .dict = BEDIV_DICT);

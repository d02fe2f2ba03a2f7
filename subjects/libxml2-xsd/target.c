/* target.c: libxml2's XML Schema processor under test. One run reads one schema.
 *
 * Valid means that xmlSchemaParse accepts it: it is well-formed and follows XML Schema 1.0, every reference is
 * resolved, every type is derived as allowed, every content model is deterministic.
 *
 * A schema can include, import or redefine others: the small ones below, and nothing else. A run accesses no file. Its
 * memory comes from <bediv/heap.h>, so equal inputs have equal traces. */
#include <bediv.h>
#include <bediv/heap.h>
#include <libxml/xmlschemas.h>
#include <libxml/xmlschemastypes.h>
#include <xml.h>

#include "libxml2_setup.h"

/* ---- Schemas to include and import. The generator's bd_xml_schema knows these names. ---- */

#define XSD "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\""

static const struct document others[] = {
    {"common.xsd",
     XSD ">"
         "<xs:simpleType name=\"code\"><xs:restriction base=\"xs:string\"/></xs:simpleType>"
         "<xs:complexType name=\"record\"><xs:sequence><xs:element name=\"a\" minOccurs=\"0\"/></xs:sequence>"
         "<xs:attribute name=\"id\"/></xs:complexType>"
         "<xs:group name=\"parts\"><xs:sequence><xs:element name=\"part\"/></xs:sequence></xs:group>"
         "<xs:attributeGroup name=\"marks\"><xs:attribute name=\"mark\"/></xs:attributeGroup>"
         "</xs:schema>"},
    {"other.xsd", XSD " targetNamespace=\"urn:o\" xmlns=\"urn:o\">"
                      "<xs:simpleType name=\"code\"><xs:restriction base=\"xs:token\"/></xs:simpleType>"
                      "<xs:complexType name=\"record\"><xs:sequence/></xs:complexType>"
                      "<xs:element name=\"thing\" type=\"record\"/><xs:attribute name=\"mark\" type=\"code\"/>"
                      "</xs:schema>"},
};

static xmlParserInputPtr load(const char *url, const char *id, xmlParserCtxtPtr parser)
{
    (void)id;
    return document_at(url, parser, others, sizeof others / sizeof *others);
}

/* ---- Errors: read to their end, but not printed. ---- */

static volatile unsigned sink;

static void on_error(void *data, xmlErrorPtr error)
{
    (void)data;
    unsigned sum = sink + (unsigned)error->code + (unsigned)error->line;
    for (const char *text = error->message; text && *text; text++) { sum = sum * 31 + (unsigned char)*text; }
    sink = sum;
}

static void on_message(void *data, const char *format, ...)
{
    (void)data;
    sink += (unsigned char)*format;
}

/* ---- The fuzzer ---- */

/* RELAX NG, which libxml2 treats as a kind of schema, is left out: the linker needs only its clean-up, which is never
 * called. */
void xmlRelaxNGCleanupTypes(void);
void xmlRelaxNGCleanupTypes(void)
{
}

static void *setup(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    static bool done;
    if (!done) { /* libxml2's own tables, which never change: created once, with malloc */
        xmlInitParser();
        xmlSchemaInitTypes();
        done = true;
    }
    libxml2_setup(load, on_message, on_error);
    return NULL;
}

static enum bd_verdict run(const struct bd_input *in)
{
    if (in->size > INT32_MAX) { /* libxml2 counts in int */
        return BD_INVALID;
    }
    xmlSchemaParserCtxtPtr parser = xmlSchemaNewMemParserCtxt((const char *)in->data, (int)in->size);
    if (!parser) { return BD_INVALID; } /* the input is empty */
    xmlSchemaSetParserStructuredErrors(parser, on_error, NULL);
    xmlSchemaPtr schema = xmlSchemaParse(parser);
    const bool valid = schema != NULL;
    xmlSchemaFree(schema);
    xmlSchemaFreeParserCtxt(parser);
    xmlResetLastError();
    return valid ? BD_VALID : BD_INVALID;
}

BD_FUZZER(.name = BEDIV_SUBJECT, .generate = bd_xml_schema, .setup = setup, .run = run, .dict = BEDIV_DICT);

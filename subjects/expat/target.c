/* target.c: expat under test. One run parses one document, with namespaces and every handler set.
 *
 * Valid means well-formed and namespace-well-formed: XML_Parse returns XML_STATUS_OK.
 *
 * Runs must not affect each other; otherwise equal inputs would have different traces:
 *   - every run has its own parser. XML_ParserReset keeps free lists and grown buffers, and takes other branches when
 *     it finds them (README.md has the figures);
 *   - the salt of expat's hash tables is fixed.
 * Entity expansion is limited by expat's own protection, which is on by default. Nothing is loaded. */
#include <bediv.h>
#include <expat.h>
#include <xml.h>

/* Any constant except 0, which asks expat for a random one. */
#define HASH_SALT 0x5EEDUL

static const char separator = '\n'; /* between namespace and name: a character that neither can contain */

/* Handlers read everything they get, and add it up here, so that the compiler cannot remove the work. */
static volatile unsigned sink;

static void touch(const XML_Char *text, size_t size)
{
    unsigned sum = sink;
    for (size_t i = 0; i < size; i++) { sum = sum * 31 + (unsigned char)text[i]; }
    sink = sum;
}

static void touch_string(const XML_Char *text)
{
    if (text) { touch(text, strlen(text)); }
}

/* ---- Handlers. The user data is the parser. ---- */

static void on_start(void *parser, const XML_Char *name, const XML_Char **attributes)
{
    touch_string(name);
    for (; *attributes; attributes++) { touch_string(*attributes); }
    sink += (unsigned)XML_GetSpecifiedAttributeCount(parser) + (unsigned)XML_GetIdAttributeIndex(parser);
    sink += (unsigned)XML_GetCurrentLineNumber(parser) + (unsigned)XML_GetCurrentColumnNumber(parser);
}

static void on_end(void *parser, const XML_Char *name)
{
    touch_string(name);
    sink += (unsigned)XML_GetCurrentByteIndex(parser) + (unsigned)XML_GetCurrentByteCount(parser);
}

static void on_text(void *parser, const XML_Char *text, int size)
{
    (void)parser;
    touch(text, (size_t)size);
}

static void on_pair(void *parser, const XML_Char *first, const XML_Char *second)
{
    (void)parser;
    touch_string(first);
    touch_string(second);
}

static void on_one(void *parser, const XML_Char *text)
{
    (void)parser;
    touch_string(text);
}

static void on_event(void *parser)
{
    (void)parser;
    sink++;
}

static void on_doctype(void *parser, const XML_Char *name, const XML_Char *system, const XML_Char *public, int internal)
{
    on_pair(parser, name, system);
    touch_string(public);
    sink += (unsigned)internal;
}

static void on_xml(void *parser, const XML_Char *version, const XML_Char *encoding, int standalone)
{
    on_pair(parser, version, encoding);
    sink += (unsigned)standalone;
}

static void on_entity(void *parser, const XML_Char *name, int is_parameter, const XML_Char *value, int size,
                      const XML_Char *base, const XML_Char *system, const XML_Char *public, const XML_Char *notation)
{
    (void)base;
    if (value) { touch(value, (size_t)size); }
    on_pair(parser, name, system);
    on_pair(parser, public, notation);
    sink += (unsigned)is_parameter;
}

static void on_notation(void *parser, const XML_Char *name, const XML_Char *base, const XML_Char *system,
                        const XML_Char *public)
{
    (void)base;
    on_pair(parser, name, system);
    touch_string(public);
}

static void on_attribute(void *parser, const XML_Char *element, const XML_Char *name, const XML_Char *type,
                         const XML_Char *value, int required)
{
    on_pair(parser, element, name);
    on_pair(parser, type, value);
    sink += (unsigned)required;
}

static void touch_model(const XML_Content *model)
{
    touch_string(model->name);
    sink += (unsigned)model->type * 8 + (unsigned)model->quant;
    for (unsigned i = 0; i < model->numchildren; i++) { touch_model(&model->children[i]); }
}

static void on_element(void *parser, const XML_Char *name, XML_Content *model)
{
    touch_string(name);
    touch_model(model);
    XML_FreeContentModel(parser, model);
}

static void on_skipped(void *parser, const XML_Char *name, int is_parameter)
{
    (void)parser;
    touch_string(name);
    sink += (unsigned)is_parameter;
}

static int on_not_standalone(void *parser)
{
    (void)parser;
    return XML_STATUS_OK;
}

/* Reports success for an external entity without reading it. */
static int on_external(XML_Parser parser, const XML_Char *context, const XML_Char *base, const XML_Char *system,
                       const XML_Char *public)
{
    (void)base;
    on_pair(parser, context, system);
    touch_string(public);
    return XML_STATUS_OK;
}

/* Knows one encoding that expat does not, approximately: it treats the code page as Latin-1. */
static int on_encoding(void *data, const XML_Char *name, XML_Encoding *encoding)
{
    (void)data;
    if (strcmp(name, "windows-1252") != 0) { return XML_STATUS_ERROR; }
    for (int i = 0; i < 256; i++) { encoding->map[i] = i; }
    encoding->data = NULL;
    encoding->convert = NULL;
    encoding->release = NULL;
    return XML_STATUS_OK;
}

static void set_handlers(XML_Parser p)
{
    XML_SetUserData(p, p);
    XML_SetElementHandler(p, on_start, on_end);
    XML_SetCharacterDataHandler(p, on_text);
    XML_SetProcessingInstructionHandler(p, on_pair);
    XML_SetCommentHandler(p, on_one);
    XML_SetCdataSectionHandler(p, on_event, on_event);
    XML_SetDefaultHandlerExpand(p, on_text); /* the plain default handler would turn off entities */
    XML_SetDoctypeDeclHandler(p, on_doctype, on_event);
    XML_SetXmlDeclHandler(p, on_xml);
    XML_SetEntityDeclHandler(p, on_entity);
    XML_SetNotationDeclHandler(p, on_notation);
    XML_SetAttlistDeclHandler(p, on_attribute);
    XML_SetElementDeclHandler(p, on_element);
    XML_SetNamespaceDeclHandler(p, on_pair, on_one);
    XML_SetSkippedEntityHandler(p, on_skipped);
    XML_SetNotStandaloneHandler(p, on_not_standalone);
    XML_SetExternalEntityRefHandler(p, on_external);
    XML_SetUnknownEncodingHandler(p, on_encoding, NULL);
    XML_SetParamEntityParsing(p, XML_PARAM_ENTITY_PARSING_ALWAYS);
    XML_SetReturnNSTriplet(p, 1);
}

/* ---- The fuzzer ---- */

static enum bd_verdict run(const struct bd_input *in)
{
    if (in->size > INT32_MAX) { /* expat counts in int */
        return BD_INVALID;
    }
    XML_Parser parser = XML_ParserCreateNS(NULL, separator);
    if (!parser) { return BD_INVALID; }
    XML_SetHashSalt(parser, HASH_SALT);
    set_handlers(parser);
    const enum XML_Status status = XML_Parse(parser, (const char *)in->data, (int)in->size, XML_TRUE);
    if (status != XML_STATUS_OK) { touch_string(XML_ErrorString(XML_GetErrorCode(parser))); }
    XML_ParserFree(parser);
    return status == XML_STATUS_OK ? BD_VALID : BD_INVALID;
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    static const struct bd_xml_options options = {.max_depth = 10, .rich = true};
    bd_xml_document_with(s, out, &options);
}

BD_FUZZER(.name = BEDIV_SUBJECT, .generate = generate, .run = run, .dict = BEDIV_DICT);

/* target.c: libxslt under test. One run compiles one stylesheet, applies it to a fixed document, and writes the result.
 *
 * Valid means that the stylesheet compiles without an error, and that applying it ends without an error: no unknown
 * variable, no unbound prefix, no endless recursion, no terminating xsl:message.
 *
 * Endless work is limited by counting, never by the clock: the number of templates, their depth, and XPath steps. A run
 * accesses no file: the loader below has the few documents that exist. Memory comes from <bediv/heap.h>, so a run can
 * change the document (as xsl:strip-space does), and equal inputs have equal traces. */
#include <bediv.h>
#include <bediv/heap.h>
#include <libxml/xpath.h>
#include <libxslt/security.h>
#include <libxslt/transform.h>
#include <libxslt/xsltInternals.h>
#include <libxslt/xsltutils.h>
#include <stdarg.h>
#include <xml.h>

#include "libxml2_setup.h"

/* Deep enough for useful recursion, and small enough that a run ends in a few milliseconds. */
enum { MAX_DEPTH = 60, MAX_TEMPLATES = 2000, MAX_XPATH_STEPS = 50000 };

/* ---- Documents. generators/xml/xslt.dict has the names in them. ---- */

static const char source_text[] =
    "<!DOCTYPE catalog [<!ATTLIST book id ID #IMPLIED><!ENTITY pic SYSTEM \"pic.gif\" NDATA gif><!NOTATION gif SYSTEM "
    "\"g\">]>"
    "<?go there?><catalog xmlns:d=\"urn:d\" xml:lang=\"en\" n=\"3\">\n"
    "  <book id=\"i1\" year=\"1999\" kind=\"a\"><title>First &amp; last</title><author>B. Adams</author>"
    "<price>12.50</price>\n"
    "    <chapter n=\"1\"><p>Some <em>plain</em> text.</p><note to=\"i2\"/></chapter>\n"
    "    <chapter n=\"2\"><section n=\"2.1\"><p lang=\"de\">Stra\xC3\x9F"
    "e</p></section><p/></chapter>\n"
    "  </book>\n"
    "  <book id=\"i2\" year=\"2024\" kind=\"b\" d:a=\"1\"><title>Second</title><author>A. Baker</author>"
    "<author>C. Clark</author><price>-3</price><ref to=\"i1\"/><!-- a comment --></book>\n"
    "  <book id=\"i3\" year=\"2001\" kind=\"a\"><title/><price>1e2</price></book>\n"
    "  <d:list><d:item n=\"1\">x</d:item><item n=\"2\">y</item><item n=\"10\"><![CDATA[<z>]]></item></d:list>\n"
    "  <list><item>10</item><item>9</item><item>1</item><empty/></list>\n"
    "  <a><b><a n=\"0\"><b/></a></b></a><?stop here?>\n"
    "</catalog>";

static const struct document others[] = {
    {"common.xsl", "<xsl:stylesheet version=\"1.0\" xmlns:xsl=\"http://www.w3.org/1999/XSL/Transform\">"
                   "<xsl:template match=\"book\"><book><xsl:apply-templates/></book></xsl:template>"
                   "<xsl:template name=\"main\"><xsl:param name=\"p\"/><xsl:value-of select=\"$p\"/></xsl:template>"
                   "<xsl:variable name=\"total\" select=\"count(//book)\"/>"
                   "<xsl:key name=\"ref\" match=\"book\" use=\"@id\"/></xsl:stylesheet>"},
    {"other.xml", "<catalog><book id=\"o1\"><title>Other</title></book></catalog>"},
};

static xmlParserInputPtr load(const char *url, const char *id, xmlParserCtxtPtr parser)
{
    (void)id;
    return document_at(url, parser, others, sizeof others / sizeof *others);
}

/* ---- Output: read to its end, but not printed. ---- */

static volatile unsigned sink;

static void touch(const char *text, size_t size)
{
    unsigned sum = sink;
    for (size_t i = 0; i < size; i++) { sum = sum * 31 + (unsigned char)text[i]; }
    sink = sum;
}

static void on_error(void *data, xmlErrorPtr error)
{
    (void)data;
    if (error->message) { touch(error->message, strlen(error->message)); }
}

/* Exceeding the depth is an error like others, but for its message. */
static bool went_too_deep;

static void on_message(void *data, const char *format, ...)
{
    (void)data;
    const char *text = format;
    va_list arguments;
    va_start(arguments, format);
    if (strcmp(format, "%s") == 0) { text = va_arg(arguments, const char *); }
    if (text && strstr(text, "infinite template recursion")) { went_too_deep = true; }
    va_end(arguments);
    touch(format, strlen(format));
}

/* ---- The fuzzer ---- */

struct env {
    xmlDocPtr source;
    xsltSecurityPrefsPtr nothing_allowed;
};

static enum bd_verdict run_text(const struct env *env, const char *text, int size);

static void *setup(int *argc, char ***argv)
{
    static struct env env;
    (void)argc;
    (void)argv;
    static bool done;
    if (!done) { /* the libraries' own tables, which never change: created once, with malloc */
        xmlInitParser();
        xmlXPathInit();
        xsltInit();
        done = true;
    }
    libxml2_setup(load, on_message, on_error);
    xsltSetGenericErrorFunc(NULL, on_message);

    env.nothing_allowed = xsltNewSecurityPrefs();
    xsltSetSecurityPrefs(env.nothing_allowed, XSLT_SECPREF_READ_NETWORK, xsltSecurityForbid);
    xsltSetSecurityPrefs(env.nothing_allowed, XSLT_SECPREF_WRITE_FILE, xsltSecurityForbid);
    xsltSetSecurityPrefs(env.nothing_allowed, XSLT_SECPREF_CREATE_DIRECTORY, xsltSecurityForbid);
    xsltSetSecurityPrefs(env.nothing_allowed, XSLT_SECPREF_WRITE_NETWORK, xsltSecurityForbid);
    env.source = xmlReadMemory(source_text, sizeof source_text - 1, "source.xml", NULL, XSLT_PARSE_OPTIONS);

    /* Set up here whatever libxml2 sets up on first use. */
    run_text(&env, others[0].text, (int)strlen(others[0].text));
    return &env;
}

static bool is_spent(xmlXPathContextPtr xpath)
{
    return xpath->opCount >= xpath->opLimit;
}

/* Applies STYLE, and writes the result. */
static enum bd_verdict apply(const struct env *env, xsltStylesheetPtr style)
{
    xsltTransformContextPtr context = xsltNewTransformContext(style, env->source);
    if (!context) { return BD_LIMITED; } /* out of memory */
    xsltSetCtxtSecurityPrefs(env->nothing_allowed, context);
    context->maxTemplateDepth = MAX_DEPTH;
    context->opLimit = MAX_TEMPLATES;
    context->xpathCtxt->opLimit = MAX_XPATH_STEPS;
    xmlDocPtr result = xsltApplyStylesheetUser(style, env->source, NULL, NULL, NULL, context);
    enum bd_verdict verdict = BD_INVALID;
    if (result) {
        xmlChar *text = NULL;
        int size = 0;
        const bool written = xsltSaveResultToString(&text, &size, result, style) == 0;
        if (text) { touch((const char *)text, (size_t)size); }
        xmlFree(text);
        xmlFreeDoc(result);
        if (written && context->state == XSLT_STATE_OK) { verdict = BD_VALID; }
    }
    bool too_much = context->opCount >= context->opLimit || is_spent(context->xpathCtxt) || bd_heap_was_full();
    if (verdict == BD_INVALID && (too_much || went_too_deep)) { verdict = BD_LIMITED; }
    xsltFreeTransformContext(context);
    return verdict;
}

static enum bd_verdict run_text(const struct env *env, const char *text, int size)
{
    xmlDocPtr document = xmlReadMemory(text, size, "style.xsl", NULL, XSLT_PARSE_OPTIONS);
    if (!document) { return BD_INVALID; }
    xsltStylesheetPtr style = xsltNewStylesheet();
    if (!style) { /* out of memory */
        xmlFreeDoc(document);
        return BD_LIMITED;
    }
    went_too_deep = false;
    style->xpathCtxt->opLimit = MAX_XPATH_STEPS;
    const bool compiles = xsltParseStylesheetUser(style, document) == 0;
    const bool was_limited = is_spent(style->xpathCtxt) || bd_heap_was_full();
    const enum bd_verdict verdict = compiles ? apply(env, style) : was_limited ? BD_LIMITED : BD_INVALID;
    xsltFreeStylesheet(style);
    if (!compiles) { xmlFreeDoc(document); } /* otherwise the stylesheet owned it */
    xmlResetLastError();
    return verdict;
}

static enum bd_verdict run(const struct bd_input *in)
{
    if (in->size > INT32_MAX) { /* libxml2 counts in int */
        return BD_INVALID;
    }
    return run_text(in->env, (const char *)in->data, (int)in->size);
}

BD_FUZZER(.name = BEDIV_SUBJECT, .generate = bd_xml_stylesheet, .setup = setup, .run = run, .dict = BEDIV_DICT);

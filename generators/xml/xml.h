/* xml.h: a generator of XML documents.
 *
 *     BD_FUZZER(.name = "mine", .generate = bd_xml_document, .run = run, .dict = "words.dict");
 *
 * Its choice points are those of the BeDivFuzz paper's XML generator, under these labels:
 *
 *     element(depth):
 *         name                          value      the element's name
 *         attributes                    structure  how many; for each:
 *             key, value                value
 *         if depth < max_depth:
 *             has children              structure  if so:
 *                 children              structure  how many; for each: element(depth + 1)
 *         else, or if it has none:
 *             has text                  structure  if so: text (value)
 *             has cdata                 structure  if it has no text; if so: text (value), in a CDATA section
 *
 * Every word comes from the campaign's dictionary, or from a small built-in one if that is empty. The document is
 * always well-formed:
 *   - only words that are XML names become names. If there are none, built-in names are used;
 *   - words that XML cannot hold at all (control characters, broken UTF-8) are never used;
 *   - if two attributes have the same key, the second is drawn but not written;
 *   - text and values are escaped, and a CDATA section is split where its text contains "]]>".
 *
 * With .rich, documents can also have what xml_rich.c describes: declarations, namespaces, comments, processing
 * instructions, entities, UTF-16. These may be wrong in ways that a parser must detect: an unbound prefix, an
 * undeclared entity, a declared encoding that is not the actual one.
 */
#ifndef BD_XML_H
#define BD_XML_H

#include <bediv.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A member that is zero has its default, which the comment gives. A negative mean asks for none at all. */
struct bd_xml_options {
    unsigned max_depth;     /* elements at this depth have no children; the root is at 0: 4 */
    double mean_attributes; /* per element: 1 */
    double mean_children;   /* per element that has children: 3 */
    bool rich;              /* all of XML, not only the paper's choices: false */
};

/* Writes one document with default options. If all answers are 0, it is <a/>, with the dictionary's first name. */
void bd_xml_document(struct bd_source *s, struct bd_out *out);

/* The same with OPTIONS, which are borrowed during the call. */
void bd_xml_document_with(struct bd_source *s, struct bd_out *out, const struct bd_xml_options *options);

/* Writes one schema of XML Schema 1.0, with the plain names of the dictionary (generators/xml/xsd.dict). Everything
 * in the language can occur, with attributes and children that belong together, and most references lead somewhere.
 * Whether the whole is consistent is for a schema processor to decide. If all answers are 0, the xs:schema is empty.
 * Schemas can include, redefine and import common.xsd and other.xsd: see subjects/libxml2-xsd/target.c. */
void bd_xml_schema(struct bd_source *s, struct bd_out *out);

/* Writes one stylesheet of XSLT 1.0, with names from the dictionary (generators/xml/xslt.dict), which should be the
 * names in the documents to be transformed. All instructions can occur, with XPath expressions, patterns and
 * attribute value templates. Variables, keys, templates and so on are mostly used where they are known. If all
 * answers are 0, the stylesheet is a literal result element, <out/>. Stylesheets can import common.xsl and load
 * other.xml: see subjects/libxslt/target.c. */
void bd_xml_stylesheet(struct bd_source *s, struct bd_out *out);

#ifdef __cplusplus
}
#endif
#endif

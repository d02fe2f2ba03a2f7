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
 *         else, if it has none:
 *             has text                  structure  if so: text (value)
 *             has cdata                 structure  if not, and this: text (value), in a CDATA section
 *
 * Every word comes from the campaign's dictionary, or from a small one of our own if that is empty. The
 * document is always well-formed:
 *   - only words that are XML names become names. If there is none, our own are used;
 *   - words that XML cannot hold at all (control characters, broken UTF-8) are never used;
 *   - of two attributes with one key, the later is dropped, but its draws are made;
 *   - text and values are escaped, and a CDATA section is split where its text says "]]>".
 *
 * With .rich, documents also have what xml_rich.c describes: declarations, namespaces, comments,
 * processing instructions, entities, UTF-16. These may be wrong in a way that a parser has to find out:
 * an unbound prefix, an undeclared entity, a declared encoding that is not the one in use.
 */
#ifndef BD_XML_H
#define BD_XML_H

#include <bediv.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Zero means the default throughout; a negative mean asks for none at all. */
struct bd_xml_options {
    unsigned max_depth;     /* elements at this depth have no children; the root is at 0: 4 */
    double mean_attributes; /* of an element: 1 */
    double mean_children;   /* of an element that has been chosen to have some: 3 */
    bool rich;              /* everything XML has, not only the paper's choices: false */
};

/* Writes one document, with default options. Answers of 0 give <a/>, with the dictionary's first name. */
void bd_xml_document(struct bd_source *s, struct bd_out *out);

/* The same with OPTIONS, borrowed for the call. */
void bd_xml_document_with(struct bd_source *s, struct bd_out *out, const struct bd_xml_options *options);

/* Writes one schema of XML Schema 1.0, with the dictionary's plain names (generators/xml/xsd.dict). All that the
 * language has can occur, with attributes and children that belong together, and references that mostly lead to
 * something; whether all of it fits together is for a schema processor to find out. Answers of 0 give an empty
 * xs:schema. It can include, redefine and import common.xsd and other.xsd: see subjects/libxml2-xsd/target.c. */
void bd_xml_schema(struct bd_source *s, struct bd_out *out);

/* Writes one stylesheet of XSLT 1.0, with names from the dictionary (generators/xml/xslt.dict), which should be those
 * of the documents that it is meant for. All instructions can occur, with XPath expressions, patterns and value
 * templates; variables, keys, templates and the rest are mostly used where they are known. Answers of 0 give an
 * element <out/> of the result, which is a stylesheet, too. It can import common.xsl, and ask for other.xml: see
 * subjects/libxslt/target.c. */
void bd_xml_stylesheet(struct bd_source *s, struct bd_out *out);

#ifdef __cplusplus
}
#endif
#endif

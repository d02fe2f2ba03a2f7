/* paper-xml.h: XML documents in the form of the BeDivFuzz paper, for repeating its experiments.
 *
 *     BD_FUZZER(.name = "mine", .generate = bd_paper_xml_document, .run = run, .dict = "maven.dict");
 *
 * Its choice points, counts and depth are those of SplitXmlDocumentGenerator in the original, as its current drivers
 * configure it:
 *
 *     document:
 *         name                          value
 *         element(0)
 *     element(depth):
 *         attributes                    structure  how many, 1 on average; for each:
 *             key, value                value
 *         has children                  structure  unless depth is 10; if so:
 *             children                  structure  how many, 3 on average; for each:
 *                 name                  value
 *                 element(depth + 1)
 *         has text                      structure  unless it has children; if so: text (value)
 *         has cdata                     structure  unless it has either; if so: text (value), in a CDATA section
 *
 * Every word comes from the campaign's dictionary, or from four letters if that is empty. The bytes are those that the
 * JDK's identity transformer writes for the document: a prolog, no white space, attributes sorted by name and the later
 * of two with the same name, <a/> for an element without content.
 *
 * As in the original, an input is discarded
 *   - if it needs more than 10,240 choice bytes (paper.h);
 *   - if a word is drawn as a name, and is not one. Words with a colon, and words that begin with "xmlns" and continue,
 *     are not names here: the transformer would replace or refuse them.
 * It is also discarded if a word contains a character other than printable ASCII, tab and line ends.
 *
 * bd_xml_document in xml.h is what to use for anything else: it makes use of every word, and discards nothing.
 */
#ifndef BD_PAPER_XML_H
#define BD_PAPER_XML_H

#include <bediv.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Writes one document. If all answers are 0, it is an empty element with the dictionary's first word as its name. */
void bd_paper_xml_document(struct bd_source *s, struct bd_out *out);

#ifdef __cplusplus
}
#endif
#endif

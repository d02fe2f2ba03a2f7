/* xml_parts.h: what the files of the XML generator share. Not for users.
 *
 *     xml.c        documents and elements: the paper's choices
 *     xml_rich.c   content beyond the paper's: prefixes, references, comments, instructions
 *     xml_dtd.c    the prolog: XML declaration, encoding, document type
 *     xml_words.c  which words of the dictionary can be names, and which can be text
 *     xml_put.c    writing, escaped as the context requires, in the document's encoding
 *
 * Schemas and stylesheets build on these, and have their own parts: see xml_form.h.
 */
#ifndef BD_XML_PARTS_H
#define BD_XML_PARTS_H

#include "xml.h"

#include <bediv/draws.h>

/* The dictionary, filtered by use. No list is ever empty. */
struct bd_xml__words {
    struct bd_dict names; /* XML names, also with a colon (xml:lang): for elements and attributes */
    struct bd_dict plain; /* names without a colon that do not begin with "xml": for everything else that has a name */
    struct bd_dict texts; /* anything that XML can hold: for text and values */
};

/* The words of the campaign's dictionary, or of our own where none of those fit. */
struct bd_xml__words bd_xml__words_of(struct bd_source *s);

/* A name as it is written: PREFIX:LOCAL, or LOCAL alone if PREFIX is NULL. Both borrowed. */
struct bd_xml__name {
    const char *prefix;
    const char *local;
};

enum bd_xml__encoding { BD_XML__UTF8, BD_XML__UTF16LE, BD_XML__UTF16BE };

/* Sizes of the arrays below, far out in the tail of the counts drawn. */
enum { BD_XML__MAX_ATTRIBUTES = 32, BD_XML__MAX_CHILDREN = 64, BD_XML__MAX_PREFIXES = 16, BD_XML__MAX_ENTITIES = 8 };

/* Names declared so far in a document. Names that do not fit are declared but never used again. */
struct bd_xml__entities {
    const char *names[BD_XML__MAX_ENTITIES];
    size_t count;
};

/* A document being written. Lives on the stack for one call of the generator. */
struct bd_xml__document {
    struct bd_source *s;
    struct bd_out *out;
    struct bd_xml_options options; /* defaults filled in */
    struct bd_xml__words words;
    enum bd_xml__encoding encoding;
    const char *prefixes[BD_XML__MAX_PREFIXES]; /* bound where we are, outermost first */
    size_t prefix_count;
    struct bd_xml__entities texts;      /* entities that stand for text */
    struct bd_xml__entities others;     /* for markup, something external, or data that is not XML */
    struct bd_xml__entities parameters; /* for declarations: %name; */
};

/* The keys that an element has so far. */
struct bd_xml__keys {
    struct bd_xml__name names[BD_XML__MAX_ATTRIBUTES + 1]; /* one more, for the declaration of its own prefix */
    size_t count;
};

/* ---- xml.c ---- */

/* Writes one element. ROOT is its name if that is already chosen, else NULL. */
void bd_xml__element(struct bd_xml__document *x, const char *root, unsigned depth);
/* Adds KEY; returns false if it is already there. */
bool bd_xml__keys_add(struct bd_xml__keys *keys, struct bd_xml__name key);

/* ---- xml_dtd.c, for .rich only ---- */

/* Writes everything before the root. Returns the root's name, or NULL if it is not chosen yet. */
const char *bd_xml__prolog(struct bd_xml__document *x);

/* ---- xml_rich.c, for .rich only ---- */

/* An element's name, perhaps with a prefix. IS_NEW becomes true if that is a new one. */
struct bd_xml__name bd_xml__element_name(struct bd_xml__document *x, bool *is_new);
/* Writes the declaration that binds the new PREFIX, unless it happens to be bound already, or is meant to stay unbound. */
void bd_xml__bind(struct bd_xml__document *x, struct bd_xml__keys *keys, const char *prefix);
/* Writes one attribute of any kind, including namespace declarations. */
void bd_xml__attribute(struct bd_xml__document *x, struct bd_xml__keys *keys);
/* Writes a child: an element at DEPTH, text, perhaps long, CDATA, a reference, a comment or an instruction. */
void bd_xml__content(struct bd_xml__document *x, unsigned depth);
void bd_xml__comment(struct bd_xml__document *x);
void bd_xml__instruction(struct bd_xml__document *x);
/* Writes comments and instructions, perhaps none, where nothing else is allowed. */
void bd_xml__misc(struct bd_xml__document *x);

/* ---- xml_put.c: writes, and draws nothing ---- */

/* TEXT as it is. */
void bd_xml__put(const struct bd_xml__document *x, const char *text);
/* TEXT COUNT times. */
void bd_xml__put_repeated(const struct bd_xml__document *x, const char *text, size_t count);
void bd_xml__put_name(const struct bd_xml__document *x, struct bd_xml__name name);
/* An attribute up to and including its opening quote:  KEY=" */
void bd_xml__put_key(const struct bd_xml__document *x, struct bd_xml__name key);
/* TEXT escaped for: element content; a quoted attribute value; a quoted entity value. */
void bd_xml__put_text(const struct bd_xml__document *x, const char *text);
void bd_xml__put_value(const struct bd_xml__document *x, const char *text);
void bd_xml__put_entity_value(const struct bd_xml__document *x, const char *text);
/* TEXT where nothing can be escaped: "]]>" is split over two sections, '"' becomes "'", and in comments and
 * instructions a space breaks up whatever would end them. */
void bd_xml__put_cdata(const struct bd_xml__document *x, const char *text);
void bd_xml__put_literal(const struct bd_xml__document *x, const char *text);
void bd_xml__put_comment(const struct bd_xml__document *x, const char *text);
void bd_xml__put_instruction(const struct bd_xml__document *x, const char *text);

#endif

/* xml_parts.h: what the files of the XML generator share. Not for users.
 *
 *     xml.c        documents and elements: the paper's choices
 *     xml_rich.c   content beyond the paper's: prefixes, references, comments, instructions
 *     xml_dtd.c    the prolog: XML declaration, encoding, document type
 *     xml_words.c  what the dictionary is good for: which of its words are names, which are text
 *     xml_put.c    writing, escaped as the place demands, in the document's encoding
 *
 * Schemas and stylesheets stand on these, and have parts of their own: see xml_form.h.
 */
#ifndef BD_XML_PARTS_H
#define BD_XML_PARTS_H

#include "xml.h"

/* The dictionary, sorted by use. None is ever empty. */
struct bd_xml__words {
    struct bd_dict names; /* XML names, colons and all, e.g. xml:lang: for elements and attributes */
    struct bd_dict plain; /* names without colon that do not begin with "xml": for all else that has a name */
    struct bd_dict texts; /* whatever XML can hold: for text and values */
};

/* The views of DICT. Made once for each dictionary and kept: the same one costs nothing. */
const struct bd_xml__words *bd_xml__words_of(const struct bd_dict *dict);

/* A name as it is written: PREFIX:LOCAL, or LOCAL alone if PREFIX is NULL. Both borrowed. */
struct bd_xml__name {
    const char *prefix;
    const char *local;
};

enum bd_xml__encoding { BD_XML__UTF8, BD_XML__UTF16LE, BD_XML__UTF16BE };

/* How many there can be. Bounds for the arrays below, far out in the tail of the counts drawn. */
enum { BD_XML__MAX_ATTRIBUTES = 32, BD_XML__MAX_CHILDREN = 64, BD_XML__MAX_PREFIXES = 16, BD_XML__MAX_ENTITIES = 8 };

/* Names declared so far in a document; what does not fit is declared but never used again. */
struct bd_xml__entities {
    const char *names[BD_XML__MAX_ENTITIES];
    size_t count;
};

/* A document in the making. Lives on the stack for one call of the generator. */
struct bd_xml__document {
    struct bd_source *s;
    struct bd_out *out;
    struct bd_xml_options options; /* defaults filled in */
    const struct bd_xml__words *words;
    enum bd_xml__encoding encoding;
    const char *prefixes[BD_XML__MAX_PREFIXES]; /* bound where we are, outermost first */
    size_t prefix_count;
    struct bd_xml__entities texts;      /* entities that stand for text */
    struct bd_xml__entities others;     /* for markup, something external, or data that is not XML */
    struct bd_xml__entities parameters; /* for declarations: %name; */
};

/* The keys that an element has so far. */
struct bd_xml__keys {
    struct bd_xml__name names[BD_XML__MAX_ATTRIBUTES + 1]; /* and the declaration of its own prefix */
    size_t count;
};

/* ---- xml.c ---- */

/* One element. ROOT is its name if that has been chosen already, else NULL. */
void bd_xml__element(struct bd_xml__document *x, const char *root, unsigned depth);
/* Adds KEY; false if it is there already. */
bool bd_xml__keys_add(struct bd_xml__keys *keys, struct bd_xml__name key);

/* ---- xml_dtd.c, for .rich only ---- */

/* Everything before the root. Returns the root's name, or NULL if it is still to be chosen. */
const char *bd_xml__prolog(struct bd_xml__document *x);

/* ---- xml_rich.c, for .rich only ---- */

/* An element's name, perhaps with a prefix. */
struct bd_xml__name bd_xml__element_name(struct bd_xml__document *x);
/* Writes the declaration that binds PREFIX, unless it is NULL, bound already, or to stay unbound. */
void bd_xml__bind(struct bd_xml__document *x, struct bd_xml__keys *keys, const char *prefix);
/* One attribute of any kind, namespace declarations among them. */
void bd_xml__attribute(struct bd_xml__document *x, struct bd_xml__keys *keys);
/* Something inside an element: an element at DEPTH, or any of the lesser things. */
void bd_xml__content(struct bd_xml__document *x, unsigned depth);
void bd_xml__comment(struct bd_xml__document *x);
void bd_xml__instruction(struct bd_xml__document *x);
/* Comments and instructions, or none, where only these may stand. */
void bd_xml__misc(struct bd_xml__document *x);

/* ---- xml_put.c: writes, and draws nothing ---- */

/* TEXT as it stands. */
void bd_xml__put(const struct bd_xml__document *x, const char *text);
void bd_xml__put_name(const struct bd_xml__document *x, struct bd_xml__name name);
/* An attribute as far as its opening quote:  KEY=" */
void bd_xml__put_key(const struct bd_xml__document *x, struct bd_xml__name key);
/* Escaped for: the content of an element; a quoted attribute value; a quoted entity value. */
void bd_xml__put_text(const struct bd_xml__document *x, const char *text);
void bd_xml__put_value(const struct bd_xml__document *x, const char *text);
void bd_xml__put_entity_value(const struct bd_xml__document *x, const char *text);
/* Where nothing can be escaped: "]]>" is split over two sections, '"' becomes "'", and in comments and
 * instructions a space breaks up what would end them. */
void bd_xml__put_cdata(const struct bd_xml__document *x, const char *text);
void bd_xml__put_literal(const struct bd_xml__document *x, const char *text);
void bd_xml__put_comment(const struct bd_xml__document *x, const char *text);
void bd_xml__put_instruction(const struct bd_xml__document *x, const char *text);

#endif

/* xml_form.h: documents in a known vocabulary, such as XML Schema. Not for users.
 *
 * A vocabulary is a table of *forms*. A form is one way to write an element: its tag, its attributes, and the *parts*
 * of its content in order, each with the forms that are allowed there. If an element can be written in several ways
 * that do not mix (<xs:element name= type=> or <xs:element ref=>), it has several forms.
 *
 *     form ── attribute*   its key, and what its value can be
 *         └── part*        how many forms, and which: ── form*
 *
 * Draws for one element, with the form's own labels:
 *     its attributes      structure  how many of the optional ones; for each:
 *     its attribute       structure  which; a duplicate is not written
 *     what its values draw
 *     aside               structure  rarely, something that is not in the table
 *     for each part: how many (structure), and which form (structure)
 *
 *     xml_form.c         writes elements from a table
 *     xml_xsd_forms.c    the table of XML Schema; xml_xsd.c draws values, and writes the whole schema
 *     xml_xslt_forms.c   the table of XSLT; xml_xslt.c draws values, and writes the whole stylesheet
 *     xml_xpath.c        XPath expressions, for both
 *     xml_regex.c        regular expressions
 */
#ifndef BD_XML_FORM_H
#define BD_XML_FORM_H

#include "xml_parts.h"

#define BD_XML__COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* A document being written. A vocabulary with its own state has this as the first member of that state. */
struct bd_xml__maker {
    struct bd_xml__document x;
    const char *prefix;     /* of the vocabulary's own elements; NULL: they are in the default namespace */
    bool start_tag_is_open; /* its ">" or "/>" is still to be written */
};

struct bd_xml__attribute {
    const char *key;                      /* NULL ends a table */
    const char *label;                    /* of the draw among WORDS */
    unsigned weight;                      /* how often out of 20, if there are not too many; 0: always */
    const char *constant;                 /* its value is this, */
    const struct bd_dict *words;          /* or one of these, */
    void (*put)(struct bd_xml__maker *m); /* or what this draws and writes, escaped */
};

struct bd_xml__form;

struct bd_xml__option {
    const struct bd_xml__form *form; /* NULL ends a table */
    unsigned weight;
};

/* Deep in a document, only required parts are written, with their first option. So that option must end the
 * recursion. */
struct bd_xml__part {
    const char *count_label; /* NULL: exactly one */
    double mean;             /* how many on average near the root; deeper down there are fewer */
    size_t max;
    const char *pick_label;               /* NULL: there is only one option */
    const struct bd_xml__option *options; /* NULL ends a table */
};

struct bd_xml__form {
    const char *rule; /* its name in tapes */
    const char *tag;  /* NULL: not an element of the vocabulary; CONTENT writes all of it */
    const char *attributes_label, *attribute_label;
    const struct bd_xml__attribute *attributes; /* NULL: none */
    const struct bd_xml__part *parts;           /* NULL: none */
    /* For what a table cannot express. All may be NULL. */
    bool (*usable)(const struct bd_xml__maker *m); /* whether it can be chosen now; the first option always can */
    void (*content)(struct bd_xml__maker *m, unsigned depth); /* writes what comes before the parts, */
    void (*body)(struct bd_xml__maker *m, unsigned depth);    /* and after them */
};

/* An attribute, and the label of its value. */
#define BD_XML__KEY(name) .key = (name), .label = ("@" name)
/* The same, if attributes of other elements have the same name but other values. */
#define BD_XML__KEY_OF(name, owner) .key = (name), .label = ("@" name " of " owner)
/* The labels of a form, from its name. */
#define BD_XML__FORM(name) \
    .rule = (name), .attributes_label = (name " attributes"), .attribute_label = (name " attribute")
#define BD_XML__OPTIONS(...) \
    (const struct bd_xml__option[]) \
    { \
        __VA_ARGS__, {NULL, 0} \
    }
#define BD_XML__ATTRIBUTES(...) \
    (const struct bd_xml__attribute[]) \
    { \
        __VA_ARGS__, \
        { \
            .key = NULL \
        } \
    }
#define BD_XML__PARTS(...) \
    (const struct bd_xml__part[]) \
    { \
        __VA_ARGS__, \
        { \
            .options = NULL \
        } \
    }
#define BD_XML__WORDS(...) \
    &(const struct bd_dict) \
    { \
        (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *) \
    }

/* Starts a document: sets up M, and draws whether there is a prolog. The caller then writes the root. */
void bd_xml__begin(struct bd_xml__maker *m, struct bd_source *s, struct bd_out *out);
/* Writes one element of FORM. */
void bd_xml__put_form(struct bd_xml__maker *m, const struct bd_xml__form *form, unsigned depth);
void bd_xml__put_part(struct bd_xml__maker *m, const struct bd_xml__part *part, unsigned depth);
/* Writes the attributes of FORM. */
void bd_xml__put_attributes(struct bd_xml__maker *m, const struct bd_xml__form *form);
/* Closes the start tag. Call this before you write content by other means. */
void bd_xml__open_content(struct bd_xml__maker *m);
/* Ends the element NAME, whose start tag may still be open. */
void bd_xml__end_tag(struct bd_xml__maker *m, struct bd_xml__name name);

/* ---- Names that documents declare and refer to ---- */

enum { BD_XML__MAX_NAMES = 24 };

struct bd_xml__names {
    const char *names[BD_XML__MAX_NAMES]; /* borrowed from the dictionary */
    size_t count;
};

/* Draws a name that is not in NAMES, and adds it. */
const char *bd_xml__declare(struct bd_xml__maker *m, const char *label, struct bd_xml__names *names);
/* Draws one of NAMES; occasionally a plain word of the dictionary, and always if NAMES is empty. */
const char *bd_xml__refer(struct bd_xml__maker *m, const char *label, const struct bd_xml__names *names);
/* An index below COUNT, drawn as a value. */
size_t bd_xml__index(struct bd_xml__maker *m, const char *label, size_t count);

/* Draws and writes. A number is mostly from LO to HI, and rarely at an edge of a type, below 0 only if LO is. A small
 * one is always from LO to HI. */
void bd_xml__put_number(struct bd_xml__maker *m, const char *label, int64_t lo, int64_t hi);
void bd_xml__put_small(struct bd_xml__maker *m, const char *label, int64_t lo, int64_t hi);
void bd_xml__put_a_word(struct bd_xml__maker *m, const char *label, const struct bd_dict *words);
void bd_xml__put_plain(struct bd_xml__maker *m, const char *label);
void bd_xml__text_value(struct bd_xml__maker *m);
/* Content outside the vocabulary: text, and elements without meaning. */
void bd_xml__anything(struct bd_xml__maker *m, unsigned depth);

/* ---- xml_regex.c ---- */

/* A regular expression of XML Schema, escaped for an attribute. */
void bd_xml__regex(struct bd_xml__maker *m, unsigned depth);

#endif

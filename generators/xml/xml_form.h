/* xml_form.h: documents of a vocabulary that is known, such as XML Schema. Not for users.
 *
 * A vocabulary is a table of *forms*. A form is one way to write an element: its tag, the attributes that go with
 * it, and the *parts* of its content in their order, each with the forms that may stand there. An element that can
 * be written in several ways that do not mix (<xs:element name= type=> or <xs:element ref=>) has several forms.
 *
 *     form ── attribute*   what it is called, and what its value can be
 *         └── part*        how many, and which: ── form*
 *
 * Draws for one element, with the form's own labels:
 *     its attributes      structure  how many of the optional ones; for each:
 *     its attribute       structure  which; one that is there already is not written again
 *     what its values draw
 *     aside               structure  rarely something that the table knows nothing of
 *     for each part: how many (structure), and which form (structure)
 *
 *     xml_form.c         writes elements from a table
 *     xml_xsd_forms.c    the table of XML Schema; xml_xsd.c has its values, and the schema as a whole
 *     xml_xslt_forms.c   the table of XSLT; xml_xslt.c has its values, and the stylesheet as a whole
 *     xml_xpath.c        XPath expressions, for both
 *     xml_regex.c        regular expressions
 */
#ifndef BD_XML_FORM_H
#define BD_XML_FORM_H

#include "xml_parts.h"

#define BD_XML__COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* A document in the making. A vocabulary with state of its own has this as the first member of it. */
struct bd_xml__maker {
    struct bd_xml__document x;
    const char *prefix;     /* of the vocabulary's own elements; NULL: they are in the default namespace */
    bool start_tag_is_open; /* still to be closed, by ">" or "/>" */
};

struct bd_xml__attribute {
    const char *key;                      /* NULL ends a table */
    const char *label;                    /* of the draw among WORDS */
    unsigned weight;                      /* how often, of 20 times, if there are not too many; 0: it is always there */
    const char *constant;                 /* its value: this, */
    const struct bd_dict *words;          /* or one of these, */
    void (*put)(struct bd_xml__maker *m); /* or what this draws and writes, escaped */
};

struct bd_xml__form;

struct bd_xml__option {
    const struct bd_xml__form *form; /* NULL ends a table */
    unsigned weight;
};

/* Deep in a document only parts that must be there are written, with their first option: that one must end. */
struct bd_xml__part {
    const char *count_label; /* NULL: exactly one */
    double mean;             /* how many on average, near the root; fewer below */
    size_t max;
    const char *pick_label;               /* NULL: there is one option only */
    const struct bd_xml__option *options; /* NULL ends a table */
};

struct bd_xml__form {
    const char *rule; /* what people call it */
    const char *tag;  /* NULL: not an element of the vocabulary's, CONTENT writes all of it */
    const char *attributes_label, *attribute_label;
    const struct bd_xml__attribute *attributes; /* NULL: none */
    const struct bd_xml__part *parts;           /* NULL: none */
    /* What a table cannot say. All may be NULL. */
    bool (*usable)(const struct bd_xml__maker *m);            /* can it be chosen now? The first option always */
    void (*content)(struct bd_xml__maker *m, unsigned depth); /* writes what comes before the parts, */
    void (*body)(struct bd_xml__maker *m, unsigned depth);    /* and after them */
};

/* An attribute, and the label for what it says. */
#define BD_XML__KEY(name) .key = (name), .label = ("@" name)
/* The same where others of that name say other things. */
#define BD_XML__KEY_OF(name, owner) .key = (name), .label = ("@" name " of " owner)
/* Labels of a form, from its name. */
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

/* Makes a document: sets M up, and draws whether there is a prolog. The root is to follow. */
void bd_xml__begin(struct bd_xml__maker *m, struct bd_source *s, struct bd_out *out);
/* One element of FORM. */
void bd_xml__put_form(struct bd_xml__maker *m, const struct bd_xml__form *form, unsigned depth);
void bd_xml__put_part(struct bd_xml__maker *m, const struct bd_xml__part *part, unsigned depth);
/* The attributes of FORM. */
void bd_xml__put_attributes(struct bd_xml__maker *m, const struct bd_xml__form *form);
/* To be called before content is written by other means: closes the start tag. */
void bd_xml__open_content(struct bd_xml__maker *m);
/* Ends the element NAME, whose start tag may still be open. */
void bd_xml__end_tag(struct bd_xml__maker *m, struct bd_xml__name name);

/* ---- Names that are declared and referred to ---- */

enum { BD_XML__MAX_NAMES = 24 };

struct bd_xml__names {
    const char *names[BD_XML__MAX_NAMES]; /* borrowed from the dictionary */
    size_t count;
};

/* Draws a name that NAMES does not have, and adds it. */
const char *bd_xml__declare(struct bd_xml__maker *m, const char *label, struct bd_xml__names *names);
/* Draws one of NAMES; a plain word of the dictionary now and then, and always if there are none. */
const char *bd_xml__refer(struct bd_xml__maker *m, const char *label, const struct bd_xml__names *names);
/* An index below COUNT, drawn as a value. */
size_t bd_xml__index(struct bd_xml__maker *m, const char *label, size_t count);
/* Which of COUNT, drawn as a value with odds: for choices that leave the document's structure as it is. */
size_t bd_xml__kind(struct bd_xml__maker *m, const char *label, const unsigned *weights, size_t count);

/* Draws and writes. */
void bd_xml__put_number(struct bd_xml__maker *m, const char *label, int64_t lo, int64_t hi);
void bd_xml__put_a_word(struct bd_xml__maker *m, const char *label, const struct bd_dict *words);
void bd_xml__put_plain(struct bd_xml__maker *m, const char *label);
void bd_xml__text_value(struct bd_xml__maker *m);
/* Content of any kind but the vocabulary's: text and elements that mean nothing. */
void bd_xml__anything(struct bd_xml__maker *m, unsigned depth);

/* ---- xml_regex.c ---- */

/* A regular expression of XML Schema, escaped for an attribute. */
void bd_xml__regex(struct bd_xml__maker *m, unsigned depth);

#endif

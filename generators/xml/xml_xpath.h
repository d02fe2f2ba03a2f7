/* xml_xpath.h: XPath 1.0 expressions and patterns, for any vocabulary that uses them. Not for users. All are escaped
 * for an attribute in double quotes. */
#ifndef BD_XML_XPATH_H
#define BD_XML_XPATH_H

#include "xml_form.h"

/* What an expression can refer to. */
struct bd_xml__scope {
    struct bd_xml__names variables, keys, formats;
    bool has_prefix; /* d: is bound to the namespace of the source document */
};

enum bd_xml__xpath_type { BD_XML__ANY, BD_XML__NODES, BD_XML__STRING, BD_XML__NUMBER, BD_XML__BOOLEAN };

/* An expression of TYPE, or of a type that XPath converts to it. */
void bd_xml__xpath(struct bd_xml__maker *m, const struct bd_xml__scope *scope, enum bd_xml__xpath_type type);
/* A pattern that a template or a key matches. */
void bd_xml__xpath_pattern(struct bd_xml__maker *m, const struct bd_xml__scope *scope);
/* *, or the name of an element or attribute. */
void bd_xml__xpath_name_test(struct bd_xml__maker *m, const struct bd_xml__scope *scope);

/* XML Schema's subset of XPath, for selectors or, if IS_FIELD, fields. OWN is the prefix of names, including its
 * colon. */
void bd_xml__xpath_selector(struct bd_xml__maker *m, const char *own, bool is_field);

#endif

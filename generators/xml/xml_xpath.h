/* xml_xpath.h: expressions and patterns of XPath 1.0, for whatever vocabulary has them. Not for users. */
#ifndef BD_XML_XPATH_H
#define BD_XML_XPATH_H

#include "xml_form.h"

/* All are written escaped for an attribute in double quotes. */

/* XML Schema's small part of XPath, for selectors and, if IS_FIELD, fields. OWN: prefix of names, colon and all. */
void bd_xml__xpath_selector(struct bd_xml__maker *m, const char *own, bool is_field);

#endif

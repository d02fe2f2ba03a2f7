/* xml_xslt.h: shared by the two files that write stylesheets: xml_xslt.c draws values and tracks what is in scope,
 * xml_xslt_forms.c has the table of forms. Not for users. */
#ifndef BD_XML_XSLT_H
#define BD_XML_XSLT_H

#include "xml_form.h"

extern const struct bd_xml__form bd_xml__stylesheet_form; /* the root's attributes, and everything at the top level */
extern const struct bd_xml__part bd_xml__body_part;       /* the instructions of a template, */
extern const struct bd_xml__part bd_xml__template_params; /* and the parameters before them */

/* Values. */
void bd_xml__any_expression(struct bd_xml__maker *m);
void bd_xml__nodes_expression(struct bd_xml__maker *m);
void bd_xml__boolean_expression(struct bd_xml__maker *m);
void bd_xml__number_expression(struct bd_xml__maker *m);
void bd_xml__match_pattern(struct bd_xml__maker *m);
void bd_xml__avt(struct bd_xml__maker *m);         /* an attribute value template */
void bd_xml__avt_name(struct bd_xml__maker *m);    /* an attribute value template that mostly gives a name */
void bd_xml__name_tests(struct bd_xml__maker *m);  /* a list of name tests */
void bd_xml__plain_names(struct bd_xml__maker *m); /* a list of names */
void bd_xml__priority(struct bd_xml__maker *m);
void bd_xml__grouping_size(struct bd_xml__maker *m);

/* Names: new ones, which are in scope from there on, and references. */
void bd_xml__new_variable(struct bd_xml__maker *m);
void bd_xml__new_parameter(struct bd_xml__maker *m);
void bd_xml__parameter_name(struct bd_xml__maker *m);
void bd_xml__new_key_name(struct bd_xml__maker *m);
void bd_xml__new_format(struct bd_xml__maker *m);
void bd_xml__new_template(struct bd_xml__maker *m);
void bd_xml__new_attribute_set(struct bd_xml__maker *m);
void bd_xml__template_ref(struct bd_xml__maker *m);
void bd_xml__attribute_set_refs(struct bd_xml__maker *m);
bool bd_xml__has_template(const struct bd_xml__maker *m);

/* Content that the table cannot describe. */
void bd_xml__body(struct bd_xml__maker *m, unsigned depth);          /* instructions, with their own scope */
void bd_xml__template_body(struct bd_xml__maker *m, unsigned depth); /* parameters, then instructions */
void bd_xml__named_template_body(struct bd_xml__maker *m, unsigned depth);
void bd_xml__literal_element(struct bd_xml__maker *m, unsigned depth); /* of the result, with instructions inside */
void bd_xml__literal_text(struct bd_xml__maker *m, unsigned depth);
void bd_xml__plain_text(struct bd_xml__maker *m, unsigned depth);

#endif

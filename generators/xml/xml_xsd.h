/* xml_xsd.h: shared by the two files that write schemas: xml_xsd.c draws values and plans what a schema declares,
 * xml_xsd_forms.c has the table of forms. Not for users. */
#ifndef BD_XML_XSD_H
#define BD_XML_XSD_H

#include "xml_form.h"

/* What a schema declares at the top level. */
enum bd_xml__component {
    BD_XML__SIMPLE_TYPE,
    BD_XML__ELEMENT,
    BD_XML__COMPLEX_TYPE,
    BD_XML__TEXT_TYPE, /* a complex type with simple content */
    BD_XML__GROUP,
    BD_XML__ATTRIBUTE_GROUP,
    BD_XML__ATTRIBUTE,
    BD_XML__NOTATION,
    BD_XML__COMPONENTS,
    BD_XML__TYPED_SUBSTITUTE = BD_XML__COMPONENTS, /* substitute for an element that must not be the head of a group */
};

/* The ways to write each of them. */
extern const struct bd_xml__part bd_xml__components[BD_XML__COMPONENTS];
/* xs:include, xs:import and xs:redefine; annotations between the components. */
extern const struct bd_xml__part bd_xml__includes;
extern const struct bd_xml__part bd_xml__foreign_import; /* of the namespace o: */
extern const struct bd_xml__part bd_xml__top_annotations;
extern const struct bd_xml__form bd_xml__schema_form; /* the root: its attributes only */

/* Names. */
void bd_xml__own_name(struct bd_xml__maker *m);   /* of the component being written */
void bd_xml__local_name(struct bd_xml__maker *m); /* of an element or attribute within it */
void bd_xml__new_key(struct bd_xml__maker *m);    /* of a uniqueness constraint */

/* References: QNames, most of which lead somewhere. */
void bd_xml__any_type(struct bd_xml__maker *m);
void bd_xml__substitute_type(struct bd_xml__maker *m);
void bd_xml__simple_type(struct bd_xml__maker *m);
void bd_xml__earlier_simple_type(struct bd_xml__maker *m);
void bd_xml__earlier_simple_types(struct bd_xml__maker *m);
void bd_xml__complex_base(struct bd_xml__maker *m);
void bd_xml__text_base(struct bd_xml__maker *m);
void bd_xml__text_type(struct bd_xml__maker *m);
void bd_xml__element_ref(struct bd_xml__maker *m);
void bd_xml__earlier_element(struct bd_xml__maker *m);
void bd_xml__attribute_ref(struct bd_xml__maker *m);
void bd_xml__group_ref(struct bd_xml__maker *m);
void bd_xml__attribute_group_ref(struct bd_xml__maker *m);
void bd_xml__key_ref(struct bd_xml__maker *m);
void bd_xml__common_code(struct bd_xml__maker *m); /* these two are in common.xsd */
void bd_xml__common_record(struct bd_xml__maker *m);

/* Whether there is something to refer to. */
bool bd_xml__has_element(const struct bd_xml__maker *m);
bool bd_xml__has_earlier_element(const struct bd_xml__maker *m);
bool bd_xml__has_attribute(const struct bd_xml__maker *m);
bool bd_xml__has_group(const struct bd_xml__maker *m);
bool bd_xml__has_attribute_group(const struct bd_xml__maker *m);
bool bd_xml__has_text_type(const struct bd_xml__maker *m);
bool bd_xml__has_key(const struct bd_xml__maker *m);

/* Other values. */
void bd_xml__string_base(struct bd_xml__maker *m);
void bd_xml__integer_base(struct bd_xml__maker *m);
void bd_xml__ordered_base(struct bd_xml__maker *m); /* a built-in type; the samples that follow are of this type */
void bd_xml__unordered_base(struct bd_xml__maker *m);
void bd_xml__sample(struct bd_xml__maker *m);
void bd_xml__number(struct bd_xml__maker *m);
void bd_xml__lower_bound(struct bd_xml__maker *m);
void bd_xml__upper_bound(struct bd_xml__maker *m);
void bd_xml__length(struct bd_xml__maker *m);
void bd_xml__min_length(struct bd_xml__maker *m);
void bd_xml__max_length(struct bd_xml__maker *m);
void bd_xml__digits(struct bd_xml__maker *m);
void bd_xml__fraction_digits(struct bd_xml__maker *m);
void bd_xml__whole_regex(struct bd_xml__maker *m);
void bd_xml__selector(struct bd_xml__maker *m);
void bd_xml__field(struct bd_xml__maker *m);

#endif

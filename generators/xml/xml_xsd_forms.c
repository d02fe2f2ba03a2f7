/* xml_xsd_forms.c: the vocabulary of XML Schema 1.0, as a table of forms. The numbers are weights. */
#include "xml_xsd.h"

typedef const struct bd_xml__form form;

/* ---- Words ---- */

#define BOOLEANS BD_XML__WORDS("false", "true", "0", "1")
#define OCCURRENCES_MIN BD_XML__WORDS("0", "1", "2")
#define OCCURRENCES_MAX BD_XML__WORDS("1", "unbounded", "2", "3", "7", "0")
#define DERIVATIONS BD_XML__WORDS("", "#all", "extension", "restriction", "extension restriction")
#define FORMS BD_XML__WORDS("unqualified", "qualified")
#define WILDCARDS \
    BD_XML__WORDS("##any", "##other", "##local", "##targetNamespace", "urn:a", "urn:a urn:b", "##local urn:t", \
                  "##any urn:a")
#define PROCESSING BD_XML__WORDS("lax", "skip", "strict")
#define SPACES BD_XML__WORDS("collapse", "replace", "preserve")
#define ADDRESSES BD_XML__WORDS("urn:a", "http://example.org/", "../up#there", "-//EXAMPLE//EN")

/* ---- Common attributes ---- */

#define ID {BD_XML__KEY("id"), .weight = 1, .put = bd_xml__local_name}
#define OCCURS \
    {BD_XML__KEY("minOccurs"), .weight = 6, .words = OCCURRENCES_MIN}, \
    { \
        BD_XML__KEY("maxOccurs"), .weight = 6, .words = OCCURRENCES_MAX \
    }
#define OWN_NAME {BD_XML__KEY("name"), .put = bd_xml__own_name}
#define LOCAL_NAME {BD_XML__KEY("name"), .put = bd_xml__local_name}
#define VALUE_CONSTRAINTS \
    {BD_XML__KEY("default"), .weight = 1, .put = bd_xml__text_value}, \
    { \
        BD_XML__KEY("fixed"), .weight = 1, .put = bd_xml__text_value \
    }
#define ELEMENT_OPTIONS \
    {BD_XML__KEY("nillable"), .weight = 2, .words = BOOLEANS}, \
        {BD_XML__KEY("block"), .weight = 1, \
         .words = BD_XML__WORDS("", "#all", "extension", "restriction", "substitution")}, \
        VALUE_CONSTRAINTS, ID

/* ---- Annotations ---- */

static form documentation = {
    BD_XML__FORM("documentation"),
    .tag = "documentation",
    .attributes =
        BD_XML__ATTRIBUTES({BD_XML__KEY("source"), .weight = 1, .words = ADDRESSES},
                           {BD_XML__KEY("xml:lang"), .weight = 1, .words = BD_XML__WORDS("en", "de-CH", "?")}),
    .content = bd_xml__anything,
};
static form appinfo = {
    BD_XML__FORM("appinfo"),
    .tag = "appinfo",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("source"), .weight = 1, .words = ADDRESSES}),
    .content = bd_xml__anything,
};
static form annotation = {
    BD_XML__FORM("annotation"),
    .tag = "annotation",
    .attributes = BD_XML__ATTRIBUTES(ID),
    .parts = BD_XML__PARTS({"notes", 1, 4, "note", BD_XML__OPTIONS({&documentation, 2}, {&appinfo, 1})}),
};
#define ANNOTATION {"annotations", 0.06, 1, NULL, BD_XML__OPTIONS({&annotation, 1})}
#define ANNOTATED BD_XML__PARTS(ANNOTATION)

/* ---- Simple types ---- */

#define FACET(label, name, value) \
    {BD_XML__FORM(label), .tag = (name), .parts = ANNOTATED, \
     .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("value"), .put = (value)}, \
                                      {BD_XML__KEY("fixed"), .weight = 1, .words = BOOLEANS}, ID)}
static form length = FACET("length", "length", bd_xml__length);
static form min_length = FACET("min length", "minLength", bd_xml__min_length);
static form max_length = FACET("max length", "maxLength", bd_xml__max_length);
static form min_inclusive = FACET("min inclusive", "minInclusive", bd_xml__lower_bound);
static form min_exclusive = FACET("min exclusive", "minExclusive", bd_xml__lower_bound);
static form max_inclusive = FACET("max inclusive", "maxInclusive", bd_xml__upper_bound);
static form max_exclusive = FACET("max exclusive", "maxExclusive", bd_xml__upper_bound);
static form min_inclusive_sample = FACET("min inclusive sample", "minInclusive", bd_xml__sample);
static form min_exclusive_sample = FACET("min exclusive sample", "minExclusive", bd_xml__sample);
static form max_inclusive_sample = FACET("max inclusive sample", "maxInclusive", bd_xml__sample);
static form max_exclusive_sample = FACET("max exclusive sample", "maxExclusive", bd_xml__sample);
static form total_digits = FACET("total digits", "totalDigits", bd_xml__digits);
static form fraction_digits = FACET("fraction digits", "fractionDigits", bd_xml__fraction_digits);

/* These have no 'fixed'. */
#define VALUE_ONLY(label, name, value) \
    {BD_XML__FORM(label), .tag = (name), .parts = ANNOTATED, \
     .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("value"), .put = (value)}, ID)}
static form pattern = VALUE_ONLY("pattern", "pattern", bd_xml__whole_regex);
static form enumerated_text = VALUE_ONLY("enumerated text", "enumeration", bd_xml__text_value);
static form enumerated_number = VALUE_ONLY("enumerated number", "enumeration", bd_xml__number);
static form enumerated_sample = VALUE_ONLY("enumerated sample", "enumeration", bd_xml__sample);
static form white_space = {
    BD_XML__FORM("white space"),
    .tag = "whiteSpace",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("value"), .words = SPACES},
                                     {BD_XML__KEY("fixed"), .weight = 1, .words = BOOLEANS}),
};

#define PATTERNS {"patterns", 0.6, 4, NULL, BD_XML__OPTIONS({&pattern, 1})}
#define LENGTHS \
    {"length facets", 0.15, 1, NULL, BD_XML__OPTIONS({&length, 1})}, \
        {"min length facets", 0.5, 1, NULL, BD_XML__OPTIONS({&min_length, 1})}, \
    { \
        "max length facets", 0.5, 1, NULL, BD_XML__OPTIONS({&max_length, 1}) \
    }
#define BOUNDS(lower_in, lower_ex, upper_in, upper_ex) \
    {"lower bounds", 0.8, 1, "lower bound kind", BD_XML__OPTIONS({&(lower_in), 2}, {&(lower_ex), 1})}, \
    { \
        "upper bounds", 0.8, 1, "upper bound kind", BD_XML__OPTIONS({&(upper_in), 2}, {&(upper_ex), 1}) \
    }
#define ENUMERATION(kind) {"enumeration", 1, 8, NULL, BD_XML__OPTIONS({&(kind), 1})}
#define WHITE_SPACE {"white space facets", 0.2, 1, NULL, BD_XML__OPTIONS({&white_space, 1})}

static form local_simple_type;

static form restricted_string = {
    BD_XML__FORM("restricted string"),
    .tag = "restriction",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("base"), .put = bd_xml__string_base}, ID),
    .parts = BD_XML__PARTS(ANNOTATION, LENGTHS, PATTERNS, ENUMERATION(enumerated_text), WHITE_SPACE),
};
static form restricted_integer = {
    BD_XML__FORM("restricted integer"),
    .tag = "restriction",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("base"), .put = bd_xml__integer_base}, ID),
    .parts = BD_XML__PARTS(ANNOTATION, BOUNDS(min_inclusive, min_exclusive, max_inclusive, max_exclusive),
                           {"digit facets", 0.3, 1, NULL, BD_XML__OPTIONS({&total_digits, 1})}, PATTERNS,
                           ENUMERATION(enumerated_number)),
};
static form restricted_ordered = {
    BD_XML__FORM("restricted ordered type"),
    .tag = "restriction",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("base"), .put = bd_xml__ordered_base}, ID),
    .parts = BD_XML__PARTS(
        ANNOTATION, BOUNDS(min_inclusive_sample, min_exclusive_sample, max_inclusive_sample, max_exclusive_sample),
        {"fraction facets", 0.1, 1, NULL, BD_XML__OPTIONS({&fraction_digits, 1})}, PATTERNS,
        ENUMERATION(enumerated_sample)),
};
static form restricted_unordered = {
    BD_XML__FORM("restricted unordered type"),
    .tag = "restriction",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("base"), .put = bd_xml__unordered_base}, ID),
    .parts = BD_XML__PARTS(ANNOTATION, {"max length facets", 0.2, 1, NULL, BD_XML__OPTIONS({&max_length, 1})}, PATTERNS,
                           ENUMERATION(enumerated_sample)),
};
static form restricted_earlier = {
    BD_XML__FORM("restricted earlier type"),
    .tag = "restriction",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("base"), .put = bd_xml__earlier_simple_type}, ID),
    .parts = BD_XML__PARTS(ANNOTATION, {"max length facets", 0.2, 1, NULL, BD_XML__OPTIONS({&max_length, 1})}, PATTERNS,
                           {"upper bounds", 0.1, 1, NULL, BD_XML__OPTIONS({&max_inclusive, 1})}),
};
static form restricted_inline = {
    BD_XML__FORM("restricted inner type"),
    .tag = "restriction",
    .parts = BD_XML__PARTS(ANNOTATION, {.options = BD_XML__OPTIONS({&local_simple_type, 1})}, PATTERNS),
};
static form list_of = {
    BD_XML__FORM("list"),
    .tag = "list",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("itemType"), .put = bd_xml__earlier_simple_type}, ID),
    .parts = ANNOTATED,
};
static form list_inline = {
    BD_XML__FORM("list of inner type"),
    .tag = "list",
    .parts = BD_XML__PARTS(ANNOTATION, {.options = BD_XML__OPTIONS({&local_simple_type, 1})}),
};
static form union_of = {
    BD_XML__FORM("union"),
    .tag = "union",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("memberTypes"), .put = bd_xml__earlier_simple_types}, ID),
    .parts = BD_XML__PARTS(ANNOTATION, {"inner members", 0.3, 3, NULL, BD_XML__OPTIONS({&local_simple_type, 1})}),
};
static form union_inline = {
    BD_XML__FORM("union of inner types"),
    .tag = "union",
    .parts = BD_XML__PARTS(ANNOTATION, {.options = BD_XML__OPTIONS({&local_simple_type, 1})},
                           {"inner members", 0.5, 3, NULL, BD_XML__OPTIONS({&local_simple_type, 1})}),
};

#define SIMPLE_DERIVATION \
    {.pick_label = "simple derivation", \
     .options = BD_XML__OPTIONS({&restricted_string, 5}, {&restricted_integer, 4}, {&restricted_ordered, 3}, \
                                {&restricted_unordered, 2}, {&restricted_earlier, 3}, {&restricted_inline, 1}, \
                                {&list_of, 2}, {&list_inline, 1}, {&union_of, 2}, {&union_inline, 1})}
static form local_simple_type = {
    BD_XML__FORM("local simple type"),
    .tag = "simpleType",
    .parts = BD_XML__PARTS(ANNOTATION, SIMPLE_DERIVATION),
};
static form simple_type = {
    BD_XML__FORM("simple type"),
    .tag = "simpleType",
    .attributes = BD_XML__ATTRIBUTES(OWN_NAME,
                                     {BD_XML__KEY_OF("final", "simple type"), .weight = 1,
                                      .words = BD_XML__WORDS("", "#all", "list", "union", "restriction", "list union")},
                                     ID),
    .parts = BD_XML__PARTS(ANNOTATION, SIMPLE_DERIVATION),
};

/* ---- Attributes ---- */

#define ATTRIBUTE_OPTIONS \
    {BD_XML__KEY("use"), .weight = 3, .words = BD_XML__WORDS("optional", "required", "prohibited")}, \
        VALUE_CONSTRAINTS, ID
#define INNER_SIMPLE_TYPE BD_XML__PARTS(ANNOTATION, {.options = BD_XML__OPTIONS({&local_simple_type, 1})})

static form local_attribute = {
    BD_XML__FORM("local attribute"),
    .tag = "attribute",
    .attributes = BD_XML__ATTRIBUTES(LOCAL_NAME, {BD_XML__KEY("type"), .put = bd_xml__simple_type},
                                     {BD_XML__KEY("form"), .weight = 1, .words = FORMS}, ATTRIBUTE_OPTIONS),
    .parts = ANNOTATED,
};
static form untyped_attribute = {
    BD_XML__FORM("untyped attribute"),
    .tag = "attribute",
    .attributes = BD_XML__ATTRIBUTES(LOCAL_NAME, {BD_XML__KEY("form"), .weight = 1, .words = FORMS}, ATTRIBUTE_OPTIONS),
};
static form inline_attribute = {
    BD_XML__FORM("inline attribute"),
    .tag = "attribute",
    .attributes = BD_XML__ATTRIBUTES(LOCAL_NAME, ATTRIBUTE_OPTIONS),
    .parts = INNER_SIMPLE_TYPE,
};
static form attribute_ref = {
    BD_XML__FORM("attribute reference"),
    .tag = "attribute",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("ref"), .put = bd_xml__attribute_ref}, ATTRIBUTE_OPTIONS),
    .usable = bd_xml__has_attribute,
};
static form attribute_group_ref = {
    BD_XML__FORM("attribute group reference"),
    .tag = "attributeGroup",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("ref"), .put = bd_xml__attribute_group_ref}, ID),
    .usable = bd_xml__has_attribute_group,
};
static form any_attribute = {
    BD_XML__FORM("attribute wildcard"),
    .tag = "anyAttribute",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("namespace"), .weight = 3, .words = WILDCARDS},
                                     {BD_XML__KEY("processContents"), .weight = 2, .words = PROCESSING}, ID),
    .parts = ANNOTATED,
};

#define ATTRIBUTE_USES \
    {"attribute uses", 0.8, 6, "attribute use", \
     BD_XML__OPTIONS({&untyped_attribute, 1}, {&local_attribute, 5}, {&inline_attribute, 1}, {&attribute_ref, 2}, \
                     {&attribute_group_ref, 2})}, \
    { \
        "attribute wildcards", 0.12, 1, NULL, BD_XML__OPTIONS({&any_attribute, 1}) \
    }

static form global_attribute = {
    BD_XML__FORM("global attribute"),
    .tag = "attribute",
    .attributes =
        BD_XML__ATTRIBUTES(OWN_NAME, {BD_XML__KEY("type"), .put = bd_xml__simple_type}, VALUE_CONSTRAINTS, ID),
    .parts = ANNOTATED,
};
static form global_inline_attribute = {
    BD_XML__FORM("global inline attribute"),
    .tag = "attribute",
    .attributes = BD_XML__ATTRIBUTES(OWN_NAME, VALUE_CONSTRAINTS, ID),
    .parts = INNER_SIMPLE_TYPE,
};
static form attribute_group = {
    BD_XML__FORM("attribute group"),
    .tag = "attributeGroup",
    .attributes = BD_XML__ATTRIBUTES(OWN_NAME, ID),
    .parts = BD_XML__PARTS(ANNOTATION, ATTRIBUTE_USES),
};

/* ---- Elements ---- */

static form selector = {
    BD_XML__FORM("selector"),
    .tag = "selector",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("xpath"), .put = bd_xml__selector}, ID),
    .parts = ANNOTATED,
};
static form field = {
    BD_XML__FORM("field"),
    .tag = "field",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("xpath"), .put = bd_xml__field}, ID),
    .parts = ANNOTATED,
};
#define SELECTION \
    BD_XML__PARTS(ANNOTATION, {.options = BD_XML__OPTIONS({&selector, 1})}, {.options = BD_XML__OPTIONS({&field, 1})}, \
                  {"more fields", 0.4, 3, NULL, BD_XML__OPTIONS({&field, 1})})
#define CONSTRAINT_ATTRIBUTES BD_XML__ATTRIBUTES({BD_XML__KEY("name"), .put = bd_xml__new_key}, ID)

static form unique = {
    BD_XML__FORM("unique"),
    .tag = "unique",
    .attributes = CONSTRAINT_ATTRIBUTES,
    .parts = SELECTION,
};
static form key = {
    BD_XML__FORM("key"),
    .tag = "key",
    .attributes = CONSTRAINT_ATTRIBUTES,
    .parts = SELECTION,
};
static form keyref = {
    BD_XML__FORM("keyref"),
    .tag = "keyref",
    .usable = bd_xml__has_key,
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("refer"), .put = bd_xml__key_ref},
                                     {BD_XML__KEY("name"), .put = bd_xml__new_key}, ID),
    .parts = SELECTION,
};
#define CONSTRAINTS {"constraints", 0.25, 3, "constraint kind", BD_XML__OPTIONS({&unique, 2}, {&key, 3}, {&keyref, 2})}

static form local_complex_type, local_derived_type, local_text_type;
#define INNER_TYPE \
    {.pick_label = "inner type", \
     .options = BD_XML__OPTIONS({&local_simple_type, 3}, {&local_complex_type, 4}, {&local_derived_type, 1}, \
                                {&local_text_type, 1})}

static form local_element = {
    BD_XML__FORM("local element"),
    .tag = "element",
    .attributes = BD_XML__ATTRIBUTES(LOCAL_NAME, {BD_XML__KEY("type"), .put = bd_xml__any_type}, OCCURS,
                                     {BD_XML__KEY("form"), .weight = 1, .words = FORMS}, ELEMENT_OPTIONS),
    .parts = BD_XML__PARTS(ANNOTATION, CONSTRAINTS),
};
static form untyped_element = {
    BD_XML__FORM("untyped element"),
    .tag = "element",
    .attributes = BD_XML__ATTRIBUTES(LOCAL_NAME, OCCURS, ELEMENT_OPTIONS),
};
static form inline_element = {
    BD_XML__FORM("inline element"),
    .tag = "element",
    .attributes = BD_XML__ATTRIBUTES(LOCAL_NAME, OCCURS, ELEMENT_OPTIONS),
    .parts = BD_XML__PARTS(ANNOTATION, INNER_TYPE, CONSTRAINTS),
};
static form element_ref = {
    BD_XML__FORM("element reference"),
    .tag = "element",
    .usable = bd_xml__has_element,
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("ref"), .put = bd_xml__element_ref}, OCCURS, ID),
    .parts = ANNOTATED,
};
/* xs:all allows each of its elements at most once. */
static form single_element = {
    BD_XML__FORM("single element"),
    .tag = "element",
    .attributes = BD_XML__ATTRIBUTES(
        LOCAL_NAME, {BD_XML__KEY("type"), .put = bd_xml__any_type},
        {BD_XML__KEY_OF("minOccurs", "all"), .weight = 4, .words = BD_XML__WORDS("0", "1")}, ELEMENT_OPTIONS),
};
static form global_element = {
    BD_XML__FORM("global element"),
    .tag = "element",
    .attributes = BD_XML__ATTRIBUTES(OWN_NAME, {BD_XML__KEY("type"), .put = bd_xml__any_type},
                                     {BD_XML__KEY("abstract"), .weight = 1, .words = BOOLEANS},
                                     {BD_XML__KEY("final"), .weight = 1, .words = DERIVATIONS}, ELEMENT_OPTIONS),
    .parts = BD_XML__PARTS(ANNOTATION, CONSTRAINTS),
};
static form global_inline_element = {
    BD_XML__FORM("global inline element"),
    .tag = "element",
    .attributes =
        BD_XML__ATTRIBUTES(OWN_NAME, {BD_XML__KEY("abstract"), .weight = 1, .words = BOOLEANS}, ELEMENT_OPTIONS),
    .parts = BD_XML__PARTS(ANNOTATION, INNER_TYPE, CONSTRAINTS),
};
static form substitute_element = {
    BD_XML__FORM("substitute element"),
    .tag = "element",
    .usable = bd_xml__has_earlier_element,
    .attributes = BD_XML__ATTRIBUTES(OWN_NAME, {BD_XML__KEY("substitutionGroup"), .put = bd_xml__earlier_element},
                                     {BD_XML__KEY("type"), .weight = 1, .put = bd_xml__substitute_type},
                                     {BD_XML__KEY("abstract"), .weight = 1, .words = BOOLEANS}, ELEMENT_OPTIONS),
    .parts = BD_XML__PARTS(ANNOTATION, CONSTRAINTS),
};

/* ---- Content models ---- */

static form sequence, choice;
static form group_ref = {
    BD_XML__FORM("group reference"),
    .tag = "group",
    .usable = bd_xml__has_group,
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("ref"), .put = bd_xml__group_ref}, OCCURS, ID),
};
static form any = {
    BD_XML__FORM("wildcard"),
    .tag = "any",
    .attributes = BD_XML__ATTRIBUTES(OCCURS, {BD_XML__KEY("namespace"), .weight = 6, .words = WILDCARDS},
                                     {BD_XML__KEY("processContents"), .weight = 4, .words = PROCESSING}, ID),
    .parts = ANNOTATED,
};
#define PARTICLES \
    BD_XML__PARTS(ANNOTATION, \
                  {"particles", 2.2, 10, "particle", \
                   BD_XML__OPTIONS({&untyped_element, 2}, {&local_element, 12}, {&inline_element, 3}, \
                                   {&element_ref, 5}, {&sequence, 2}, {&choice, 2}, {&group_ref, 2}, {&any, 1})})
static form sequence = {
    BD_XML__FORM("sequence"),
    .tag = "sequence",
    .attributes = BD_XML__ATTRIBUTES(OCCURS, ID),
    .parts = PARTICLES,
};
static form choice = {
    BD_XML__FORM("choice"),
    .tag = "choice",
    .attributes = BD_XML__ATTRIBUTES(OCCURS, ID),
    .parts = PARTICLES,
};
/* As the only model of a named group, where nothing can be repeated. */
static form group_sequence = {
    BD_XML__FORM("sequence of group"),
    .tag = "sequence",
    .parts = PARTICLES,
};
static form group_choice = {
    BD_XML__FORM("choice of group"),
    .tag = "choice",
    .parts = PARTICLES,
};
static form all = {
    BD_XML__FORM("all"),
    .tag = "all",
    .attributes =
        BD_XML__ATTRIBUTES({BD_XML__KEY_OF("minOccurs", "all"), .weight = 1, .words = BD_XML__WORDS("0", "1")}, ID),
    .parts = BD_XML__PARTS(ANNOTATION, {"members of all", 2, 8, NULL, BD_XML__OPTIONS({&single_element, 1})}),
};
static form group = {
    BD_XML__FORM("group"),
    .tag = "group",
    .attributes = BD_XML__ATTRIBUTES(OWN_NAME, ID),
    .parts =
        BD_XML__PARTS(ANNOTATION, {.pick_label = "group model",
                                   .options = BD_XML__OPTIONS({&group_sequence, 3}, {&group_choice, 2}, {&all, 1})}),
};
#define MODEL \
    {"content models", 1.5, 1, "content model", \
     BD_XML__OPTIONS({&sequence, 6}, {&choice, 4}, {&all, 1}, {&group_ref, 2})}

/* ---- Complex types ---- */

static form text_extension = {
    BD_XML__FORM("text extension"),
    .tag = "extension",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("base"), .put = bd_xml__text_base}, ID),
    .parts = BD_XML__PARTS(ANNOTATION, ATTRIBUTE_USES),
};
static form text_restriction = {
    BD_XML__FORM("text restriction"),
    .tag = "restriction",
    .usable = bd_xml__has_text_type,
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("base"), .put = bd_xml__text_type}, ID),
    .parts =
        BD_XML__PARTS(ANNOTATION, {"inner text types", 0.1, 1, NULL, BD_XML__OPTIONS({&local_simple_type, 1})},
                      PATTERNS, {"max length facets", 0.2, 1, NULL, BD_XML__OPTIONS({&max_length, 1})}, ATTRIBUTE_USES),
};
static form simple_content = {
    BD_XML__FORM("simple content"),
    .tag = "simpleContent",
    .parts = BD_XML__PARTS(ANNOTATION, {.pick_label = "text derivation",
                                        .options = BD_XML__OPTIONS({&text_extension, 2}, {&text_restriction, 1})}),
};
static form complex_extension = {
    BD_XML__FORM("complex extension"),
    .tag = "extension",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("base"), .put = bd_xml__complex_base}, ID),
    .parts = BD_XML__PARTS(ANNOTATION, MODEL, ATTRIBUTE_USES),
};
static form complex_restriction = {
    BD_XML__FORM("complex restriction"),
    .tag = "restriction",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("base"), .put = bd_xml__complex_base}, ID),
    .parts = BD_XML__PARTS(ANNOTATION, MODEL, ATTRIBUTE_USES),
};
static form complex_content = {
    BD_XML__FORM("complex content"),
    .tag = "complexContent",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("mixed"), .weight = 1, .words = BOOLEANS}, ID),
    .parts =
        BD_XML__PARTS(ANNOTATION, {.pick_label = "complex derivation",
                                   .options = BD_XML__OPTIONS({&complex_extension, 3}, {&complex_restriction, 2})}),
};

#define LOCAL_TYPE_ATTRIBUTES BD_XML__ATTRIBUTES({BD_XML__KEY("mixed"), .weight = 3, .words = BOOLEANS}, ID)
#define GLOBAL_TYPE_ATTRIBUTES \
    BD_XML__ATTRIBUTES(OWN_NAME, {BD_XML__KEY("mixed"), .weight = 3, .words = BOOLEANS}, \
                       {BD_XML__KEY("abstract"), .weight = 2, .words = BOOLEANS}, \
                       {BD_XML__KEY("final"), .weight = 1, .words = DERIVATIONS}, \
                       {BD_XML__KEY_OF("block", "type"), .weight = 1, .words = DERIVATIONS}, ID)
#define MODELLED BD_XML__PARTS(ANNOTATION, MODEL, ATTRIBUTE_USES)
#define DERIVED BD_XML__PARTS(ANNOTATION, {.options = BD_XML__OPTIONS({&complex_content, 1})})
#define TEXTUAL BD_XML__PARTS(ANNOTATION, {.options = BD_XML__OPTIONS({&simple_content, 1})})
#define COMPLEX_TYPE(label, attributes_, parts_) \
    {BD_XML__FORM(label), .tag = "complexType", .attributes = (attributes_), .parts = (parts_)}
static form local_complex_type = COMPLEX_TYPE("local complex type", LOCAL_TYPE_ATTRIBUTES, MODELLED);
static form local_derived_type = COMPLEX_TYPE("local derived type", LOCAL_TYPE_ATTRIBUTES, DERIVED);
static form local_text_type = COMPLEX_TYPE("local text type", LOCAL_TYPE_ATTRIBUTES, TEXTUAL);
static form complex_type = COMPLEX_TYPE("complex type", GLOBAL_TYPE_ATTRIBUTES, MODELLED);
static form derived_type = COMPLEX_TYPE("derived type", GLOBAL_TYPE_ATTRIBUTES, DERIVED);
static form text_type = COMPLEX_TYPE("text type", GLOBAL_TYPE_ATTRIBUTES, TEXTUAL);

/* ---- The top level ---- */

static form notation = {
    BD_XML__FORM("notation"),
    .tag = "notation",
    .attributes = BD_XML__ATTRIBUTES(OWN_NAME, {BD_XML__KEY("public"), .words = ADDRESSES},
                                     {BD_XML__KEY("system"), .weight = 2, .words = ADDRESSES}, ID),
    .parts = ANNOTATED,
};

const struct bd_xml__part bd_xml__components[BD_XML__COMPONENTS] = {
    [BD_XML__SIMPLE_TYPE] = {.options = BD_XML__OPTIONS({&simple_type, 1})},
    [BD_XML__ELEMENT] = {.pick_label = "element form",
                         .options = BD_XML__OPTIONS({&global_element, 6}, {&global_inline_element, 4},
                                                    {&substitute_element, 3})},
    [BD_XML__COMPLEX_TYPE] = {.pick_label = "complex type form",
                              .options = BD_XML__OPTIONS({&complex_type, 3}, {&derived_type, 2})},
    [BD_XML__TEXT_TYPE] = {.options = BD_XML__OPTIONS({&text_type, 1})},
    [BD_XML__GROUP] = {.options = BD_XML__OPTIONS({&group, 1})},
    [BD_XML__ATTRIBUTE_GROUP] = {.options = BD_XML__OPTIONS({&attribute_group, 1})},
    [BD_XML__ATTRIBUTE] = {.pick_label = "attribute form",
                           .options = BD_XML__OPTIONS({&global_attribute, 3}, {&global_inline_attribute, 1})},
    [BD_XML__NOTATION] = {.options = BD_XML__OPTIONS({&notation, 1})},
};

/* Names as in common.xsd, which a redefinition must restrict or extend; subjects/libxml2-xsd provides that file. */
static form redefined_base = {
    BD_XML__FORM("redefined simple restriction"),
    .tag = "restriction",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("base"), .put = bd_xml__common_code}),
    .parts = BD_XML__PARTS(PATTERNS, LENGTHS),
};
static form redefined_simple_type = {
    BD_XML__FORM("redefined simple type"),
    .tag = "simpleType",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("name"), .constant = "code"}),
    .parts = BD_XML__PARTS({.options = BD_XML__OPTIONS({&redefined_base, 1})}),
};
static form redefined_extension = {
    BD_XML__FORM("redefined complex extension"),
    .tag = "extension",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("base"), .put = bd_xml__common_record}),
    .parts = BD_XML__PARTS(MODEL, ATTRIBUTE_USES),
};
static form redefined_content = {
    BD_XML__FORM("redefined complex content"),
    .tag = "complexContent",
    .parts = BD_XML__PARTS({.options = BD_XML__OPTIONS({&redefined_extension, 1})}),
};
static form redefined_complex_type = {
    BD_XML__FORM("redefined complex type"),
    .tag = "complexType",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("name"), .constant = "record"}),
    .parts = BD_XML__PARTS({.options = BD_XML__OPTIONS({&redefined_content, 1})}),
};
static form redefined_group = {
    BD_XML__FORM("redefined group"),
    .tag = "group",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("name"), .constant = "parts"}),
    .parts = BD_XML__PARTS({.options = BD_XML__OPTIONS({&group_sequence, 1})}),
};
static form redefined_attribute_group = {
    BD_XML__FORM("redefined attribute group"),
    .tag = "attributeGroup",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("name"), .constant = "marks"}),
    .parts = BD_XML__PARTS(ATTRIBUTE_USES),
};

static form import_without_location = {
    BD_XML__FORM("import"),
    .tag = "import",
    .attributes = BD_XML__ATTRIBUTES(
        {BD_XML__KEY_OF("namespace", "import"), .words = BD_XML__WORDS("urn:o", "urn:a", "urn:t")}, ID),
    .parts = ANNOTATED,
};
static form import_from = {
    BD_XML__FORM("import from"),
    .tag = "import",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("namespace"), .constant = "urn:o"},
                                     {BD_XML__KEY("schemaLocation"), .constant = "other.xsd"}),
};
static form import_none = {
    BD_XML__FORM("import without namespace"),
    .tag = "import",
    .attributes = BD_XML__ATTRIBUTES(
        {BD_XML__KEY("schemaLocation"), .weight = 1, .words = BD_XML__WORDS("common.xsd", "other.xsd", "missing.xsd")}),
};
static form include = {
    BD_XML__FORM("include"),
    .tag = "include",
    .attributes = BD_XML__ATTRIBUTES(
        {BD_XML__KEY("schemaLocation"), .words = BD_XML__WORDS("common.xsd", "other.xsd", "missing.xsd")}, ID),
    .parts = ANNOTATED,
};
static form redefine = {
    BD_XML__FORM("redefine"),
    .tag = "redefine",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("schemaLocation"), .constant = "common.xsd"}, ID),
    .parts = BD_XML__PARTS({"redefinitions", 1.5, 4, "redefinition",
                            BD_XML__OPTIONS({&redefined_simple_type, 2}, {&redefined_complex_type, 2},
                                            {&redefined_group, 1}, {&redefined_attribute_group, 1})}),
};

const struct bd_xml__part bd_xml__includes = {
    "includes",
    0.15,
    3,
    "include form",
    BD_XML__OPTIONS({&include, 3}, {&import_without_location, 2}, {&import_from, 2}, {&import_none, 1}, {&redefine, 3}),
};
const struct bd_xml__part bd_xml__foreign_import = {.options = BD_XML__OPTIONS({&import_from, 1})};
const struct bd_xml__part bd_xml__top_annotations = ANNOTATION;

const struct bd_xml__form bd_xml__schema_form = {
    BD_XML__FORM("schema"),
    .tag = "schema",
    .attributes =
        BD_XML__ATTRIBUTES({BD_XML__KEY("elementFormDefault"), .weight = 4, .words = FORMS},
                           {BD_XML__KEY("attributeFormDefault"), .weight = 2, .words = FORMS},
                           {BD_XML__KEY("blockDefault"), .weight = 1, .words = DERIVATIONS},
                           {BD_XML__KEY("finalDefault"), .weight = 1, .words = DERIVATIONS},
                           {BD_XML__KEY("version"), .weight = 1, .words = BD_XML__WORDS("1.0", "2")},
                           {BD_XML__KEY("xml:lang"), .weight = 1, .words = BD_XML__WORDS("en", "de-CH", "?")}, ID),
};

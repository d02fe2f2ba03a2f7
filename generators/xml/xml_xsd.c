/* xml_xsd.c: schemas of XML Schema 1.0.
 *
 * The components of a schema are planned before anything is written: how many, of which kinds, with which names. So a
 * reference can lead to an earlier or a later component, and most do. Types are derived only from earlier ones;
 * otherwise nearly every schema would be circular.
 *
 *     namespaces                structure  how the schema's own names differ from XML Schema's
 *     components                structure  how many; for each:
 *         component kind        structure
 *         component name        value
 *     includes                  structure  if the namespaces allow it
 *     for each component: its form, see xml_form.h
 */
#include "xml_xsd.h"

#include "xml_xpath.h"

enum { MAX_COMPONENTS = BD_XML__MAX_NAMES };

struct layout {
    const char *start;   /* of the root, up to its attributes */
    const char *builtin; /* prefix of XML Schema's own names, with the colon */
    const char *own;     /* prefix of the schema's names, with the colon */
    const char *prefix;  /* like BUILTIN, for elements */
    bool foreign;        /* o: is bound to the namespace of other.xsd */
};

#define XSD "http://www.w3.org/2001/XMLSchema"
static const struct layout layouts[] = {
    {"<xs:schema xmlns:xs=\"" XSD "\"", "xs:", "", "xs", false},
    {"<xs:schema xmlns:xs=\"" XSD "\" targetNamespace=\"urn:t\" xmlns=\"urn:t\"", "xs:", "", "xs", false},
    {"<xsd:schema xmlns:xsd=\"" XSD "\" targetNamespace=\"urn:t\" xmlns:t=\"urn:t\"", "xsd:", "t:", "xsd", false},
    {"<schema xmlns=\"" XSD "\" targetNamespace=\"urn:t\" xmlns:t=\"urn:t\" xmlns:o=\"urn:o\"", "", "t:", NULL, true},
    {"<xs:schema xmlns:xs=\"" XSD "\" xmlns:o=\"urn:o\"", "xs:", "", "xs", true},
};
static const unsigned layout_weights[] = {4, 2, 3, 1, 1};

struct component {
    enum bd_xml__component kind;
    const char *name;
};

struct schema {
    struct bd_xml__maker m;
    const struct layout *layout;
    struct component components[MAX_COMPONENTS];
    size_t count;
    size_t current; /* the component being written */
    struct bd_xml__names keys;
    const struct bd_dict *samples; /* of the type being restricted */
};

static struct schema *schema_of(struct bd_xml__maker *m)
{
    return (struct schema *)m;
}

/* ---- Names ---- */

void bd_xml__own_name(struct bd_xml__maker *m)
{
    const struct schema *schema = schema_of(m);
    bd_xml__put(&m->x, schema->components[schema->current].name);
}

void bd_xml__local_name(struct bd_xml__maker *m)
{
    bd_xml__put_plain(m, "local name");
}

void bd_xml__new_key(struct bd_xml__maker *m)
{
    bd_xml__put(&m->x, bd_xml__declare(m, "constraint name", &schema_of(m)->keys));
}

/* ---- References ---- */

#define ONLY(kind) (1u << (kind))

static size_t count_kinds(const struct schema *schema, unsigned kinds, size_t limit)
{
    size_t count = 0;
    for (size_t i = 0; i < limit; i++) { count += (ONLY(schema->components[i].kind) & kinds) != 0; }
    return count;
}

/* One of the KINDS among the first LIMIT components; there must be one. */
static const char *component_name(struct schema *schema, unsigned kinds, size_t limit)
{
    size_t which = bd_xml__index(&schema->m, "component reference", count_kinds(schema, kinds, limit));
    size_t i = 0;
    while (!(ONLY(schema->components[i].kind) & kinds) || which-- > 0) { i++; }
    return schema->components[i].name;
}

static const struct bd_dict *const builtin_types = BD_XML__WORDS(
    "string", "int", "token", "decimal", "boolean", "date", "ID", "IDREF", "anyURI", "normalizedString", "integer",
    "positiveInteger", "nonNegativeInteger", "unsignedByte", "long", "short", "byte", "float", "double", "dateTime",
    "time", "duration", "gYear", "gYearMonth", "gMonth", "gMonthDay", "gDay", "hexBinary", "base64Binary", "QName",
    "NCName", "Name", "NMTOKEN", "NMTOKENS", "IDREFS", "language", "ENTITY", "ENTITIES", "unsignedLong", "unsignedInt",
    "unsignedShort", "negativeInteger", "nonPositiveInteger", "NOTATION", "anySimpleType");

/* A QName: mostly of a component of one of KINDS among the first LIMIT; of a built-in type, with the weight BUILTIN;
 * of FOREIGN, which is in the namespace that can be imported; seldom of something that does not exist. */
static void put_reference(struct bd_xml__maker *m, unsigned kinds, size_t limit, unsigned builtin, const char *foreign)
{
    enum { BUILTIN, OWN, FOREIGN, NOTHING, REFERENCES };
    struct schema *schema = schema_of(m);
    const struct bd_xml__document *x = &m->x;
    const unsigned weights[REFERENCES] = {
        [BUILTIN] = builtin,
        [OWN] = count_kinds(schema, kinds, limit) > 0 ? 60 : 0,
        [FOREIGN] = foreign && schema->layout->foreign ? 20 : 0,
        [NOTHING] = 1,
    };
    switch (bd_pick_weighted(x->s, "component reference kind", weights, REFERENCES)) {
    case BUILTIN:
        bd_xml__put(x, schema->layout->builtin);
        bd_xml__put(x, bd_word(x->s, "built-in type", builtin_types));
        break;
    case OWN:
        bd_xml__put(x, schema->layout->own);
        bd_xml__put(x, component_name(schema, kinds, limit));
        break;
    case FOREIGN:
        bd_xml__put(x, "o:");
        bd_xml__put(x, foreign);
        break;
    default:
        bd_xml__put(x, schema->layout->own);
        bd_xml__put_plain(m, "name of nothing");
        break;
    }
}

enum { ANY_TYPE = ONLY(BD_XML__SIMPLE_TYPE) | ONLY(BD_XML__COMPLEX_TYPE) | ONLY(BD_XML__TEXT_TYPE) };

void bd_xml__any_type(struct bd_xml__maker *m)
{
    put_reference(m, ANY_TYPE, schema_of(m)->count, 60, "record");
}

/* libxml2 2.9.14 loops forever on an element without a type that substitutes for one whose type is not derived from
 * the type of its own head. So the latter become heads only by accident (through a name that does not exist): a hang
 * costs a second. */
void bd_xml__substitute_type(struct bd_xml__maker *m)
{
    struct schema *schema = schema_of(m);
    schema->components[schema->current].kind = BD_XML__TYPED_SUBSTITUTE;
    bd_xml__any_type(m);
}

void bd_xml__simple_type(struct bd_xml__maker *m)
{
    put_reference(m, ONLY(BD_XML__SIMPLE_TYPE), schema_of(m)->count, 60, "code");
}

void bd_xml__earlier_simple_type(struct bd_xml__maker *m)
{
    put_reference(m, ONLY(BD_XML__SIMPLE_TYPE), schema_of(m)->current, 30, "code");
}

void bd_xml__earlier_simple_types(struct bd_xml__maker *m)
{
    bd_xml__earlier_simple_type(m);
    while (bd_more(m->x.s, "more member types", 1)) {
        bd_xml__put(&m->x, " ");
        bd_xml__earlier_simple_type(m);
    }
}

/* If there is no complex type to start from, all derive from anyType. */
void bd_xml__complex_base(struct bd_xml__maker *m)
{
    const struct schema *schema = schema_of(m);
    if (count_kinds(schema, ONLY(BD_XML__COMPLEX_TYPE), schema->current) == 0) {
        bd_xml__put(&m->x, schema->layout->builtin);
        bd_xml__put(&m->x, "anyType");
    } else {
        put_reference(m, ONLY(BD_XML__COMPLEX_TYPE), schema->current, 0, "record");
    }
}

void bd_xml__text_base(struct bd_xml__maker *m)
{
    put_reference(m, ONLY(BD_XML__SIMPLE_TYPE) | ONLY(BD_XML__TEXT_TYPE), schema_of(m)->current, 60, "code");
}

void bd_xml__text_type(struct bd_xml__maker *m)
{
    put_reference(m, ONLY(BD_XML__TEXT_TYPE), schema_of(m)->current, 0, NULL);
}

void bd_xml__element_ref(struct bd_xml__maker *m)
{
    put_reference(m, ONLY(BD_XML__ELEMENT) | ONLY(BD_XML__TYPED_SUBSTITUTE), schema_of(m)->count, 0, "thing");
}

void bd_xml__earlier_element(struct bd_xml__maker *m)
{
    put_reference(m, ONLY(BD_XML__ELEMENT), schema_of(m)->current, 0, "thing");
}

void bd_xml__attribute_ref(struct bd_xml__maker *m)
{
    put_reference(m, ONLY(BD_XML__ATTRIBUTE), schema_of(m)->count, 0, "mark");
}

void bd_xml__group_ref(struct bd_xml__maker *m)
{
    put_reference(m, ONLY(BD_XML__GROUP), schema_of(m)->current, 0, NULL);
}

void bd_xml__attribute_group_ref(struct bd_xml__maker *m)
{
    put_reference(m, ONLY(BD_XML__ATTRIBUTE_GROUP), schema_of(m)->current, 0, NULL);
}

void bd_xml__key_ref(struct bd_xml__maker *m)
{
    bd_xml__put(&m->x, schema_of(m)->layout->own);
    bd_xml__put(&m->x, bd_xml__refer(m, "constraint", &schema_of(m)->keys));
}

void bd_xml__common_code(struct bd_xml__maker *m)
{
    bd_xml__put(&m->x, schema_of(m)->layout->own);
    bd_xml__put(&m->x, "code");
}

void bd_xml__common_record(struct bd_xml__maker *m)
{
    bd_xml__put(&m->x, schema_of(m)->layout->own);
    bd_xml__put(&m->x, "record");
}

static bool has_kind(const struct bd_xml__maker *m, enum bd_xml__component kind, bool earlier)
{
    const struct schema *schema = (const struct schema *)m;
    return count_kinds(schema, ONLY(kind), earlier ? schema->current : schema->count) > 0;
}

bool bd_xml__has_element(const struct bd_xml__maker *m)
{
    return has_kind(m, BD_XML__ELEMENT, false);
}

bool bd_xml__has_earlier_element(const struct bd_xml__maker *m)
{
    return has_kind(m, BD_XML__ELEMENT, true);
}

bool bd_xml__has_attribute(const struct bd_xml__maker *m)
{
    return has_kind(m, BD_XML__ATTRIBUTE, false);
}

bool bd_xml__has_group(const struct bd_xml__maker *m)
{
    return has_kind(m, BD_XML__GROUP, true);
}

bool bd_xml__has_attribute_group(const struct bd_xml__maker *m)
{
    return has_kind(m, BD_XML__ATTRIBUTE_GROUP, true);
}

bool bd_xml__has_text_type(const struct bd_xml__maker *m)
{
    return has_kind(m, BD_XML__TEXT_TYPE, true);
}

bool bd_xml__has_key(const struct bd_xml__maker *m)
{
    return ((const struct schema *)m)->keys.count > 0;
}

/* ---- Values of built-in types ---- */

struct samples {
    const char *type;
    const struct bd_dict *values;
};

static const struct samples ordered[] = {
    {"dateTime", BD_XML__WORDS("2024-01-01T00:00:00", "2024-02-29T23:59:59.999Z", "-0044-03-15T12:00:00+14:00")},
    {"date", BD_XML__WORDS("2024-01-01", "2024-02-29Z", "1999-12-31-05:00", "2023-02-30")},
    {"time", BD_XML__WORDS("00:00:00", "12:30:00.5", "23:59:59Z", "24:00:00")},
    {"gYear", BD_XML__WORDS("2024", "1999Z", "-0001", "12000")},
    {"gYearMonth", BD_XML__WORDS("2024-01", "1999-12Z", "2024-13")},
    {"gMonthDay", BD_XML__WORDS("--01-01", "--02-29", "--12-31Z")},
    {"gDay", BD_XML__WORDS("---01", "---31", "---15Z", "---32")},
    {"gMonth", BD_XML__WORDS("--01", "--12", "--06Z")},
    {"duration", BD_XML__WORDS("P0D", "P1Y2M3DT4H5M6.7S", "-P1M", "PT36H", "P1Y")},
    {"decimal", BD_XML__WORDS("0", "12.50", "-0.001", "+5", "999999999999999999.9")},
    {"float", BD_XML__WORDS("0", "1e3", "-1.5E-3", "INF", "-INF", "NaN")},
    {"double", BD_XML__WORDS("0", "1e308", "-2.5", "INF", "NaN", ".5")},
};

static const struct samples unordered[] = {
    {"boolean", BD_XML__WORDS("0", "1", "true", "false")},
    {"anyURI", BD_XML__WORDS("", "http://example.org/a?b#c", "urn:t", "%zz")},
    {"hexBinary", BD_XML__WORDS("", "0FB7", "ff", "0")},
    {"base64Binary", BD_XML__WORDS("", "AQID", "AQ==", "A Q I D", "AQ=")},
    {"language", BD_XML__WORDS("en", "en-GB", "x-klingon")},
    {"NCName", BD_XML__WORDS("a", "_x", "x-y", "1a")},
    {"Name", BD_XML__WORDS("a", "a:b", ":")},
    {"NMTOKEN", BD_XML__WORDS("a", "1a", "-")},
    {"NMTOKENS", BD_XML__WORDS("a", "a b c")},
    {"ID", BD_XML__WORDS("a", "b")},
    {"IDREFS", BD_XML__WORDS("a", "a b")},
    {"QName", BD_XML__WORDS("a", "xs:a", "no:a")},
    {"NOTATION", BD_XML__WORDS("a", "b")},
};

static void put_base(struct bd_xml__maker *m, const char *label, const struct samples *table, size_t count)
{
    const struct samples *type = &table[bd_xml__index(m, label, count)];
    schema_of(m)->samples = type->values;
    bd_xml__put(&m->x, schema_of(m)->layout->builtin);
    bd_xml__put(&m->x, type->type);
}

void bd_xml__ordered_base(struct bd_xml__maker *m)
{
    put_base(m, "ordered type", ordered, BD_XML__COUNT_OF(ordered));
}

void bd_xml__unordered_base(struct bd_xml__maker *m)
{
    put_base(m, "unordered type", unordered, BD_XML__COUNT_OF(unordered));
}

static const struct bd_dict *const string_types = BD_XML__WORDS("string", "token", "normalizedString");

static const struct bd_dict *const integer_types =
    BD_XML__WORDS("int", "integer", "nonNegativeInteger", "positiveInteger", "byte", "unsignedByte", "short",
                  "unsignedShort", "unsignedInt", "long", "unsignedLong", "nonPositiveInteger", "negativeInteger");

void bd_xml__string_base(struct bd_xml__maker *m)
{
    bd_xml__put(&m->x, schema_of(m)->layout->builtin);
    bd_xml__put(&m->x, bd_word(m->x.s, "string type", string_types));
}

void bd_xml__integer_base(struct bd_xml__maker *m)
{
    bd_xml__put(&m->x, schema_of(m)->layout->builtin);
    bd_xml__put(&m->x, bd_word(m->x.s, "integer type", integer_types));
}

void bd_xml__sample(struct bd_xml__maker *m)
{
    bd_xml__put_a_word(m, "sample", schema_of(m)->samples);
}

void bd_xml__lower_bound(struct bd_xml__maker *m)
{
    bd_xml__put_number(m, "lower bound", -1, 12);
}

void bd_xml__upper_bound(struct bd_xml__maker *m)
{
    bd_xml__put_number(m, "upper bound", 8, 127);
}

void bd_xml__number(struct bd_xml__maker *m)
{
    bd_xml__put_number(m, "number", -2, 20);
}

void bd_xml__length(struct bd_xml__maker *m)
{
    bd_xml__put_number(m, "length", 0, 12);
}

void bd_xml__min_length(struct bd_xml__maker *m)
{
    bd_xml__put_number(m, "least length", 0, 4);
}

void bd_xml__max_length(struct bd_xml__maker *m)
{
    bd_xml__put_number(m, "greatest length", 3, 64);
}

void bd_xml__digits(struct bd_xml__maker *m)
{
    bd_xml__put_number(m, "digits", 0, 18);
}

void bd_xml__fraction_digits(struct bd_xml__maker *m)
{
    bd_xml__put_number(m, "fraction digits", 0, 3);
}

void bd_xml__whole_regex(struct bd_xml__maker *m)
{
    bd_xml__regex(m, 0);
}

void bd_xml__selector(struct bd_xml__maker *m)
{
    bd_xml__xpath_selector(m, schema_of(m)->layout->own, false);
}

void bd_xml__field(struct bd_xml__maker *m)
{
    bd_xml__xpath_selector(m, schema_of(m)->layout->own, true);
}

/* ---- The schema ---- */

static void plan(struct schema *schema)
{
    static const unsigned weights[BD_XML__COMPONENTS] = {
        [BD_XML__SIMPLE_TYPE] = 5, [BD_XML__ELEMENT] = 6,         [BD_XML__COMPLEX_TYPE] = 5, [BD_XML__TEXT_TYPE] = 2,
        [BD_XML__GROUP] = 2,       [BD_XML__ATTRIBUTE_GROUP] = 2, [BD_XML__ATTRIBUTE] = 2,    [BD_XML__NOTATION] = 1,
    };
    struct bd_xml__names names[BD_XML__COMPONENTS];
    for (size_t i = 0; i < BD_XML__COMPONENTS; i++) { names[i].count = 0; }
    schema->count = bd_count(schema->m.x.s, "components", 4, MAX_COMPONENTS);
    for (size_t i = 0; i < schema->count; i++) {
        const size_t kind = bd_pick_weighted(schema->m.x.s, "component kind", weights, BD_XML__COMPONENTS);
        const bool is_type = (ONLY(kind) & ANY_TYPE) != 0; /* all types share one namespace */
        struct bd_xml__names *taken = &names[is_type ? BD_XML__SIMPLE_TYPE : kind];
        schema->components[i].kind = (enum bd_xml__component)kind;
        schema->components[i].name = bd_xml__declare(&schema->m, "component name", taken);
    }
}

void bd_xml_schema(struct bd_source *s, struct bd_out *out)
{
    struct schema schema;
    struct bd_xml__maker *m = &schema.m;
    schema.count = schema.current = schema.keys.count = 0;
    schema.samples = NULL;
    bd_xml__begin(m, s, out);
    schema.layout = &layouts[bd_pick_weighted(s, "namespaces", layout_weights, BD_XML__COUNT_OF(layouts))];
    m->prefix = schema.layout->prefix;
    plan(&schema);

    bd_xml__put(&m->x, schema.layout->start);
    bd_xml__put_attributes(m, &bd_xml__schema_form);
    m->start_tag_is_open = true;
    bd_xml__put_part(m, &bd_xml__includes, 0);
    if (schema.layout->foreign) { bd_xml__put_part(m, &bd_xml__foreign_import, 0); }
    for (; schema.current < schema.count; schema.current++) {
        bd_xml__put_part(m, &bd_xml__components[schema.components[schema.current].kind], 0);
    }
    bd_xml__put_part(m, &bd_xml__top_annotations, 0);
    bd_xml__end_tag(m, (struct bd_xml__name){m->prefix, "schema"});
}

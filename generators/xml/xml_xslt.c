/* xml_xslt.c: stylesheets of XSLT 1.0.
 *
 * References lead to what was written before: variables in scope, keys, attribute sets, decimal formats and named
 * templates. So calls are not circular, unless a reference to a name that does not exist happens to hit the template's
 * own name.
 *
 *     root kind                 structure  a literal result element, xsl:stylesheet, or xsl:transform
 *     binds d                   structure  the prefix of the source document's namespace
 *     the root and everything below it: see xml_form.h, and xml_xpath.c for expressions
 */
#include "xml_xslt.h"

#include "xml_xpath.h"

struct sheet {
    struct bd_xml__maker m;
    struct bd_xml__scope scope;
    struct bd_xml__names templates, attribute_sets;
};

static struct sheet *sheet_of(struct bd_xml__maker *m)
{
    return (struct sheet *)m;
}

/* ---- Expressions ---- */

void bd_xml__any_expression(struct bd_xml__maker *m)
{
    bd_xml__xpath(m, &sheet_of(m)->scope, BD_XML__ANY);
}

void bd_xml__nodes_expression(struct bd_xml__maker *m)
{
    bd_xml__xpath(m, &sheet_of(m)->scope, BD_XML__NODES);
}

void bd_xml__boolean_expression(struct bd_xml__maker *m)
{
    bd_xml__xpath(m, &sheet_of(m)->scope, BD_XML__BOOLEAN);
}

void bd_xml__number_expression(struct bd_xml__maker *m)
{
    bd_xml__xpath(m, &sheet_of(m)->scope, BD_XML__NUMBER);
}

void bd_xml__match_pattern(struct bd_xml__maker *m)
{
    bd_xml__xpath_pattern(m, &sheet_of(m)->scope);
}

static void put_embedded(struct bd_xml__maker *m)
{
    bd_xml__put(&m->x, "{");
    bd_xml__xpath(m, &sheet_of(m)->scope, BD_XML__STRING);
    bd_xml__put(&m->x, "}");
}

void bd_xml__avt(struct bd_xml__maker *m)
{
    enum { TEXT, EXPRESSION, BOTH, BRACES, KINDS };
    static const unsigned weights[KINDS] = {6, 4, 2, 1};
    BD_RULE(m->x.s, "value template");
    const size_t kind = bd_pick_weighted(m->x.s, "value template kind", weights, KINDS);
    if (kind != EXPRESSION) { bd_xml__put_plain(m, "value template text"); }
    if (kind == EXPRESSION || kind == BOTH) { put_embedded(m); }
    if (kind == BRACES) { bd_xml__put(&m->x, "{{}}"); }
}

void bd_xml__avt_name(struct bd_xml__maker *m)
{
    enum { NAME, WITH_PREFIX, EXPRESSION, KINDS };
    static const unsigned weights[KINDS] = {12, 1, 1};
    const size_t kind = bd_pick_weighted(m->x.s, "name template kind", weights, KINDS);
    if (kind == EXPRESSION) {
        bd_xml__put(&m->x, "{name()}");
        return;
    }
    if (kind == WITH_PREFIX) { bd_xml__put(&m->x, "d:"); }
    bd_xml__put_plain(m, "local name");
}

void bd_xml__name_tests(struct bd_xml__maker *m)
{
    bd_xml__xpath_name_test(m, &sheet_of(m)->scope);
    while (bd_more(m->x.s, "more name tests", 0.5)) {
        bd_xml__put(&m->x, " ");
        bd_xml__xpath_name_test(m, &sheet_of(m)->scope);
    }
}

void bd_xml__plain_names(struct bd_xml__maker *m)
{
    bd_xml__put_plain(m, "local name");
    while (bd_more(m->x.s, "more names", 0.5)) {
        bd_xml__put(&m->x, " ");
        bd_xml__put_plain(m, "local name");
    }
}

void bd_xml__priority(struct bd_xml__maker *m)
{
    bd_xml__put_small(m, "priority", -2, 9);
}

void bd_xml__grouping_size(struct bd_xml__maker *m)
{
    bd_xml__put_small(m, "grouping size", 0, 4);
}

/* ---- Names ---- */

void bd_xml__new_variable(struct bd_xml__maker *m)
{
    bd_xml__put(&m->x, bd_xml__declare(m, "variable name", &sheet_of(m)->scope.variables));
}

/* Few names, so that a passed parameter is often a declared one. */
static const struct bd_dict *const parameters = BD_XML__WORDS("p", "q", "depth");

void bd_xml__new_parameter(struct bd_xml__maker *m)
{
    struct bd_xml__names *variables = &sheet_of(m)->scope.variables;
    const char *name = bd_word(m->x.s, "xslt parameter", parameters);
    if (variables->count < BD_XML__MAX_NAMES) { variables->names[variables->count++] = name; }
    bd_xml__put(&m->x, name);
}

void bd_xml__parameter_name(struct bd_xml__maker *m)
{
    bd_xml__put(&m->x, bd_word(m->x.s, "xslt parameter", parameters));
}

void bd_xml__new_key_name(struct bd_xml__maker *m)
{
    bd_xml__put(&m->x, bd_xml__declare(m, "new key", &sheet_of(m)->scope.keys));
}

void bd_xml__new_format(struct bd_xml__maker *m)
{
    bd_xml__put(&m->x, bd_xml__declare(m, "new format", &sheet_of(m)->scope.formats));
}

void bd_xml__new_template(struct bd_xml__maker *m)
{
    bd_xml__put(&m->x, bd_xml__declare(m, "new template", &sheet_of(m)->templates));
}

void bd_xml__new_attribute_set(struct bd_xml__maker *m)
{
    bd_xml__put(&m->x, bd_xml__declare(m, "new attribute set", &sheet_of(m)->attribute_sets));
}

void bd_xml__template_ref(struct bd_xml__maker *m)
{
    bd_xml__put(&m->x, bd_xml__refer(m, "template", &sheet_of(m)->templates));
}

void bd_xml__attribute_set_refs(struct bd_xml__maker *m)
{
    bd_xml__put(&m->x, bd_xml__refer(m, "attribute set", &sheet_of(m)->attribute_sets));
    while (bd_more(m->x.s, "more attribute sets", 0.2)) {
        bd_xml__put(&m->x, " ");
        bd_xml__put(&m->x, bd_xml__refer(m, "attribute set", &sheet_of(m)->attribute_sets));
    }
}

bool bd_xml__has_template(const struct bd_xml__maker *m)
{
    return ((const struct sheet *)m)->templates.count > 0;
}

/* ---- Content ---- */

void bd_xml__body(struct bd_xml__maker *m, unsigned depth)
{
    const size_t outer = sheet_of(m)->scope.variables.count;
    bd_xml__put_part(m, &bd_xml__body_part, depth);
    sheet_of(m)->scope.variables.count = outer;
}

void bd_xml__template_body(struct bd_xml__maker *m, unsigned depth)
{
    const size_t outer = sheet_of(m)->scope.variables.count;
    bd_xml__put_part(m, &bd_xml__template_params, depth);
    bd_xml__put_part(m, &bd_xml__body_part, depth);
    sheet_of(m)->scope.variables.count = outer;
}

/* The template's own name was declared last, and is known only to later templates. */
void bd_xml__named_template_body(struct bd_xml__maker *m, unsigned depth)
{
    sheet_of(m)->templates.count--;
    bd_xml__template_body(m, depth);
    sheet_of(m)->templates.count++;
}

static const struct bd_dict *const result_elements = BD_XML__WORDS(
    "p", "html", "head", "body", "title", "br", "table", "tr", "td", "a", "img", "script", "style", "ul", "li", "out");
static const char *const result_keys[] = {"id", "href", "class", "checked", "d:a", "xml:lang", "xml:space"};

/* Attributes of a literal element, without duplicates. */
static void put_literal_attributes(struct bd_xml__maker *m)
{
    unsigned written = 0;
    const size_t count = bd_count(m->x.s, "literal attributes", 0.6, 4);
    for (size_t i = 0; i < count; i++) {
        const size_t which = bd_pick(m->x.s, "literal key", BD_XML__COUNT_OF(result_keys));
        const bool is_new = !(written >> which & 1);
        if (!is_new || (result_keys[which][0] == 'd' && !sheet_of(m)->scope.has_prefix)) { continue; }
        written |= 1u << which;
        bd_xml__put_key(&m->x, (struct bd_xml__name){NULL, result_keys[which]});
        bd_xml__avt(m);
        bd_xml__put(&m->x, "\"");
    }
    if (sheet_of(m)->attribute_sets.count > 0 && bd_flag(m->x.s, "uses attribute sets")) {
        bd_xml__put(&m->x, " xsl:use-attribute-sets=\"");
        bd_xml__attribute_set_refs(m);
        bd_xml__put(&m->x, "\"");
    }
}

static void put_result_element(struct bd_xml__maker *m, const char *name, unsigned depth)
{
    bd_xml__open_content(m);
    bd_xml__put(&m->x, "<");
    bd_xml__put(&m->x, name);
    put_literal_attributes(m);
    m->start_tag_is_open = true;
    bd_xml__body(m, depth + 1);
    bd_xml__end_tag(m, (struct bd_xml__name){NULL, name});
}

void bd_xml__literal_element(struct bd_xml__maker *m, unsigned depth)
{
    put_result_element(m, bd_word(m->x.s, "result tag", result_elements), depth);
}

void bd_xml__literal_text(struct bd_xml__maker *m, unsigned depth)
{
    (void)depth;
    enum { TEXT, CDATA, ENTITY, KINDS };
    const unsigned weights[KINDS] = {6, 1, m->x.texts.count > 0 ? 6 : 0};
    bd_xml__open_content(m);
    const size_t kind = bd_pick_weighted(m->x.s, "text kind", weights, KINDS);
    switch (weights[kind] > 0 ? kind : TEXT) {
    case CDATA: bd_xml__put_cdata(&m->x, bd_word(m->x.s, "text", &m->x.words.texts)); break;
    case ENTITY:
        bd_xml__put(&m->x, "&");
        bd_xml__put(&m->x, m->x.texts.names[bd_xml__index(m, "entity", m->x.texts.count)]);
        bd_xml__put(&m->x, ";");
        break;
    default: bd_xml__put_text(&m->x, bd_word(m->x.s, "text", &m->x.words.texts)); break;
    }
}

void bd_xml__plain_text(struct bd_xml__maker *m, unsigned depth)
{
    (void)depth;
    bd_xml__open_content(m);
    bd_xml__put_text(&m->x, bd_word(m->x.s, "text", &m->x.words.texts));
}

/* ---- The stylesheet ---- */

#define XSLT " xmlns:xsl=\"http://www.w3.org/1999/XSL/Transform\""

void bd_xml_stylesheet(struct bd_source *s, struct bd_out *out)
{
    enum { LITERAL, STYLESHEET, TRANSFORM, ROOTS };
    static const unsigned weights[ROOTS] = {1, 14, 1}, binds[] = {2, 1};
    static const char *const tags[ROOTS] = {NULL, "stylesheet", "transform"};
    struct sheet sheet;
    struct bd_xml__maker *m = &sheet.m;
    bd_xml__begin(m, s, out);
    m->prefix = "xsl";
    sheet.scope.variables.count = sheet.scope.keys.count = sheet.scope.formats.count = 0;
    sheet.templates.count = sheet.attribute_sets.count = 0;
    const size_t root = bd_pick_weighted(s, "root kind", weights, ROOTS);
    sheet.scope.has_prefix = bd_pick_weighted(s, "binds d", binds, 2) == 1;
    const char *namespaces = sheet.scope.has_prefix ? XSLT " xmlns:d=\"urn:d\"" : XSLT;
    if (root == LITERAL) {
        bd_xml__put(&m->x, "<out xsl:version=\"1.0\"");
        bd_xml__put(&m->x, namespaces);
        m->start_tag_is_open = true;
        bd_xml__body(m, 1);
        bd_xml__end_tag(m, (struct bd_xml__name){NULL, "out"});
        return;
    }
    bd_xml__put(&m->x, "<xsl:");
    bd_xml__put(&m->x, tags[root]);
    bd_xml__put(&m->x, namespaces);
    bd_xml__put_attributes(m, &bd_xml__stylesheet_form);
    m->start_tag_is_open = true;
    for (const struct bd_xml__part *part = bd_xml__stylesheet_form.parts; part->options; part++) {
        bd_xml__put_part(m, part, 0);
    }
    bd_xml__end_tag(m, (struct bd_xml__name){m->prefix, tags[root]});
}

/* xml_xslt_forms.c: the vocabulary of XSLT 1.0, as a table of forms. The numbers are weights. */
#include "xml_xslt.h"

typedef const struct bd_xml__form form;

#define YES_NO BD_XML__WORDS("no", "yes")
#define MODES BD_XML__WORDS("m", "n", "toc")
#define LANGUAGES BD_XML__WORDS("en", "de", "")

/* ---- Parameters and sorting ---- */

static form with_param = {
    BD_XML__FORM("xsl:with-param"),
    .tag = "with-param",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("name"), .put = bd_xml__parameter_name},
                                     {BD_XML__KEY("select"), .weight = 12, .put = bd_xml__any_expression}),
};
static form with_param_body = {
    BD_XML__FORM("xsl:with-param body"),
    .tag = "with-param",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("name"), .put = bd_xml__parameter_name}),
    .content = bd_xml__body,
};
static form sort = {
    BD_XML__FORM("xsl:sort"),
    .tag = "sort",
    .attributes = BD_XML__ATTRIBUTES(
        {BD_XML__KEY("select"), .weight = 12, .put = bd_xml__any_expression},
        {BD_XML__KEY("order"), .weight = 4, .words = BD_XML__WORDS("ascending", "descending", "{.}")},
        {BD_XML__KEY("data-type"), .weight = 4, .words = BD_XML__WORDS("text", "number", "d:x")},
        {BD_XML__KEY("case-order"), .weight = 2, .words = BD_XML__WORDS("upper-first", "lower-first")},
        {BD_XML__KEY("lang"), .weight = 1, .words = LANGUAGES}),
};
#define SORTS {"sorts", 0.3, 3, NULL, BD_XML__OPTIONS({&sort, 1})}
#define WITH_PARAMS {"parameters passed", 0.4, 3, "passes", BD_XML__OPTIONS({&with_param, 3}, {&with_param_body, 1})}

/* ---- Instructions ---- */

static form text_node = {BD_XML__FORM("xsl:text node"), .content = bd_xml__literal_text};
static form result_element = {BD_XML__FORM("xsl:result element"), .content = bd_xml__literal_element};

static form apply_templates = {
    BD_XML__FORM("xsl:apply-templates"),
    .tag = "apply-templates",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("select"), .weight = 8, .put = bd_xml__nodes_expression},
                                     {BD_XML__KEY("mode"), .weight = 3, .words = MODES}),
    .parts = BD_XML__PARTS(SORTS, WITH_PARAMS),
};
static form call_template = {
    BD_XML__FORM("xsl:call-template"),
    .tag = "call-template",
    .usable = bd_xml__has_template,
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("name"), .put = bd_xml__template_ref}),
    .parts = BD_XML__PARTS(WITH_PARAMS),
};
static form apply_imports = {BD_XML__FORM("xsl:apply-imports"), .tag = "apply-imports"};
static form value_of = {
    BD_XML__FORM("xsl:value-of"),
    .tag = "value-of",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("select"), .put = bd_xml__any_expression},
                                     {BD_XML__KEY("disable-output-escaping"), .weight = 1, .words = YES_NO}),
};
static form copy_of = {
    BD_XML__FORM("xsl:copy-of"),
    .tag = "copy-of",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("select"), .put = bd_xml__any_expression}),
};
static form for_each = {
    BD_XML__FORM("xsl:for-each"),
    .tag = "for-each",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("select"), .put = bd_xml__nodes_expression}),
    .parts = BD_XML__PARTS(SORTS),
    .body = bd_xml__body,
};
static form if_ = {
    BD_XML__FORM("xsl:if"),
    .tag = "if",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("test"), .put = bd_xml__boolean_expression}),
    .content = bd_xml__body,
};
static form when = {
    BD_XML__FORM("xsl:when"),
    .tag = "when",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("test"), .put = bd_xml__boolean_expression}),
    .content = bd_xml__body,
};
static form otherwise = {BD_XML__FORM("xsl:otherwise"), .tag = "otherwise", .content = bd_xml__body};
static form choose = {
    BD_XML__FORM("xsl:choose"),
    .tag = "choose",
    .parts = BD_XML__PARTS({.options = BD_XML__OPTIONS({&when, 1})},
                           {"more cases", 0.8, 4, NULL, BD_XML__OPTIONS({&when, 1})},
                           {"other cases", 1, 1, NULL, BD_XML__OPTIONS({&otherwise, 1})}),
};
static form attribute = {
    BD_XML__FORM("xsl:attribute"),
    .tag = "attribute",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("name"), .put = bd_xml__avt_name},
                                     {BD_XML__KEY_OF("namespace", "xsl:attribute"), .weight = 2,
                                      .words = BD_XML__WORDS("urn:d", "", "urn:a", "{.}")}),
    .content = bd_xml__plain_text,
};
static form attribute_value = {
    BD_XML__FORM("xsl:attribute with instructions"),
    .tag = "attribute",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("name"), .put = bd_xml__avt_name}),
    .parts =
        BD_XML__PARTS({"values of attribute", 1, 2, "value of attribute", BD_XML__OPTIONS({&value_of, 3}, {&if_, 1})}),
};
#define ATTRIBUTES_FIRST \
    {"attributes first", 0.5, 4, "attribute instruction", BD_XML__OPTIONS({&attribute, 2}, {&attribute_value, 1})}
static form element = {
    BD_XML__FORM("xsl:element"),
    .tag = "element",
    .attributes =
        BD_XML__ATTRIBUTES({BD_XML__KEY("name"), .put = bd_xml__avt_name},
                           {BD_XML__KEY_OF("namespace", "xsl:element"), .weight = 2,
                            .words = BD_XML__WORDS("urn:d", "", "urn:a", "{namespace-uri()}")},
                           {BD_XML__KEY("use-attribute-sets"), .weight = 1, .put = bd_xml__attribute_set_refs}),
    .parts = BD_XML__PARTS(ATTRIBUTES_FIRST),
    .body = bd_xml__body,
};
static form copy = {
    BD_XML__FORM("xsl:copy"),
    .tag = "copy",
    .attributes =
        BD_XML__ATTRIBUTES({BD_XML__KEY("use-attribute-sets"), .weight = 1, .put = bd_xml__attribute_set_refs}),
    .body = bd_xml__body,
};
static form text = {
    BD_XML__FORM("xsl:text"),
    .tag = "text",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("disable-output-escaping"), .weight = 2, .words = YES_NO}),
    .content = bd_xml__plain_text,
};
static form comment = {
    BD_XML__FORM("xsl:comment"),
    .tag = "comment",
    .parts = BD_XML__PARTS(
        {"values of comment", 1, 2, "value of comment", BD_XML__OPTIONS({&text_node, 2}, {&value_of, 1})}),
};
static form instruction = {
    BD_XML__FORM("xsl:processing-instruction"),
    .tag = "processing-instruction",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("name"), .put = bd_xml__avt_name}),
    .parts = BD_XML__PARTS(
        {"values of instruction", 1, 2, "value of instruction", BD_XML__OPTIONS({&text_node, 2}, {&value_of, 1})}),
};
static form number = {
    BD_XML__FORM("xsl:number"),
    .tag = "number",
    .attributes = BD_XML__ATTRIBUTES(
        {BD_XML__KEY("value"), .weight = 4, .put = bd_xml__number_expression},
        {BD_XML__KEY("level"), .weight = 6, .words = BD_XML__WORDS("single", "multiple", "any")},
        {BD_XML__KEY("count"), .weight = 5, .put = bd_xml__match_pattern},
        {BD_XML__KEY("from"), .weight = 3, .put = bd_xml__match_pattern},
        {BD_XML__KEY("format"), .weight = 6,
         .words = BD_XML__WORDS("1", "a", "A", "i", "I", "01", "1.1", "(a)", "A-1.i", "", "{.}", "*")},
        {BD_XML__KEY_OF("grouping-separator", "xsl:number"), .weight = 2, .words = BD_XML__WORDS(",", ".", "")},
        {BD_XML__KEY("grouping-size"), .weight = 2, .put = bd_xml__grouping_size},
        {BD_XML__KEY("letter-value"), .weight = 1, .words = BD_XML__WORDS("alphabetic", "traditional")},
        {BD_XML__KEY("lang"), .weight = 1, .words = LANGUAGES}),
};
static form variable = {
    BD_XML__FORM("xsl:variable"),
    .tag = "variable",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("select"), .put = bd_xml__any_expression},
                                     {BD_XML__KEY("name"), .put = bd_xml__new_variable}),
};
static form variable_body = {
    BD_XML__FORM("xsl:variable body"),
    .tag = "variable",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("name"), .put = bd_xml__new_variable}),
    .content = bd_xml__body,
};
static form message = {
    BD_XML__FORM("xsl:message"),
    .tag = "message",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("terminate"), .weight = 2, .words = YES_NO}),
    .content = bd_xml__body,
};
static form fallback = {BD_XML__FORM("xsl:fallback"), .tag = "fallback", .content = bd_xml__body};
/* An instruction of a later XSLT: xsl:fallback says what to do instead. */
static form unknown = {
    BD_XML__FORM("xsl:unknown instruction"),
    .tag = "for-each-group",
    .parts = BD_XML__PARTS({.options = BD_XML__OPTIONS({&fallback, 1})}),
};

const struct bd_xml__part bd_xml__body_part = {
    "instructions",
    3.2,
    8,
    "instruction kind",
    BD_XML__OPTIONS({&text_node, 6}, {&value_of, 10}, {&result_element, 8}, {&apply_templates, 8}, {&for_each, 4},
                    {&if_, 4}, {&choose, 3}, {&call_template, 4}, {&copy, 3}, {&copy_of, 4}, {&element, 4},
                    {&attribute, 1}, {&text, 2}, {&comment, 2}, {&instruction, 2}, {&number, 4}, {&variable, 4},
                    {&variable_body, 2}, {&message, 1}, {&fallback, 1}, {&apply_imports, 1}, {&unknown, 1}),
};

/* ---- The top level ---- */

static form param = {
    BD_XML__FORM("xsl:param"),
    .tag = "param",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("select"), .weight = 10, .put = bd_xml__any_expression},
                                     {BD_XML__KEY("name"), .put = bd_xml__new_parameter}),
};
static form global_param = {
    BD_XML__FORM("xsl:global param"),
    .tag = "param",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("select"), .put = bd_xml__any_expression},
                                     {BD_XML__KEY("name"), .put = bd_xml__new_variable}),
};
static form template_match = {
    BD_XML__FORM("xsl:template"),
    .tag = "template",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("match"), .put = bd_xml__match_pattern},
                                     {BD_XML__KEY("mode"), .weight = 3, .words = MODES},
                                     {BD_XML__KEY("priority"), .weight = 2, .put = bd_xml__priority}),
    .content = bd_xml__template_body,
};
static form template_named = {
    BD_XML__FORM("xsl:named template"),
    .tag = "template",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("name"), .put = bd_xml__new_template},
                                     {BD_XML__KEY("match"), .weight = 1, .put = bd_xml__match_pattern}),
    .content = bd_xml__named_template_body,
};
static form key = {
    BD_XML__FORM("xsl:key"),
    .tag = "key",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("match"), .put = bd_xml__match_pattern},
                                     {BD_XML__KEY("use"), .put = bd_xml__any_expression},
                                     {BD_XML__KEY("name"), .put = bd_xml__new_key_name}),
};
static form attribute_set = {
    BD_XML__FORM("xsl:attribute-set"),
    .tag = "attribute-set",
    .attributes =
        BD_XML__ATTRIBUTES({BD_XML__KEY("use-attribute-sets"), .weight = 2, .put = bd_xml__attribute_set_refs},
                           {BD_XML__KEY("name"), .put = bd_xml__new_attribute_set}),
    .parts = BD_XML__PARTS({"attributes of set", 1.5, 4, "attribute instruction",
                            BD_XML__OPTIONS({&attribute, 2}, {&attribute_value, 1})}),
};
static form decimal_format = {
    BD_XML__FORM("xsl:decimal-format"),
    .tag = "decimal-format",
    .attributes =
        BD_XML__ATTRIBUTES({BD_XML__KEY("name"), .put = bd_xml__new_format},
                           {BD_XML__KEY("decimal-separator"), .weight = 5, .words = BD_XML__WORDS(",", ".", "::")},
                           {BD_XML__KEY("grouping-separator"), .weight = 5, .words = BD_XML__WORDS(".", ",", " ")},
                           {BD_XML__KEY("infinity"), .weight = 2, .words = BD_XML__WORDS("INF", "")},
                           {BD_XML__KEY("minus-sign"), .weight = 2, .words = BD_XML__WORDS("_", "-")},
                           {BD_XML__KEY("NaN"), .weight = 2, .words = BD_XML__WORDS("none", "")},
                           {BD_XML__KEY("percent"), .weight = 2, .words = BD_XML__WORDS("%", "p")},
                           {BD_XML__KEY("per-mille"), .weight = 1, .words = BD_XML__WORDS("m")},
                           {BD_XML__KEY("zero-digit"), .weight = 2, .words = BD_XML__WORDS("0", "o")},
                           {BD_XML__KEY("digit"), .weight = 2, .words = BD_XML__WORDS("#", "@")},
                           {BD_XML__KEY("pattern-separator"), .weight = 2, .words = BD_XML__WORDS(";", "|")}),
};
static form output = {
    BD_XML__FORM("xsl:output"),
    .tag = "output",
    .attributes = BD_XML__ATTRIBUTES(
        {BD_XML__KEY("method"), .weight = 12, .words = BD_XML__WORDS("xml", "html", "text", "d:own", "none")},
        {BD_XML__KEY_OF("version", "xsl:output"), .weight = 1, .words = BD_XML__WORDS("1.0", "1.1", "4.0")},
        {BD_XML__KEY("encoding"), .weight = 3,
         .words = BD_XML__WORDS("UTF-8", "US-ASCII", "ISO-8859-1", "UTF-16", "none")},
        {BD_XML__KEY("omit-xml-declaration"), .weight = 3, .words = YES_NO},
        {BD_XML__KEY("standalone"), .weight = 2, .words = YES_NO},
        {BD_XML__KEY("doctype-public"), .weight = 2,
         .words = BD_XML__WORDS("-//W3C//DTD XHTML 1.0 Strict//EN", "-//EXAMPLE//EN")},
        {BD_XML__KEY("doctype-system"), .weight = 2,
         .words = BD_XML__WORDS("a.dtd", "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd")},
        {BD_XML__KEY("cdata-section-elements"), .weight = 2, .put = bd_xml__plain_names},
        {BD_XML__KEY("indent"), .weight = 4, .words = YES_NO},
        {BD_XML__KEY("media-type"), .weight = 1, .words = BD_XML__WORDS("text/html", "text/plain")}),
};
static form strip_space = {
    BD_XML__FORM("xsl:strip-space"),
    .tag = "strip-space",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("elements"), .put = bd_xml__name_tests}),
};
static form preserve_space = {
    BD_XML__FORM("xsl:preserve-space"),
    .tag = "preserve-space",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("elements"), .put = bd_xml__name_tests}),
};
static form namespace_alias = {
    BD_XML__FORM("xsl:namespace-alias"),
    .tag = "namespace-alias",
    .attributes = BD_XML__ATTRIBUTES({BD_XML__KEY("stylesheet-prefix"), .words = BD_XML__WORDS("d", "#default", "xsl")},
                                     {BD_XML__KEY("result-prefix"), .words = BD_XML__WORDS("xsl", "#default", "d")}),
};
/* subjects/libxslt serves common.xsl. */
#define HREF \
    BD_XML__ATTRIBUTES({BD_XML__KEY("href"), .words = BD_XML__WORDS("common.xsl", "common.xsl", "missing.xsl")})
static form import = {BD_XML__FORM("xsl:import"), .tag = "import", .attributes = HREF};
static form include = {BD_XML__FORM("xsl:include"), .tag = "include", .attributes = HREF};

const struct bd_xml__part bd_xml__template_params = {
    "params", 0.4, 3, NULL, BD_XML__OPTIONS({&param, 1}),
};

const struct bd_xml__form bd_xml__stylesheet_form = {
    BD_XML__FORM("xsl:stylesheet"),
    .tag = "stylesheet",
    .attributes = BD_XML__ATTRIBUTES(
        {BD_XML__KEY_OF("version", "xsl:stylesheet"), .words = BD_XML__WORDS("1.0", "1.0", "1.0", "1.0", "1.1", "2.0")},
        {BD_XML__KEY("exclude-result-prefixes"), .weight = 2, .words = BD_XML__WORDS("xsl", "#default", "d")},
        {BD_XML__KEY("extension-element-prefixes"), .weight = 1, .words = BD_XML__WORDS("xsl", "d")}),
    .parts = BD_XML__PARTS(
        {"imports", 0.08, 2, NULL, BD_XML__OPTIONS({&import, 1})},
        {"top-level elements", 6.5, 24, "top-level element",
         BD_XML__OPTIONS({&template_match, 20}, {&template_named, 5}, {&variable, 3}, {&variable_body, 2},
                         {&global_param, 2}, {&key, 4}, {&attribute_set, 3}, {&decimal_format, 2}, {&output, 3},
                         {&strip_space, 2}, {&preserve_space, 1}, {&namespace_alias, 1}, {&include, 1})}),
};

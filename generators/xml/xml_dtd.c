/* xml_dtd.c: the prolog, enabled by .rich: byte order mark and encoding, XML declaration, and the document type with
 * its internal subset. Declared entities are remembered, so that content can refer to them. */
#include "xml_parts.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static const char *const encoding_words[] = {"UTF-8", "utf-8", "US-ASCII", "ISO-8859-1", "windows-1252", "UTF-16"};
static const struct bd_dict encodings = {encoding_words, COUNT_OF(encoding_words)};

static const char *const type_words[] = {
    "CDATA", "ID", "IDREF", "IDREFS", "ENTITY", "ENTITIES", "NMTOKEN", "NMTOKENS",
};
static const struct bd_dict types = {type_words, COUNT_OF(type_words)};

static const char *plain_word(struct bd_xml__document *x, const char *label)
{
    return bd_word(x->s, label, &x->words.plain);
}

static void put_plain(struct bd_xml__document *x, const char *label)
{
    bd_xml__put(x, plain_word(x, label));
}

static void remember(struct bd_xml__entities *entities, const char *name)
{
    if (entities->count < BD_XML__MAX_ENTITIES) { entities->names[entities->count++] = name; }
}

static void external_id(struct bd_xml__document *x)
{
    bd_xml__put(x, bd_flag(x->s, "public") ? " PUBLIC \"-//EXAMPLE//EN\" \"" : " SYSTEM \"");
    bd_xml__put_literal(x, bd_word(x->s, "system id", &x->words.texts));
    bd_xml__put(x, "\"");
}

/* The element that a declaration is about. Often the root, because otherwise few declarations would ever apply. */
static void put_owner(struct bd_xml__document *x, const char *root)
{
    bd_xml__put(x, bd_flag(x->s, "other than root") ? bd_word(x->s, "name", &x->words.names) : root);
}

/* A list of one name or more, in parentheses: OPEN a | b | c CLOSE. */
static void put_choice(struct bd_xml__document *x, const char *open, const char *label, const char *close)
{
    bd_xml__put(x, open);
    put_plain(x, label);
    while (bd_more(x->s, "more alternatives", 1)) {
        bd_xml__put(x, "|");
        put_plain(x, label);
    }
    bd_xml__put(x, close);
}

/* A content model's group: (a, (b | c)+, d?)*. */
static void group(struct bd_xml__document *x, unsigned depth)
{
    enum { MAX_DEPTH = 4 };
    static const char *const repeats[] = {"", "?", "*", "+"};
    BD_RULE(x->s, "group");
    const char *between = bd_flag(x->s, "is sequence") ? "," : "|";
    bd_xml__put(x, "(");
    size_t rest = bd_count(x->s, "more members", 1, 8);
    do {
        if (depth < MAX_DEPTH && bd_pick_weighted(x->s, "is group", (const unsigned[]){3, 1}, 2) == 1) {
            group(x, depth + 1);
        } else {
            put_plain(x, "member");
        }
        bd_xml__put(x, repeats[bd_pick(x->s, "repeat", COUNT_OF(repeats))]);
        bd_xml__put(x, rest > 0 ? between : ")");
    } while (rest-- > 0);
}

static void element_declaration(struct bd_xml__document *x, const char *root)
{
    enum { ANY, EMPTY, MIXED, GROUP, MODEL_KINDS };
    bd_xml__put(x, "<!ELEMENT ");
    put_owner(x, root);
    bd_xml__put(x, " ");
    switch (bd_pick(x->s, "model kind", MODEL_KINDS)) {
    case ANY: bd_xml__put(x, "ANY"); break;
    case EMPTY: bd_xml__put(x, "EMPTY"); break;
    case MIXED: put_choice(x, "(#PCDATA|", "member", ")*"); break;
    default: group(x, 0); break;
    }
    bd_xml__put(x, ">");
}

static void attribute_declaration(struct bd_xml__document *x, const char *root)
{
    enum { TYPE, ENUMERATION, NOTATION, TYPE_KINDS };
    enum { IMPLIED, REQUIRED, DEFAULT, FIXED, DEFAULT_KINDS };
    static const char *const starts[DEFAULT_KINDS] = {" #IMPLIED", " #REQUIRED", " \"", " #FIXED \""};
    bd_xml__put(x, "<!ATTLIST ");
    put_owner(x, root);
    do {
        bd_xml__put(x, " ");
        bd_xml__put(x, bd_word(x->s, "key", &x->words.names));
        bd_xml__put(x, " ");
        switch (bd_pick_weighted(x->s, "type kind", (const unsigned[]){4, 1, 1}, TYPE_KINDS)) {
        case ENUMERATION: put_choice(x, "(", "alternative", ")"); break;
        case NOTATION: put_choice(x, "NOTATION (", "notation", ")"); break;
        default: bd_xml__put(x, bd_word(x->s, "type", &types)); break;
        }
        const size_t kind = bd_pick(x->s, "default kind", DEFAULT_KINDS);
        bd_xml__put(x, starts[kind]);
        if (kind >= DEFAULT) {
            bd_xml__put_value(x, bd_word(x->s, "value", &x->words.texts));
            bd_xml__put(x, "\"");
        }
    } while (bd_more(x->s, "more keys", 0.5));
    bd_xml__put(x, ">");
}

/* Text with references to earlier entities only, so that references are never circular. */
static void text_entity_value(struct bd_xml__document *x)
{
    bd_xml__put(x, " \"");
    bd_xml__put_entity_value(x, bd_word(x->s, "text", &x->words.texts));
    while (x->texts.count > 0 && bd_more(x->s, "more references", 0.5)) {
        bd_xml__put(x, "&");
        bd_xml__put(x, x->texts.names[bd_int(x->s, "entity", 0, (int64_t)x->texts.count - 1)]);
        bd_xml__put(x, ";");
    }
    bd_xml__put(x, "\"");
}

static void markup_entity_value(struct bd_xml__document *x)
{
    const char *name = plain_word(x, "local name");
    bd_xml__put(x, " \"<");
    bd_xml__put(x, name);
    bd_xml__put(x, ">");
    bd_xml__put_entity_value(x, bd_word(x->s, "text", &x->words.texts));
    bd_xml__put(x, "</");
    bd_xml__put(x, name);
    bd_xml__put(x, ">\"");
}

static void entity_declaration(struct bd_xml__document *x)
{
    enum { TEXT, MARKUP, EXTERNAL, UNPARSED, ENTITY_KINDS };
    const char *name = plain_word(x, "entity name");
    bd_xml__put(x, "<!ENTITY ");
    bd_xml__put(x, name);
    const size_t kind = bd_pick_weighted(x->s, "entity kind", (const unsigned[]){8, 4, 2, 1}, ENTITY_KINDS);
    switch (kind) {
    case MARKUP: markup_entity_value(x); break;
    case EXTERNAL: external_id(x); break;
    case UNPARSED:
        external_id(x);
        bd_xml__put(x, " NDATA ");
        put_plain(x, "notation");
        break;
    default: text_entity_value(x); break;
    }
    remember(kind == TEXT ? &x->texts : &x->others, name);
    bd_xml__put(x, ">");
}

static void parameter_entity(struct bd_xml__document *x, const char *root)
{
    const char *name = plain_word(x, "entity name");
    bd_xml__put(x, "<!ENTITY % ");
    bd_xml__put(x, name);
    if (bd_flag(x->s, "is external")) {
        external_id(x);
    } else {
        bd_xml__put(x, " \"");
        element_declaration(x, root); /* the only declaration without quotes */
        bd_xml__put(x, "\"");
    }
    remember(&x->parameters, name);
    bd_xml__put(x, ">");
}

static void notation_declaration(struct bd_xml__document *x)
{
    bd_xml__put(x, "<!NOTATION ");
    put_plain(x, "notation");
    external_id(x);
    bd_xml__put(x, ">");
}

static void parameter_reference(struct bd_xml__document *x)
{
    bd_xml__put(x, "%");
    bd_xml__put(x, x->parameters.names[bd_int(x->s, "parameter", 0, (int64_t)x->parameters.count - 1)]);
    bd_xml__put(x, ";");
}

static void declaration(struct bd_xml__document *x, const char *root)
{
    enum { ENTITY, ATTRIBUTES, ELEMENT, NOTATION, COMMENT, INSTRUCTION, PARAMETER, REFERENCE, DECLARATION_KINDS };
    static const unsigned weights[DECLARATION_KINDS] = {6, 4, 3, 1, 1, 1, 2, 2};
    BD_RULE(x->s, "declaration");
    const size_t kinds = x->parameters.count > 0 ? DECLARATION_KINDS : REFERENCE;
    switch (bd_pick_weighted(x->s, "declaration kind", weights, kinds)) {
    case ENTITY: entity_declaration(x); break;
    case ATTRIBUTES: attribute_declaration(x, root); break;
    case ELEMENT: element_declaration(x, root); break;
    case NOTATION: notation_declaration(x); break;
    case COMMENT: bd_xml__comment(x); break;
    case INSTRUCTION: bd_xml__instruction(x); break;
    case PARAMETER: parameter_entity(x, root); break;
    default: parameter_reference(x); break;
    }
    bd_xml__put(x, "\n");
}

static const char *document_type(struct bd_xml__document *x)
{
    BD_RULE(x->s, "document type");
    const char *root = bd_word(x->s, "name", &x->words.names);
    bd_xml__put(x, "<!DOCTYPE ");
    bd_xml__put(x, root);
    if (bd_pick_weighted(x->s, "external subset", (const unsigned[]){7, 1}, 2) == 1) { external_id(x); }
    bd_xml__put(x, " [\n");
    const size_t count = bd_count(x->s, "declarations", 4, 32);
    for (size_t i = 0; i < count; i++) { declaration(x, root); }
    bd_xml__put(x, "]>\n");
    return root;
}

static void xml_declaration(struct bd_xml__document *x)
{
    static const char *const standalone[] = {"", " standalone=\"no\"", " standalone=\"yes\""};
    BD_RULE(x->s, "xml declaration");
    bd_xml__put(x, "<?xml version=\"1.0\"");
    if (bd_flag(x->s, "names encoding")) {
        bd_xml__put(x, " encoding=\"");
        bd_xml__put(x, x->encoding == BD_XML__UTF8 ? bd_word(x->s, "encoding name", &encodings) : "UTF-16");
        bd_xml__put(x, "\"");
    }
    bd_xml__put(x, standalone[bd_pick(x->s, "standalone", COUNT_OF(standalone))]);
    bd_xml__put(x, "?>\n");
}

static void byte_order(struct bd_xml__document *x)
{
    enum { BARE_UTF8, UTF8, UTF16LE, UTF16BE, BYTE_ORDERS };
    static const enum bd_xml__encoding encoding[BYTE_ORDERS] = {
        BD_XML__UTF8,
        BD_XML__UTF8,
        BD_XML__UTF16LE,
        BD_XML__UTF16BE,
    };
    static const unsigned weights[BYTE_ORDERS] = {12, 1, 1, 1};
    const size_t kind = bd_pick_weighted(x->s, "byte order", weights, BYTE_ORDERS);
    x->encoding = encoding[kind];
    if (kind != BARE_UTF8) { bd_xml__put(x, "\xEF\xBB\xBF"); /* the mark, U+FEFF, in whatever encoding follows */ }
}

const char *bd_xml__prolog(struct bd_xml__document *x)
{
    byte_order(x);
    if (bd_flag(x->s, "has declaration")) { xml_declaration(x); }
    bd_xml__misc(x);
    if (!bd_flag(x->s, "has document type")) { return NULL; }
    const char *root = document_type(x);
    bd_xml__misc(x);
    return root;
}

/* xml_rich.c: content beyond the paper's, enabled by .rich. Additional choice points:
 *
 *     an element or attribute can have a prefix, and can declare namespaces
 *     a child can also be text, CDATA, a reference, a comment or an instruction
 *     a value can contain a reference
 *     comments and instructions can surround the root
 *
 * The weights favour correct documents: about three of four are valid for a namespace-aware parser. */
#include "xml_parts.h"

#include <stdio.h>

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* Few, so that prefixes share namespaces. The last two are traps: no prefix can be bound to them. */
static const char *const namespace_words[] = {
    "urn:a",
    "urn:b",
    "urn:c",
    "http://example.org/ns",
    "http://example.org/ns#",
    "http://www.w3.org/1999/xhtml",
    "",
    "http://www.w3.org/XML/1998/namespace",
};
static const struct bd_dict namespaces = {namespace_words, COUNT_OF(namespace_words)};

static const char *const predefined_words[] = {"lt", "gt", "amp", "quot", "apos"};
static const struct bd_dict predefined = {predefined_words, COUNT_OF(predefined_words)};

/* ---- Names and prefixes ---- */

static bool is_bound(const struct bd_xml__document *x, const char *prefix)
{
    for (size_t i = 0; i < x->prefix_count; i++) {
        if (strcmp(x->prefixes[i], prefix) == 0) { return true; }
    }
    return false;
}

static const char *bound_prefix(struct bd_xml__document *x)
{
    return x->prefixes[bd_int(x->s, "bound prefix", 0, (int64_t)x->prefix_count - 1)];
}

struct bd_xml__name bd_xml__element_name(struct bd_xml__document *x, bool *is_new)
{
    enum { NO_PREFIX, NEW_PREFIX, BOUND_PREFIX, PREFIX_KINDS };
    static const unsigned weights[PREFIX_KINDS] = {8, 1, 4};
    const size_t kinds = x->prefix_count > 0 ? PREFIX_KINDS : BOUND_PREFIX;
    const size_t kind = bd_pick_weighted(x->s, "prefix kind", weights, kinds);
    if (kind == NO_PREFIX) { return (struct bd_xml__name){.local = bd_word(x->s, "name", &x->words.names)}; }
    *is_new = kind == NEW_PREFIX;
    const char *prefix = kind == NEW_PREFIX ? bd_word(x->s, "new prefix", &x->words.plain) : bound_prefix(x);
    return (struct bd_xml__name){prefix, bd_word(x->s, "local name", &x->words.plain)};
}

/* Writes KEY and VALUE as a namespace declaration. */
static void put_declaration(struct bd_xml__document *x, struct bd_xml__name key, const char *value)
{
    bd_xml__put_key(x, key);
    bd_xml__put_value(x, value);
    bd_xml__put(x, "\"");
}

/* Also if PREFIX is bound already: which one it is, is a value, and how many there are decides what is drawn later. */
static void remember_prefix(struct bd_xml__document *x, const char *prefix)
{
    if (x->prefix_count < BD_XML__MAX_PREFIXES) { x->prefixes[x->prefix_count++] = prefix; }
}

void bd_xml__bind(struct bd_xml__document *x, struct bd_xml__keys *keys, const char *prefix)
{
    static const unsigned weights[] = {31, 1};
    if (bd_pick_weighted(x->s, "unbound", weights, 2) == 1) { return; }
    const char *uri = bd_word(x->s, "namespace", &namespaces); /* whatever the prefix, which is a value */
    if (!is_bound(x, prefix)) {
        const struct bd_xml__name key = {"xmlns", prefix};
        bd_xml__keys_add(keys, key); /* it is the first key, so it cannot clash */
        put_declaration(x, key, uri);
    }
    remember_prefix(x, prefix);
}

/* ---- References ---- */

/* &ENTITY; or, if ENTITY is NULL, the character reference. */
struct reference {
    const char *entity;
    unsigned character;
};

static const char *entity_of(struct bd_xml__document *x, const struct bd_xml__entities *entities)
{
    return entities->names[bd_int(x->s, "entity", 0, (int64_t)entities->count - 1)];
}

/* OTHERS: how likely it is to use an entity that does not stand for text. */
static struct reference draw_reference(struct bd_xml__document *x, unsigned others)
{
    enum { PREDEFINED, CHARACTER, TEXT, OTHER, UNDECLARED, REFERENCE_KINDS };
    const unsigned weights[REFERENCE_KINDS] = {
        [PREDEFINED] = 8,
        [CHARACTER] = 8,
        [TEXT] = x->texts.count > 0 ? 16 : 0,
        [OTHER] = x->others.count > 0 ? others : 0,
        [UNDECLARED] = 1,
    };
    struct reference r = {NULL, 0};
    switch (bd_pick_weighted(x->s, "reference kind", weights, REFERENCE_KINDS)) {
    case PREDEFINED: r.entity = bd_word(x->s, "predefined", &predefined); break;
    case TEXT: r.entity = entity_of(x, &x->texts); break;
    case OTHER: r.entity = entity_of(x, &x->others); break;
    case UNDECLARED: r.entity = bd_word(x->s, "undeclared", &x->words.plain); break;
    default:
        r.character = (unsigned)bd_int(x->s, "character", ' ', 0x2FFF); /* all of these are allowed in XML */
        break;
    }
    return r;
}

static void put_reference(struct bd_xml__document *x, struct reference r)
{
    char number[16];
    if (!r.entity) { /* both notations should occur */
        snprintf(number, sizeof number, r.character < 0x80 ? "#%u" : "#x%X", r.character);
        r.entity = number;
    }
    bd_xml__put(x, "&");
    bd_xml__put(x, r.entity);
    bd_xml__put(x, ";");
}

/* ---- Attributes ---- */

/* Draws the whole value before it writes anything, because the attribute may turn out to be a duplicate. */
static void ordinary_attribute(struct bd_xml__document *x, struct bd_xml__keys *keys, struct bd_xml__name key)
{
    static const unsigned weights[] = {7, 1};
    const char *text = bd_word(x->s, "value", &x->words.texts);
    const bool refers = bd_pick_weighted(x->s, "value refers", weights, 2) == 1;
    const struct reference r = refers ? draw_reference(x, 1) : (struct reference){NULL, 0};
    if (!bd_xml__keys_add(keys, key)) { return; }
    bd_xml__put_key(x, key);
    bd_xml__put_value(x, text);
    if (refers) { put_reference(x, r); }
    bd_xml__put(x, "\"");
}

void bd_xml__attribute(struct bd_xml__document *x, struct bd_xml__keys *keys)
{
    enum { ORDINARY, PREFIXED, BINDS_PREFIX, BINDS_DEFAULT, ATTRIBUTE_KINDS };
    static const unsigned weights[ATTRIBUTE_KINDS] = {12, 3, 3, 1};
    struct bd_xml__name key = {NULL, "xmlns"};
    switch (bd_pick_weighted(x->s, "attribute kind", weights, ATTRIBUTE_KINDS)) {
    case ORDINARY:
        key.local = bd_word(x->s, "key", &x->words.names);
        ordinary_attribute(x, keys, key);
        return;
    case PREFIXED:
        key.prefix = x->prefix_count > 0 ? bound_prefix(x) : "xml"; /* "xml" is always bound */
        key.local = bd_word(x->s, "local name", &x->words.plain);
        ordinary_attribute(x, keys, key);
        return;
    case BINDS_PREFIX: key = (struct bd_xml__name){"xmlns", bd_word(x->s, "new prefix", &x->words.plain)}; break;
    default: break;
    }
    const char *uri = bd_word(x->s, "namespace", &namespaces);
    if (bd_xml__keys_add(keys, key)) { put_declaration(x, key, uri); }
    if (key.prefix) { remember_prefix(x, key.local); }
}

/* ---- Content ---- */

void bd_xml__comment(struct bd_xml__document *x)
{
    bd_xml__put_comment(x, bd_word(x->s, "comment", &x->words.texts));
}

void bd_xml__instruction(struct bd_xml__document *x)
{
    bd_xml__put(x, "<?");
    bd_xml__put(x, bd_word(x->s, "instruction", &x->words.plain));
    bd_xml__put(x, " ");
    bd_xml__put_instruction(x, bd_word(x->s, "data", &x->words.texts));
}

void bd_xml__misc(struct bd_xml__document *x)
{
    while (bd_more(x->s, "more around root", 0.2)) {
        bd_xml__put(x, "\n");
        if (bd_flag(x->s, "is instruction")) {
            bd_xml__instruction(x);
        } else {
            bd_xml__comment(x);
        }
    }
}

/* Text of any length: parsers read their input in pieces. */
static void put_long(struct bd_xml__document *x)
{
    static const char *const words[] = {"a", " ", "\n", "]", "&#65;", "&amp;", "\xc3\xa9"};
    static const struct bd_dict pieces = {words, COUNT_OF(words)};
    const char *piece = bd_word(x->s, "repeated piece", &pieces);
    bd_xml__put_repeated(x, piece, bd_size(x->s, "long text", 20000));
}

void bd_xml__content(struct bd_xml__document *x, unsigned depth)
{
    enum { ELEMENT, TEXT, REFERENCE, CDATA, COMMENT, INSTRUCTION, LONG, CONTENT_KINDS };
    static const unsigned weights[CONTENT_KINDS] = {20, 4, 4, 2, 2, 2, 1};
    switch (bd_pick_weighted(x->s, "child kind", weights, CONTENT_KINDS)) {
    case TEXT: bd_xml__put_text(x, bd_word(x->s, "text", &x->words.texts)); break;
    case REFERENCE: put_reference(x, draw_reference(x, 8)); break;
    case CDATA: bd_xml__put_cdata(x, bd_word(x->s, "text", &x->words.texts)); break;
    case COMMENT: bd_xml__comment(x); break;
    case INSTRUCTION: bd_xml__instruction(x); break;
    case LONG: put_long(x); break;
    default: bd_xml__element(x, NULL, depth); break;
    }
}

/* paper-xml.c: draws as the paper's generator does (top to bottom), and writes as the JDK's identity transformer does.
 * Its bytes were compared with those of OpenJDK 17: README.md says how. */
#include "paper-xml.h"

#include "paper.h"

enum { MAX_DEPTH = 10 };
static const double mean_attributes = 1, mean_children = 3; /* geometric(2) - 1 and geometric(4) - 1 in the original */

/* Beyond what a draw of 32 bits can reach, or too far out in the tail to matter. */
enum { MAX_ATTRIBUTES = 32, MAX_CHILDREN = 64 };

struct document {
    struct bd_paper choices;
    struct bd_out *out;
    const struct bd_dict *words;
};

struct attribute {
    const char *key, *value; /* borrowed from the dictionary */
};

struct element {
    const char *name;
    unsigned depth;
    const char *outer_namespace;                 /* the default namespace of its parent */
    struct attribute attributes[MAX_ATTRIBUTES]; /* sorted by key */
    size_t attribute_count;
};

/* ---- Words ---- */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_name(const char *word)
{
    if (!is_letter(*word)) { return false; }
    for (const char *c = word; *c; c++) {
        if (!is_letter(*c) && !(*c >= '0' && *c <= '9') && *c != '-' && *c != '.') { return false; }
    }
    return strncmp(word, "xmlns", 5) != 0 || word[5] == 0;
}

static bool is_text(const char *word)
{
    for (const char *c = word; *c; c++) {
        if ((*c < ' ' || *c > '~') && !strchr("\t\n\r", *c)) { return false; }
    }
    return true;
}

static const char *draw_name(struct document *d, const char *label)
{
    const char *word = bd_paper_word(&d->choices, label, d->words);
    if (!is_name(word)) { bd_discard(d->choices.s, "a word that is not an XML name"); }
    return word;
}

static const char *draw_text(struct document *d, const char *label)
{
    const char *word = bd_paper_word(&d->choices, label, d->words);
    if (!is_text(word)) { bd_discard(d->choices.s, "a word that is not plain ASCII"); }
    return word;
}

/* ---- Writing ---- */

/* Writes TEXT with each of the characters SPECIAL replaced by the entry of BY at its place. */
static void put_escaped(struct bd_out *out, const char *text, const char *special, const char *const *by)
{
    for (;;) {
        const size_t size = strcspn(text, special);
        bd_put_bytes(out, text, size);
        text += size;
        if (!*text) { return; }
        bd_put(out, by[strchr(special, *text++) - special]);
    }
}

static void put_text(struct bd_out *out, const char *text)
{
    static const char *const by[] = {"&amp;", "&lt;", "&gt;", "&#13;"};
    put_escaped(out, text, "&<>\r", by);
}

static void put_attribute(struct bd_out *out, const struct attribute *attribute)
{
    static const char *const by[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#9;", "&#10;", "&#13;"};
    bd_put(out, " ");
    bd_put(out, attribute->key);
    bd_put(out, "=\"");
    put_escaped(out, attribute->value, "&<>\"\t\n\r", by);
    bd_put(out, "\"");
}

/* A section ends at the first "]]>", so one in the text is divided between two sections. */
static void put_cdata(struct bd_out *out, const char *text)
{
    bd_put(out, "<![CDATA[");
    for (const char *end; (end = strstr(text, "]]>")); text = end + 2) {
        bd_put_bytes(out, text, (size_t)(end - text) + 2);
        bd_put(out, "]]><![CDATA[");
    }
    bd_put(out, text);
    bd_put(out, "]]>");
}

static bool declares_namespace(const struct attribute *attribute)
{
    return strcmp(attribute->key, "xmlns") == 0;
}

/* The default namespace inside E. */
static const char *namespace_of(const struct element *e)
{
    for (size_t i = 0; i < e->attribute_count; i++) {
        if (declares_namespace(&e->attributes[i])) { return e->attributes[i].value; }
    }
    return e->outer_namespace;
}

/* Everything up to the > or />. The transformer moves a namespace declaration to the front, and omits one that changes
 * nothing. */
static void put_start_tag(struct bd_out *out, const struct element *e)
{
    bd_put(out, "<");
    bd_put(out, e->name);
    const char *namespace = namespace_of(e);
    if (strcmp(namespace, e->outer_namespace) != 0) { put_attribute(out, &(struct attribute){"xmlns", namespace}); }
    for (size_t i = 0; i < e->attribute_count; i++) {
        if (!declares_namespace(&e->attributes[i])) { put_attribute(out, &e->attributes[i]); }
    }
}

static void put_end_tag(struct bd_out *out, const struct element *e)
{
    bd_put(out, "</");
    bd_put(out, e->name);
    bd_put(out, ">");
}

/* ---- Elements ---- */

/* Inserts in order, or replaces the value of an attribute with the same key. */
static void set_attribute(struct element *e, struct attribute new)
{
    size_t at = e->attribute_count;
    while (at > 0 && strcmp(e->attributes[at - 1].key, new.key) > 0) { at--; }
    if (at > 0 && strcmp(e->attributes[at - 1].key, new.key) == 0) {
        e->attributes[at - 1].value = new.value;
        return;
    }
    memmove(&e->attributes[at + 1], &e->attributes[at], (e->attribute_count - at) * sizeof new);
    e->attributes[at] = new;
    e->attribute_count++;
}

static void draw_attributes(struct document *d, struct element *e)
{
    e->attribute_count = 0;
    const size_t count = bd_paper_count(&d->choices, "attributes", mean_attributes, MAX_ATTRIBUTES);
    for (size_t i = 0; i < count; i++) {
        const char *key = draw_name(d, "key");
        const char *value = draw_text(d, "value");
        set_attribute(e, (struct attribute){key, value});
    }
}

static void element(struct document *d, const char *name, unsigned depth, const char *outer_namespace);

/* Writes the children, or nothing if their number is 0. */
static size_t children(struct document *d, const struct element *e)
{
    const size_t count = bd_paper_count(&d->choices, "children", mean_children, MAX_CHILDREN);
    for (size_t i = 0; i < count; i++) {
        if (i == 0) { bd_put(d->out, ">"); }
        element(d, draw_name(d, "name"), e->depth + 1, namespace_of(e));
    }
    return count;
}

/* Draws and writes what follows the attributes; false if that is nothing. */
static bool content(struct document *d, const struct element *e)
{
    if (e->depth < MAX_DEPTH && bd_paper_flag(&d->choices, "has children")) { return children(d, e) > 0; }
    const bool plain = bd_paper_flag(&d->choices, "has text");
    if (!plain && !bd_paper_flag(&d->choices, "has cdata")) { return false; }
    const char *text = draw_text(d, "text");
    if (!*text) { return false; }
    bd_put(d->out, ">");
    (plain ? put_text : put_cdata)(d->out, text);
    return true;
}

static void element(struct document *d, const char *name, unsigned depth, const char *outer_namespace)
{
    BD_RULE(d->choices.s, "element");
    struct element e;
    e.name = name;
    e.depth = depth;
    e.outer_namespace = outer_namespace;
    draw_attributes(d, &e);
    put_start_tag(d->out, &e);
    if (content(d, &e)) {
        put_end_tag(d->out, &e);
    } else {
        bd_put(d->out, "/>");
    }
}

void bd_paper_xml_document(struct bd_source *s, struct bd_out *out)
{
    static const char *const letters[] = {"a", "b", "c", "d"};
    static const struct bd_dict own_words = {letters, sizeof letters / sizeof *letters};
    const struct bd_dict *words = bd_dictionary(s);
    struct document d = {{.s = s}, out, words && words->count > 0 ? words : &own_words};
    bd_put(out, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>");
    element(&d, draw_name(&d, "name"), 0, "");
}

/* xml.c: documents and elements, with the choices of the BeDivFuzz paper (SplitXmlDocumentGenerator in its artifact).
 * Four hooks, marked by x->options.rich, add what .rich allows. */
#include "xml_parts.h"

/* The original generator's values: the means are those of geometric(2) - 1 and geometric(4) - 1. Its later drivers
 * ask for depth 10. But then a branching process with 1.5 children on average makes documents of 5 KB on average
 * instead of 0.4 KB, while half of them stay below 50 bytes. */
static const struct bd_xml_options defaults = {.max_depth = 4, .mean_attributes = 1, .mean_children = 3};

/* A count with the given mean; none if it is negative. */
static size_t count_of(struct bd_xml__document *x, const char *label, double mean, size_t max)
{
    return mean < 0 ? 0 : bd_count(x->s, label, mean, max);
}

static bool same_name(struct bd_xml__name a, struct bd_xml__name b)
{
    if (a.prefix && b.prefix) { return strcmp(a.prefix, b.prefix) == 0 && strcmp(a.local, b.local) == 0; }
    if (!a.prefix && !b.prefix) { return strcmp(a.local, b.local) == 0; }
    /* A word of the dictionary may itself contain a colon. */
    const struct bd_xml__name split = a.prefix ? a : b;
    const char *whole = a.prefix ? b.local : a.local;
    const size_t size = strlen(split.prefix);
    return strncmp(whole, split.prefix, size) == 0 && whole[size] == ':' && strcmp(whole + size + 1, split.local) == 0;
}

bool bd_xml__keys_add(struct bd_xml__keys *keys, struct bd_xml__name key)
{
    for (size_t i = 0; i < keys->count; i++) {
        if (same_name(keys->names[i], key)) { return false; }
    }
    keys->names[keys->count++] = key;
    return true;
}

static void attribute(struct bd_xml__document *x, struct bd_xml__keys *keys)
{
    const struct bd_xml__name key = {.local = bd_word(x->s, "key", &x->words.names)};
    const char *value = bd_word(x->s, "value", &x->words.texts);
    if (bd_xml__keys_add(keys, key)) {
        bd_xml__put_key(x, key);
        bd_xml__put_value(x, value);
        bd_xml__put(x, "\"");
    }
}

static void end_tag(struct bd_xml__document *x, struct bd_xml__name name)
{
    bd_xml__put(x, "</");
    bd_xml__put_name(x, name);
    bd_xml__put(x, ">");
}

static void children(struct bd_xml__document *x, unsigned depth)
{
    const size_t count = count_of(x, "children", x->options.mean_children, BD_XML__MAX_CHILDREN);
    for (size_t i = 0; i < count; i++) {
        if (x->options.rich) {
            const size_t begin = bd_written(x->out);
            bd_xml__content(x, depth);
            /* Once per document: repetitions of repetitions would make most of the bytes. */
            if (depth == 1 && i + 1 == count) { bd_put_again(x->s, x->out, "child again", begin); }
        } else {
            bd_xml__element(x, NULL, depth);
        }
    }
}

/* Everything from the end of the attributes to the end tag. */
static void body(struct bd_xml__document *x, struct bd_xml__name name, unsigned depth)
{
    if (depth < x->options.max_depth && bd_flag(x->s, "has children")) {
        bd_xml__put(x, ">");
        children(x, depth + 1);
        end_tag(x, name);
    } else if (bd_flag(x->s, "has text")) {
        bd_xml__put(x, ">");
        bd_xml__put_text(x, bd_word(x->s, "text", &x->words.texts));
        end_tag(x, name);
    } else if (bd_flag(x->s, "has cdata")) {
        bd_xml__put(x, ">");
        bd_xml__put_cdata(x, bd_word(x->s, "text", &x->words.texts));
        end_tag(x, name);
    } else {
        bd_xml__put(x, "/>");
    }
}

void bd_xml__element(struct bd_xml__document *x, const char *root, unsigned depth)
{
    BD_RULE(x->s, "element");
    const bool rich = x->options.rich;
    const size_t outer_prefixes = x->prefix_count;
    struct bd_xml__keys keys;
    keys.count = 0;

    struct bd_xml__name name = {.local = root};
    bool new_prefix = false;
    if (!root && rich) {
        name = bd_xml__element_name(x, &new_prefix);
    } else if (!root) {
        name.local = bd_word(x->s, "name", &x->words.names);
    }
    bd_xml__put(x, "<");
    bd_xml__put_name(x, name);
    if (new_prefix) { bd_xml__bind(x, &keys, name.prefix); }
    const size_t count = count_of(x, "attributes", x->options.mean_attributes, BD_XML__MAX_ATTRIBUTES);
    for (size_t i = 0; i < count; i++) {
        if (rich) {
            bd_xml__attribute(x, &keys);
        } else {
            attribute(x, &keys);
        }
    }
    body(x, name, depth);
    x->prefix_count = outer_prefixes;
}

void bd_xml_document_with(struct bd_source *s, struct bd_out *out, const struct bd_xml_options *options)
{
    struct bd_xml__document x;
    x.s = s;
    x.out = out;
    x.options = *options;
    x.options.max_depth = options->max_depth != 0 ? options->max_depth : defaults.max_depth;
    x.options.mean_attributes = options->mean_attributes != 0 ? options->mean_attributes : defaults.mean_attributes;
    x.options.mean_children = options->mean_children != 0 ? options->mean_children : defaults.mean_children;
    x.words = bd_xml__words_of(s);
    x.encoding = BD_XML__UTF8;
    x.prefix_count = 0;
    x.texts.count = x.others.count = x.parameters.count = 0;

    const char *root = x.options.rich ? bd_xml__prolog(&x) : NULL;
    bd_xml__element(&x, root, 0);
    if (x.options.rich) { bd_xml__misc(&x); }
}

void bd_xml_document(struct bd_source *s, struct bd_out *out)
{
    bd_xml_document_with(s, out, &defaults);
}

/* xml_form.c: writes elements from a table of forms, and tracks the names that they declare. */
#include "xml_form.h"

enum { MAX_DEPTH = 12, MAX_OPTIONS = 40, MAX_OPTIONAL = 4 };

/* ---- Names and words ---- */

size_t bd_xml__index(struct bd_xml__maker *m, const char *label, size_t count)
{
    return count < 2 ? 0 : (size_t)bd_int(m->x.s, label, 0, (int64_t)count - 1);
}

/* Words are compared by address: they all come from one dictionary. */
static bool has_name(const struct bd_xml__names *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++) {
        if (names->names[i] == name) { return true; }
    }
    return false;
}

const char *bd_xml__declare(struct bd_xml__maker *m, const char *label, struct bd_xml__names *names)
{
    const struct bd_dict *plain = &m->x.words.plain;
    size_t at = bd_xml__index(m, label, plain->count);
    for (size_t tried = 1; tried < plain->count && has_name(names, plain->words[at]); tried++) {
        at = at + 1 < plain->count ? at + 1 : 0;
    }
    if (names->count < BD_XML__MAX_NAMES) { names->names[names->count++] = plain->words[at]; }
    return plain->words[at];
}

const char *bd_xml__refer(struct bd_xml__maker *m, const char *label, const struct bd_xml__names *names)
{
    static const unsigned weights[] = {31, 1};
    if (names->count == 0 || bd_pick_weighted(m->x.s, "unknown name", weights, 2) == 1) {
        return bd_word(m->x.s, "name of nothing", &m->x.words.plain);
    }
    return names->names[bd_xml__index(m, label, names->count)];
}

static void put_decimal(struct bd_xml__maker *m, int64_t number)
{
    char digits[24], *at = digits + sizeof digits;
    uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
    *--at = '\0';
    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0) { *--at = '-'; }
    bd_xml__put(&m->x, at);
}

void bd_xml__put_number(struct bd_xml__maker *m, const char *label, int64_t lo, int64_t hi)
{
    put_decimal(m, bd_mostly_int(m->x.s, label, lo, hi, lo < 0 ? INT64_MIN : 0, INT64_MAX));
}

void bd_xml__put_small(struct bd_xml__maker *m, const char *label, int64_t lo, int64_t hi)
{
    put_decimal(m, bd_int(m->x.s, label, lo, hi));
}

void bd_xml__put_a_word(struct bd_xml__maker *m, const char *label, const struct bd_dict *words)
{
    bd_xml__put_value(&m->x, bd_word(m->x.s, label, words));
}

void bd_xml__put_plain(struct bd_xml__maker *m, const char *label)
{
    bd_xml__put(&m->x, bd_word(m->x.s, label, &m->x.words.plain));
}

void bd_xml__text_value(struct bd_xml__maker *m)
{
    bd_xml__put_a_word(m, "value", &m->x.words.texts);
}

void bd_xml__anything(struct bd_xml__maker *m, unsigned depth)
{
    (void)depth; /* it starts at its own depth */
    const size_t count = bd_count(m->x.s, "pieces of anything", 1, 8);
    for (size_t i = 0; i < count; i++) {
        bd_xml__open_content(m);
        bd_xml__content(&m->x, 1);
    }
}

/* ---- Attributes ---- */

static void put_attribute(struct bd_xml__maker *m, const struct bd_xml__attribute *a)
{
    bd_xml__put_key(&m->x, (struct bd_xml__name){NULL, a->key});
    if (a->constant) {
        bd_xml__put(&m->x, a->constant);
    } else if (a->words) {
        bd_xml__put_a_word(m, a->label, a->words);
    } else {
        a->put(m);
    }
    bd_xml__put(&m->x, "\"");
}

void bd_xml__put_attributes(struct bd_xml__maker *m, const struct bd_xml__form *form)
{
    unsigned weights[MAX_OPTIONS], sum = 0;
    size_t count = 0;
    for (const struct bd_xml__attribute *a = form->attributes; a->key; a++) {
        if (a->weight == 0) { put_attribute(m, a); }
        weights[count++] = a->weight;
        sum += a->weight;
    }
    if (sum == 0) { return; }
    uint64_t written = 0;
    const size_t more = bd_count(m->x.s, form->attributes_label, sum < 16 ? sum * 0.05 : 0.8, MAX_OPTIONAL);
    for (size_t i = 0; i < more; i++) {
        const size_t which = bd_pick_weighted(m->x.s, form->attribute_label, weights, count);
        if (written >> which & 1) { continue; }
        written |= UINT64_C(1) << which;
        put_attribute(m, &form->attributes[which]);
    }
}

/* ---- Elements ---- */

void bd_xml__open_content(struct bd_xml__maker *m)
{
    if (m->start_tag_is_open) { bd_xml__put(&m->x, ">"); }
    m->start_tag_is_open = false;
}

static const struct bd_xml__form *draw_form(struct bd_xml__maker *m, const struct bd_xml__part *part)
{
    unsigned weights[MAX_OPTIONS];
    size_t count = 0;
    for (const struct bd_xml__option *o = part->options; o->form; o++) {
        weights[count++] = !o->form->usable || o->form->usable(m) ? o->weight : 0;
    }
    return part->options[count > 1 ? bd_pick_weighted(m->x.s, part->pick_label, weights, count) : 0].form;
}

void bd_xml__put_part(struct bd_xml__maker *m, const struct bd_xml__part *part, unsigned depth)
{
    const bool deep = depth >= MAX_DEPTH;
    size_t count = 1;
    if (part->count_label) {
        count = deep ? 0 : bd_count(m->x.s, part->count_label, part->mean * 2 / (2 + depth), part->max);
    }
    for (size_t i = 0; i < count; i++) {
        bd_xml__put_form(m, deep ? part->options[0].form : draw_form(m, part), depth);
    }
}

enum { NOTHING, COMMENT, INSTRUCTION, TEXT, FOREIGN_KEY, UNKNOWN_KEY, ASIDES };

/* Something that is not in the table. */
static void put_aside(struct bd_xml__maker *m)
{
    static const unsigned weights[ASIDES] = {190, 3, 2, 1, 2, 1};
    const size_t aside = bd_pick_weighted(m->x.s, "aside", weights, ASIDES);
    if (aside == COMMENT || aside == INSTRUCTION || aside == TEXT) { bd_xml__open_content(m); }
    switch (aside) {
    case COMMENT: bd_xml__comment(&m->x); break;
    case INSTRUCTION: bd_xml__instruction(&m->x); break;
    case TEXT: bd_xml__put_text(&m->x, bd_word(m->x.s, "text", &m->x.words.texts)); break;
    case FOREIGN_KEY:
    case UNKNOWN_KEY:
        bd_xml__put(&m->x, aside == FOREIGN_KEY ? " xmlns:f=\"urn:f\" f:" : " not-");
        bd_xml__put_plain(m, "local name");
        bd_xml__put(&m->x, "=\"");
        bd_xml__text_value(m);
        bd_xml__put(&m->x, "\"");
        break;
    default: break;
    }
}

void bd_xml__end_tag(struct bd_xml__maker *m, struct bd_xml__name name)
{
    if (m->start_tag_is_open) {
        bd_xml__put(&m->x, "/>");
        m->start_tag_is_open = false;
        return;
    }
    bd_xml__put(&m->x, "</");
    bd_xml__put_name(&m->x, name);
    bd_xml__put(&m->x, ">");
}

void bd_xml__put_form(struct bd_xml__maker *m, const struct bd_xml__form *form, unsigned depth)
{
    BD_RULE(m->x.s, form->rule);
    if (!form->tag) {
        form->content(m, depth);
        return;
    }
    const struct bd_xml__name name = {m->prefix, form->tag};
    bd_xml__open_content(m);
    bd_xml__put(&m->x, "<");
    bd_xml__put_name(&m->x, name);
    m->start_tag_is_open = true;
    if (form->attributes) { bd_xml__put_attributes(m, form); }
    put_aside(m);
    if (form->content) { form->content(m, depth + 1); }
    for (const struct bd_xml__part *part = form->parts; part && part->options; part++) {
        bd_xml__put_part(m, part, depth + 1);
    }
    if (form->body) { form->body(m, depth + 1); }
    bd_xml__end_tag(m, name);
}

void bd_xml__begin(struct bd_xml__maker *m, struct bd_source *s, struct bd_out *out)
{
    static const unsigned weights[] = {7, 1};
    struct bd_xml__document *x = &m->x;
    x->s = s;
    x->out = out;
    x->options = (struct bd_xml_options){.max_depth = 3, .mean_attributes = 0.5, .mean_children = 1, .rich = true};
    x->words = bd_xml__words_of(s);
    x->encoding = BD_XML__UTF8;
    x->prefix_count = 0;
    x->texts.count = x->others.count = x->parameters.count = 0;
    m->prefix = NULL;
    m->start_tag_is_open = false;
    if (bd_pick_weighted(s, "has prolog", weights, 2) == 1) { bd_xml__prolog(x); }
}

/* phrase.c: chooses productions and finds their holes; the language fills them. */
#include "phrase.h"

void bd_phrase_put(struct bd_phrases *p, const char *text)
{
    for (;;) {
        const char *hole = strchr(text, '`');
        if (!hole) { break; }
        bd_put_bytes(p->out, text, (size_t)(hole - text));
        text = p->fill(p, hole + 1);
    }
    bd_put(p->out, text);
}

/* The rule that writes RULE here: itself, or what the user changed it to. */
static const struct bd_phrase_rule *changed(struct bd_phrases *p, const struct bd_phrase_rule *rule)
{
    for (size_t i = 0; i < p->changes.count; i++) {
        const struct bd_phrase_change *change = &p->changes.list[i];
        const bool fits = strcmp(change->rule, rule->name) == 0 && (p->depth < p->max_depth || change->by->leaves > 0);
        if (!fits) { continue; }
        if (change->odds == 0 || bd_pick_weighted(p->s, "changed rule", (const unsigned[]){change->odds, 1}, 2) == 1) {
            return change->by;
        }
    }
    return rule;
}

void bd_phrase(struct bd_phrases *p, const struct bd_phrase_rule *rule)
{
    rule = changed(p, rule);
    BD_RULE(p->s, rule->name);
    struct bd_phrase_frame *outer = p->frame;
    struct bd_phrase_frame frame = {.named = 0};
    const size_t count = p->depth < p->max_depth ? rule->count : rule->leaves;
    const char *text = rule->texts[bd_pick_weighted(p->s, rule->name, rule->weights, count)];
    p->frame = &frame;
    p->depth++;
    bd_phrase_put(p, text);
    p->depth--;
    p->frame = outer;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool bd_phrase_is_name(const char *word, const struct bd_dict *reserved)
{
    if (!is_letter(word[0])) { return false; }
    for (const char *at = word; *at; at++) {
        if (!is_letter(*at) && !(*at >= '0' && *at <= '9')) { return false; }
    }
    for (size_t i = 0; i < reserved->count; i++) {
        if (strcmp(word, reserved->words[i]) == 0) { return false; }
    }
    return true;
}

bool bd_phrase_is_text(const char *word)
{
    (void)word;
    return true;
}

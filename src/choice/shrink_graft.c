/* shrink_graft.c: removes a wrapper from around a rule of another name. The structural choice before a place decides
 * what a generator reads there, so both change at once: a rule from inside replaces the wrapper, and the choice takes
 * each other answer in turn. One of these answers may be the alternative that has the inner rule there:
 *
 *   value 2  text { text 1  number { … } }     a text made of a number, where a value may be a number:
 *   value 4  number { … }
 *
 * The rule itself counts as the first one inside, because the alternative may put a wrapper around it. Answers that do
 * not read the rule are not worth a run.
 *
 * Cursor: at is where the wrapper opens, mode which choice before it, step which rule inside it, in tape order, size
 * the answer.
 */
#include "choice/shrink_pass.h"

/* Finding the choice takes a walk, and there are many answers to try. Few tapes are larger than this once the other
 * passes are done. */
enum { LARGEST = 1 << 12, INNER_TRIED = 64, ANSWERS_TRIED = 128 };

/* Candidates for the structural choice that decides what is read at AT. Both are before AT in the same rule. */
struct deciders {
    uint32_t nearest, first; /* AT if there is none */
};

static struct deciders deciders_of(const struct bd__shrinker *s, uint32_t at)
{
    struct deciders d = {at, at};
    for (uint32_t i = at, depth = 0; i-- > 0;) {
        const struct bd__tape_item *item = &s->best.item[i];
        if (item->type == BD__ITEM_OPEN && depth == 0) { break; } /* the rule that AT is in */
        depth += item->type == BD__ITEM_CLOSE;
        depth -= item->type == BD__ITEM_OPEN;
        if (depth > 0 || !bd__shrink_is(s, i, BD_STRUCTURE)) { continue; }
        d.first = i;
        if (d.nearest == at) { d.nearest = i; }
    }
    return d;
}

/* The rule at AT itself (INDEX 0), or the INDEX-th rule inside it with another name; 0 if there is none. */
static uint32_t rule_within(const struct bd__shrinker *s, uint32_t at, uint32_t index)
{
    if (index-- == 0) { return at; }
    for (uint32_t i = at + 1; i < s->best.item[at].end; i++) {
        bool other = s->best.item[i].type == BD__ITEM_OPEN && s->best.item[i].label != s->best.item[at].label;
        if (other && index-- == 0) { return i; }
    }
    return 0;
}

static uint32_t choices_in(const struct bd__shrinker *s, uint32_t rule)
{
    uint32_t count = 0;
    for (uint32_t i = rule; i < s->best.item[rule].end; i++) { count += s->best.item[i].type == BD__ITEM_CHOICE; }
    return count;
}

static void propose(struct bd__shrinker *s, uint32_t choice, uint32_t inner, struct bd__shrink_cursor c)
{
    s->needs.rule = s->best.item[inner].label;
    s->needs.choices = choices_in(s, inner);
    bd__shrink_begin(s);
    bd__shrink_copy(s, 0, c.at);
    s->next.item[choice].answer = c.size;
    bd__shrink_copy(s, inner, bd__shrink_after(s, inner));
    bd__shrink_copy(s, bd__shrink_after(s, c.at), s->best.count);
    s->if_good = (struct bd__shrink_cursor){.at = c.at};
    s->if_bad = c;
    s->if_bad.size++;
}

bool bd__shrink_graft(struct bd__shrinker *s)
{
    struct bd__shrink_cursor c = s->now;
    if (s->best.count > LARGEST) { return false; }
    for (; c.at < s->best.count; c = (struct bd__shrink_cursor){.at = c.at + 1}) {
        if (s->best.item[c.at].type != BD__ITEM_OPEN) { continue; }
        struct deciders d = deciders_of(s, c.at);
        for (; c.mode < (d.first == d.nearest ? 1 : 2);
             c = (struct bd__shrink_cursor){.at = c.at, .mode = c.mode + 1}) {
            uint32_t choice = c.mode == 0 ? d.nearest : d.first, inner;
            const struct bd__tape_item *picked = &s->best.item[choice];
            if (choice == c.at) { break; }
            for (; c.step < INNER_TRIED && (inner = rule_within(s, c.at, c.step)); c.step++, c.size = 0) {
                c.size += c.size == picked->answer; /* that answer gives the wrapper */
                if (c.size > picked->max || c.size >= ANSWERS_TRIED) { continue; }
                propose(s, choice, inner, c);
                return true;
            }
        }
    }
    return false;
}

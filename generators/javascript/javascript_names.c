/* javascript_names.c: the names that are visible at one point of the program, as a stack. The names of a function or
 * block are removed when it ends. A `var` belongs to the function, whatever block it is in. But after the block it is
 * unknown whether it was ever set, so it is hidden: not used any more, but not free either.
 *
 * A new name never equals one on the stack, so that `let` cannot be a redeclaration. To find a number that makes the
 * name unique, it is enough to look through the stack: no word ends in a digit. */
#include "javascript_parts.h"

struct bd_js__name bd_js__new_name(struct bd_js_writer *js)
{
    struct bd_js__name name = {.word = bd_word(js->s, "new name", &js->words.names)};
    if (js->name_count >= js->options.max_identifiers) { /* it will not be remembered, so make it unlike any other */
        name.number = BD_JS__MAX_NAMES + ++js->forgotten;
        return name;
    }
    for (size_t i = 0; i < js->name_count; i++) {
        const struct bd_js__name *other = &js->names[i];
        if (other->number >= name.number && strcmp(other->word, name.word) == 0) {
            name.number = other->number + (other->number == 0 ? 2 : 1); /* item, item2, item3 */
        }
    }
    return name;
}

void bd_js__declare(struct bd_js_writer *js, struct bd_js__name name, enum bd_js__type type, unsigned flags)
{
    if (js->name_count >= js->options.max_identifiers) { return; }
    name.type = type;
    name.flags = flags;
    js->names[js->name_count++] = name;
}

void bd_js__put_new_name(struct bd_js_writer *js, enum bd_js__type type, unsigned flags)
{
    const struct bd_js__name name = bd_js__new_name(js);
    bd_js__put_name(js, name);
    bd_js__declare(js, name, type, flags);
}

static bool fits(const struct bd_js__name *name, enum bd_js__type type, unsigned without)
{
    return (type == BD_JS__EVERY || name->type == type) && !(name->flags & (without | BD_JS__HIDDEN));
}

bool bd_js__has_name(const struct bd_js_writer *js, enum bd_js__type type, unsigned without)
{
    for (size_t i = 0; i < js->name_count; i++) {
        if (fits(&js->names[i], type, without)) { return true; }
    }
    return false;
}

bool bd_js__put_some_name(struct bd_js_writer *js, enum bd_js__type type, unsigned without)
{
    const struct bd_js__name *fitting[BD_JS__MAX_NAMES];
    size_t count = 0;
    for (size_t i = js->name_count; i-- > 0;) { /* latest first */
        if (fits(&js->names[i], type, without)) { fitting[count++] = &js->names[i]; }
    }
    if (count == 0) { return false; }
    bd_js__put_name(js, *fitting[bd_int(js->s, "name", 0, (int64_t)count - 1)]);
    return true;
}

void bd_js__set_hidden(struct bd_js_writer *js, size_t from, size_t to, bool hidden)
{
    for (size_t i = from; i < to; i++) {
        js->names[i].flags = (js->names[i].flags & ~(unsigned)BD_JS__HIDDEN) | (hidden ? BD_JS__HIDDEN : 0);
    }
}

void bd_js__leave_block(struct bd_js_writer *js, size_t count)
{
    size_t kept = count;
    for (size_t i = count; i < js->name_count; i++) {
        if (js->names[i].flags & BD_JS__BLOCK) { continue; }
        js->names[kept] = js->names[i];
        js->names[kept++].flags |= BD_JS__HIDDEN;
    }
    js->name_count = kept;
}

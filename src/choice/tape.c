#include "choice/tape.h"

#include <errno.h>
#include <stdlib.h>

#include "base/die.h"

static const char NAME[] = "bediv-tape ";
const char bd__tape_magic[] = "bediv-tape 1";
enum { ITEM_LIMIT = 1 << 23 };

/* ---- writing --------------------------------------------------------------------------------- */

static void put_label(struct bd__text *out, const char *label)
{
    for (const unsigned char *c = (const unsigned char *)label; *c; c++) {
        if (*c <= ' ' || *c == 0x7f || strchr("{}#%", *c)) {
            bd__text_printf(out, "%%%02x", *c);
        } else {
            bd__text_add(out, (const char *)c, 1);
        }
    }
    if (!*label) { bd__text_puts(out, "%"); } /* the empty label must still be a word */
}

static void indent(struct bd__text *out, unsigned depth)
{
    for (unsigned i = 0; i < depth && i < 40; i++) { bd__text_puts(out, "  "); }
}

/* Writes choice I, and those after it that can share its line. Returns the next choice. */
static uint32_t put_choices(struct bd__text *out, const struct bd__choices *choices, const struct bd__sites *sites,
                            uint32_t i, uint32_t next_span_first)
{
    const struct bd__choice *first = &choices->choice[i];
    const struct bd__site *site = &sites->site[first->site];
    bd__text_puts(out, site->kind == BD_STRUCTURE ? "s " : "v ");
    put_label(out, site->label);
    for (unsigned on_line = 0; i < choices->choice_count && on_line < 64; i++, on_line++) {
        const struct bd__choice *c = &choices->choice[i];
        bool same = c->site == first->site && c->max == first->max && c->span == first->span;
        if (on_line && (!same || i >= next_span_first)) { break; }
        bd__text_puts(out, " ");
        bd__text_number(out, c->answer);
    }
    bd__text_puts(out, " of ");
    bd__text_number(out, first->max);
    bd__text_puts(out, "\n");
    return i;
}

void bd__tape_format(struct bd__text *out, const struct bd__choices *choices, const struct bd__sites *sites)
{
    uint32_t span = 0, next = 1, i = 0;
    unsigned depth = 0;
    for (;;) {
        /* Open what begins here, else close what has ended, else write the next choice. A span's parent is always the
         * span open around it, so a walk in the order of opening visits all of them. */
        if (next < choices->span_count && choices->span[next].first == i && choices->span[next].parent == span) {
            indent(out, depth++);
            put_label(out, sites->site[choices->span[next].site].label);
            bd__text_puts(out, " {\n");
            span = next++;
        } else if (span && choices->span[span].end <= i) {
            indent(out, --depth);
            bd__text_puts(out, "}\n");
            span = choices->span[span].parent;
        } else if (i < choices->choice_count) {
            indent(out, depth);
            i = put_choices(out, choices, sites, i,
                            next < choices->span_count ? choices->span[next].first : UINT32_MAX);
        } else {
            return;
        }
    }
}

/* ---- parsing --------------------------------------------------------------------------------- */

struct parser {
    struct bd__tape *tape;
    uint32_t capacity;
    size_t labels_used;
    uint32_t open[BD__TAPE_DEPTH];
    uint32_t depth;
    unsigned line;
    const char *problem; /* set once */
};

bool bd__tape_recognise(const char *text, size_t size)
{
    size_t length = strlen(NAME);
    return size > length && memcmp(text, NAME, length) == 0 && text[length] >= '0' && text[length] <= '9';
}

/* Does it have the version that this parser reads? */
static bool is_readable(const char *text, size_t size)
{
    size_t length = strlen(bd__tape_magic);
    return size >= length && memcmp(text, bd__tape_magic, length) == 0 &&
           (size == length || text[length] == '\n' || text[length] == '\r');
}

static struct bd__tape_item *add_item(struct parser *p, int type)
{
    struct bd__tape *tape = p->tape;
    if (tape->count >= ITEM_LIMIT) {
        p->problem = "too many choices";
        return NULL;
    }
    if (tape->count == p->capacity) {
        p->capacity = p->capacity ? 2 * p->capacity : 64;
        tape->item = realloc(tape->item, p->capacity * sizeof *tape->item);
        if (!tape->item) { bd__die("out of memory"); }
    }
    struct bd__tape_item *item = &tape->item[tape->count++];
    *item = (struct bd__tape_item){.type = (unsigned)type};
    return item;
}

/* Appends WORD, decoded, to the labels. The copy is never longer than the word. */
static const char *keep_label(struct parser *p, const char *word)
{
    char *to = p->tape->labels + p->labels_used, *start = to;
    for (; *word; word++) {
        if (*word == '%' && bd__text_hex(word[1]) >= 0 && bd__text_hex(word[2]) >= 0) {
            *to++ = (char)(bd__text_hex(word[1]) * 16 + bd__text_hex(word[2]));
            word += 2;
        } else if (*word != '%') {
            *to++ = *word;
        }
    }
    *to++ = 0;
    p->labels_used = (size_t)(to - p->tape->labels);
    return start;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Parsing spends most of its time here. Words are short, so calling a library function does not pay. */
static char *next_word(char **rest)
{
    char *word = *rest;
    while (is_blank(*word)) { word++; }
    if (!*word) { return NULL; }
    char *end = word;
    while (*end && !is_blank(*end)) { end++; }
    *rest = *end ? end + 1 : end;
    *end = 0;
    return word;
}

static bool parse_number(const char *word, uint64_t *number)
{
    char *end;
    if (!word || *word < '0' || *word > '9') { return false; }
    errno = 0;
    *number = strtoull(word, &end, 10);
    return errno == 0 && *end == 0;
}

/* Parses "s LABEL ANSWER… of MAX" after its first two words. */
static void parse_choice(struct parser *p, unsigned kind, const char *word, char *rest)
{
    const char *label = keep_label(p, word);
    uint32_t first = p->tape->count;
    uint64_t number;
    while ((word = next_word(&rest)) && strcmp(word, "of") != 0) {
        if (!parse_number(word, &number)) {
            p->problem = "an answer must be a whole number from 0 to 2^64-1";
            return;
        }
        struct bd__tape_item *item = add_item(p, BD__ITEM_CHOICE);
        if (!item) { return; }
        item->kind = kind;
        item->label = label;
        item->answer = number;
    }
    if (p->tape->count == first) {
        p->problem = "no answer (a choice is: s LABEL ANSWER of MAX)";
    } else if (!word) {
        p->problem = "\"of MAX\" is missing (a choice is: s LABEL ANSWER of MAX)";
    } else if (!parse_number(next_word(&rest), &number) || next_word(&rest)) {
        p->problem = "one whole number must follow \"of\"";
    } else {
        for (uint32_t i = first; i < p->tape->count; i++) {
            p->tape->item[i].max = number;
            if (p->tape->item[i].answer > number) { p->problem = "an answer is larger than its maximum"; }
        }
    }
}

static void parse_line(struct parser *p, char *line)
{
    char *rest = line, *word = next_word(&rest), *second = word ? next_word(&rest) : NULL;
    if (!word || *word == '#') { return; }
    if (strcmp(word, "}") == 0 && !second) {
        if (p->depth == 0) {
            p->problem = "a } without a rule to close";
            return;
        }
        struct bd__tape_item *item = add_item(p, BD__ITEM_CLOSE);
        if (item) { p->tape->item[p->open[--p->depth]].end = p->tape->count - 1; }
    } else if (second && strcmp(second, "{") == 0) {
        /* The reader has one frame for the whole input and one for each rule. */
        p->problem = next_word(&rest)                 ? "nothing may follow a {"
                     : p->depth == BD__TAPE_DEPTH - 1 ? "rules nest too deeply"
                                                      : NULL;
        if (p->problem) { return; }
        struct bd__tape_item *item = add_item(p, BD__ITEM_OPEN);
        if (item) {
            item->label = keep_label(p, word);
            p->open[p->depth++] = p->tape->count - 1;
        }
    } else if (second && (strcmp(word, "s") == 0 || strcmp(word, "v") == 0)) {
        parse_choice(p, *word == 's' ? BD_STRUCTURE : BD_VALUE, second, rest);
    } else {
        p->problem = "neither a choice (s or v), nor a rule (NAME {), nor a }";
    }
}

enum bd_status bd__tape_parse(struct bd__tape *tape, const char *text, size_t size, const char *path,
                              const struct bd__log *log)
{
    *tape = (struct bd__tape){0};
    struct parser p = {.tape = tape, .line = 1};
    char *copy = malloc(size + 1);
    tape->labels = malloc(size + 1);
    if (!copy || !tape->labels) { bd__die("out of memory"); }
    memcpy(copy, text, size);
    copy[size] = 0;
    if (!bd__tape_recognise(text, size)) {
        p.problem = "not a tape: the first line must be \"bediv-tape 1\"";
    } else if (!is_readable(text, size)) {
        p.problem = "a tape of another version: this program reads \"bediv-tape 1\"; use the program that wrote it";
    } else if (strlen(copy) != size) {
        p.problem = "the file contains a NUL byte";
        for (const char *c = copy; (c = strchr(c, '\n')); c++) { p.line++; }
    }
    char *line = strchr(copy, '\n');
    while (line && !p.problem) {
        char *end = strchr(++line, '\n');
        if (end) { *end = 0; }
        p.line++;
        parse_line(&p, line);
        line = end;
    }
    if (!p.problem && p.depth) { p.problem = "the file ends inside a rule: a } is missing"; }
    if (!p.problem) { add_item(&p, BD__ITEM_CLOSE); }
    free(copy);
    if (!p.problem) { return BD_OK; }
    bd__error(log, "%s:%u: %s", path, p.line, p.problem);
    bd__tape_clear(tape);
    return BD_FORMAT;
}

void bd__tape_clear(struct bd__tape *tape)
{
    free(tape->item);
    free(tape->labels);
    *tape = (struct bd__tape){0};
}

/* ---- replay ---------------------------------------------------------------------------------- */

/* LeakSanitizer does not search the arena, which holds the reader. When a target exits, it would report our array as
 * the target's leak, and the failure would no longer be the exit. */
void __lsan_ignore_object(const void *block) __attribute__((weak));

void bd__tape_rewind(struct bd__tape_reader *reader, const struct bd__tape *tape)
{
    if (reader->used_capacity < tape->count) {
        free(reader->used);
        reader->used = malloc(tape->count);
        if (!reader->used) { bd__die("out of memory"); }
        if (__lsan_ignore_object) { __lsan_ignore_object(reader->used); }
        reader->used_capacity = tape->count;
    }
    memset(reader->used, 0, tape->count);
    reader->tape = tape;
    reader->passed = 0;
    reader->index.built = false;
    reader->depth = reader->lost_depth = 0;
    reader->answered = reader->missing = reader->changed = 0;
    reader->frame[0].next = 0;
    reader->frame[0].end = tape->count - 1;
}

/* The item after I in the same rule. */
static uint32_t after(const struct bd__tape_item *items, uint32_t i)
{
    return items[i].type == BD__ITEM_OPEN ? items[i].end + 1 : i + 1;
}

/* Walks through the open rule. Returns the item + 1, or 0. */
static uint32_t walk(struct bd__tape_reader *reader, const struct bd__tape_key *key)
{
    const struct bd__tape_item *items = reader->tape->item;
    uint32_t end = key->rule, *next = &reader->frame[reader->depth].next;
    while (*next < end && reader->used[*next]) { *next = after(items, *next); }
    for (uint32_t i = *next; i < end; i = after(items, i)) {
        bool fits = items[i].type == key->type && (key->type == BD__ITEM_OPEN || items[i].kind == key->kind);
        if (fits && !reader->used[i] && strcmp(items[i].label, key->label) == 0) { return i + 1; }
        reader->passed++;
    }
    return 0;
}

/* The first unused item of the open rule with this TYPE, LABEL and, for a choice, KIND. */
static struct bd__tape_item *find(struct bd__tape_reader *reader, unsigned type, const char *label, unsigned kind)
{
    enum { CHEAP = 1024 };
    struct bd__tape_key key = {label, reader->frame[reader->depth].end, type, kind};
    if (!reader->index.built && reader->passed > CHEAP + 4ull * reader->tape->count) {
        bd__tape_index_build(&reader->index, reader->tape, reader->used);
    }
    uint32_t found = reader->index.built ? bd__tape_index_take(&reader->index, reader->tape, &key) : walk(reader, &key);
    if (!found) { return NULL; }
    reader->used[found - 1] = 1;
    return &reader->tape->item[found - 1];
}

uint64_t bd__tape_answer(struct bd__tape_reader *reader, const char *label, unsigned kind, uint64_t max)
{
    struct bd__tape_item *item = reader->lost_depth ? NULL : find(reader, BD__ITEM_CHOICE, label, kind);
    if (!item) {
        reader->missing++;
        return 0;
    }
    reader->answered++;
    if (item->max != max) { reader->changed++; }
    return item->answer <= max ? item->answer : max;
}

bool bd__tape_offers(const struct bd__tape_reader *reader, const char *label, unsigned kind)
{
    const struct bd__tape_item *items = reader->tape->item;
    uint32_t end = reader->frame[reader->depth].end;
    for (uint32_t i = reader->frame[reader->depth].next; i < end; i = after(items, i)) {
        bool fits = items[i].type == BD__ITEM_CHOICE && items[i].kind == kind && !reader->used[i];
        if (fits && strcmp(items[i].label, label) == 0) { return !reader->lost_depth; }
    }
    return false;
}

void bd__tape_enter(struct bd__tape_reader *reader, const char *rule)
{
    struct bd__tape_item *item =
        reader->lost_depth || reader->depth + 1 == BD__TAPE_DEPTH ? NULL : find(reader, BD__ITEM_OPEN, rule, 0);
    if (!item) {
        reader->lost_depth++;
        return;
    }
    reader->depth++;
    reader->frame[reader->depth].next = (uint32_t)(item - reader->tape->item) + 1;
    reader->frame[reader->depth].end = item->end;
}

void bd__tape_leave(struct bd__tape_reader *reader)
{
    if (reader->lost_depth) {
        reader->lost_depth--;
    } else if (reader->depth) {
        reader->depth--;
    }
}

bool bd__tape_misfit(const struct bd__tape_reader *reader, struct bd__text *out)
{
    uint32_t unused = 0;
    for (uint32_t i = 0; i < reader->tape->count; i++) {
        unused += reader->tape->item[i].type == BD__ITEM_CHOICE && !reader->used[i];
    }
    if (!reader->missing && !reader->changed && !unused) { return false; }
    bd__text_printf(out,
                    "%u choices answered from the tape, %u of them with a domain of another size; %u not on the tape, "
                    "answered 0; %u on the tape, not drawn",
                    reader->answered, reader->changed, reader->missing, unused);
    return true;
}

void bd__tape_reader_clear(struct bd__tape_reader *reader)
{
    free(reader->used);
    bd__tape_index_clear(&reader->index);
    *reader = (struct bd__tape_reader){0};
}

/* ---- tapes from choices ------------------------------------------------------------------------ */

uint32_t bd__tape_items(const struct bd__choices *choices)
{
    return choices->choice_count + 2 * (choices->span_count - 1) + 1;
}

static void append(struct bd__tape *tape, struct bd__tape_item item)
{
    tape->item[tape->count++] = item;
}

/* The walk of bd__tape_format. */
void bd__tape_take(struct bd__tape *tape, const struct bd__choices *choices, const struct bd__sites *sites)
{
    uint32_t span = 0, next = 1, i = 0, depth = 0, open[BD__TAPE_DEPTH];
    tape->count = 0;
    for (;;) {
        const struct bd__span *opens = next < choices->span_count ? &choices->span[next] : NULL;
        if (opens && opens->first == i && opens->parent == span && depth < BD__TAPE_DEPTH - 1) {
            open[depth++] = tape->count;
            append(tape, (struct bd__tape_item){.type = BD__ITEM_OPEN, .label = sites->site[opens->site].label});
            span = next++;
        } else if (span && choices->span[span].end <= i) {
            tape->item[open[--depth]].end = tape->count;
            append(tape, (struct bd__tape_item){.type = BD__ITEM_CLOSE});
            span = choices->span[span].parent;
        } else if (i < choices->choice_count) {
            const struct bd__choice *c = &choices->choice[i++];
            append(tape, (struct bd__tape_item){.type = BD__ITEM_CHOICE,
                                                .kind = c->kind,
                                                .answer = c->answer,
                                                .max = c->max,
                                                .label = sites->site[c->site].label});
        } else {
            append(tape, (struct bd__tape_item){.type = BD__ITEM_CLOSE});
            return;
        }
    }
}

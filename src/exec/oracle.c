/* oracle.c: a target's own verdict, in its own words. They go where a remote's words go: into the account in the pulse. */
#include <bediv/oracle.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/printable.h"
#include "exec/fault.h"

/* Without a worker, as inside another fuzzer, stderr is all there is. */
static void record(const char *what, const struct bd__text *words)
{
    struct bd__pulse *pulse = bd__fault_pulse();
    struct bd__text text = {0};
    bd__printable_line(&text, what, strlen(what));
    bd__text_puts(&text, "\n");
    bd__printable_line(&text, bd__text_str(words), words->size);
    bd__text_puts(&text, "\n");
    if (pulse) {
        bd__account_set(&pulse->account, bd__text_str(&text), text.size, false);
    } else {
        fputs(bd__text_str(&text), stderr);
    }
    bd__text_clear(&text);
}

enum bd_verdict bd_wrong(const char *what, const char *format, ...)
{
    struct bd__text words = {0};
    va_list arguments;
    va_start(arguments, format);
    bd__text_vprintf(&words, format, arguments);
    va_end(arguments);
    record(what, &words);
    bd__text_clear(&words);
    return BD_FAILURE;
}

/* ---- two sides ------------------------------------------------------------------------------------- */

static size_t first_difference(const struct bd_side *left, const struct bd_side *right)
{
    const char *l = left->data, *r = right->data;
    size_t i = 0, end = left->size < right->size ? left->size : right->size;
    while (l && r && i < end && l[i] == r[i]) { i++; }
    return i;
}

/* What SIDE says around the byte AT. */
static void excerpt(struct bd__text *out, const struct bd_side *side, size_t at)
{
    enum { BEFORE = 24, AFTER = 72 };
    size_t from = at > BEFORE ? at - BEFORE : 0, left = side->size - from;
    bd__text_printf(out, "%s ", side->name);
    if (!side->data) {
        bd__text_puts(out, "has no result");
        return;
    }
    bd__text_puts(out, from ? "…\"" : "\"");
    bd__printable_line(out, (const char *)side->data + from, left < BEFORE + AFTER ? left : BEFORE + AFTER);
    bd__text_puts(out, left > BEFORE + AFTER ? "\"…" : "\"");
}

static void print(const struct bd_side *side)
{
    enum { MOST = 64 << 10 };
    struct bd__text shown = {0};
    if (side->data) { bd__printable_lines(&shown, side->data, side->size < MOST ? side->size : MOST); }
    fprintf(stderr, "---- %s: %s%s\n", side->name, side->data ? "\n" : "no result", bd__text_str(&shown));
    bd__text_clear(&shown);
}

enum bd_verdict bd_same(const char *what, const struct bd_side *left, const struct bd_side *right)
{
    size_t at = first_difference(left, right);
    bool same = !left->data == !right->data && left->size == right->size && at == left->size;
    if (same) { return BD_VALID; }
    struct bd__text words = {0};
    bd__text_printf(&words, "from byte %zu on, ", at);
    excerpt(&words, left, at);
    bd__text_puts(&words, ", ");
    excerpt(&words, right, at);
    record(what, &words);
    print(left);
    print(right);
    bd__text_clear(&words);
    return BD_FAILURE;
}

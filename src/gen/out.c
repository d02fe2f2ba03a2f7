#include "gen/out.h"

#include <bediv/draws.h>
#include <stdarg.h>
#include <stdio.h>

void bd__out_begin(struct bd_out *out)
{
    out->size = 0;
    out->overflow = false;
    out->object = NULL;
    out->destroy = NULL;
}

void bd__out_end(struct bd_out *out)
{
    void *object = out->object;
    out->object = NULL; /* first: a destructor that crashes must not be called again */
    if (object && out->destroy) { out->destroy(object); }
}

void bd_give(struct bd_out *out, void *object, void (*destroy)(void *object))
{
    bd__out_end(out);
    out->object = object;
    out->destroy = destroy;
}

void bd_put_bytes(struct bd_out *out, const void *data, size_t size)
{
    if (size > out->capacity - out->size) {
        size = out->capacity - out->size;
        out->overflow = true;
    }
    if (size) { memcpy(out->data + out->size, data, size); }
    out->size += size;
    if (out->size > out->budget) { *out->spend = true; }
}

void bd_put_number(struct bd_out *out, int64_t number)
{
    char digits[24], *at = digits + sizeof digits;
    uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
    do {
        *--at = (char)('0' + rest % 10);
    } while (rest /= 10);
    if (number < 0) { *--at = '-'; }
    bd_put_bytes(out, at, (size_t)(digits + sizeof digits - at));
}

void bd_print(struct bd_out *out, const char *format, ...)
{
    char *at = (char *)out->data + out->size;
    size_t room = out->capacity - out->size;
    va_list args;
    va_start(args, format);
    int size = vsnprintf(at, room, format, args);
    va_end(args);
    /* vsnprintf needs a byte for its NUL, which does not become part of the input. */
    if (size < 0 || (size_t)size >= room) {
        out->overflow = true;
        return;
    }
    out->size += (size_t)size;
    if (out->size > out->budget) { *out->spend = true; }
}

int64_t bd_put_int(struct bd_source *s, struct bd_out *out, const char *label, int64_t lo, int64_t hi)
{
    int64_t number = bd_int(s, label, lo, hi);
    bd_put_number(out, number);
    return number;
}

int64_t bd_put_edge_int(struct bd_source *s, struct bd_out *out, const char *label, int64_t least, int64_t most)
{
    int64_t number = bd_edge_int(s, label, least, most);
    bd_put_number(out, number);
    return number;
}

const char *bd_put_word(struct bd_source *s, struct bd_out *out, const char *label, const struct bd_dict *dict)
{
    const char *word = bd_word(s, label, dict);
    bd_put(out, word);
    return word;
}

char bd_put_char_of(struct bd_source *s, struct bd_out *out, const char *label, const char *alphabet)
{
    char c = bd_char(s, label, alphabet);
    bd_put_char(out, c);
    return c;
}

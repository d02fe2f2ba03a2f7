#include "gen/garble.h"

#include <bediv/draws.h>
#include <ctype.h>

struct garbling {
    struct bd_source *s;
    struct bd_out *out; /* never empty */
    uint8_t *scratch;
};

/* A part of the input. */
struct part {
    size_t at, size;
    uint32_t span; /* whose output it is; 0: of none */
};

/* ---- choosing a piece ------------------------------------------------------------------------------ */

static size_t position(struct garbling *d, const char *label)
{
    return (size_t)bd_int(d->s, label, 0, (int64_t)d->out->size - 1);
}

static bool in_word(uint8_t c)
{
    return isalnum(c) || c == '_' || c >= 0x80;
}

/* The word around byte AT, or that byte alone. */
static struct part token_at(const struct bd_out *out, size_t at)
{
    size_t begin = at, end = at + 1;
    if (in_word(out->data[at])) {
        while (begin > 0 && in_word(out->data[begin - 1])) { begin--; }
        while (end < out->size && in_word(out->data[end])) { end++; }
    }
    return (struct part){begin, end - begin, 0};
}

static struct part of_span(const struct garbling *d, uint32_t span)
{
    const uint32_t *place = d->s->place[span];
    /* Earlier garbling may have moved or removed it. */
    size_t end = place[1] < d->out->size ? place[1] : d->out->size, at = place[0] < end ? place[0] : end;
    return (struct part){at, end - at, span};
}

static struct part any_span(struct garbling *d)
{
    uint32_t last = d->s->span_count - 1;
    return of_span(d, last ? 1 + (uint32_t)bd_int(d->s, "garbled rule", 0, last - 1) : 0);
}

static struct part any_piece(struct garbling *d)
{
    enum { SPAN, TOKEN, BYTES, KINDS };
    struct part piece = {0};
    switch (bd_pick(d->s, "garbled part", KINDS)) {
    case SPAN: piece = any_span(d); break;
    case TOKEN: piece = token_at(d->out, position(d, "garbled place")); break;
    default:
        piece.at = position(d, "garbled place");
        piece.size = 1 + bd_count(d->s, "more garbled bytes", 2, 32);
        break;
    }
    if (piece.size > d->out->size - piece.at) { piece.size = d->out->size - piece.at; }
    return piece;
}

/* Another piece like ORIGINAL: the output of a rule of the same name, if it is the output of one. */
static struct part another(struct garbling *d, struct part original)
{
    if (!original.span) { return token_at(d->out, position(d, "other place")); }
    const struct bd__span *span = d->s->span;
    uint32_t same = 0, chosen;
    for (uint32_t i = 1; i < d->s->span_count; i++) { same += span[i].site == span[original.span].site; }
    chosen = (uint32_t)bd_int(d->s, "other rule", 0, same - 1);
    for (uint32_t i = 1; i < d->s->span_count; i++) {
        if (span[i].site == span[original.span].site && chosen-- == 0) { return of_span(d, i); }
    }
    return original;
}

/* ---- damaging it ----------------------------------------------------------------------------------- */

/* Replaces PIECE by SIZE bytes of DATA, which is not part of the input. Does nothing if there is no room. */
static void put(struct garbling *d, struct part piece, const void *data, size_t size)
{
    struct bd_out *out = d->out;
    size_t room = (out->budget < out->capacity ? out->budget : out->capacity);
    if (out->size - piece.size > room || size > room - (out->size - piece.size)) { return; }
    uint8_t *at = out->data + piece.at;
    memmove(at + size, at + piece.size, out->size - piece.at - piece.size);
    if (size) { memcpy(at, data, size); }
    out->size = out->size - piece.size + size;
}

/* Copies PIECE out of the input, because putting it somewhere moves what is there. */
static size_t copy(struct garbling *d, struct part piece)
{
    size_t size = piece.size < BD__GARBLE_PIECE ? piece.size : BD__GARBLE_PIECE;
    if (size) { memcpy(d->scratch, d->out->data + piece.at, size); }
    return size;
}

static void repeat(struct garbling *d, struct part piece)
{
    static const unsigned times[] = {1, 2, 10, 100}, weights[] = {6, 3, 2, 1};
    size_t size = copy(d, piece);
    unsigned count = times[bd_pick_weighted(d->s, "repeated", weights, sizeof times / sizeof *times)];
    for (unsigned i = 0; i < count; i++) { put(d, (struct part){piece.at, 0, 0}, d->scratch, size); }
}

static void move(struct garbling *d, struct part piece)
{
    size_t size = copy(d, piece);
    put(d, piece, NULL, 0);
    size_t to = (size_t)bd_int(d->s, "moved to", 0, (int64_t)d->out->size);
    put(d, (struct part){to, 0, 0}, d->scratch, size);
}

static void change(struct garbling *d, struct part piece)
{
    bd_bytes(d->s, "garbled byte", d->out->data + piece.at, piece.size < 8 ? piece.size : 8);
}

/* The next number from PIECE on becomes one at the edge of a type, or past it. */
static void to_edge(struct garbling *d, struct part piece)
{
    const struct bd_out *out = d->out;
    size_t at = piece.at, end;
    while (at < out->size && !isdigit(out->data[at])) { at++; }
    for (end = at; end < out->size && isdigit(out->data[end]); end++) {}
    const char *word = bd_word(d->s, "edge", &bd_edge_numbers);
    if (end > at) { put(d, (struct part){at, end - at, 0}, word, strlen(word)); }
}

static void garble_once(struct garbling *d)
{
    enum { REMOVE, REPEAT, REPLACE, MOVE, CHANGE, EDGE, WAYS };
    BD_RULE(d->s, "garble");
    size_t way = bd_pick(d->s, "garbled by", WAYS);
    struct part piece = any_piece(d);
    switch (way) {
    case REPEAT: repeat(d, piece); break;
    case REPLACE: put(d, piece, d->scratch, copy(d, another(d, piece))); break;
    case MOVE: move(d, piece); break;
    case CHANGE: change(d, piece); break;
    case EDGE: to_edge(d, piece); break;
    default: put(d, piece, NULL, 0); break;
    }
}

void bd__garble(struct bd_source *s, struct bd_out *out, double share, uint8_t *scratch)
{
    enum { MOST = 8 };
    static const char label[] = "garblings";
    bool from_tape = s->mode == BD__SOURCE_TAPE;
    if (from_tape ? !bd__tape_offers(&s->reader, label, BD_STRUCTURE) : !(share > 0)) { return; }
    /* A geometric number with this mean is above 0 with probability SHARE. A tape does not ask for the mean. */
    static const double LARGEST = 0.99;
    double mean = from_tape ? 1 : share < LARGEST ? share / (1 - share) : LARGEST / (1 - LARGEST);
    struct garbling d = {s, out, scratch};
    for (size_t rest = bd_count(s, label, mean, MOST); rest > 0 && out->size > 0; rest--) { garble_once(&d); }
}

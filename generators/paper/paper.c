#include "paper.h"

/* What one choice costs, in bytes. */
enum { FLAG = 1, CHARACTER = 1, ONE_OF = 4, GEOMETRIC = 8 };

/* Before each draw. From the draw that exceeds the budget on, all draws answer 0. */
static void pay(struct bd_paper *p, size_t bytes)
{
    const bool could = p->bytes <= BD_PAPER_BYTES;
    p->bytes += bytes;
    if (could && p->bytes > BD_PAPER_BYTES) { bd_discard(p->s, "needs more than 10240 choice bytes"); }
}

static size_t one_of(struct bd_paper *p, enum bd_kind kind, const char *label, size_t count)
{
    if (count < 2) { return 0; }
    pay(p, ONE_OF);
    return bd_choose(p->s, kind, label, &(struct bd_domain){.max = count - 1});
}

bool bd_paper_flag(struct bd_paper *p, const char *label)
{
    pay(p, FLAG);
    return bd_flag(p->s, label);
}

size_t bd_paper_pick(struct bd_paper *p, const char *label, size_t count)
{
    return one_of(p, BD_STRUCTURE, label, count);
}

size_t bd_paper_count(struct bd_paper *p, const char *label, double mean, size_t max)
{
    pay(p, GEOMETRIC);
    return bd_count(p->s, label, mean, max);
}

size_t bd_paper_index(struct bd_paper *p, const char *label, size_t count)
{
    return one_of(p, BD_VALUE, label, count);
}

bool bd_paper_truth(struct bd_paper *p, const char *label)
{
    pay(p, FLAG);
    return bd_choose(p->s, BD_VALUE, label, &(struct bd_domain){.max = 1});
}

int64_t bd_paper_int(struct bd_paper *p, const char *label, int64_t lo, int64_t hi)
{
    pay(p, ONE_OF);
    return bd_int(p->s, label, lo, hi);
}

const char *bd_paper_word(struct bd_paper *p, const char *label, const struct bd_dict *dict)
{
    return dict->count > 0 ? dict->words[one_of(p, BD_VALUE, label, dict->count)] : "";
}

char bd_paper_char(struct bd_paper *p, const char *label)
{
    enum { CHARACTERS = 127 };
    pay(p, CHARACTER);
    /* A whole byte, so that it costs one byte in our streams, too. The original reads it with its sign. */
    const int byte = (int)bd_choose(p->s, BD_VALUE, label, &(struct bd_domain){.max = UINT8_MAX});
    const int with_sign = byte > INT8_MAX ? byte - (UINT8_MAX + 1) : byte;
    return (char)((with_sign + 2 * CHARACTERS) % CHARACTERS);
}

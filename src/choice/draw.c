/* draw.c: the draws of bediv.h, each a few lines on top of bd_choose. */
#include "choice/draw.h"

#include <bediv.h>

static uint64_t uniform(struct bd_source *s, enum bd_kind kind, const char *label, uint64_t max)
{
    return bd_choose(s, kind, label, &(struct bd_domain){.max = max});
}

size_t bd_pick(struct bd_source *s, const char *label, size_t count)
{
    return count ? uniform(s, BD_STRUCTURE, label, count - 1) : 0;
}

size_t bd_pick_weighted(struct bd_source *s, const char *label, const unsigned *weights, size_t count)
{
    if (count == 0) { return 0; }
    struct bd_domain domain = {.max = count - 1, .shape = BD_WEIGHTED, .weights = weights};
    return bd_choose(s, BD_STRUCTURE, label, &domain);
}

bool bd_flag(struct bd_source *s, const char *label)
{
    return uniform(s, BD_STRUCTURE, label, 1);
}

bool bd_more(struct bd_source *s, const char *label, double mean)
{
    /* A geometric answer cut off at 1 is a coin with P(1) = mean / (1 + mean). */
    return bd_choose(s, BD_STRUCTURE, label, &(struct bd_domain){.max = 1, .shape = BD_GEOMETRIC, .mean = mean});
}

size_t bd_count(struct bd_source *s, const char *label, double mean, size_t max)
{
    return bd_choose(s, BD_STRUCTURE, label, &(struct bd_domain){.max = max, .shape = BD_GEOMETRIC, .mean = mean});
}

int64_t bd__int_at(uint64_t answer, int64_t lo, int64_t hi)
{
    if (lo > 0) { return (int64_t)((uint64_t)lo + answer); }
    if (hi < 0) { return (int64_t)((uint64_t)hi - answer); }
    return answer <= (uint64_t)hi ? (int64_t)answer : (int64_t)((uint64_t)hi - answer);
}

int64_t bd_int(struct bd_source *s, const char *label, int64_t lo, int64_t hi)
{
    if (hi <= lo) { return lo; }
    return bd__int_at(uniform(s, BD_VALUE, label, (uint64_t)hi - (uint64_t)lo), lo, hi);
}

double bd_real(struct bd_source *s, const char *label, double lo, double hi)
{
    double share = (double)uniform(s, BD_VALUE, label, (uint64_t)1 << 53) * 0x1p-53;
    return share == 1 ? hi : lo * (1 - share) + hi * share; /* never overflows or leaves the range */
}

void bd_bytes(struct bd_source *s, const char *label, uint8_t *buf, size_t count)
{
    for (size_t i = 0; i < count; i++) { buf[i] = (uint8_t)uniform(s, BD_VALUE, label, 255); }
}

char bd_char(struct bd_source *s, const char *label, const char *alphabet)
{
    size_t count = strlen(alphabet);
    return count ? alphabet[uniform(s, BD_VALUE, label, count - 1)] : 0;
}

const char *bd_word(struct bd_source *s, const char *label, const struct bd_dict *dict)
{
    return dict && dict->count ? dict->words[uniform(s, BD_VALUE, label, dict->count - 1)] : "";
}

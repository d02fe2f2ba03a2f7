/* draw_edges.c: numbers at the edges of types and ranges. */
#include <bediv/draws.h>
#include <float.h>
#include <math.h>

#include "choice/blend.h"
#include "choice/draw.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* ---- The edges of types ---- */

#define BD__EDGE(number) #number,
#define BD__EDGE_TEXT(text) text,
static const char *const edge_texts[] = {
#include "choice/edges.def"
};
#undef BD__EDGE
#undef BD__EDGE_TEXT
const struct bd_dict bd_edge_numbers = {edge_texts, COUNT_OF(edge_texts)};

#define BD__EDGE(number) INT64_C(number),
#define BD__EDGE_TEXT(text)
static const int64_t edge_integers[] = {
#include "choice/edges.def"
};
#undef BD__EDGE
#undef BD__EDGE_TEXT

/* ---- The numbers of a draw, in order of simplicity ----
 *
 *     index     0 … usual-1                       usual …
 *     number    a range, ordered as by bd_int     edges outside that range, ordered by magnitude
 *
 * So a smaller index is a simpler number, and shrinking finds the simplest one that fails.
 */

enum { ENDS = 4, MOST_EDGES = COUNT_OF(edge_integers) + ENDS };

struct numbers {
    int64_t lo, hi;
    uint64_t usual;              /* how many from LO to HI */
    uint64_t inside[MOST_EDGES]; /* the indexes of edges in that range, ascending */
    int64_t outside[MOST_EDGES]; /* the other edges */
    size_t inside_count, outside_count;
};

/* The inverse of bd__int_at. */
static uint64_t index_in(int64_t number, int64_t lo, int64_t hi)
{
    if (lo > 0) { return (uint64_t)number - (uint64_t)lo; }
    return hi < 0 || number < 0 ? (uint64_t)hi - (uint64_t)number : (uint64_t)number;
}

static uint64_t magnitude(int64_t number)
{
    return number < 0 ? -(uint64_t)number : (uint64_t)number;
}

static bool is_simpler(int64_t a, int64_t b)
{
    return magnitude(a) != magnitude(b) ? magnitude(a) < magnitude(b) : a > b;
}

static void add_inside(struct numbers *n, uint64_t index)
{
    size_t i = n->inside_count;
    while (i > 0 && index < n->inside[i - 1]) { i--; }
    if (i > 0 && n->inside[i - 1] == index) { return; }
    memmove(n->inside + i + 1, n->inside + i, (n->inside_count - i) * sizeof *n->inside);
    n->inside[i] = index;
    n->inside_count++;
}

static void add_outside(struct numbers *n, int64_t number)
{
    size_t i = n->outside_count;
    while (i > 0 && is_simpler(number, n->outside[i - 1])) { i--; }
    if (i > 0 && n->outside[i - 1] == number) { return; }
    memmove(n->outside + i + 1, n->outside + i, (n->outside_count - i) * sizeof *n->outside);
    n->outside[i] = number;
    n->outside_count++;
}

static void add_edge(struct numbers *n, int64_t number)
{
    if (number >= n->lo && number <= n->hi) {
        add_inside(n, index_in(number, n->lo, n->hi));
    } else {
        add_outside(n, number);
    }
}

static void add_edges(struct numbers *n, int64_t least, int64_t most)
{
    for (size_t i = 0; i < COUNT_OF(edge_integers); i++) {
        if (edge_integers[i] >= least && edge_integers[i] <= most) { add_edge(n, edge_integers[i]); }
    }
    add_edge(n, least);
    add_edge(n, most);
    if (least < most) {
        add_edge(n, least + 1);
        add_edge(n, most - 1);
    }
}

/* The usual numbers are those from LO to HI, but at most 2^61 near zero, so that there are answers for edges, too. */
static void begin(struct numbers *n, int64_t lo, int64_t hi)
{
    const uint64_t largest = (uint64_t)1 << 61;
    const int64_t half = (int64_t)1 << 60;
    if ((uint64_t)hi - (uint64_t)lo >= largest) {
        if (lo > -half) {
            hi = lo + (int64_t)(largest - 1);
        } else if (hi < half) {
            lo = hi - (int64_t)(largest - 1);
        } else {
            lo = 1 - half;
            hi = half;
        }
    }
    n->lo = lo;
    n->hi = hi;
    n->usual = (uint64_t)hi - (uint64_t)lo + 1;
    n->inside_count = n->outside_count = 0;
}

static int64_t number_at(const struct numbers *n, uint64_t index)
{
    return index < n->usual ? bd__int_at(index, n->lo, n->hi) : n->outside[index - n->usual];
}

/* ---- Integers ---- */

int64_t bd_edge_int(struct bd_source *s, const char *label, int64_t least, int64_t most)
{
    if (most <= least) { return least; }
    struct numbers n;
    struct bd__group groups[2 * MOST_EDGES + 2];
    size_t count = 0;
    begin(&n, least, most);
    add_edges(&n, least, most);
    /* Half of the odds for all usual numbers, those between edges and the edges themselves; half for the edges. */
    const double usual = 1 / (double)n.usual, edge = 1 / (double)(n.inside_count + n.outside_count);
    uint64_t next = 0;
    for (size_t i = 0; i < n.inside_count; i++) {
        const uint64_t between = n.inside[i] - next;
        groups[count++] = (struct bd__group){between, (double)between * usual};
        groups[count++] = (struct bd__group){1, usual + edge};
        next = n.inside[i] + 1;
    }
    groups[count++] = (struct bd__group){n.usual - next, (double)(n.usual - next) * usual};
    groups[count++] = (struct bd__group){n.outside_count, (double)n.outside_count * edge};
    return number_at(&n, bd__blend(s, BD_VALUE, label, groups, count));
}

int64_t bd_mostly_int(struct bd_source *s, const char *label, int64_t lo, int64_t hi, int64_t least, int64_t most)
{
    struct numbers n;
    begin(&n, lo, hi < lo ? lo : hi);
    add_edges(&n, least, most < least ? least : most);
    const struct bd__group groups[] = {{n.usual, 15}, {n.outside_count, 1}};
    return number_at(&n, bd__blend(s, BD_VALUE, label, groups, COUNT_OF(groups)));
}

/* ---- Reals ---- */

double bd_special_real(struct bd_source *s, const char *label)
{
    static const double numbers[] = {
        0,
        1,
        -1,
        0.5,
        2,
        -0.0,
        0.1,
        -0.1,
        1e-5,
        1e-7, /* where many languages change to an exponent: below, and at 1e21 */
        127.5,
        255,
        256,
        65535,
        65536,
        16777217, /* 2^24 + 1: no float */
        2147483647,
        2147483648,
        -2147483648.0,
        -2147483649.0,
        4294967295,
        4294967296,
        9007199254740991, /* 2^53 - 1: with all integers up to it, so is the next */
        9007199254740992,
        9007199254740994,
        -9007199254740992,
        9223372036854774784.0, /* the last below 2^63 */
        9223372036854775808.0,
        -9223372036854775808.0,
        18446744073709551616.0,
        1e15,
        1e21,
        1e23, /* lies between two doubles */
        FLT_MAX,
        FLT_MIN,
        1e308,
        DBL_MAX,
        -DBL_MAX,
        DBL_MIN,
        0x1p-1074, /* the smallest, denormal */
        -0x1p-1074,
        1 + DBL_EPSILON,
        1 - DBL_EPSILON / 2,
        INFINITY,
        -INFINITY,
        NAN,
    };
    return numbers[bd_choose(s, BD_VALUE, label, &(struct bd_domain){.max = COUNT_OF(numbers) - 1})];
}

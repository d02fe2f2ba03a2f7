/* bediv/draws.h: draws for what tests forget: numbers at the edges of types and ranges, sizes from 0 to very large,
 * long strings, parts that occur a hundred times, references to things that do not exist.
 *
 *     size_t begin = bd_written(out);
 *     bd_put(out, "item ");
 *     bd_put_edge_int(s, out, "price", 0, 65535);       // 0, 1, 255, 256, 65535, ... as often as all others together
 *     bd_put(out, " named ");
 *     bd_put_repeated(out, "a", bd_size(s, "length", 5000));
 *     bd_put(out, ";");
 *     bd_put_again(s, out, "items like it", begin);     // seldom: the same item ten or a hundred times more
 *
 * They keep the rules of bediv.h: answer 0 leads to the smallest and simplest; a structural draw steers, a value draw
 * only fills in, and the headings say which ones they are; tapes replay them, and shrinking lowers them.
 *
 * A rare mistake or extreme is worth more than a frequent one: most inputs should still be right, or the target rejects
 * them all for the same reason. The shares below are chosen for draws that an input makes a few times.
 */
#ifndef BEDIV_DRAWS_H
#define BEDIV_DRAWS_H

#include <bediv.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Numbers: values ------------------------------------------------------------------------- */

/* An integer from LEAST to MOST. Half of the time all of them are equally likely. Otherwise it is an *edge*: one of
 * the two at either end of the range, a small one, or one at or next to the end of a type or a power of two or ten
 * (127, 128, 255, 256, 257, 1000, -32769, 2147483648, 9007199254740993, ...). The simplest is the one nearest to zero.
 * In a range of more than 2^61 integers, only edges come from beyond the 2^61 nearest to zero. */
int64_t bd_edge_int(struct bd_source *s, const char *label, int64_t least, int64_t most);
/* Draws it, appends it to the input, and returns it. */
int64_t bd_put_edge_int(struct bd_source *s, struct bd_out *out, const char *label, int64_t least, int64_t most);

/* An integer from LO to HI, as bd_int draws it, but one time in sixteen an edge from LEAST to MOST that is not from LO
 * to HI: for counts, positions and lengths, where the usual ones make sense and the others are often errors. The
 * simplest is that of bd_int. */
int64_t bd_mostly_int(struct bd_source *s, const char *label, int64_t lo, int64_t hi, int64_t least, int64_t most);

/* One of about forty numbers that software gets wrong: 0, -0, 0.1, the neighbours of 2^24, 2^31, 2^53 and 2^63, 1e21,
 * 1e308, the smallest and the largest double, denormal ones; and, as the last three, infinity, -infinity and NaN. Where
 * your format cannot say these, test with isfinite() and write something else. The simplest is 0. */
double bd_special_real(struct bd_source *s, const char *label);

/* Edge numbers as text, for bd_word: also some that no type holds (18446744073709551616, 1e309, -1e-400), and some that
 * only text can be (-0, 00). Garbling uses them too. */
extern const struct bd_dict bd_edge_numbers;

/* ---- Sizes and repetitions: structure -------------------------------------------------------- */

/* How many, from 0 to MOST (2^31 at most): a third is 0, 2 in 9 are 1, and each further order of magnitude (2 to 3, 4
 * to 7, 8 to 15, ...) is two thirds as likely as the one before it. Sizes next to powers of two, where buffers end, are
 * likelier than others: 63, 64, 65; so is MOST. If MOST is large, about 1 in 90 is 1024 or more. */
size_t bd_size(struct bd_source *s, const char *label, size_t most);

/* Appends TEXT COUNT times. It draws nothing, so a string of a million bytes costs no more choices than a short one. */
void bd_put_repeated(struct bd_out *out, const char *text, size_t count);

/* How many bytes have been written. */
size_t bd_written(const struct bd_out *out);

/* Appends again what has been written from byte BEGIN on (from bd_written): mostly not (29 of 32), else once, ten times
 * or a hundred times, each equally likely, or fewer if that would be more than 64 KiB. Returns how often. What is
 * repeated should include a separator. Use it in few places: repetitions of repetitions are large. */
size_t bd_put_again(struct bd_source *s, struct bd_out *out, const char *label, size_t begin);

/* ---- References: values ---------------------------------------------------------------------- */

/* What bd_reference draws from: things are numbered from 0 to RIGHT-1. */
struct bd_referents {
    size_t right; /* things of the kind that is meant */
    size_t wrong; /* things of other kinds, numbered from RIGHT on; 0: there are none, or you do not want them */
    size_t self;  /* the thing that refers; BD_NO_SELF: it is not a thing that can be referred to */
};
#define BD_NO_SELF SIZE_MAX

/* The number of a thing to refer to. 29 of 32 are one of the right kind, each equally likely. The others are, as far as
 * they exist and each as often: one of another kind; SELF; RIGHT + WRONG, which no thing has: write a name that nothing
 * has. If there is nothing of the right kind, one of the others. The simplest is 0.
 *
 *     size_t i = bd_reference(s, "base", (struct bd_referents){.right = types, .wrong = groups, .self = me});
 *     bd_put(out, i < types ? type[i].name : i < types + groups ? group[i - types].name : "nowhere");
 *
 * It is one value, so do not draw anything in a branch on it; draw what these branches need before. */
size_t bd_reference(struct bd_source *s, const char *label, struct bd_referents things);

#ifdef __cplusplus
}
#endif
#endif

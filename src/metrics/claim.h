/* claim.h: what a comparison allows to say of A against B, if more is better.
 *
 * "No significant difference" is no evidence that two techniques are equal: with few campaigns it is almost free. So a
 * technique is called not worse only if the data exclude that it is worse by more than a margin, fixed in advance.
 *
 *     better      the corrected p is below α, and A is above B
 *     not worse   else, if the interval of the ratio A / B lies above the margin: at most that little is lost
 *     worse       else, if the corrected p is below α: A is below B
 *     undecided   else
 *
 * A difference that is significant but smaller than the margin is "not worse".
 */
#ifndef BD_METRICS_CLAIM_H
#define BD_METRICS_CLAIM_H

enum bd__claim { BD__CLAIM_UNDECIDED, BD__CLAIM_BETTER, BD__CLAIM_NOT_WORSE, BD__CLAIM_WORSE, BD__CLAIMS };

/* "undecided", "better", "not worse", "worse" */
extern const char *const bd__claim_names[BD__CLAIMS];

/* P: corrected. A12: of A against B. LOW: the lower end of the ratio's interval; NAN: there is none. MARGIN 0: there is none. */
enum bd__claim bd__claim_of(double p, double alpha, double a12, double low, double margin);

#endif

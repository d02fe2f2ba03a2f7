#include "metrics/claim.h"

#include <stdbool.h>

const char *const bd__claim_names[BD__CLAIMS] = {
    [BD__CLAIM_UNDECIDED] = "undecided",
    [BD__CLAIM_BETTER] = "better",
    [BD__CLAIM_NOT_WORSE] = "not worse",
    [BD__CLAIM_WORSE] = "worse",
};

enum bd__claim bd__claim_of(double p, double alpha, double a12, double low, double margin)
{
    bool differs = p < alpha;
    if (differs && a12 > 0.5) { return BD__CLAIM_BETTER; }
    if (margin > 0 && low > margin) { return BD__CLAIM_NOT_WORSE; } /* false for NAN */
    return differs && a12 < 0.5 ? BD__CLAIM_WORSE : BD__CLAIM_UNDECIDED;
}

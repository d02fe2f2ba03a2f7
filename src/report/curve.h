/* curve.h: a measure over time, or over the number of traces: the median of the repetitions, and their spread. */
#ifndef BD_REPORT_CURVE_H
#define BD_REPORT_CURVE_H

#include "metrics/survival.h"
#include "report/results.h"

/* POINTS: of a curve over time; ROOM: at most. */
enum { BD__CURVE_POINTS = 41, BD__CURVE_ROOM = 128, BD__BAND_BY_QUARTILES = 10 };

struct bd__curve {
    size_t count, repetitions;
    double x[BD__CURVE_ROOM], median[BD__CURVE_ROOM];
    /* Lowest and highest value; the quartiles if there are at least BD__BAND_BY_QUARTILES repetitions. */
    double low[BD__CURVE_ROOM], high[BD__CURVE_ROOM];
};

/* The longest campaign on SUBJECT, in seconds: where all its time axes end. */
double bd__curve_longest(const struct bd__experiment *experiment, size_t subject);

/* A MEASURE that has a function `at`, at BD__CURVE_POINTS equally spaced times, interpolated linearly between the rows of
 * plot_data. The curve starts when all repetitions have a row and ends with the longest of them; a repetition that ended earlier
 * keeps its last value. */
void bd__curve_of_time(struct bd__curve *curve, const struct bd__experiment *experiment, size_t measure, size_t subject,
                       size_t technique);

/* B(0), B(1), B(2) of valid inputs over the number of traces, at 1, 2, 5, 10, 20, 50 … traces, up to
 * the number that all repetitions of the technique reach. */
void bd__curve_of_traces(struct bd__curve curve[3], const struct bd__experiment *experiment, size_t subject,
                         size_t technique);

/* Kaplan and Meier's 1 - S in per cent, in steps, up to LIMIT. Of more than BD__CURVE_ROOM / 2 - 1 steps, only some are drawn. */
void bd__curve_of_waits(struct bd__curve *curve, const struct bd__wait *wait, size_t count, double limit);

#endif

/* number.h: numbers for readers: 2,045,915 and 12.4, "–" for unknown. */
#ifndef BD_REPORT_NUMBER_H
#define BD_REPORT_NUMBER_H

/* Returned by value, so that several may be used in one call: bd__number(x, 0).text */
struct bd__number {
    char text[48];
};

/* VALUE with this many DECIMALS, and commas at the thousands. */
struct bd__number bd__number(double value, int decimals);
/* The decimals that show about four digits of VALUE. */
int bd__number_decimals(double value);
/* For the ticks of an axis: 250, 1.5k, 20k, 3M. */
struct bd__number bd__number_short(double value);
/* A p-value: three digits, or "< 0.0001". */
struct bd__number bd__number_p(double p);

#endif

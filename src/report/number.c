#include "report/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct bd__number bd__number(double value, int decimals)
{
    struct bd__number out = {"–"};
    if (!isfinite(value)) { return out; }
    char plain[40];
    int size = snprintf(plain, sizeof plain, "%.*f", decimals, value);
    if (size < 0 || size >= (int)sizeof plain) {
        snprintf(out.text, sizeof out.text, "%.3g", value);
        return out;
    }
    size_t digits = strcspn(plain, "."), to = 0, sign = plain[0] == '-';
    for (size_t i = 0; plain[i] && to + 2 < sizeof out.text; i++) {
        if (i > sign && i < digits && (digits - i) % 3 == 0) { out.text[to++] = ','; }
        out.text[to++] = plain[i];
    }
    out.text[to] = 0;
    return out;
}

int bd__number_decimals(double value)
{
    double size = fabs(value);
    return size >= 1000 || size == 0 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 3;
}

struct bd__number bd__number_short(double value)
{
    struct bd__number out;
    double size = fabs(value);
    double unit = size >= 1e9 ? 1e9 : size >= 1e6 ? 1e6 : size >= 1e4 ? 1e3 : 1;
    snprintf(out.text, sizeof out.text, "%.4g%s", value / unit,
             unit == 1e9   ? "G"
             : unit == 1e6 ? "M"
             : unit == 1e3 ? "k"
                           : "");
    return out;
}

struct bd__number bd__number_p(double p)
{
    struct bd__number out;
    if (p < 0.0001) {
        snprintf(out.text, sizeof out.text, "< 0.0001");
    } else {
        snprintf(out.text, sizeof out.text, "%.*f", p < 0.01 ? 4 : 3, p);
    }
    return out;
}

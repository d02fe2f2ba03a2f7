#include "base/scaled.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const struct bd__unit bd__durations[] = {{"", 1},     {"s", 1},    {"ms", 1e-3}, {"m", 60},
                                         {"min", 60}, {"h", 3600}, {"d", 86400}, {0}};

bool bd__scaled_parse(const char *text, const struct bd__unit *units, double *value)
{
    char *end;
    if ((*text < '0' || *text > '9') && *text != '.') { return false; }
    errno = 0;
    *value = strtod(text, &end);
    if (errno || end == text) { return false; }
    for (; units->suffix; units++) {
        if (strcmp(end, units->suffix) == 0) {
            *value *= units->factor;
            return true;
        }
    }
    return false;
}

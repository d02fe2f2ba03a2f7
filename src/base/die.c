#include "base/die.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void bd__die(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("bediv: internal error: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    abort();
}

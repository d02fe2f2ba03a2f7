#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>

const char *const bd__log_prefix[] = {[BD_LOG_INFO] = "", [BD_LOG_WARNING] = "warning: ", [BD_LOG_ERROR] = "error: "};

void bd__log(const struct bd__log *log, enum bd_log_level level, const char *format, ...)
{
    char text[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    /* It may quote a file that is not what it should be: nothing in it is to command the terminal. */
    for (char *at = text; *at; at++) {
        bool control = (unsigned char)*at < 0x20 || *at == 0x7f;
        if (control && *at != '\n' && *at != '\t') { *at = ' '; }
    }
    if (log && log->sink) {
        log->sink(level, text, log->user);
        return;
    }
    fprintf(stderr, "bediv: %s%s\n", bd__log_prefix[level], text);
}

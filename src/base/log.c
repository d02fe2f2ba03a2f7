#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/printable.h"

const char *const bd__log_prefix[] = {[BD_LOG_INFO] = "", [BD_LOG_WARNING] = "warning: ", [BD_LOG_ERROR] = "error: "};

/* TEXT may quote anything. Lines after the first are indented, so that a quotation cannot pass for a message. */
static void put(struct bd__text *out, const char *text)
{
    struct bd__text shown = {0};
    bd__printable_lines(&shown, text, strlen(text));
    for (const char *at = bd__text_str(&shown); *at; at++) {
        bd__text_add(out, at, 1);
        if (*at == '\n' && at[1] && !strchr(" \t\n", at[1])) { bd__text_puts(out, "  "); }
    }
    bd__text_clear(&shown);
}

void bd__log(const struct bd__log *log, enum bd_log_level level, const char *format, ...)
{
    char text[2048];
    struct bd__text shown = {0};
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    put(&shown, text);
    if (log && log->sink) {
        log->sink(level, bd__text_str(&shown), log->user);
    } else {
        fprintf(stderr, "bediv: %s%s\n", bd__log_prefix[level], bd__text_str(&shown));
    }
    bd__text_clear(&shown);
}

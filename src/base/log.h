/* log.h: messages for people. Each problem is reported once, in one line, where its cause is known. Functions that may
 * run into trouble take a log; none of them writes to a stream directly. */
#ifndef BD_BASE_LOG_H
#define BD_BASE_LOG_H

#include <bediv/engine.h>

struct bd__log {
    void (*sink)(enum bd_log_level level, const char *text, void *user); /* NULL: stderr */
    void *user;
};

void bd__log(const struct bd__log *log, enum bd_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The prefix for each level: "", "warning: ", "error: ". */
extern const char *const bd__log_prefix[];

#define bd__info(log, ...) bd__log(log, BD_LOG_INFO, __VA_ARGS__)
#define bd__warn(log, ...) bd__log(log, BD_LOG_WARNING, __VA_ARGS__)
#define bd__error(log, ...) bd__log(log, BD_LOG_ERROR, __VA_ARGS__)

#endif

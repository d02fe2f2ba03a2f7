#include <bediv/engine.h>

const char *bd_status_text(enum bd_status status)
{
    static const char *const text[] = {
#define X(name, words) words,
        BD_STATUS_LIST(X)
#undef X
    };
    return (size_t)status < sizeof text / sizeof *text ? text[status] : "unknown status";
}

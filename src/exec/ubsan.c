#include "exec/ubsan.h"

#include <ctype.h>
#include <stdio.h>

#include "exec/fault.h"
#include "exec/stack.h"

/* Weak: defined if UBSan's runtime is linked in. */
void __ubsan_get_current_report_data(const char **kind, const char **message, const char **file, unsigned *line,
                                     unsigned *column, char **address) __attribute__((weak));
/* Not weak: the runtime's own is, and comes first. */
void __ubsan_on_report(void);

/* As on stderr, where the message does not begin with a capital letter. */
static void describe(char text[BD__UNDEFINED_TEXT])
{
    const char *kind = "", *message = "", *file = "";
    unsigned line = 0, column = 0;
    char *address = NULL;
    __ubsan_get_current_report_data(&kind, &message, &file, &line, &column, &address);
    snprintf(text, BD__UNDEFINED_TEXT, "%s:%u:%u: runtime error: %c%s\n", file, line, column,
             tolower((unsigned char)*message), *message ? message + 1 : "");
}

/* UBSan holds its lock meanwhile, so two threads cannot be here at once. */
void __ubsan_on_report(void)
{
    struct bd__pulse *pulse = bd__fault_pulse();
    if (!pulse || !__ubsan_get_current_report_data) { return; }
    struct bd__undefined *undefined = &pulse->undefined;
    uint32_t count = bd__undefined_count(undefined);
    if (count == BD__UNDEFINED_REPORTS) { return; }
    struct bd__undefined_report *report = &undefined->report[count];
    report->in_generator = atomic_load(&pulse->phase) == BD__PHASE_GENERATE;
    describe(report->text);
    bd__stack_take_from(&report->stack, __builtin_return_address(0));
    atomic_store(&undefined->count, count + 1);
}

void bd__ubsan_watch(void)
{
}

struct bd__outcome bd__outcome_of_undefined(const struct bd__undefined *undefined, uint32_t number)
{
    return (struct bd__outcome){
        .verdict = BD_FAILURE,
        .failure = BD__FAIL_UNDEFINED,
        .detail = (int)number,
        .in_generator = undefined->report[number].in_generator,
    };
}

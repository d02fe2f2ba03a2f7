/* check_generator.c: prints what is known about each choice point of the generator, and which rules are broken. */
#include <stdio.h>

#include "cli/commands.h"

enum { STANDARD_SAMPLES = 1000, FEW = 20 }; /* a choice point that was changed less often says little */

struct print_job {
    bool quiet;  /* print only what is wrong */
    bool headed; /* the head of the table is printed */
    unsigned wrong;
};

/* What is wrong with a choice point; NULL: nothing. */
static const char *fault_of(const struct bd_choice_point *p)
{
    if (p->two_kinds) { return "WRONG: the label is used for structure and for values; use two labels"; }
    if (p->kind == BD_VALUE && p->steered) { return "WRONG: decides what is drawn next; draw it as structure"; }
    if (p->changed >= FEW && p->silent == p->changed) { return "WRONG: has no effect on the input; remove the draw"; }
    return NULL;
}

/* What is worth knowing, but breaks no rule. */
static const char *remark_on(const struct bd_choice_point *p)
{
    if (p->kind == BD_VALUE && p->ranged) { return "affects the range or the weights of a later draw"; }
    if (p->kind == BD_STRUCTURE && p->changed >= FEW && !p->steered) { return "decided nothing; perhaps a value?"; }
    return "";
}

static void print_point(const struct bd_choice_point *p, void *user)
{
    struct print_job *job = user;
    const char *fault = fault_of(p);
    job->wrong += fault != NULL;
    if (job->quiet && !fault) { return; }
    if (!job->headed) {
        bd__output_line("%-9s  %-28s %9s %8s %7s %7s %9s", "kind", "choice point", "drawn", "changed", "steers",
                        "range", "no effect");
    }
    job->headed = true;
    bd__output_line("%-9s  %-28s %9llu %8llu %7llu %7llu %9llu  %s", p->kind == BD_STRUCTURE ? "structure" : "value",
                    p->label, (unsigned long long)p->drawn, (unsigned long long)p->changed,
                    (unsigned long long)p->steered, (unsigned long long)p->ranged, (unsigned long long)p->silent,
                    fault ? fault : remark_on(p));
}

static void print_whole(const struct bd_generator_check *c, struct print_job *job)
{
    if (c->smaller) {
        job->wrong++;
        bd__output_line("WRONG: %llu of %llu inputs are smaller than the one whose answers are all 0 (%zu bytes; the "
                        "smallest has %zu). Put the simplest alternative of each draw first",
                        (unsigned long long)c->smaller, (unsigned long long)c->samples, c->simplest, c->smallest);
    }
    if (c->drifted) {
        job->wrong++;
        bd__output_line(
            "WRONG: for %llu of %llu inputs, the same answers made another input. The generator must depend "
            "on nothing but its draws (no rand(), clock, address or state kept between calls)",
            (unsigned long long)c->drifted, (unsigned long long)c->samples);
    }
    if (c->skipped) {
        bd__output_line("%llu of %llu inputs were not checked: discarded, out of budget, or too long",
                        (unsigned long long)c->skipped, (unsigned long long)c->samples);
    }
    bd__output_line("%llu inputs, %llu draws, %llu of them changed one at a time (seed %llu): %u wrong",
                    (unsigned long long)c->samples, (unsigned long long)c->draws, (unsigned long long)c->changes,
                    (unsigned long long)c->seed, job->wrong);
}

int bd__command_CHECK_GENERATOR(struct bd__call *call)
{
    const struct options *options = &call->options;
    struct bd_config config = options->config;
    uint64_t samples = config.trials ? config.trials : STANDARD_SAMPLES;
    struct print_job job = {.quiet = options->quiet};
    struct bd_generator_check check;
    config.trials = 0;
    enum bd_status status = bd_check_generator(call->fuzzer, &config, samples, &check, print_point, &job);
    if (status != BD_OK) { return bd__exit_of_reading(status); }
    print_whole(&check, &job);
    return job.wrong ? BD__EXIT_FAILURE : BD__EXIT_FINE;
}

#include "report/figures.h"

#include <string.h>

#include "store/figures.h"

/* Members that are no figures, in the places that figures.def leaves free for them. */
enum { TRIALS_PER_SECOND = 22, FAILURES_FILED = 35, STABILITY = 71, END = 100 };

static const char *name_of(unsigned place)
{
    switch (place) {
    case TRIALS_PER_SECOND: return "trials_per_second";
    case FAILURES_FILED: return "failures_filed";
    case STABILITY: return "stability";
    default: break;
    }
    for (size_t i = 0; i < BD__FIGURES; i++) {
        if (bd__figures[i].json_place == place) { return bd__figures[i].json; }
    }
    return NULL;
}

static void put_share(struct bd__text *out, double share)
{
    if (share < 0) {
        bd__text_puts(out, "null"); /* not known yet */
    } else {
        bd__text_printf(out, "%.4f", share);
    }
}

static void put_value(struct bd__text *out, unsigned place, const struct bd_summary *summary)
{
    const struct bd_progress *at = &summary->last;
    switch (place) {
    case TRIALS_PER_SECOND: bd__text_printf(out, "%.1f", at->trials_per_second); return;
    case FAILURES_FILED: bd__text_printf(out, "%llu", (unsigned long long)summary->failures_filed); return;
    case STABILITY: put_share(out, at->stability); return;
    default: break;
    }
    for (size_t i = 0; i < BD__FIGURES; i++) {
        if (bd__figures[i].json_place == place) { bd__figure_put(out, &bd__figures[i], at, "true", "false"); }
    }
}

/* Length of the objects, dots included, that both names lead through. */
static size_t shared_objects(const char *a, const char *b)
{
    size_t shared = 0;
    for (size_t i = 0; a[i] && a[i] == b[i]; i++) {
        if (a[i] == '.') { shared = i + 1; }
    }
    return shared;
}

/* Leaves the objects of the name BEFORE that NAME is not in. */
static void close_objects(struct bd__text *out, const char *before, const char *name)
{
    for (const char *at = before + shared_objects(before, name); (at = strchr(at, '.')); at++) {
        bd__text_puts(out, "}");
    }
}

/* Enters those of NAME that BEFORE is not in; then its last part, which is the key. */
static void open_objects(struct bd__text *out, const char *before, const char *name)
{
    const char *at = name + shared_objects(before, name);
    for (const char *dot; (dot = strchr(at, '.')); at = dot + 1) {
        bd__text_printf(out, "\"%.*s\": {", (int)(dot - at), at);
    }
    bd__text_printf(out, "\"%s\": ", at);
}

void bd__report_figures_json(struct bd__text *out, const struct bd_summary *summary)
{
    const char *before = "";
    unsigned line = 0;
    for (unsigned place = 1; place < END; place++) {
        const char *name = name_of(place);
        if (!name) { continue; }
        close_objects(out, before, name);
        bd__text_puts(out, place / 10 == line ? ", " : ",\n ");
        open_objects(out, before, name);
        put_value(out, place, summary);
        before = name;
        line = place / 10;
    }
    close_objects(out, before, "");
}

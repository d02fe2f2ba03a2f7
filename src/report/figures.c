#include "report/figures.h"

#include <stdio.h>
#include <string.h>

#include "store/fuzzer_stats.h"

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
static void close_objects(struct bd__json *json, const char *before, const char *name)
{
    for (const char *at = before + shared_objects(before, name); (at = strchr(at, '.')); at++) { bd__json_end(json); }
}

/* Enters those of NAME that BEFORE is not in. Returns the last part of NAME, which is the key. */
static const char *open_objects(struct bd__json *json, const char *before, const char *name)
{
    const char *at = name + shared_objects(before, name);
    for (const char *dot; (dot = strchr(at, '.')); at = dot + 1) {
        char key[64];
        snprintf(key, sizeof key, "%.*s", (int)(dot - at), at);
        bd__json_object(json, key, BD__JSON_FLAT);
    }
    return at;
}

static void put_figure(struct bd__json *json, const char *key, unsigned place, const struct bd_progress *at)
{
    struct bd__text value = {0};
    for (size_t i = 0; i < BD__FIGURES; i++) {
        if (bd__figures[i].json_place == place) { bd__figure_put(&value, &bd__figures[i], at, "true", "false"); }
    }
    bd__json_word(json, key, bd__text_str(&value));
    bd__text_clear(&value);
}

static void put_member(struct bd__json *json, const char *key, unsigned place, const struct bd_summary *summary)
{
    const struct bd_progress *at = &summary->last;
    switch (place) {
    case TRIALS_PER_SECOND: bd__json_fixed(json, key, at->trials_per_second, 1); break;
    case FAILURES_FILED: bd__json_count(json, key, summary->failures_filed); break;
    case STABILITY:
        if (at->stability < 0) {
            bd__json_null(json, key); /* not known yet */
        } else {
            bd__json_fixed(json, key, at->stability, 4);
        }
        break;
    default: put_figure(json, key, place, at); break;
    }
}

void bd__report_figures_json(struct bd__json *json, const struct bd_summary *summary)
{
    const char *before = "";
    unsigned line = 0;
    for (unsigned place = 1; place < END; place++) {
        const char *name = name_of(place);
        if (!name) { continue; }
        close_objects(json, before, name);
        if (place / 10 != line) { bd__json_break(json, 1); }
        put_member(json, open_objects(json, before, name), place, summary);
        before = name;
        line = place / 10;
    }
    close_objects(json, before, "");
}

#include "ring/settings.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/text.h"
#include "ring/rig.h"

/* ---- the list -------------------------------------------------------------------------------- */

const struct bd_config bd__settings_standard = {
#define BD_SETTING(type, field, standard, ...) .field = standard,
#define BD_FIELD(type, field, standard, ...) .field = standard,
#define BD_TUNING(type, field, standard, ...) .tuning.field = standard,
#include <bediv/settings.def>
};

/* The largest value of each, or the other words; 0: any. */
static const struct bd_config most_of = {
#define BD_SETTING(type, field, standard, most, ...) .field = most,
#define BD_FIELD(type, field, standard, most, ...) .field = most,
#define BD_TUNING(type, field, standard, most, ...) .tuning.field = most,
#include <bediv/settings.def>
};

#define FORM(field) \
    _Generic(((struct bd_config *)NULL)->field, \
        bool: BD__FORM_SWITCH, \
        const char *: BD__FORM_WORD, \
        uint64_t: BD__FORM_WHOLE, \
        double: BD__FORM_REAL)
#define ROW(type, field, term, place, key, flag, tuning) \
    {#field, flag, key, offsetof(struct bd_config, field), BD__##type, FORM(field), BD__##term, place, tuning},

static const struct bd__setting list[BD__SETTINGS] = {
#define BD_SETTING(type, field, standard, most, term, place, key, flag, ...) \
    ROW(type, field, term, place, key, flag, false)
#define BD_FIELD(type, field, standard, most, term, place, key, ...) ROW(type, field, term, place, key, NULL, false)
#define BD_TUNING(type, field, standard, most, term, place, key, flag, ...) \
    ROW(type, tuning.field, term, place, key, flag, true)
#include <bediv/settings.def>
};

const struct bd__setting *bd__setting_list(size_t index)
{
    return index < BD__SETTINGS ? &list[index] : NULL;
}

const struct bd__setting *bd__setting_at(unsigned place)
{
    for (size_t i = 0; i < BD__SETTINGS; i++) {
        if (place && list[i].place == place) { return &list[i]; }
    }
    return NULL;
}

void *bd__setting_in(const struct bd__setting *setting, const struct bd_config *config)
{
    return (char *)config + setting->offset;
}

/* ---- defaults and limits --------------------------------------------------------------------- */

static bool refuse(const struct bd__setting *setting, double value, double most, const struct bd__log *log)
{
    const char *unit = setting->type == BD__MILLISECONDS ? " (ms)" : setting->type == BD__MEGABYTES ? " (MiB)" : "";
    bd__error(log, "%s%s of %g is out of range; give at most %g", setting->flag ? setting->flag : setting->name, unit,
              value, most);
    return false;
}

static bool refuse_budget(const struct bd__log *log)
{
    struct bd__text text = {0};
    const struct bd__setting *setting;
    for (unsigned place = 1; (setting = bd__setting_at(place)); place++) {
        if (setting->type != BD__BYTES) { continue; }
        uint64_t most = *(uint64_t *)bd__setting_in(setting, &most_of);
        bd__text_printf(&text, "%s--%s%s at most %llu MiB", text.size ? ", " : "", setting->flag,
                        text.size ? "" : " may be", (unsigned long long)(most >> 20));
    }
    bd__error(log, "a budget is too large: %s", bd__text_str(&text));
    bd__text_clear(&text);
    return false;
}

static bool complete_whole(const struct bd__setting *setting, struct bd_config *config, const struct bd__log *log)
{
    uint64_t *value = bd__setting_in(setting, config), most = *(uint64_t *)bd__setting_in(setting, &most_of);
    if (*value == 0) { *value = *(uint64_t *)bd__setting_in(setting, &bd__settings_standard); }
    if (most == 0 || *value <= most) { return true; }
    return setting->type == BD__BYTES ? refuse_budget(log) : refuse(setting, (double)*value, (double)most, log);
}

static bool complete_real(const struct bd__setting *setting, struct bd_config *config, const struct bd__log *log)
{
    double *value = bd__setting_in(setting, config), most = *(double *)bd__setting_in(setting, &most_of);
    bool none = *value < 0 && setting->type != BD__SECONDS; /* there 0 means no limit, and there is no other zero */
    if (*value == 0) { *value = *(double *)bd__setting_in(setting, &bd__settings_standard); }
    if (none) { *value = 0; }
    if (most > 0 && !(*value >= 0 && *value <= most)) { return refuse(setting, *value, most, log); }
    if (setting->type == BD__COUNT) { *value = floor(*value); }
    return true;
}

/* The word of SETTING that comes after WORD in the list, which begins with the default; NULL after the last. */
static const char *other_word(const struct bd__setting *setting, const char *word)
{
    bool first = word == *(const char **)bd__setting_in(setting, &bd__settings_standard);
    const char *next = first ? *(const char **)bd__setting_in(setting, &most_of) : word + strlen(word) + 1;
    return *next ? next : NULL;
}

static bool refuse_word(const struct bd__setting *setting, const char *value, const struct bd__log *log)
{
    struct bd__text words = {0};
    const char *word = *(const char **)bd__setting_in(setting, &bd__settings_standard), *next;
    bd__text_puts(&words, word);
    for (; (next = other_word(setting, word)); word = next) {
        bd__text_printf(&words, "%s%s", other_word(setting, next) ? ", " : " or ", next);
    }
    bd__error(log, "unknown value '%s' for --%s; choose %s", value, setting->flag, bd__text_str(&words));
    bd__text_clear(&words);
    return false;
}

/* The text is ours afterwards: that of the caller need not outlive the call. */
static bool complete_either(const struct bd__setting *setting, struct bd_config *config, const struct bd__log *log)
{
    const char **value = bd__setting_in(setting, config);
    const char *word = *(const char **)bd__setting_in(setting, &bd__settings_standard);
    while (*value && word && strcmp(*value, word) != 0) { word = other_word(setting, word); }
    if (!word) { return refuse_word(setting, *value, log); }
    *value = word;
    return true;
}

static enum bd_status complete(struct bd_config *config, bool tuning, const struct bd__log *log)
{
    for (const struct bd__setting *setting = list; setting < list + BD__SETTINGS; setting++) {
        bool good = true;
        if (setting->tuning != tuning) { continue; }
        if (setting->form == BD__FORM_WHOLE) { good = complete_whole(setting, config, log); }
        if (setting->form == BD__FORM_REAL) { good = complete_real(setting, config, log); }
        if (setting->type == BD__EITHER) { good = complete_either(setting, config, log); }
        if (!good) { return BD_USAGE; }
    }
    return BD_OK;
}

enum bd_status bd__settings_complete(struct bd_config *config, const struct bd__log *log)
{
    return complete(config, false, log);
}

/* ---- the guide ------------------------------------------------------------------------------- */

/* Names the guides that need no coverage, the simplest first: it is the last of the list. */
static bool refuse_without_coverage(const char *guide, const struct bd__log *log)
{
    struct bd__text names = {0};
    const char *simplest = NULL, *last = NULL;
    size_t count = 0;
    while (bd_guide_list(count)) { count++; }
    while (count-- > 0) {
        const char *name = bd_guide_list(count)->name;
        if (!bd__guide_find(name)->blackbox) { continue; }
        if (last) { bd__text_printf(&names, "%s%s", names.size ? ", " : "", last); }
        simplest = simplest ? simplest : name;
        last = name;
    }
    bd__error(log, "guide '%s' needs coverage; without it only %s%s%s work: --guide %s", guide, bd__text_str(&names),
              names.size ? " and " : "", last, simplest);
    bd__text_clear(&names);
    return false;
}

enum bd_status bd__settings_of_guide(const struct bd__guide **guide, struct bd_config *config,
                                     const struct bd__log *log)
{
    if (!config->guide) { config->guide = bd_guide_list(0)->name; }
    *guide = bd__guide_find(config->guide);
    if (!*guide) {
        bd__error(log, "unknown guide '%s'; the program's 'list' command shows all", config->guide);
        return BD_USAGE;
    }
    config->guide = bd__guide_name(*guide); /* outlives what was given */
    if (config->tuning.epsilon == 0) { config->tuning.epsilon = (*guide)->epsilon; }
    if (config->tuning.garble_share == 0) { config->tuning.garble_share = (*guide)->garble; }
    enum bd_status status = complete(config, true, log);
    if (status != BD_OK) { return status; }
    bool possible = !config->without_coverage || (*guide)->blackbox || refuse_without_coverage(config->guide, log);
    return possible ? BD_OK : BD_USAGE;
}

#include "campaign/terms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "campaign/setup.h"
#include "ring/settings.h"

enum { TEXT_LIMIT = 4096 };

/* The settings that are part of the terms, in the order of a checkpoint: the limits; then, for each C type, KEPT and then
 * OPEN settings; each of these by place. */
struct order {
    const struct bd__setting *setting[BD__SETTINGS];
    size_t count;
};

static void add(struct order *order, enum bd__setting_term term, enum bd__setting_form form)
{
    const struct bd__setting *setting;
    for (unsigned place = 1; (setting = bd__setting_at(place)); place++) {
        bool wanted = setting->term == term && (form == BD__FORMS || setting->form == form);
        if (wanted) { order->setting[order->count++] = setting; }
    }
}

static struct order in_order(void)
{
    struct order order = {0};
    add(&order, BD__LIMIT, BD__FORMS);
    for (int form = 0; form < BD__FORMS; form++) {
        add(&order, BD__KEPT, (enum bd__setting_form)form);
        add(&order, BD__OPEN, (enum bd__setting_form)form);
    }
    return order;
}

/* The settings of RING as a config would have to give them: nothing is left to a default. */
static struct bd_config explicit_settings(const struct bd__ring *ring)
{
    struct bd_config config = ring->rig.config;
    struct order order = in_order();
    for (size_t i = 0; i < order.count; i++) {
        if (order.setting[i]->form != BD__FORM_REAL || order.setting[i]->term == BD__LIMIT) { continue; }
        double *real = bd__setting_in(order.setting[i], &config);
        if (*real == 0) { *real = BD_NONE; }
    }
    return config;
}

static uint64_t hash_dictionary(const struct bd_dict *dict)
{
    uint64_t hash = 0;
    for (size_t i = 0; dict && i < dict->count; i++) {
        hash = bd__hash_join(hash, bd__hash(dict->words[i], strlen(dict->words[i])), 0);
    }
    return hash;
}

/* ---- in a checkpoint ------------------------------------------------------------------------- */

static void pack_setting(struct bd__pack *pack, const struct bd__setting *setting, const struct bd_config *config)
{
    const void *value = bd__setting_in(setting, config);
    switch (setting->form) {
    case BD__FORM_WHOLE: bd__pack_u64(pack, *(const uint64_t *)value); break;
    case BD__FORM_REAL: bd__pack_real(pack, *(const double *)value); break;
    case BD__FORM_WORD: bd__pack_string(pack, *(const char *const *)value); break;
    case BD__FORM_SWITCH: bd__pack_u8(pack, *(const bool *)value); break;
    case BD__FORMS: break;
    }
}

static void unpack_setting(struct bd__unpack *unpack, const struct bd__setting *setting, struct bd_config *config)
{
    void *value = bd__setting_in(setting, config);
    bool limit = setting->term == BD__LIMIT, left_open = false;
    const char *what = limit ? "a limit" : "a setting";
    switch (setting->form) {
    case BD__FORM_WHOLE:
        *(uint64_t *)value = bd__unpack_u64(unpack, UINT64_MAX, what);
        left_open = *(uint64_t *)value == 0;
        break;
    case BD__FORM_REAL:
        *(double *)value = bd__unpack_real(unpack, limit ? 0 : BD_NONE, 1e9, what);
        left_open = *(double *)value == 0;
        break;
    case BD__FORM_WORD:
        *(char **)value = bd__unpack_string(unpack, TEXT_LIMIT, what);
        if (!*(char **)value && setting->term == BD__KEPT) { bd__unpack_refuse(unpack, "a text is missing"); }
        break;
    case BD__FORM_SWITCH: *(bool *)value = bd__unpack_bool(unpack, what); break;
    case BD__FORMS: break;
    }
    if (left_open && !limit) { bd__unpack_refuse(unpack, "a setting is 0"); }
}

void bd__terms_save(const struct bd__ring *ring, uint64_t program_hash, struct bd__pack *pack)
{
    struct bd_config config = explicit_settings(ring);
    struct order order = in_order();
    char *path = config.dict ? realpath(config.dict, NULL) : NULL; /* it may be resumed from somewhere else */
    if (path) { config.dict = path; }
    bd__pack_string(pack, bd__rig_name(&ring->rig));
    bd__pack_u64(pack, program_hash);
    bd__pack_u64(pack, bd__cover_branches());
    bd__pack_u64(pack, hash_dictionary(ring->rig.source->dict));
    bd__pack_u64(pack, ring->rig.longest);
    for (size_t i = 0; i < order.count; i++) { pack_setting(pack, order.setting[i], &config); }
    free(path);
}

void bd__terms_load(struct bd__terms *terms, struct bd__unpack *unpack)
{
    struct order order = in_order();
    *terms = (struct bd__terms){0};
    terms->program = bd__unpack_string(unpack, TEXT_LIMIT, "the program's name");
    if (!terms->program) { bd__unpack_refuse(unpack, "a text is missing"); }
    terms->program_hash = bd__unpack_u64(unpack, UINT64_MAX, "the program's hash");
    terms->branches = bd__unpack_u64(unpack, UINT64_MAX, "the number of branches");
    terms->dictionary_hash = bd__unpack_u64(unpack, UINT64_MAX, "the dictionary's hash");
    terms->longest = bd__unpack_u64(unpack, BD__BYTES_LONGEST, "the largest size of plain bytes");
    if (terms->longest == 0) { bd__unpack_refuse(unpack, "the largest size of plain bytes is 0"); }
    for (size_t i = 0; i < order.count; i++) { unpack_setting(unpack, order.setting[i], &terms->config); }
}

void bd__terms_clear(struct bd__terms *terms)
{
    struct order order = in_order();
    free(terms->program);
    for (size_t i = 0; i < order.count; i++) {
        if (order.setting[i]->form == BD__FORM_WORD) {
            free(*(char **)bd__setting_in(order.setting[i], &terms->config));
        }
    }
    *terms = (struct bd__terms){0};
}

/* ---- compared with what is given ---------------------------------------------------------------- */

/* A setting without a flag is called by its field: a program with a main() of its own set it. */
static bool differs(struct bd__text *why, const struct bd__setting *setting, const char *given, const char *kept)
{
    bd__text_printf(why, "%s%s is %s, but the campaign has %s", setting->flag ? "--" : "",
                    setting->flag ? setting->flag : setting->name, given, kept);
    return false;
}

static bool take_whole(const struct bd__setting *setting, uint64_t *given, uint64_t kept, struct bd__text *why)
{
    if (*given && setting->term == BD__KEPT && *given != kept) {
        char a[24], b[24];
        snprintf(a, sizeof a, "%llu", (unsigned long long)*given);
        snprintf(b, sizeof b, "%llu", (unsigned long long)kept);
        return differs(why, setting, a, b);
    }
    if (!*given) { *given = kept; }
    return true;
}

static bool take_real(const struct bd__setting *setting, double *given, double kept, struct bd__text *why)
{
    bool same = *given == kept || (*given < 0 && kept < 0);
    if (*given != 0 && setting->term == BD__KEPT && !same) {
        char a[32], b[32];
        snprintf(a, sizeof a, "%g", *given < 0 ? 0 : *given);
        snprintf(b, sizeof b, "%g", kept < 0 ? 0 : kept);
        return differs(why, setting, a, b);
    }
    if (*given == 0) { *given = kept; }
    return true;
}

static bool take_word(const struct bd__setting *setting, const char **given, const char *kept, struct bd__text *why)
{
    if (*given && setting->term == BD__KEPT && strcmp(*given, kept) != 0) {
        return differs(why, setting, *given, kept);
    }
    if (!*given) { *given = kept; }
    return true;
}

static bool take_switch(const struct bd__setting *setting, bool *given, bool kept, struct bd__text *why)
{
    if (*given && !kept && setting->term == BD__KEPT) { return differs(why, setting, "given", "none"); }
    *given = *given || kept;
    return true;
}

static bool take(const struct bd__setting *setting, struct bd_config *config, const struct bd_config *kept,
                 struct bd__text *why)
{
    void *given = bd__setting_in(setting, config), *before = bd__setting_in(setting, kept);
    switch (setting->form) {
    case BD__FORM_WHOLE: return take_whole(setting, given, *(uint64_t *)before, why);
    case BD__FORM_REAL: return take_real(setting, given, *(double *)before, why);
    case BD__FORM_WORD: return take_word(setting, given, *(const char **)before, why);
    case BD__FORM_SWITCH: return take_switch(setting, given, *(bool *)before, why);
    case BD__FORMS: break;
    }
    return true;
}

bool bd__terms_take_over(struct bd_config *config, const struct bd__terms *terms, struct bd__text *why)
{
    struct order order = in_order();
    bool limited = config->trials || config->seconds != 0;
    for (int words = 1; words >= 0; words--) { /* words first: a different guide is reported before its constants */
        for (size_t i = 0; i < order.count; i++) {
            const struct bd__setting *setting = order.setting[i];
            if ((setting->form == BD__FORM_WORD) != words || (setting->term == BD__LIMIT && limited)) { continue; }
            if (!take(setting, config, &terms->config, why)) { return false; }
        }
    }
    return true;
}

bool bd__terms_hold(const struct bd__terms *terms, const struct bd__ring *ring, struct bd__text *why)
{
    uint64_t hash = bd__setup_program_hash();
    if (strcmp(terms->program, bd__rig_name(&ring->rig)) != 0) {
        bd__text_printf(why, "it is a campaign of %s, not of %s", terms->program, bd__rig_name(&ring->rig));
    } else if (terms->program_hash != hash) {
        bd__text_printf(why, "the program has changed (its hash was %016llx and is now %016llx)",
                        (unsigned long long)terms->program_hash, (unsigned long long)hash);
    } else if (terms->branches != bd__cover_branches()) {
        bd__text_printf(why, "the program now has %llu instrumented branches and had %llu: a library has changed",
                        (unsigned long long)bd__cover_branches(), (unsigned long long)terms->branches);
    } else if (terms->dictionary_hash != hash_dictionary(ring->rig.source->dict)) {
        bd__text_puts(why, "the dictionary has changed");
    }
    return why->size == 0;
}

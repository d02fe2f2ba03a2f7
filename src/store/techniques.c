#include "store/techniques.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/scaled.h"
#include "store/manifest.h"

/* ---- Words ----------------------------------------------------------------------------------- */

/* Copies the next word at *AT into WORD. Returns its size; 0: there is none; ROOM: it does not fit. */
static size_t next_word(const char **at, char *word, size_t room)
{
    *at += strspn(*at, " \t");
    size_t size = strcspn(*at, " \t");
    if (size >= room) { return room; }
    memcpy(word, *at, size);
    word[size] = 0;
    *at += size;
    return size;
}

/* "G --flag value": the guide and its flags. */
static bool read_words(struct bd__technique *technique, const char *text, struct bd__text *wrong)
{
    char word[1024];
    size_t size = next_word(&text, technique->guide, sizeof technique->guide);
    if (size == 0 || size >= sizeof technique->guide || technique->guide[0] == '-') {
        bd__text_puts(wrong, "a guide is expected before the flags");
        return false;
    }
    while ((size = next_word(&text, word, sizeof word)) > 0) {
        if (size >= sizeof word || technique->flag_count == BD__TECHNIQUE_FLAGS) {
            bd__text_printf(wrong, "there are more than %d flags, or one is too long", BD__TECHNIQUE_FLAGS);
            return false;
        }
        technique->flag[technique->flag_count++] = bd__memory_copy(word);
    }
    const char *ours = bd__flags_that_are_ours(technique->flag, technique->flag_count);
    if (ours) { bd__text_printf(wrong, "'%s' is not allowed here; the experiment sets it itself", ours); }
    return !ours;
}

const char *bd__flags_that_are_ours(char *const *flags, size_t count)
{
    static const char *const ours[] = {
        "--out",  "--time",    "--trials",           "--guide",       "--seed",           "--quiet", "--json",
        "--help", "--version", "--without-coverage", "--show-output", "--stop-on-failure"};
    for (size_t i = 0; i < count; i++) {
        const char *flag = flags[i];
        bool taken = flag[0] == '-' && flag[1] != 0 && strchr("otngsqh-", flag[1]) && flag[1] != '-';
        for (size_t k = 0; k < sizeof ours / sizeof *ours; k++) {
            size_t size = strlen(ours[k]);
            taken = taken || (strncmp(flag, ours[k], size) == 0 && (flag[size] == 0 || flag[size] == '='));
        }
        if (taken || strcmp(flag, "--") == 0) { return flag; }
    }
    return NULL;
}

double bd__flags_warm_up(char *const *flag, size_t count)
{
    static const char name[] = "--warm-up";
    static const size_t size = sizeof name - 1;
    double seconds = NAN, value;
    for (size_t i = 0; i < count; i++) {
        if (strncmp(flag[i], name, size) != 0) { continue; }
        const char *text = flag[i][size] == '=' ? flag[i] + size + 1 : flag[i][size] || i + 1 == count ? "" : flag[++i];
        if (bd__scaled_parse(text, bd__durations, &value)) { seconds = value; }
    }
    return seconds;
}

/* ---- The four lists -------------------------------------------------------------------------- */

static bool read_guide(struct bd__technique *technique, const char *text, struct bd__text *wrong)
{
    (void)wrong;
    snprintf(technique->name, sizeof technique->name, "%s", text);
    snprintf(technique->guide, sizeof technique->guide, "%s", text);
    return true;
}

static bool read_plain(struct bd__technique *technique, const char *text, struct bd__text *wrong)
{
    (void)wrong;
    snprintf(technique->name, sizeof technique->name, "%s@plain", text);
    snprintf(technique->guide, sizeof technique->guide, "%s", text);
    technique->plain = true;
    return true;
}

/* NAME: GUIDE --flag value */
static bool read_named(struct bd__technique *technique, const char *text, struct bd__text *wrong)
{
    const char *colon = strchr(text, ':');
    size_t size = colon ? (size_t)(colon - text) : 0;
    while (size > 0 && strchr(" \t", text[size - 1])) { size--; }
    snprintf(technique->name, sizeof technique->name, "%.*s", (int)(size < 96 ? size : 95), text);
    if (!colon || size >= sizeof technique->name || !bd__is_file_name(technique->name)) {
        bd__text_printf(wrong,
                        "expected 'NAME: GUIDE --flag value', with a name of at most 64 letters, digits and . _ + -, "
                        "found '%.60s'",
                        text);
        return false;
    }
    return read_words(technique, colon + 1, wrong);
}

/* GUIDE --flag value as TECHNIQUE */
static bool read_sized(struct bd__technique *technique, const char *text, struct bd__text *wrong)
{
    const char *as = NULL, *next = text;
    while ((next = strstr(next, " as "))) { as = next++; }
    const char *target = as ? as + 4 : "";
    size_t size = next_word(&target, technique->size_of, sizeof technique->size_of);
    target += strspn(target, " \t");
    if (size == 0 || size >= sizeof technique->size_of || *target) {
        bd__text_printf(wrong, "expected 'GUIDE as TECHNIQUE', found '%.60s'", text);
        return false;
    }
    char *words = bd__memory_copy(text);
    words[as - text] = 0;
    bool good = read_words(technique, words, wrong);
    free(words);
    if (!good) { return false; }
    size = (size_t)snprintf(technique->name, sizeof technique->name, "%s@%s", technique->guide, technique->size_of);
    good = bd__is_file_name(technique->guide) && size < sizeof technique->name;
    if (!good) { bd__text_printf(wrong, "expected 'GUIDE as TECHNIQUE' with shorter names, found '%.60s'", text); }
    return good;
}

/* What only the whole tells: names that exist twice, or not at all. */
static bool fits_in(const struct bd__techniques *techniques, const struct bd__technique *technique,
                    struct bd__text *wrong)
{
    if (bd__technique_named(techniques, technique->name)) {
        bd__text_printf(wrong, "'%s' is named twice", technique->name);
        return false;
    }
    const struct bd__technique *target = bd__technique_named(techniques, technique->size_of);
    if (*technique->size_of && (!target || *target->size_of)) {
        bd__text_printf(wrong, "'%s' is none of the techniques that have a size of their own", technique->size_of);
        return false;
    }
    return true;
}

static bool read_list(struct bd__techniques *techniques, const struct bd__names *list,
                      bool (*read)(struct bd__technique *technique, const char *text, struct bd__text *wrong),
                      struct bd__text *wrong)
{
    for (size_t i = 0; i < list->count; i++) {
        techniques->one = bd__memory_grow(techniques->one, techniques->count, sizeof *techniques->one);
        struct bd__technique *technique = &techniques->one[techniques->count];
        *technique = (struct bd__technique){0};
        bool good = read(technique, list->name[i], wrong) && fits_in(techniques, technique, wrong);
        techniques->count++; /* also with a mistake: its flags are to be released */
        if (!good) { return false; }
    }
    return true;
}

const char *bd__techniques_read(struct bd__techniques *techniques, const struct bd__names *guides,
                                const struct bd__names *techniques_list, const struct bd__names *blackbox,
                                const struct bd__names *sized, struct bd__text *wrong)
{
    *techniques = (struct bd__techniques){0};
    if (!read_list(techniques, guides, read_guide, wrong)) { return "guides"; }
    if (!read_list(techniques, techniques_list, read_named, wrong)) { return "techniques"; }
    if (!read_list(techniques, blackbox, read_plain, wrong)) { return "blackbox"; }
    return read_list(techniques, sized, read_sized, wrong) ? NULL : "sized";
}

void bd__techniques_clear(struct bd__techniques *techniques)
{
    for (size_t i = 0; i < techniques->count; i++) {
        for (size_t k = 0; k < techniques->one[i].flag_count; k++) { free(techniques->one[i].flag[k]); }
    }
    free(techniques->one);
    *techniques = (struct bd__techniques){0};
}

/* ---- Looking them up ------------------------------------------------------------------------- */

const struct bd__technique *bd__technique_named(const struct bd__techniques *techniques, const char *name)
{
    for (size_t i = 0; i < techniques->count; i++) {
        if (strcmp(techniques->one[i].name, name) == 0) { return &techniques->one[i]; }
    }
    return NULL;
}

bool bd__technique_is_same(const struct bd__technique *a, const struct bd__technique *b)
{
    bool same = strcmp(a->guide, b->guide) == 0 && a->plain == b->plain && strcmp(a->size_of, b->size_of) == 0 &&
                a->flag_count == b->flag_count;
    for (size_t i = 0; same && i < a->flag_count; i++) { same = strcmp(a->flag[i], b->flag[i]) == 0; }
    return same;
}

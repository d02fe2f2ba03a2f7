/* The list of settings against the parser: --help must not lie about defaults. */
#include "cli/options.h"

#include <stdlib.h>

#include "ring/settings.h"
#include "unit/test.h"

/* What HELP gives as the default: "(default: 0.2; rlcheck: 0.25)" says 0.2. False if it gives none. */
static bool default_in(const char *help, char *word, size_t size)
{
    const char *start = strstr(help, "(default: ");
    if (!start) { return false; }
    start += strlen("(default: ");
    snprintf(word, size, "%.*s", (int)strcspn(start, ";)"), start);
    return true;
}

/* Parses --FLAG with the default that HELP gives, and compares the result with the default in the list. */
static void check_default(const struct bd__setting *setting, const char *help)
{
    char word[64], flag[64];
    struct options options;
    REQUIRE(default_in(help, word, sizeof word));
    snprintf(flag, sizeof flag, "--%s", setting->flag);
    char *argv[] = {"program", flag, word, NULL};
    REQUIRE(bd__options_parse(&options, 3, argv));
    const void *given = bd__setting_in(setting, &options.config);
    const void *standard = bd__setting_in(setting, &bd__settings_standard);
    switch (setting->form) {
    case BD__FORM_WHOLE: CHECK_EQ_U64(*(const uint64_t *)given, *(const uint64_t *)standard); break;
    case BD__FORM_REAL: CHECK_NEAR(*(const double *)given, *(const double *)standard, 0); break;
    case BD__FORM_WORD: CHECK_EQ_STR(*(char *const *)given, *(char *const *)standard); break;
    default: CHECK(false); /* a switch is off by default */
    }
    free(options.files);
}

TEST(help_gives_the_default_of_every_setting_that_has_one)
{
    static const char *const help[] = {
#define BD_SETTING(type, field, standard, most, term, place, key, flag, letter, commands, argument, text) text,
#define BD_FIELD(type, field, standard, most, term, place, key, text) text,
#define BD_TUNING(type, field, standard, most, term, place, key, flag, letter, commands, argument, text) text,
#include <bediv/settings.def>
    };
    const struct bd__setting *setting;
    unsigned checked = 0;
    for (size_t i = 0; (setting = bd__setting_list(i)); i++) {
        const void *standard = bd__setting_in(setting, &bd__settings_standard);
        bool has_one = setting->form == BD__FORM_WHOLE  ? *(const uint64_t *)standard != 0
                       : setting->form == BD__FORM_REAL ? *(const double *)standard != 0
                       : setting->form == BD__FORM_WORD ? *(char *const *)standard != NULL
                                                        : *(const bool *)standard;
        if (!has_one || !setting->flag) { continue; }
        check_default(setting, help[i]);
        checked++;
    }
    CHECK(checked > 15);
}

TEST(help_gives_the_first_guide_of_the_list_as_the_default)
{
    char word[64] = "";
#define BD_SETTING(type, field, standard, most, term, place, key, flag, letter, commands, argument, text) \
    if (strcmp(flag, "guide") == 0) { default_in(text, word, sizeof word); }
#include <bediv/settings.def>
    CHECK_EQ_STR(word, bd_guide_list(0)->name);
}

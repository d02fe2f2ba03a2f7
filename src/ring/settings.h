/* settings.h: the settings of a campaign or a command, from the list in bediv/settings.def. Each one that is left open gets its
 * default, and all are checked. Errors go to the log. */
#ifndef BD_RING_SETTINGS_H
#define BD_RING_SETTINGS_H

#include <bediv/engine.h>

#include "base/log.h"
#include "guide/guide.h"

/* The columns of the list, as far as the library needs them. */
enum bd__setting_type {
    BD__SWITCH,
    BD__WORD,
    BD__EITHER,
    BD__WHOLE,
    BD__MILLISECONDS,
    BD__BYTES,
    BD__MEGABYTES,
    BD__SHARE,
    BD__REAL,
    BD__COUNT,
    BD__SECONDS,
    BD__PERIOD
};
enum bd__setting_form {
    BD__FORM_WHOLE,
    BD__FORM_REAL,
    BD__FORM_WORD,
    BD__FORM_SWITCH,
    BD__FORMS
}; /* the C type of the field */
enum bd__setting_term { BD__LIMIT, BD__KEPT, BD__OPEN, BD__APART };
struct bd__setting {
    const char *name; /* of the field */
    const char *flag; /* NULL: none */
    const char *key;  /* in setup.json; NULL: not there */
    size_t offset;    /* in struct bd_config */
    enum bd__setting_type type;
    enum bd__setting_form form;
    enum bd__setting_term term;
    unsigned place;
    bool tuning; /* a constant of the guides */
};

enum {
    BD__SETTINGS = 0 /* how many there are */
#define BD_SETTING(...) +1
#define BD_FIELD(...) +1
#define BD_TUNING(...) +1
#include <bediv/settings.def>
};

/* The default of each setting; 0: none, or decided elsewhere. */
extern const struct bd_config bd__settings_standard;

/* The INDEXth setting of the list, or NULL past the last. */
const struct bd__setting *bd__setting_list(size_t index);
/* The setting with PLACE in files, from 1 on, or NULL past the last. */
const struct bd__setting *bd__setting_at(unsigned place);
/* Its field in CONFIG. */
void *bd__setting_in(const struct bd__setting *setting, const struct bd_config *config);

/* Completes and checks all but the guide and its constants. */
enum bd_status bd__settings_complete(struct bd_config *config, const struct bd__log *log)
    __attribute__((warn_unused_result));
/* Finds the guide, and completes and checks its constants. CONFIG is complete otherwise. */
enum bd_status bd__settings_of_guide(const struct bd__guide **guide, struct bd_config *config,
                                     const struct bd__log *log) __attribute__((warn_unused_result));

#endif

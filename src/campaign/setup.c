#include "campaign/setup.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/shell.h"
#include "ring/settings.h"
#include "store/setup_file.h"

void bd__setup_command(struct bd__text *out, const struct bd_config *config)
{
    for (int i = 0; i < config->argc; i++) {
        bd__text_puts(out, i ? " " : "");
        bd__shell_word(out, config->argv[i]);
    }
}

uint64_t bd__setup_program_hash(void)
{
    uint64_t hash = 0;
    struct stat info;
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &info) == 0 && info.st_size > 0) {
        void *image = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (image != MAP_FAILED) {
            hash = bd__hash(image, (size_t)info.st_size);
            munmap(image, (size_t)info.st_size);
        }
    }
    if (fd >= 0) { close(fd); }
    return hash;
}

static void put_setting(struct bd__json *json, const struct bd__setting *setting, const struct bd_config *config)
{
    const void *value = bd__setting_in(setting, config);
    switch (setting->form) {
    case BD__FORM_WHOLE: bd__json_count(json, setting->key, *(const uint64_t *)value); break;
    case BD__FORM_REAL: bd__json_real(json, setting->key, *(const double *)value); break;
    case BD__FORM_SWITCH: bd__json_bool(json, setting->key, *(const bool *)value); break;
    case BD__FORM_WORD: bd__json_string(json, setting->key, *(const char *const *)value); break;
    case BD__FORMS: break;
    }
}

/* The constants of the guides, or the others. */
static void put_some(struct bd__json *json, const struct bd_config *config, bool tuning)
{
    const struct bd__setting *setting;
    for (unsigned place = 1; (setting = bd__setting_at(place)); place++) {
        if (setting->key && setting->tuning == tuning) { put_setting(json, setting, config); }
    }
}

static void put_settings(struct bd__json *json, const struct bd_config *config)
{
    put_some(json, config, false);
    bd__json_object(json, "tuning", BD__JSON_FLAT);
    put_some(json, config, true);
    bd__json_end(json);
}

void bd__setup_describe(struct bd__text *out, const struct bd__ring *ring, const char *program, uint64_t start)
{
    struct bd_config config = ring->rig.config;
    if (!config.dict) { config.dict = ring->rig.target.fuzzer.dict; }
    struct bd__setup_file setup = {
        .program = program,
        .program_hash = bd__setup_program_hash(),
        .branches = bd__cover_branches(),
        .config = &config,
        .put_settings = put_settings,
        .sites = strcmp(config.kinds, "auto") == 0 ? ring->rig.sites : NULL,
        .start_time = start,
    };
    bd__setup_file_put(out, &setup);
}

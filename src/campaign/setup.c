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

/* "key": value, of SETTING in CONFIG. */
static void put_setting(struct bd__text *out, const struct bd__setting *setting, const struct bd_config *config)
{
    const void *value = bd__setting_in(setting, config);
    const char *word = setting->form == BD__FORM_WORD ? *(const char *const *)value : NULL;
    bd__text_printf(out, "\"%s\": ", setting->key);
    if (setting->form == BD__FORM_WHOLE) {
        bd__text_printf(out, "%llu", (unsigned long long)*(const uint64_t *)value);
    } else if (setting->form == BD__FORM_REAL) {
        bd__text_printf(out, "%g", *(const double *)value);
    } else if (setting->form == BD__FORM_SWITCH) {
        bd__text_puts(out, *(const bool *)value ? "true" : "false");
    } else if (word) {
        bd__text_json(out, word);
    } else {
        bd__text_puts(out, "null");
    }
}

static void put_settings(struct bd__text *out, const struct bd_config *config)
{
    const struct bd__setting *setting;
    const char *separator = "";
    for (unsigned place = 1; (setting = bd__setting_at(place)); place++) {
        if (!setting->key || setting->tuning) { continue; }
        bd__text_puts(out, "  ");
        put_setting(out, setting, config);
        bd__text_puts(out, ",\n");
    }
    bd__text_puts(out, "  \"tuning\": {");
    for (unsigned place = 1; (setting = bd__setting_at(place)); place++) {
        if (!setting->key || !setting->tuning) { continue; }
        bd__text_puts(out, separator);
        put_setting(out, setting, config);
        separator = ", ";
    }
    bd__text_puts(out, "},\n");
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
        .start_time = start,
    };
    bd__setup_file_put(out, &setup);
}

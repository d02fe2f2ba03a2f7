#include "store/setup_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/rundir.h"

static const char FORMAT[] = "format", PROGRAM_HASH[] = "program_hash"; /* the keys that are read back */

/* ---- writing --------------------------------------------------------------------------------- */

/* The labels of the choice points with KIND that have the other role. */
static void put_crossed(struct bd__json *json, const char *key, const struct bd__sites *sites, enum bd_kind kind)
{
    bd__json_array(json, key, BD__JSON_FLAT);
    for (uint32_t i = 0; i < sites->count; i++) {
        const struct bd__site *site = &sites->site[i];
        if (site->kind == kind && site->role != kind) { bd__json_string(json, NULL, site->label); }
    }
    bd__json_end(json);
}

void bd__setup_file_put(struct bd__text *out, const struct bd__setup_file *setup)
{
    const struct bd_config *k = setup->config;
    struct bd__json json = {.out = out};
    bd__json_object(&json, NULL, BD__JSON_LINES);
    bd__json_count(&json, FORMAT, BD__RUNDIR_VERSION);
    bd__json_string(&json, "bediv", BD_VERSION);
    bd__json_string(&json, "compiler", __VERSION__);
    bd__json_string(&json, "program", setup->program);
    bd__json_hash(&json, PROGRAM_HASH, setup->program_hash);
    bd__json_count(&json, "branches", setup->branches);
    setup->put_settings(&json, k);
    if (setup->sites) {
        put_crossed(&json, "values_taken_for_structure", setup->sites, BD_VALUE);
        put_crossed(&json, "structure_taken_for_values", setup->sites, BD_STRUCTURE);
    }
    bd__json_array(&json, "command", BD__JSON_FLAT);
    for (int i = 0; i < k->argc; i++) { bd__json_string(&json, NULL, k->argv[i]); }
    bd__json_end(&json);
    bd__json_count(&json, "start_time", setup->start_time);
    bd__json_end(&json);
    bd__text_puts(out, "\n");
}

/* ---- reading --------------------------------------------------------------------------------- */

static void note(void *user, const char *path, const char *value)
{
    struct bd__setup_extract *read = user;
    if (strcmp(path, FORMAT) == 0) {
        read->has_format = true;
        read->known = atoi(value) == BD__RUNDIR_VERSION;
    }
    if (strcmp(path, PROGRAM_HASH) == 0) { snprintf(read->program_hash, sizeof read->program_hash, "%s", value); }
}

const char *bd__setup_file_parse(struct bd__setup_extract *read, const char *text, size_t size)
{
    *read = (struct bd__setup_extract){0};
    return bd__json_walk(text, size, note, read);
}

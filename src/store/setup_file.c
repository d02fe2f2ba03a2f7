#include "store/setup_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "store/rundir.h"

static const char FORMAT[] = "format", PROGRAM_HASH[] = "program_hash"; /* the keys that are read back */

/* ---- writing --------------------------------------------------------------------------------- */

void bd__setup_file_put(struct bd__text *out, const struct bd__setup_file *setup)
{
    const struct bd_config *k = setup->config;
    bd__text_printf(out, "{\n  \"%s\": %d,\n  \"bediv\": \"%s\",\n  \"compiler\": ", FORMAT, BD__RUNDIR_VERSION,
                    BD_VERSION);
    bd__text_json(out, __VERSION__);
    bd__text_puts(out, ",\n  \"program\": ");
    bd__text_json(out, setup->program);
    bd__text_printf(out, ",\n  \"%s\": \"%016llx\",\n  \"branches\": %llu,\n", PROGRAM_HASH,
                    (unsigned long long)setup->program_hash, (unsigned long long)setup->branches);
    setup->put_settings(out, k);
    bd__text_puts(out, "  \"command\": [");
    for (int i = 0; i < k->argc; i++) {
        bd__text_puts(out, i ? ", " : "");
        bd__text_json(out, k->argv[i]);
    }
    bd__text_printf(out, "],\n  \"start_time\": %llu\n}\n", (unsigned long long)setup->start_time);
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

#include "store/record.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "store/lines.h"
#include "store/setup_file.h"

/* ---- setup.json ------------------------------------------------------------------------------ */

static bool read_setup(struct bd__record *record, const char *dir, struct bd__text *why)
{
    struct bd__lines lines;
    struct bd__setup_extract setup;
    if (bd__lines_open(&lines, dir, BD__SETUP_FILE, why)) {
        size_t size = (size_t)(lines.end - lines.data);
        const char *error = bd__setup_file_parse(&setup, lines.data, size);
        lines.number = error ? bd__json_line(lines.data, size) : 0;
        if (error) { bd__lines_refuse(&lines, "%s", error); }
        memcpy(record->program_hash, setup.program_hash, sizeof record->program_hash);
    }
    bd__lines_clear(&lines);
    return !why->size;
}

/* ---- The whole ------------------------------------------------------------------------------- */

bool bd__record_read_timing(struct bd__record *record, const char *dir, struct bd__text *why)
{
    *record = (struct bd__record){0};
    why->size = 0;
    return bd__record_read_stats(record, dir, why) && bd__record_read_rows(record, dir, why);
}

bool bd__record_read(struct bd__record *record, const char *dir, struct bd__text *why)
{
    return bd__record_read_timing(record, dir, why) && read_setup(record, dir, why) &&
           bd__record_read_abundances(record, dir, why);
}

void bd__record_clear(struct bd__record *record)
{
    free(record->row);
    free(record->branch);
    *record = (struct bd__record){0};
}

double bd__record_seconds_at(const struct bd__record *record, double trial)
{
    double before_trial = 0, before_seconds = 0;
    for (size_t i = 0; i < record->row_count; i++) {
        const struct bd__record_figures *row = &record->row[i];
        if (trial <= row->trials) {
            double step = row->trials - before_trial;
            double share = step > 0 ? (trial - before_trial) / step : 1;
            return before_seconds + share * (row->seconds - before_seconds);
        }
        before_trial = row->trials;
        before_seconds = row->seconds;
    }
    return before_seconds;
}

/* plot_data.c: plot_data grows by a row at a time; rows that cannot be written wait. fuzzer_stats.h says what is in one. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "store/fuzzer_stats.h"
#include "store/home.h"
#include "store/saving.h"

/* Appends the rows that are not on disk yet. */
bool bd__saving_rows(struct bd__rundir *dir)
{
    char path[PATH_MAX];
    struct bd__text text = {0};
    struct stat info; /* a first row that failed leaves an empty file */
    if (!dir->rows.size) { return true; }
    bool home = bd__home_is_there(dir);
    bd__home_path(dir, "plot_data", path);
    if (stat(path, &info) != 0 || info.st_size == 0) { bd__figures_header(&text); }
    bd__text_add(&text, dir->rows.data, dir->rows.size);
    bool good = home && bd__file_append(path, text.data, text.size) == BD_OK;
    if (good) {
        dir->rows.size = 0;
        dir->wrote = true;
    } else {
        dir->failed = true;
        if (!dir->told_rows) {
            bd__error(dir->log, "cannot write %s/plot_data: %s; rows are kept in memory and tried again", dir->path,
                      bd__file_why());
        }
    }
    dir->told_rows = !good;
    bd__text_clear(&text);
    return good;
}

/* Rows are short and rare: this many mean that nobody has looked for days. */
static void bound_rows(struct bd__rundir *dir)
{
    enum { ROWS_LIMIT = 4 << 20 };
    if (dir->rows.size <= ROWS_LIMIT) { return; }
    if (!dir->row_torn) { bd__error(dir->log, "rows of plot_data are lost: too many could not be written"); }
    dir->row_torn = true;
    const char *half = strchr(dir->rows.data + dir->rows.size / 2, '\n');
    dir->rows.size = (size_t)(dir->rows.data + dir->rows.size - (half + 1));
    memmove(dir->rows.data, half + 1, dir->rows.size);
}

void bd__saving_spill_rows(struct bd__rundir *dir)
{
    struct bd__text text = {0};
    bd__figures_header(&text);
    bd__text_add(&text, dir->rows.data, dir->rows.size);
    if (bd__saving_spill(dir, "plot_data", text.data, text.size)) { dir->rows.size = 0; }
    bd__text_clear(&text);
}

void bd__rundir_add_row(struct bd__rundir *dir, const struct bd_progress *at)
{
    bd__figures_row(&dir->rows, at);
    bd__saving_rows(dir);
    bound_rows(dir);
}

#include "report/report.h"

#include <limits.h>
#include <stdio.h>

#include "base/file.h"
#include "report/csv.h"
#include "report/sections.h"

static enum bd_status write_file(const char *path, const struct bd__text *text, const struct bd__log *log)
{
    if (bd__file_write(path, bd__text_str(text), text->size) == BD_OK) { return BD_OK; }
    bd__error(log, "cannot write %s: %s", path, bd__file_why());
    return BD_IO;
}

static enum bd_status write_pages(const struct bd__results *r, const struct bd__log *log)
{
    char title[256], path[PATH_MAX];
    struct bd__document doc;
    struct bd__text page = {0};
    snprintf(title, sizeof title, "Experiment %s", r->of->manifest.name);
    bd__document_init(&doc, title);
    bd__section_opening(&doc, r);
    bd__section_summary(&doc, r);
    bd__section_rq1(&doc, r);
    bd__section_rq2(&doc, r);
    bd__section_rq3(&doc, r);
    bd__section_fairness(&doc, r);
    bd__section_comparisons(&doc, r);
    bd__section_method(&doc, r);

    bd__document_page(&page, &doc);
    snprintf(path, sizeof path, "%s/report.html", r->of->dir);
    enum bd_status status = write_file(path, &page, log);
    if (status == BD_OK) {
        snprintf(path, sizeof path, "%s/report.md", r->of->dir);
        status = write_file(path, &doc.markdown, log);
    }
    bd__text_clear(&page);
    bd__document_clear(&doc);
    return status;
}

static enum bd_status write_csv(const struct bd__results *r, const struct bd__log *log)
{
    char path[PATH_MAX];
    struct bd__csv csv[BD__CSV_FILES];
    enum bd_status status = BD_OK;
    snprintf(path, sizeof path, "%s/csv", r->of->dir);
    if (bd__file_make_dirs(path) != BD_OK) {
        bd__error(log, "cannot make the folder %s: %s", path, bd__file_why());
        return BD_IO;
    }
    bd__csv_make(csv, r);
    for (size_t i = 0; i < BD__CSV_FILES; i++) {
        snprintf(path, sizeof path, "%s/csv/%s.csv", r->of->dir, csv[i].name);
        if (status == BD_OK) { status = write_file(path, &csv[i].text, log); }
        bd__text_clear(&csv[i].text);
    }
    return status;
}

enum bd_status bd__report_write(const char *dir, const struct bd__log *log)
{
    struct bd__experiment experiment;
    enum bd_status status = bd__experiment_read(&experiment, dir, log);
    if (status == BD_OK) {
        struct bd__results results;
        bd__results_compute(&results, &experiment);
        status = write_pages(&results, log);
        if (status == BD_OK) { status = write_csv(&results, log); }
        bd__results_clear(&results);
    }
    bd__experiment_clear(&experiment);
    return status;
}

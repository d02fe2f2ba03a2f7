/* bench.h: a run directory on a bench. */
#ifndef BD_UNIT_STORE_BENCH_H
#define BD_UNIT_STORE_BENCH_H

#include "store/rundir.h"
#include "unit/scratch.h"
#include "unit/test.h"

/* A separate run directory per test, and one case to save in it. */
struct fixture {
    struct heard heard;
    struct bd__log log;
    struct bd__rundir dir;
    struct bd__sites *sites;
    struct bd__provenance from;
    struct bd__choice choice[2];
    struct bd__span span[2];
    struct bd__case kept;
};

static inline void open_dir(struct fixture *f, const char *name)
{
    *f = (struct fixture){.log = {heard_sink, &f->heard}, .sites = calloc(1, sizeof *f->sites)};
    f->from = (struct bd__provenance){"tree", "zest", 7, f->sites};
    f->choice[0] =
        (struct bd__choice){.answer = 1, .max = 1, .site = bd__sites_find(f->sites, "left", BD_STRUCTURE), .span = 1};
    f->choice[1] =
        (struct bd__choice){.answer = 4, .max = 9, .site = bd__sites_find(f->sites, "key", BD_VALUE), .span = 1};
    f->span[0] = (struct bd__span){.end = 2};
    f->span[1] = (struct bd__span){bd__sites_find(f->sites, "node", BD__RULE), 0, 0, 2};
    f->kept = (struct bd__case){
        .id = 12,
        .trial = 4567,
        .op = BD__OP_VALUE,
        .parent = 3,
        .mutations = 4,
        .choices = {.choice = f->choice, .span = f->span, .choice_count = 2, .span_count = 2, .signature = 0xabc},
        .bytes = {(const uint8_t *)"(4)", 3},
        .trace = 0xdef,
    };
    REQUIRE(bd__rundir_create(&f->dir, scratch(name), "unused", &f->log) == BD_OK);
}

static inline void close_dir(struct fixture *f)
{
    bd__rundir_close(&f->dir);
    free(f->sites);
}

static inline const char *in(const struct fixture *f, const char *name)
{
    static char path[4][5000];
    static unsigned turn;
    char *at = path[turn++ % 4];
    snprintf(at, sizeof *path, "%s/%s", f->dir.path, name);
    return at;
}

static inline unsigned entries(const char *path)
{
    unsigned count = 0;
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));) { count += entry->d_name[0] != '.'; }
    if (folder) { closedir(folder); }
    return count;
}

#endif

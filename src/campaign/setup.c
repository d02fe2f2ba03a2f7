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
#include "store/rundir.h"

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

static void put_tuning(struct bd__json *json, const struct bd__guide_settings *g)
{
    bd__json_object(json, "tuning", BD__JSON_FLAT);
    bd__json_real(json, "epsilon", g->epsilon);
    bd__json_real(json, "children", g->children);
    bd__json_real(json, "favoured_factor", g->favoured_factor);
    bd__json_real(json, "mutation_count", g->havoc.count_mean);
    bd__json_real(json, "mutation_size", g->havoc.size_mean);
    bd__json_real(json, "zero_share", g->havoc.zero_share);
    bd__json_real(json, "havoc_share", g->havoc_share);
    bd__json_count(json, "state_size", g->state_size);
    bd__json_string(json, "reward", g->reward_valid_only ? "valid-trace" : "trace");
    bd__json_string(json, "scores", g->scores_per_visit ? "visit" : "input");
    bd__json_end(json);
}

void bd__setup_describe(struct bd__text *out, const struct bd__ring *ring, const char *program, uint64_t start)
{
    const struct bd_config *k = &ring->rig.config;
    struct bd__json json = {.out = out};
    bd__json_object(&json, NULL, BD__JSON_LINES);
    bd__json_count(&json, "format", BD__RUNDIR_VERSION);
    bd__json_string(&json, "bediv", BD_VERSION);
    bd__json_string(&json, "compiler", __VERSION__);
    bd__json_string(&json, "program", program);
    bd__json_hash(&json, "program_hash", bd__setup_program_hash());
    bd__json_count(&json, "branches", bd__cover_branches());
    bd__json_string(&json, "guide", k->guide);
    bd__json_count(&json, "seed", k->seed);
    bd__json_count(&json, "trials", k->trials);
    bd__json_real(&json, "seconds", k->seconds);
    bd__json_count(&json, "timeout_ms", k->timeout_ms);
    bd__json_count(&json, "memory_mb", k->memory_mb);
    bd__json_count(&json, "parameter_bytes", k->parameter_bytes);
    bd__json_count(&json, "input_bytes", k->input_bytes);
    bd__json_count(&json, "trace_memory_mb", k->trace_memory_mb);
    bd__json_string(&json, "dictionary", k->dict ? k->dict : ring->rig.target.fuzzer.dict);
    put_tuning(&json, &ring->settings);
    bd__json_array(&json, "command", BD__JSON_FLAT);
    for (int i = 0; i < k->argc; i++) { bd__json_string(&json, NULL, k->argv[i]); }
    bd__json_end(&json);
    bd__json_count(&json, "start_time", start);
    bd__json_end(&json);
    bd__text_puts(out, "\n");
}

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

void bd__setup_describe(struct bd__text *out, const struct bd__ring *ring, const char *program, uint64_t start)
{
    const struct bd_config *k = &ring->rig.config;
    const struct bd__guide_settings *g = &ring->settings;
    bd__text_printf(out, "{\n  \"format\": %d,\n  \"bediv\": \"%s\",\n  \"compiler\": ", BD__RUNDIR_VERSION,
                    BD_VERSION);
    bd__text_json(out, __VERSION__);
    bd__text_puts(out, ",\n  \"program\": ");
    bd__text_json(out, program);
    bd__text_printf(out, ",\n  \"program_hash\": \"%016llx\",\n  \"branches\": %llu,\n",
                    (unsigned long long)bd__setup_program_hash(), (unsigned long long)bd__cover_branches());
    bd__text_printf(out, "  \"guide\": \"%s\",\n  \"seed\": %llu,\n", k->guide, (unsigned long long)k->seed);
    bd__text_printf(out, "  \"trials\": %llu,\n  \"seconds\": %g,\n", (unsigned long long)k->trials, k->seconds);
    bd__text_printf(out, "  \"timeout_ms\": %llu,\n  \"memory_mb\": %llu,\n", (unsigned long long)k->timeout_ms,
                    (unsigned long long)k->memory_mb);
    bd__text_printf(out, "  \"parameter_bytes\": %llu,\n  \"input_bytes\": %llu,\n  \"trace_memory_mb\": %llu,\n",
                    (unsigned long long)k->parameter_bytes, (unsigned long long)k->input_bytes,
                    (unsigned long long)k->trace_memory_mb);
    bd__text_puts(out, "  \"dictionary\": ");
    const char *dict = k->dict ? k->dict : ring->rig.target.fuzzer.dict;
    if (dict) {
        bd__text_json(out, dict);
    } else {
        bd__text_puts(out, "null");
    }
    bd__text_printf(
        out,
        ",\n  \"tuning\": {\"epsilon\": %g, \"children\": %g, \"favoured_factor\": %g, \"mutation_count\": %g, "
        "\"mutation_size\": %g, \"zero_share\": %g, \"havoc_share\": %g, \"state_size\": %u, \"reward\": \"%s\", "
        "\"scores\": \"%s\"},\n",
        g->epsilon, g->children, g->favoured_factor, g->havoc.count_mean, g->havoc.size_mean, g->havoc.zero_share,
        g->havoc_share, g->state_size, g->reward_valid_only ? "valid-trace" : "trace",
        g->scores_per_visit ? "visit" : "input");
    bd__text_puts(out, "  \"command\": [");
    for (int i = 0; i < k->argc; i++) {
        bd__text_puts(out, i ? ", " : "");
        bd__text_json(out, k->argv[i]);
    }
    bd__text_printf(out, "],\n  \"start_time\": %llu\n}\n", (unsigned long long)start);
}

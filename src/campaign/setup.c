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

void bd__setup_describe(struct bd__text *out, const struct bd__ring *ring, const char *program, uint64_t start)
{
    const struct bd_config *k = &ring->rig.config;
    const struct bd__guide_settings *g = &ring->settings;
    struct bd__setup_file setup = {
        .program = program,
        .program_hash = bd__setup_program_hash(),
        .branches = bd__cover_branches(),
        .config = k,
        .tuning = {.epsilon = g->epsilon,
                   .children = g->children,
                   .favoured_factor = g->favoured_factor,
                   .mutation_count = g->havoc.count_mean,
                   .mutation_size = g->havoc.size_mean,
                   .zero_share = g->havoc.zero_share,
                   .havoc_share = g->havoc_share,
                   .state_size = g->state_size,
                   .reward = g->reward_valid_only ? "valid-trace" : "trace",
                   .scores = g->scores_per_visit ? "visit" : "input"},
        .dictionary = k->dict ? k->dict : ring->rig.target.fuzzer.dict,
        .start_time = start,
    };
    bd__setup_file_put(out, &setup);
}

#include "engine/setup.h"

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

const char *bd__setup_name(const struct bd__campaign *c)
{
    return c->target.fuzzer.name ? c->target.fuzzer.name : program_invocation_short_name;
}

uint64_t bd__setup_random_seed(void)
{
    uint32_t seed;
    while (getrandom(&seed, sizeof seed, 0) != sizeof seed) {}
    return (uint64_t)seed + 1;
}

/* PATH as it is, or beside the program if it is there. */
static void beside_program(const char *path, char *found, size_t size)
{
    snprintf(found, size, "%s", path);
    if (*path == '/' || bd__file_exists(path)) { return; }
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) { return; }
    program[length] = 0;
    char *slash = strrchr(program, '/');
    if (!slash) { return; }
    char candidate[2 * PATH_MAX];
    snprintf(candidate, sizeof candidate, "%.*s/%s", (int)(slash - program), program, path);
    if (bd__file_exists(candidate)) { snprintf(found, size, "%s", candidate); }
}

enum bd_status bd__setup_dictionary(struct bd__dict_file *file, const struct bd__campaign *c, const struct bd__log *log)
{
    *file = (struct bd__dict_file){0};
    char path[2 * PATH_MAX];
    if (c->config.dict) { return bd__dict_load(file, c->config.dict, log); }
    if (!c->target.fuzzer.dict) { return BD_OK; }
    beside_program(c->target.fuzzer.dict, path, sizeof path);
    return bd__dict_load(file, path, log);
}

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

void bd__setup_describe(struct bd__text *out, const struct bd__campaign *c, const char *program, uint64_t start)
{
    const struct bd_config *k = &c->config;
    const struct bd__guide_settings *g = &c->settings;
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
    const char *dict = k->dict ? k->dict : c->target.fuzzer.dict;
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

#include "ring/rig.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "gen/bytes.h"
#include "gen/garble.h"
#include "ring/settings.h"
#include "triage/activity.h"
#include "triage/signature.h"
#include "trial/copy.h"

struct bd__arena *bd__rig_arena(const struct bd__log *log)
{
    struct bd__arena *arena = bd__arena_create();
    if (!arena) {
        bd__error(log,
                  "cannot reserve 4 GiB of address space (it costs no memory); raise the limit: ulimit -v unlimited");
    }
    return arena;
}

struct bd_session *bd_session_open(void)
{
    struct bd_session *session = bd__memory(1, sizeof *session);
    *session = (struct bd_session){0};
    return session;
}

void bd_session_close(struct bd_session *session)
{
    if (!session) { return; }
    bd__remote_destroy(session->remote);
    free(session);
}

/* The remote of the rig, from its session if there is one. NULL after a message if that fails. */
static struct bd__remote *find_remote(const struct bd__rig *rig, const struct bd__log *log)
{
    struct bd_session *session = rig->config.session;
    const struct bd_remote *spec = rig->target.fuzzer.remote;
    if (!session) { return bd__remote_create(spec, log); }
    if (!session->remote) { session->remote = bd__remote_create(spec, log); }
    return session->remote;
}

enum bd_status bd__rig_init(struct bd__rig *rig, struct bd__arena *arena, const struct bd_fuzzer *fuzzer,
                            const struct bd_config *config, const struct bd__log *log)
{
    rig->arena = arena;
    rig->lock = -1;
    rig->config = *config;
    enum bd_status status = bd__settings_complete(&rig->config, log);
    if (status != BD_OK) { return status; }
    if (!bd__target_resolve(&rig->target, fuzzer)) {
        bd__error(log, "there is no target; give BD_FUZZER a .run, or define LLVMFuzzerTestOneInput");
        return BD_USAGE;
    }
    if (rig->target.fuzzer.remote && !(rig->remote = find_remote(rig, log))) { return BD_SETUP_FAILED; }
    rig->plain = !rig->target.fuzzer.generate;
    if (rig->plain) { rig->target.fuzzer.generate = bd__bytes_generate; }
    bool limited = config->input_bytes && config->input_bytes < BD__BYTES_LONGEST;
    rig->longest = limited ? config->input_bytes : BD__BYTES_LONGEST;
    return BD_OK;
}

void bd__rig_build(struct bd__rig *rig, const struct bd_dict *dict)
{
    struct bd__rng draws;
    bd__rng_init(&draws, rig->config.seed, 1);
    rig->sites = bd__arena_take(rig->arena, sizeof *rig->sites);
    struct bd__source_limits limits = {.parameter_bytes = rig->config.parameter_bytes, .choices = BD__CHOICE_LIMIT};
    rig->source = bd__source_create(rig->arena, rig->sites, &limits, dict, draws);
    rig->out = (struct bd_out){
        .data = bd__arena_take(rig->arena, BD__OUTPUT_CAPACITY),
        .capacity = BD__OUTPUT_CAPACITY,
        .budget = rig->config.input_bytes,
        .spend = &rig->source->spent,
        .longest = rig->longest,
        .ascii = rig->config.only_ascii,
    };
    rig->source->written = &rig->out.size;
    rig->scratch = bd__arena_take(rig->arena, BD__GARBLE_PIECE);
    bd__cover_init(&rig->cover, rig->arena);
    rig->history = bd__arena_take(rig->arena, sizeof *rig->history);
}

enum bd_status bd__rig_open(struct bd__rig **rig, struct bd__dict_file *dict, const struct bd_fuzzer *fuzzer,
                            const struct bd_config *config, const struct bd__log *log)
{
    struct bd__arena *arena = bd__rig_arena(log);
    if (!arena) { return BD_SYSTEM; }
    *rig = bd__arena_take_pages(arena, sizeof **rig);
    enum bd_status status = bd__rig_init(*rig, arena, fuzzer, config, log);
    if (!(*rig)->config.seed) { (*rig)->config.seed = 1; }
    if (status == BD_OK) { status = bd__rig_dictionary(dict, *rig, log); }
    if (status == BD_OK) {
        bd__rig_build(*rig, &dict->dict);
    } else {
        bd__rig_close(*rig);
        *rig = NULL;
    }
    return status;
}

void bd__rig_close(struct bd__rig *rig)
{
    if (!rig) { return; }
    if (!rig->config.session) { bd__remote_destroy(rig->remote); }
    bd__arena_destroy(rig->arena);
}

enum bd_status bd__rig_start_remote(struct bd__rig *rig, const struct bd__log *log)
{
    struct bd__text output = {0};
    struct bd__worker worker = bd__rig_worker(rig, NULL, NULL, log);
    enum bd__worker_end end = bd__worker_start_remote(&worker, &output);
    if (end == BD__WORKER_FAILED) {
        bd__error(log, "the target could not be started: %s\n%s", rig->remote->command[0],
                  bd__text_tail(&output, 1500));
    }
    if (end == BD__WORKER_FINISHED && rig->remote) {
        bd__cover_set_remote(rig->remote->counters, rig->remote->counter_count);
    }
    bd__text_clear(&output);
    return end == BD__WORKER_FINISHED ? BD_OK : end == BD__WORKER_STOPPED ? BD_INTERRUPTED : BD_SETUP_FAILED;
}

const char *bd__rig_name(const struct bd__rig *rig)
{
    return rig->target.fuzzer.name ? rig->target.fuzzer.name : program_invocation_short_name;
}

/* Writes PATH to FOUND; if only a file of that name beside the program exists, the path of that one. */
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

enum bd_status bd__rig_dictionary(struct bd__dict_file *file, const struct bd__rig *rig, const struct bd__log *log)
{
    *file = (struct bd__dict_file){0};
    char path[2 * PATH_MAX];
    if (rig->config.dict) { return bd__dict_load(file, rig->config.dict, log); }
    if (!rig->target.fuzzer.dict) { return BD_OK; }
    beside_program(rig->target.fuzzer.dict, path, sizeof path);
    return bd__dict_load(file, path, log);
}

struct bd__worker bd__rig_worker(struct bd__rig *rig, void (*work)(void *user), void *user, const struct bd__log *log)
{
    return (struct bd__worker){
        .pulse = &rig->pulse,
        .remote = rig->remote,
        .work = work,
        .work_user = user,
        .activity = &bd__counter_activity,
        .reporting = bd__signature_unfinished,
        .timeout = (double)rig->config.timeout_ms / 1000,
        .memory = rig->config.memory_mb << 20,
        .show_output = rig->config.show_output,
        .log = log,
    };
}

/* ---- in a worker --------------------------------------------------------------------------------- */

void bd__rig_seal(struct bd__rig *rig)
{
    bd__arena_enter(rig->arena);
    bd__arena_seal(rig, offsetof(struct bd__rig, out));
}

void bd__rig_set_up(struct bd__rig *rig)
{
    if (rig->lock >= 0) { close(rig->lock); } /* or a process that the target starts could keep the directory locked */
    bd__history_clear(rig->history);
    if (rig->remote) {
        bd__remote_attach(rig->remote);
        bd__cover_set_remote(rig->remote->counters, rig->remote->counter_count);
    }
    rig->env = bd__target_setup(&rig->target, rig->config.argc, rig->config.argv);
    bd__pulse_set_up(&rig->pulse, rig->config.memory_mb << 20);
    bd__pulse_enter(&rig->pulse, BD__PHASE_RING);
    rig->source->env = rig->env;
    rig->source->reader = (struct bd__tape_reader){0}; /* its memory belonged to the previous worker */
    bd__sites_forget_addresses(rig->sites);
}

/* plan → choices, input */
void bd__rig_generate(struct bd__rig *rig, struct bd__trial *t)
{
    bd__source_begin(rig->source, &t->plan);
    bd__out_begin(&rig->out);
    bd__pulse_enter(&rig->pulse, BD__PHASE_GENERATE);
    rig->target.fuzzer.generate(rig->source, &rig->out);
    bd__worker_end_copy();
    bd__pulse_enter(&rig->pulse, BD__PHASE_RING);
    bool has_parts = !rig->plain && !rig->out.object && !rig->out.overflow;
    if (has_parts) { bd__garble(rig->source, &rig->out, rig->config.tuning.garble_share, rig->scratch); }
    t->choices = bd__source_end(rig->source);
    t->choices.exhausted |= rig->out.size > rig->out.budget;
    if (rig->out.overflow) { t->choices.discarded = "the input outgrew its buffer"; }
    t->input = (struct bd_input){rig->out.data, rig->out.size, rig->out.object, rig->env};
}

/* input → outcome. Coverage starts here, so a generator's own branches never count. */
void bd__rig_run(struct bd__rig *rig, struct bd__trial *t)
{
    bd__history_add(rig->history, &t->choices, t->plan.op);
    bd__pulse_enter(&rig->pulse, BD__PHASE_RUN);
    bd__target_reset(&rig->target, rig->env);
    bd__cover_reset();
    t->outcome.verdict = rig->remote ? bd__remote_run(rig->remote, &t->input, &rig->pulse.account, &rig->pulse.retire)
                                     : bd__target_run(&rig->target, &t->input, rig->out.capacity);
    /* The target has called bd_wrong, but says now that nothing is wrong. */
    if (rig->pulse.account.size && t->outcome.verdict != BD_FAILURE) { rig->pulse.account.size = 0; }
    t->slow = bd__pulse_was_slow(&rig->pulse);
    bd__pulse_enter(&rig->pulse, BD__PHASE_RING);
}

/* Coverage ends before this, because the destructor is not under test. A crash in it still counts as the target's: most
 * of the time it was the target that corrupted the object or the heap. */
void bd__rig_end(struct bd__rig *rig)
{
    if (!rig->out.object) { return; }
    bd__pulse_enter(&rig->pulse, BD__PHASE_RUN);
    bd__out_end(&rig->out);
    bd__pulse_enter(&rig->pulse, BD__PHASE_RING);
}

/* Code of the target that runs once per process (lazy tables, first allocations) would make the first trace of each
 * worker differ. So each worker first runs the simplest input a few times, uncounted. */
bool bd__rig_warm_up(struct bd__rig *rig)
{
    enum { RUNS = 8 };
    struct bd__trial *t = &rig->trial;
    for (int i = 0; i < RUNS && !rig->warm_up_failed; i++) {
        *t = (struct bd__trial){.plan = {.stream_count = 2, .op = BD__OP_SIMPLEST, .parent = BD__NO_PARENT}};
        rig->warm_up_failed = true; /* stays true if the worker dies here */
        bd__rig_generate(rig, t);
        if (!t->choices.discarded) { bd__rig_run(rig, t); }
        bd__rig_end(rig);
        if (t->outcome.verdict == BD_FAILURE) { return false; }
        rig->warm_up_failed = false;
    }
    return true;
}

/* embed.c: the engine in a program with its own main(). embedding.sh also compiles it as C++. */
#include <bediv/engine.h>
#include <stdio.h>
#include <stdlib.h>

static int reports, messages;

static void generate(struct bd_source *s, struct bd_out *out)
{
    BD_RULE(s, "pair");
    bd_put_int(s, out, "first", -3, 3);
    bd_put(out, bd_flag(s, "comma") ? "," : ";");
    bd_put_int(s, out, "second", -3, 3);
}

static enum bd_verdict run(const struct bd_input *in)
{
    if (in->size == 5 && memcmp(in->data, "-3,-3", 5) == 0) { abort(); }
    return memchr(in->data, ',', in->size) ? BD_VALID : BD_INVALID;
}

static void on_progress(const struct bd_progress *progress, void *user)
{
    ++*(int *)user;
    if (strcmp(progress->guide, "zest") != 0 || strcmp(progress->program, "pair") != 0) { exit(3); }
}

static void on_log(enum bd_log_level level, const char *text, void *user)
{
    (void)level, (void)text, (void)user;
    messages++;
}

static bool on_sample(uint64_t index, const struct bd_input *input, const char *tape, void *user)
{
    ++*(int *)user;
    return index < 4 && input->size >= 3 && strstr(tape, "pair {");
}

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
            return 1; \
        } \
    } while (0)

int main(int argc, char **argv)
{
    struct bd_fuzzer fuzzer;
    struct bd_config config;
    struct bd_summary summary;
    struct bd_replay replay;
    int samples = 0;
    memset(&fuzzer, 0, sizeof fuzzer);
    memset(&config, 0, sizeof config);
    fuzzer.name = "pair";
    fuzzer.generate = generate;
    fuzzer.run = run;
    config.guide = "zest";
    config.seed = 1;
    config.trials = 5000;
    config.directory = argc > 1 ? argv[1] : "embedded";
    config.progress = on_progress;
    config.log = on_log;
    config.user = &reports;

    CHECK(bd_campaign_run(&fuzzer, &config, &summary) == BD_OK);
    CHECK(summary.last.figures.trials == 5000);
    CHECK(summary.last.figures.failures > 0 && summary.failures_filed == 1);
    CHECK(summary.last.figures.distinct_failures == 1);
    CHECK(summary.last.figures.crashes == summary.last.figures.failures);
    CHECK(summary.seed == 1 && strcmp(summary.program, "pair") == 0);
    CHECK(strcmp(summary.directory, config.directory) == 0);
    CHECK(reports > 0 && messages > 0);

    config.directory = "never made";
    CHECK(bd_campaign_run(&fuzzer, &config, NULL) == BD_OK); /* a second one, without a summary */
    config.directory = "embedded elsewhere";
    config.guide = "nonesuch";
    CHECK(bd_campaign_run(&fuzzer, &config, &summary) == BD_USAGE);
    CHECK(strlen(bd_status_text(BD_USAGE)) > 0);
    config.guide = NULL;

    FILE *file = fopen("bytes", "w");
    CHECK(file && fputs("-3,-3", file) >= 0 && fclose(file) == 0);
    CHECK(bd_replay_file(&fuzzer, &config, "bytes", &replay) == BD_OK);
    CHECK(replay.verdict == BD_FAILURE && replay.exit_code == 77 && strcmp(replay.failure, "SIGABRT") == 0);
    CHECK(replay.size == 5 && memcmp(replay.data, "-3,-3", 5) == 0);
    bd_replay_clear(&replay);
    CHECK(bd_generate_file(&fuzzer, &config, "bytes", &replay) == BD_OK && replay.verdict == BD_DISCARDED);
    bd_replay_clear(&replay);
    CHECK(bd_replay_file(&fuzzer, &config, "no such file", &replay) == BD_IO);

    CHECK(bd_sample(&fuzzer, &config, 100, on_sample, &samples) == BD_OK && samples == 5);
    CHECK(bd_guide_list(0) && !bd_guide_list(99));
    puts("embedded");
    return 0;
}

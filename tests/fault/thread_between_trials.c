/* A thread started by the target aborts while the engine works, in nobody's trial. AFTER says when, in ms. */
#include <bediv.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void *die_later(void *nothing)
{
    (void)nothing;
    const char *after = getenv("AFTER");
    if (!after) { return NULL; }
    usleep((useconds_t)atoi(after) * 1000);
    abort();
}

static void *setup(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    pthread_t thread;
    pthread_create(&thread, NULL, die_later, NULL);
    return NULL;
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    bd_put_int(s, out, "number", 0, 99);
}

static enum bd_verdict run(const struct bd_input *in)
{
    return in->size == 1 ? BD_VALID : BD_INVALID;
}

BD_FUZZER(.name = "thread", .generate = generate, .run = run, .setup = setup);

/* remote.c: a fuzzer whose target is a process of its own: this program again, which becomes the remote if it is started
 * as one. The target reads words, counts branches by hand, and goes wrong as $REMOTE says, if that is set, for inputs
 * with an `x`; it hangs for inputs with `xx`. */
#define _GNU_SOURCE
#include <bediv.h>
#include <bediv/remote.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- the fuzzer ---------------------------------------------------------------------------------- */

static void generate(struct bd_source *s, struct bd_out *out)
{
    while (bd_more(s, "word", 4)) {
        BD_RULE(s, "word");
        if (bd_flag(s, "nested")) {
            bd_put(out, "(");
            bd_put_char_of(s, out, "letter", "abcxyz");
            bd_put(out, ")");
        } else {
            bd_put_char_of(s, out, "letter", "abcxyz");
        }
    }
}

static const struct bd_remote remote = {.command = (const char *const[]){"$ORIGIN/remote", NULL}};
BD_FUZZER(.name = "remote", .generate = generate, .remote = &remote);

/* ---- the remote ---------------------------------------------------------------------------------- */

enum {
    COUNTERS = 64,
    BEGINNING = 32, /* runs, in which a process has more time: bd__remote_grace */
};
static struct bd_remote_header *shared;
static char *base;
static volatile int depth;
static char *volatile kept;
static bool ends; /* after this run */
static unsigned runs;

static void take(unsigned branch)
{
    uint8_t *counter = (uint8_t *)base + shared->counters_at + branch;
    if (*counter < 255) { ++*counter; }
}

static void say(const char *kind, const char *message, const char *stack)
{
    char *text = base + shared->failure_at;
    shared->failure_size = (uint64_t)sprintf(text, "%s\n%s\n%s", kind, message, stack);
}

static void *answer_questions(void *unused)
{
    for (;; usleep(10000)) {
        uint32_t question = *(volatile uint32_t *)&shared->question;
        if (question == shared->answer) { continue; }
        char *text = base + shared->stack_at;
        shared->stack_size = (uint64_t)sprintf(text,
                                               "0\tsleep\t\t\n1\twords.Reader.step\tReader.lang\t%u\n1\twords.Reader."
                                               "loop\tReader.lang\t%u\n1\twords.Main.run\tMain.lang\t3\n",
                                               7 + question % 5, 20 + question % 3);
        shared->answer = question;
    }
    return unused;
}

static uint32_t go_wrong(const char *how)
{
    static int times;
    if (strcmp(how, "report") == 0) {
        say("words.WrongLetter", "found an x",
            "0\tlang.String.charAt\tString.lang\t10\n1\twords.Reader.letter\tReader.lang\t12\n1\twords.Main.run\tMain."
            "lang\t3\n");
        return BD_FAILURE;
    }
    if (strcmp(how, "recurse") == 0) {
        say("lang.StackOverflowError", "",
            "1\twords.Reader.down\tR.lang\t1\n1\twords.Reader.down\tR.lang\t2\n1\twords.Reader.down\tR."
            "lang\t1\n1\twords.Main.run\tMain.lang\t3\n");
        return BD_FAILURE;
    }
    if (strcmp(how, "garbage") == 0) {
        memset(shared, 0xff, sizeof *shared);
        return BD_FAILURE;
    }
    if (strcmp(how, "exit") == 0) { exit(3); }
    if (strcmp(how, "abort") == 0) { abort(); }
    if (strcmp(how, "kill") == 0) { raise(SIGKILL); }
    if (strcmp(how, "close") == 0) { close_range(3, ~0U, 0), pause(); }
    if (strcmp(how, "hang") == 0) {
        /* A new process has ten seconds more. Then it waits, because a loop would use them up. */
        while (runs <= BEGINNING) { pause(); }
        for (;;) { depth++; }
    }
    if (strcmp(how, "grow") == 0) {
        for (;;) { memset(kept = malloc(1 << 20), 1, 1 << 20); }
    }
    if (strcmp(how, "end") == 0) {
        say("words.NoPaper", "", "1\twords.Reader.letter\tReader.lang\t14\n");
        ends = true;
        return BD_FAILURE;
    }
    if (strcmp(how, "say") == 0) {
        fprintf(stderr, "run %d went wrong\n", ++times);
        say("words.WrongLetter", "found an x", "1\twords.Reader.letter\tReader.lang\t12\n");
        return BD_FAILURE;
    }
    if (strcmp(how, "child") == 0 && fork() == 0) {
        setsid();
        pause();
    }
    return BD_VALID;
}

static uint32_t run(const char *text, size_t size)
{
    static bool initialised[256];
    const char *how = getenv("REMOTE");
    int open = 0;
    bool rarely = how && strcmp(how, "hang") == 0;
    runs++;
    take(0);
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text[i];
        take(1);
        if (!initialised[c]) { /* as a class in Java: it takes branches once */
            initialised[c] = true;
            shared->first_time++;
            for (unsigned b = 40; b < 50; b++) { take(b); }
        }
        if (c == '(') { take(2), open++; }
        if (c == ')') { take(3), open--; }
        if (c >= 'a' && c <= 'z') { take(10 + c - 'a'); }
        if (c == 'x' && how && (!rarely || (i && text[i - 1] == 'x'))) {
            uint32_t verdict = go_wrong(how);
            if (verdict != BD_VALID) { return verdict; }
        }
    }
    take(open ? 4 : 5);
    return size % 5 == 4 ? BD_INVALID : BD_VALID;
}

__attribute__((constructor)) static void be_remote(void)
{
    int version, map, from, to;
    const char *given = getenv("BEDIV_REMOTE"), *start = getenv("REMOTE_START");
    char byte = 0;
    pthread_t answering;
    if (!given || sscanf(given, "%d:%d:%d:%d", &version, &map, &from, &to) != 4 || version != BD_REMOTE_VERSION) {
        return;
    }
    bool kill_once = start && strcmp(start, "kill once") == 0;
    if (kill_once && open("killed", O_WRONLY | O_CREAT | O_EXCL, 0666) >= 0) { raise(SIGKILL); }
    if (start && !kill_once) {
        fputs("it does not want to start\n", stderr);
        if (strcmp(start, "kill") == 0) { raise(SIGKILL); }
        if (strcmp(start, "hang") == 0) { pause(); }
        exit(9);
    }
    off_t size = lseek(map, 0, SEEK_END);
    base = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, map, 0);
    shared = (struct bd_remote_header *)base;
    if (memcmp(shared->magic, BD_REMOTE_MAGIC, 8) != 0 || shared->version != BD_REMOTE_VERSION) { exit(2); }
    shared->counters = COUNTERS;
    shared->thread = (uint32_t)syscall(SYS_gettid);
    pthread_create(&answering, NULL, answer_questions, NULL);
    if (write(to, &byte, 1) != 1) { exit(1); }
    while (read(from, &byte, 1) == 1) {
        shared->verdict = run(base + shared->input_at, shared->input_size);
        byte = ends ? BD_REMOTE_ENDS : BD_REMOTE_CONTINUES;
        if (write(to, &byte, 1) != 1 || ends) { break; }
    }
    exit(ends ? 5 : 0);
}

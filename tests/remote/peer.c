// peer: plays the fuzzer's side of docs/remote-targets.md, to test a remote without a fuzzer.
//
//   peer [OPTION...] COMMAND-FILE INPUT...
//
// Starts the command (one argument per line) in an empty folder, has it run each INPUT, and prints one line per run:
// verdict, number of covered branches, hash of the counters, whether something happened for the first time.
//
//   -n N        run each input N times (default: 1)
//   -q          print only the last run of each input
//   -f          print failures in full
//   -d          print which counters differ between the runs of an input; runs with first times do not count
//   -o FOLDER   write the counters of the last run of each input to FOLDER/NAME.counters
//   -a MS       after so much time, ask for the stack, print it, and kill the remote
//   -t          print the processor time of the thread that runs inputs, per run
//
// The code is 0 if all inputs were run, 1 if the remote died or was killed, 2 if the peer could not do its work.

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum { PAGE = 4096, INPUT_ROOM = 64 << 20, COUNTERS_ROOM = 16 << 20, TEXT_ROOM = 1 << 20, ARGUMENTS = 256 };

// The header of the mapping; docs/remote-targets.md has the meaning of each field.
struct header {
    char magic[8];
    uint32_t version, reserved_12;
    uint64_t input_at, input_room, counters_at, counters_room, failure_at, failure_room, stack_at, stack_room;
    char reserved_80[48];
    uint64_t input_size;
    uint32_t question;
    char reserved_140[116];
    uint64_t counters;
    uint32_t thread, reserved_268;
    uint32_t verdict, first_time;
    uint64_t failure_size, stack_size;
    uint32_t answer;
    char reserved_300[724];
    char names[1024];
};
_Static_assert(offsetof(struct header, input_size) == 128 && offsetof(struct header, question) == 136, "layout");
_Static_assert(offsetof(struct header, counters) == 256 && offsetof(struct header, verdict) == 272, "layout");
_Static_assert(offsetof(struct header, answer) == 296 && offsetof(struct header, names) == 1024, "layout");

struct options {
    int repeat, ask_ms;
    bool only_last, failures, differences, time;
    const char *counters_folder;
};

struct remote {
    struct header *header; // the mapping begins with it
    pid_t process;
    int run, done;
    bool ending; // it said that it runs no further inputs
    char folder[PATH_MAX];
};

static struct remote remote;

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status, (void)type, (void)walk;
    return remove(path);
}

static void end_remote(void)
{
    if (remote.process > 0) {
        kill(-remote.process, SIGKILL);
        waitpid(remote.process, NULL, 0);
    }
    if (remote.folder[0]) nftw(remote.folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

static _Noreturn void die(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "peer: ");
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "%s%s\n", errno ? ": " : "", errno ? strerror(errno) : "");
    va_end(arguments);
    end_remote();
    exit(2);
}

static char *at(uint64_t offset)
{
    return (char *)remote.header + offset;
}

// ---- Starting it ----

static int create_mapping(void)
{
    int map = memfd_create("bediv-remote", 0);
    size_t size = PAGE + INPUT_ROOM + COUNTERS_ROOM + 2 * TEXT_ROOM;
    if (map < 0 || ftruncate(map, (off_t)size)) die("cannot create the shared memory");
    struct header *header = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, map, 0);
    if (header == MAP_FAILED) die("cannot map the shared memory");
    memcpy(header->magic, "bedivrem", sizeof header->magic);
    header->version = 1;
    header->input_at = PAGE, header->input_room = INPUT_ROOM;
    header->counters_at = header->input_at + INPUT_ROOM, header->counters_room = COUNTERS_ROOM;
    header->failure_at = header->counters_at + COUNTERS_ROOM, header->failure_room = TEXT_ROOM;
    header->stack_at = header->failure_at + TEXT_ROOM, header->stack_room = TEXT_ROOM;
    remote.header = header;
    return map;
}

// Returns the arguments in FILE, one per line, ended by NULL.
static char **read_command(const char *file)
{
    static char *arguments[ARGUMENTS + 1];
    FILE *in = fopen(file, "r");
    if (!in) die("cannot read %s", file);
    char *line = NULL;
    size_t room = 0, count = 0;
    for (ssize_t size; (size = getline(&line, &room, in)) >= 0 && count < ARGUMENTS; line = NULL, room = 0) {
        if (size > 0 && line[size - 1] == '\n') line[size - 1] = '\0';
        arguments[count++] = line;
    }
    fclose(in);
    if (!arguments[0]) die("%s has no command", file);
    return arguments;
}

static _Noreturn void become(char **command, int map, int run, int done)
{
    char variable[64];
    snprintf(variable, sizeof variable, "1:%d:%d:%d", map, run, done);
    int null = open("/dev/null", O_RDWR);
    dup2(null, STDIN_FILENO);
    dup2(null, STDOUT_FILENO);
    setpgid(0, 0);
    if (setenv("BEDIV_REMOTE", variable, 1) || chdir(remote.folder)) _exit(127);
    execvp(command[0], command);
    fprintf(stderr, "peer: cannot start %s: %s\n", command[0], strerror(errno));
    _exit(127);
}

// Waits for a byte from the remote. Returns false if it died, or is still busy after LIMIT_MS (-1: none).
static bool wait_until_done(int limit_ms)
{
    struct pollfd poller = {remote.done, POLLIN, 0};
    char byte;
    if (poll(&poller, 1, limit_ms) <= 0 || read(remote.done, &byte, 1) != 1) return false;
    remote.ending = byte == 1;
    return true;
}

static void start(const char *command_file)
{
    char **command = read_command(command_file);
    const char *temporary = getenv("TMPDIR");
    snprintf(remote.folder, sizeof remote.folder, "%s/bediv-peer.XXXXXX", temporary ? temporary : "/tmp");
    if (!mkdtemp(remote.folder)) die("cannot create %s", remote.folder);
    int map = create_mapping(), run[2], done[2];
    if (pipe(run) || pipe(done)) die("cannot create a pipe");
    remote.process = fork();
    if (remote.process < 0) die("cannot fork");
    if (remote.process == 0) {
        close(run[1]), close(done[0]);
        become(command, map, run[0], done[1]);
    }
    setpgid(remote.process, remote.process);
    close(run[0]), close(done[1]), close(map);
    remote.run = run[1], remote.done = done[0];
    errno = 0;
    if (!wait_until_done(-1)) die("the remote ended before it was ready");
    printf("ready: %" PRIu64 " counters\n", remote.header->counters);
}

// ---- Running inputs ----

static void load_input(const char *file)
{
    FILE *in = fopen(file, "rb");
    if (!in) die("cannot read %s", file);
    remote.header->input_size = fread(at(remote.header->input_at), 1, INPUT_ROOM, in);
    fclose(in);
}

static void ask_for_stack(void)
{
    struct header *header = remote.header;
    uint32_t question = header->question + 1;
    __atomic_store_n(&header->question, question, __ATOMIC_RELEASE);
    for (int i = 0; i < 6000 && __atomic_load_n(&header->answer, __ATOMIC_ACQUIRE) != question; i++) usleep(10000);
    if (header->answer != question) die("no answer to the question");
    printf("stack:\n%.*s", (int)header->stack_size, at(header->stack_at));
}

// Runs the input once. Returns false if the remote died or was killed.
static bool run_once(const struct options *options)
{
    char byte = 0;
    memset(at(remote.header->counters_at), 0, remote.header->counters);
    if (write(remote.run, &byte, 1) != 1) return false;
    if (wait_until_done(options->ask_ms ? options->ask_ms : -1)) return true;
    if (waitpid(remote.process, NULL, WNOHANG) == 0 && options->ask_ms) ask_for_stack();
    return false;
}

static void print_run(const char *file, uint32_t first_times, bool in_full)
{
    static const char *const verdicts[] = {"valid", "invalid", "failure"};
    const struct header *header = remote.header;
    const unsigned char *counters = (unsigned char *)at(header->counters_at);
    size_t covered = 0;
    for (size_t i = 0; i < header->counters; i++) covered += counters[i] != 0;
    printf("%s\t%s\tcovered %zu\thash %016" PRIx64 "\tfirst times %" PRIu32 "\n", file,
           header->verdict < 3 ? verdicts[header->verdict] : "?", covered,
           (uint64_t)XXH3_64bits(counters, header->counters), first_times);
    if (header->verdict != 2) return;
    const char *text = at(header->failure_at);
    int size = (int)header->failure_size;
    if (in_full)
        printf("%.*s", size, text);
    else
        printf("  %.*s\n", (int)strcspn(text, "\n"), text);
}

static void save_counters(const char *folder, const char *file)
{
    char path[PATH_MAX];
    const char *name = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
    snprintf(path, sizeof path, "%s/%s.counters", folder, name);
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(at(remote.header->counters_at), 1, remote.header->counters, out) != remote.header->counters)
        die("cannot write %s", path);
    fclose(out);
}

// ---- Differences between runs ----

struct differences {
    unsigned char *reference; // the counters of the first run; owned
    bool *differs;            // per counter; owned
    size_t runs;
};

static void compare_run(struct differences *d)
{
    size_t count = remote.header->counters;
    const unsigned char *counters = (unsigned char *)at(remote.header->counters_at);
    if (d->runs++ == 0) {
        memcpy(d->reference, counters, count);
        memset(d->differs, 0, count);
    }
    for (size_t i = 0; i < count; i++) d->differs[i] |= counters[i] != d->reference[i];
}

// Prints where the counters that differ are, from the table of names.
static void print_differences(const struct differences *d)
{
    size_t count = 0;
    for (size_t i = 0; i < remote.header->counters; i++) count += d->differs[i];
    printf("  %zu counters differ in %zu runs\n", count, d->runs);
    FILE *names = count ? fopen(remote.header->names, "r") : NULL;
    char line[4096], unit[1024] = "", method[1024] = "";
    while (names && fgets(line, sizeof line, names)) {
        size_t number, source_line;
        if (sscanf(line, "class\t%1023[^\t]", unit) == 1 || sscanf(line, "method\t%1023[^\n]", method) == 1) continue;
        if (sscanf(line, "%zu\t%zu", &number, &source_line) == 2 && d->differs[number])
            printf("    %zu\t%s.%s:%zu\n", number, unit, method, source_line);
    }
    if (names) fclose(names);
}

// Processor time of the thread that runs inputs, in nanoseconds; 0 if the remote did not name the thread.
static uint64_t processor_time(void)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task/%u/schedstat", remote.process, remote.header->thread);
    FILE *in = fopen(path, "r");
    uint64_t time = 0;
    if (in && fscanf(in, "%" SCNu64, &time) != 1) time = 0;
    if (in) fclose(in);
    return time;
}

static bool run_input(const char *file, const struct options *options, struct differences *differences)
{
    load_input(file);
    differences->runs = 0;
    uint64_t time = processor_time();
    for (int i = 0; i < options->repeat; i++) {
        uint32_t before = remote.header->first_time;
        if (!run_once(options)) {
            printf("%s\tthe remote ended\n", file);
            return false;
        }
        uint32_t first_times = remote.header->first_time - before;
        if (options->differences && !first_times) compare_run(differences);
        if (!options->only_last || i == options->repeat - 1) print_run(file, first_times, options->failures);
        if (remote.ending) {
            printf("%s\tthe remote ends after this run\n", file);
            return false;
        }
    }
    if (options->time) printf("  %.1f us per run\n", (double)(processor_time() - time) / 1e3 / options->repeat);
    if (options->differences) print_differences(differences);
    if (options->counters_folder) save_counters(options->counters_folder, file);
    return true;
}

int main(int argc, char **argv)
{
    struct options options = {.repeat = 1};
    for (int option; (option = getopt(argc, argv, "+n:qfdo:a:t")) != -1;) switch (option) {
        case 'n': options.repeat = atoi(optarg); break;
        case 'q': options.only_last = true; break;
        case 'f': options.failures = true; break;
        case 'd': options.differences = true; break;
        case 'o': options.counters_folder = optarg; break;
        case 'a': options.ask_ms = atoi(optarg); break;
        case 't': options.time = true; break;
        default: return 2;
        }
    errno = 0;
    if (argc - optind < 2) die("usage: peer [OPTION...] COMMAND-FILE INPUT...");
    signal(SIGPIPE, SIG_IGN);
    setvbuf(stdout, NULL, _IOLBF, 0);
    start(argv[optind]);
    struct differences differences = {calloc(1, remote.header->counters + 1), calloc(1, remote.header->counters + 1),
                                      0};
    bool alive = true;
    for (int i = optind + 1; i < argc && alive; i++) alive = run_input(argv[i], &options, &differences);
    close(remote.run); // it should end by itself now
    if (alive) alive = !wait_until_done(60000) && waitpid(remote.process, NULL, 0) == remote.process;
    if (alive) remote.process = 0;
    end_remote();
    free(differences.reference);
    free(differences.differs);
    return alive ? 0 : 1;
}

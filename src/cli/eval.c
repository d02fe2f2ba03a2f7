#include "cli/eval.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "cli/canvas.h"
#include "cli/flags.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "eval/child.h"
#include "eval/eval.h"
#include "report/prospect.h"
#include "report/report.h"

enum { EXIT_FINE = 0, EXIT_TROUBLE = 1, EXIT_USAGE = 2, EXIT_INTERRUPTED = 72 };

static const char HELP[] = "Usage: bediv eval COMMAND [ARGUMENT...]\n"
                           "\n"
                           "  run FILE       run the experiment that the manifest FILE describes, or continue it\n"
                           "  report DIR     write the report of an experiment: tables, figures, statistics\n"
                           "\n"
                           "`bediv eval COMMAND --help` explains a command; docs/eval.md explains experiments.\n";

/* The flags of the command go where the \f is. */
static const char RUN_HELP[] =
    "Usage: bediv eval run FILE [-o DIR] [-j N] [--dry-run] [-q]\n"
    "\n"
    "Runs the experiment that the manifest FILE describes: every subject with every technique, in repetitions.\n"
    "You can interrupt it (Ctrl-C, SIGTERM); the same command continues, and does not run again what is done.\n"
    "\n"
    "\f\n"
    "A manifest:\n"
    "  name = \"parsers\"                     # default: name of the file\n"
    "  programs = \"build/release/subjects\"  # folder of the programs, relative to the manifest;\n"
    "                                       # plain builds in plain/, sanitized ones in sanitized/\n"
    "  subjects = [\"expat\", \"lua\"]\n"
    "  guides = [\"bediv-structure\", \"zest\", \"quickcheck\"]\n"
    "  techniques = [\"coin: bediv-structure --epsilon 1\"]  # NAME: a guide with flags of its own\n"
    "  sized = [\"quickcheck-sized as coin\"] # a control of the mean input size of coin\n"
    "  blackbox = [\"quickcheck\"]            # also timed on the plain build: technique quickcheck@plain\n"
    "  repetitions = 5                      # default: 1\n"
    "  seconds = 30                         # per campaign; or: trials = 100000\n"
    "  seed = 1                             # default: 1\n"
    "  candidate = \"bediv-structure\"        # the technique that the report is about; default: the first\n"
    "  flags = [\"--timeout\", \"500ms\"]       # for every campaign\n"
    "  keep_corpus = false                  # default\n"
    "\n"
    "Exit codes: 0 all repetitions are done, 1 some failed or could not be run, 2 wrong usage, 72 interrupted.\n";

static const char REPORT_HELP[] =
    "Usage: bediv eval report DIR\n"
    "\n"
    "Writes the report of the experiment whose results directory is DIR, finished or not:\n"
    "\n"
    "  DIR/report.html    tables, figures and statistics on one page that needs no other files\n"
    "  DIR/report.md      the same tables\n"
    "  DIR/csv/           all values, for other programs\n"
    "\n"
    "\f\n"
    "Missing or damaged campaigns are left out, and the report says so.\n"
    "\n"
    "Exit codes: 0 the report was written, 1 it could not be written, 2 wrong usage.\n";

/* ---- the command line ------------------------------------------------------------------------ */

struct eval_options {
    const char *out;
    uint64_t jobs;
    bool dry_run, quiet, help;
    const char *file; /* the manifest, or the results directory */
};

static const struct bd__flag flags[] = {
#define FLAG(name, letter, commands, type, member, argument, help) \
    {name, letter, commands, BD__FLAG_##type, offsetof(struct eval_options, member), argument, help},
#include "cli/eval_flags.def"
#undef FLAG
    {0},
};

struct eval_command {
    const char *name;
    char letter;      /* in eval_flags.def */
    const char *help; /* as above */
    const char *missing, *too_many;
};
static const struct eval_command run_command = {"run", 'R', RUN_HELP, "no manifest: name one",
                                                "unexpected '%s': give one manifest at a time"};
static const struct eval_command report_command = {"report", 'P', REPORT_HELP, "no results directory: name one",
                                                   "unexpected '%s': give one results directory at a time"};

static int print_help(const struct eval_command *command)
{
    struct bd__text text = {0};
    size_t before = strcspn(command->help, "\f");
    bd__text_add(&text, command->help, before);
    bd__flags_help(&text, flags, command->letter, 18);
    bd__text_puts(&text, command->help + before + 1);
    bd__output_text(bd__text_str(&text));
    bd__text_clear(&text);
    return EXIT_FINE;
}

static bool complain(const struct eval_command *command, const char *format, const char *what)
{
    struct bd__text text = {0};
    bd__text_printf(&text, format, what);
    bd__output_error("bediv eval %s: %s", command->name, bd__text_str(&text));
    bd__output_error("  See `bediv eval %s --help`.", command->name);
    bd__text_clear(&text);
    return false;
}

static bool parse(struct eval_options *options, const struct eval_command *command, int argc, char **argv)
{
    *options = (struct eval_options){0};
    char **files = bd__memory((size_t)argc + 1, sizeof *files);
    struct bd__flags line = {
        .table = flags, .command = command->letter, .options = options, .argc = argc, .argv = argv, .files = files};
    struct bd__text mistake = {0};
    bd__flags_explain(&mistake, &line, bd__flags_parse(&line));
    options->file = files[0];
    bool good;
    if (mistake.size) {
        good = complain(command, "%s", bd__text_str(&mistake));
    } else if (line.file_count > 1 && !options->help) {
        good = complain(command, command->too_many, files[1]);
    } else {
        good = options->help || line.file_count || complain(command, "%s", command->missing);
    }
    bd__text_clear(&mistake);
    free(files);
    return good;
}

/* ---- progress -------------------------------------------------------------------------------- */

struct display {
    bool quiet, terminal;
    double next; /* when the next log line is due, without a terminal */
};
static const double LINE_PERIOD = 10;

static void log_line(enum bd_log_level level, const char *text, void *user)
{
    (void)user;
    bd__canvas_erase();
    fprintf(stderr, "bediv eval: %s%s\n", bd__log_prefix[level], text);
}

static void put_duration(char *text, size_t room, double seconds)
{
    unsigned long s = seconds > 0 ? (unsigned long)(seconds + 0.5) : 0;
    if (s < 86400) {
        snprintf(text, room, "%lu:%02lu:%02lu", s / 3600, s / 60 % 60, s % 60);
    } else {
        snprintf(text, room, "%lu d %lu h", s / 86400, s / 3600 % 24);
    }
}

static void put_progress(struct bd__canvas *canvas, const struct bd__eval_progress *p)
{
    bd__canvas_line(canvas, 0);
    bd__canvas_put(canvas, "[%zu/%zu]", p->done, p->total);
    if (p->failed) { bd__canvas_put(canvas, "  %zu not run", p->failed); }
    if (p->left >= 0) {
        char left[32], end[32];
        time_t moment = time(NULL) + (time_t)p->left;
        struct tm parts;
        put_duration(left, sizeof left, p->left);
        strftime(end, sizeof end, "%H:%M", localtime_r(&moment, &parts));
        bd__canvas_put(canvas, "  %s left, ends at %s", left, end);
    } else {
        bd__canvas_put(canvas, "  time left is not known yet");
    }
    bd__canvas_put(canvas, "  %zu distinct failure%s", p->failures, p->failures == 1 ? "" : "s");
    for (size_t i = 0; i < p->running_count; i++) {
        const struct bd__eval_repetition *r = p->running[i];
        bd__canvas_put(canvas, "%s%s %s %u", i ? ", " : "  now: ", r->subject, r->technique->name, r->number);
    }
}

static void show_progress(const struct bd__eval_progress *progress, void *user)
{
    struct display *display = user;
    struct bd__window window = bd__terminal_window();
    double now = bd__clock_seconds();
    if (progress->last) { bd__canvas_erase(); }
    if (display->quiet || progress->last || (!display->terminal && now < display->next)) { return; }
    struct bd__canvas canvas = {.width = display->terminal ? window.columns - 1 : SIZE_MAX};
    put_progress(&canvas, progress);
    if (display->terminal) {
        bd__canvas_show(&canvas, 1, false);
    } else {
        bd__canvas_print(&canvas);
        display->next = now + LINE_PERIOD;
    }
}

/* ---- run ------------------------------------------------------------------------------------- */

static void print_plan(const struct bd__eval *eval)
{
    static const char *const states[] = {
        [BD__EVAL_WAITING] = "to do", [BD__EVAL_DONE] = "done", [BD__EVAL_SKIPPED] = "skipped"};
    const struct bd__manifest *m = &eval->manifest;
    char length[96], warm_up[48] = "";
    if (bd__manifest_warm_up(m, NULL) > 0) {
        snprintf(warm_up, sizeof warm_up, " after a warm-up of %g s", bd__manifest_warm_up(m, NULL));
    }
    if (m->trials) {
        snprintf(length, sizeof length, "%llu inputs%s", (unsigned long long)m->trials, warm_up);
    } else {
        snprintf(length, sizeof length, "%g s%s", m->seconds, warm_up);
    }
    bd__output_line("%s: subjects x techniques x repetitions: %zu x %zu x %llu = %zu, each of %s", m->name,
                    m->subjects.count, m->all.count, (unsigned long long)m->repetitions, eval->count, length);
    bd__output_line("results in %s; done: %zu, to do: %zu, at the same time: %u", eval->dir,
                    bd__eval_count_state(eval, BD__EVAL_DONE), bd__eval_count_state(eval, BD__EVAL_WAITING),
                    eval->jobs);
    bd__output_line("%s", "");
    for (size_t i = 0; i < eval->count; i++) {
        const struct bd__eval_repetition *r = &eval->repetition[i];
        bd__output_line("%6zu  repetition %-4u %-20s %-24s seed %-17llu %s", i + 1, r->number, r->subject,
                        r->technique->name, (unsigned long long)r->seed, states[r->state]);
    }
    char left[32];
    double seconds = bd__eval_left(eval);
    put_duration(left, sizeof left, seconds);
    bd__output_line("%s", "");
    bd__output_line("%s%s",
                    seconds < 0 ? "How long it takes will be known once a repetition is done." : "It takes about ",
                    seconds < 0 ? "" : left);
    struct bd__text power = {0};
    bd__prospect_lines(&power, m);
    bd__output_text(bd__text_str(&power));
    bd__text_clear(&power);
}

static int print_result(const struct bd__eval *eval, const struct eval_options *options, enum bd_status status)
{
    size_t done = bd__eval_count_state(eval, BD__EVAL_DONE);
    size_t failed = bd__eval_count_state(eval, BD__EVAL_FAILED), skipped = bd__eval_count_state(eval, BD__EVAL_SKIPPED);
    bd__output_line("%s: %zu of %zu repetitions are done, %zu distinct failure%s; results in %s",
                    status == BD_INTERRUPTED ? "Stopped" : "Ended", done, eval->count, eval->failure_count,
                    eval->failure_count == 1 ? "" : "s", eval->dir);
    if (failed + skipped) {
        bd__output_line(
            "  failed: %zu, could not be run: %zu; see above. Once that is fixed, the same command runs them.", failed,
            skipped);
    }
    if (status == BD_INTERRUPTED) {
        struct bd__text command = {0};
        char jobs[16];
        const char *argv[8] = {"bediv", "eval", "run", options->file};
        size_t n = 4;
        snprintf(jobs, sizeof jobs, "-j%u", (unsigned)options->jobs);
        if (options->out) { argv[n++] = "-o", argv[n++] = options->out; }
        if (options->jobs) { argv[n++] = jobs; }
        bd__child_command(&command, argv);
        bd__output_line("  Repetitions that were running are discarded. To continue: %s", bd__text_str(&command));
        bd__text_clear(&command);
        return EXIT_INTERRUPTED;
    }
    return failed + skipped || status != BD_OK ? EXIT_TROUBLE : EXIT_FINE;
}

static int exit_code_of(enum bd_status status)
{
    return status == BD_USAGE ? EXIT_USAGE : status == BD_INTERRUPTED ? EXIT_INTERRUPTED : EXIT_TROUBLE;
}

static int run(int argc, char **argv)
{
    struct eval_options options;
    if (!parse(&options, &run_command, argc, argv)) { return EXIT_USAGE; }
    if (options.help) { return print_help(&run_command); }

    struct display display = {.quiet = options.quiet, .terminal = bd__terminal_draws()};
    struct bd__log log = {log_line, &display};
    sigset_t signals = bd__child_signals();
    signal(SIGCHLD, SIG_DFL); /* if our parent ignores it, we could not wait for children */
    sigprocmask(SIG_BLOCK, &signals, NULL);

    struct bd__eval eval;
    int code;
    enum bd_status status = bd__eval_open(&eval, options.file, options.out, (unsigned)options.jobs, &log);
    if (status == BD_OK) { status = bd__eval_check(&eval); }
    if (status == BD_OK && options.dry_run) {
        print_plan(&eval);
        code = bd__eval_count_state(&eval, BD__EVAL_SKIPPED) ? EXIT_TROUBLE : EXIT_FINE;
    } else {
        if (status == BD_OK) { status = bd__eval_prepare(&eval); }
        if (status == BD_OK) {
            status = bd__eval_run(&eval, show_progress, &display);
            code = print_result(&eval, &options, status);
        } else {
            code = exit_code_of(status);
        }
    }
    bd__eval_close(&eval);
    return code;
}

/* ---- report ---------------------------------------------------------------------------------- */

static int report(int argc, char **argv)
{
    struct eval_options options;
    if (!parse(&options, &report_command, argc, argv)) { return EXIT_USAGE; }
    if (options.help) { return print_help(&report_command); }
    struct display display = {.quiet = true};
    struct bd__log log = {log_line, &display};
    if (bd__report_write(options.file, &log) != BD_OK) { return EXIT_TROUBLE; }
    bd__output_line("Wrote %s/report.html, report.md and csv/", options.file);
    return EXIT_FINE;
}

int bd__eval_main(int argc, char **argv)
{
    if (argc < 1) {
        fputs(HELP, stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[0], "run") == 0) { return run(argc - 1, argv + 1); }
    if (strcmp(argv[0], "report") == 0) { return report(argc - 1, argv + 1); }
    if (strcmp(argv[0], "help") == 0 || strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0) {
        bd__output_text(HELP);
        return EXIT_FINE;
    }
    bd__output_error("bediv eval: unknown command '%s'", argv[0]);
    bd__output_error("  `bediv eval --help` lists all commands.");
    return EXIT_USAGE;
}

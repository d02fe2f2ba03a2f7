/* survey: what a subject's generator makes, measured on 10,000 random samples.
 *
 *     size median 320            bytes per input; also p95 and most
 *     depth most 12              nested rules
 *     choices median 80
 *     s ELEMENT                  a label, and whether it is structure or value
 *
 * It fails if a rule for generators is broken: the input made by answers of 0 must be the smallest, and each label has
 * one kind. tests/generators/check compares the rest with what is recorded.
 */
#include <bediv/engine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SAMPLES = 10000, LABELS = 1024, LABEL_SIZE = 72 };

extern const struct bd_fuzzer bd_program;

static struct {
    char name[LABEL_SIZE];
    char kind;
} label[LABELS];
static size_t labels;

static unsigned size[SAMPLES], choices[SAMPLES], depth[SAMPLES];
static size_t samples;

static void refuse(const char *why, const char *what)
{
    fprintf(stderr, "%s: %s\n", why, what);
    exit(1);
}

static void note_label(char kind, const char *name, size_t length)
{
    for (size_t i = 0; i < labels; i++) {
        if (strlen(label[i].name) != length || strncmp(label[i].name, name, length) != 0) { continue; }
        if (label[i].kind != kind) { refuse("a label that is structure and value", label[i].name); }
        return;
    }
    if (labels == LABELS || length >= LABEL_SIZE) { refuse("too many labels, or one too long", name); }
    memcpy(label[labels].name, name, length);
    label[labels++].kind = kind;
}

/* A line of a tape: "s LABEL ANSWER… of MAX", "RULE {", "}" or a comment. */
static void read_line(const char *line, size_t length, unsigned *open)
{
    while (length && *line == ' ') { line++, length--; }
    if (length == 0 || *line == '#' || strncmp(line, "bediv-tape", 10) == 0) { return; }
    if (length == 1 && *line == '}') {
        --*open;
    } else if (line[length - 1] == '{') {
        if (++*open > depth[samples]) { depth[samples] = *open; }
    } else {
        const char *name = line + 2, *end = memchr(name, ' ', length - 2);
        if (!end) { refuse("not a line of a tape", line); }
        note_label(*line, name, (size_t)(end - name));
        for (const char *c = end + 1; strncmp(c, "of ", 3) != 0; c = strchr(c, ' ') + 1) { choices[samples]++; }
    }
}

static bool measure(uint64_t index, const struct bd_input *input, const char *tape, void *user)
{
    (void)index, (void)user;
    unsigned open = 0;
    for (const char *line = tape; *line;) {
        size_t length = strcspn(line, "\n");
        read_line(line, length, &open);
        line += length + (line[length] == '\n');
    }
    size[samples++] = (unsigned)input->size;
    return samples < SAMPLES;
}

/* The input of a tape that answers nothing: every draw is 0. */
static size_t smallest(void)
{
    char path[] = "/tmp/survey-XXXXXX";
    int file = mkstemp(path);
    if (file < 0 || write(file, "bediv-tape 1\n", 13) != 13) { refuse("cannot write", path); }
    struct bd_replay made;
    struct bd_config config = {.without_coverage = true};
    if (bd_generate_file(&bd_program, &config, path, &made) != BD_OK) { refuse("cannot generate from", path); }
    size_t bytes = made.size;
    bd_replay_clear(&made);
    close(file);
    unlink(path);
    return bytes;
}

static int by_number(const void *a, const void *b)
{
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b); /* the name comes first in a label */
}

static void print(const char *what, unsigned *list)
{
    qsort(list, samples, sizeof *list, by_number);
    printf("%s median %u\n%s p95 %u\n%s most %u\n", what, list[samples / 2], what, list[samples * 95 / 100], what,
           list[samples - 1]);
}

int main(void)
{
    struct bd_config config = {.seed = 1, .without_coverage = true};
    if (bd_sample(&bd_program, &config, SAMPLES, measure, NULL) != BD_OK || samples < SAMPLES * 9 / 10) {
        refuse("too few samples", bd_program.name);
    }
    size_t least = smallest();
    for (size_t i = 0; i < samples; i++) {
        if (size[i] < least) { refuse("smaller than the input of all-zero draws", "a sample"); }
    }
    printf("size zero %zu\n", least);
    print("size", size);
    print("depth", depth);
    print("choices", choices);
    qsort(label, labels, sizeof *label, by_name);
    for (size_t i = 0; i < labels; i++) { printf("%c %s\n", label[i].kind, label[i].name); }
    return 0;
}

#include "gen/dict.h"

#include <stdlib.h>

#include "base/die.h"
#include "base/file.h"
#include "base/text.h"

enum { FILE_LIMIT = 16 << 20 };

/* Decodes a quoted word in place. Returns NULL, or what is wrong with it. */
static const char *unquote(char *word, char *end)
{
    char *to = word;
    for (char *c = word; c < end; c++) {
        if (*c != '\\') {
            *to++ = *c;
        } else if (c + 1 < end && (c[1] == '\\' || c[1] == '"')) {
            *to++ = *++c;
        } else if (c + 3 < end && c[1] == 'x' && bd__text_hex(c[2]) >= 0 && bd__text_hex(c[3]) >= 0) {
            char byte = (char)(bd__text_hex(c[2]) * 16 + bd__text_hex(c[3]));
            if (!byte) { return "a word cannot contain a NUL byte"; }
            *to++ = byte;
            c += 3;
        } else {
            return "only \\, \" or xNN may follow a backslash";
        }
    }
    *to = 0;
    return NULL;
}

/* If LINE is "word" or name="word", returns its opening quote, else NULL. */
static char *opening_quote(char *line)
{
    size_t length = strlen(line);
    char *quote = strchr(line, '"');
    bool quoted = quote && length && line[length - 1] == '"' && quote < line + length - 1;
    if (!quoted || quote == line) { return quoted ? quote : NULL; }
    const char *before = quote - 1;
    while (before > line && (*before == ' ' || *before == '\t')) { before--; }
    return *before == '=' ? quote : NULL;
}

/* The word on LINE; NULL if there is none. */
static char *word_of(char *line, const char **problem)
{
    line += strspn(line, " \t");
    size_t length = strlen(line);
    while (length && strchr(" \t\r", line[length - 1])) { line[--length] = 0; }
    if (!length || *line == '#') { return NULL; }
    char *quote = opening_quote(line);
    if (!quote) { return line; }
    *problem = unquote(quote + 1, line + length - 1);
    return quote + 1;
}

enum bd_status bd__dict_load(struct bd__dict_file *file, const char *path, const struct bd__log *log)
{
    *file = (struct bd__dict_file){0};
    size_t size;
    if (bd__file_read(path, FILE_LIMIT, &file->text, &size) != BD_OK) {
        bd__error(log, "cannot read the dictionary %s: %s", path, bd__file_why());
        return BD_IO;
    }
    size_t lines = 1, count = 0;
    for (size_t i = 0; i < size; i++) { lines += file->text[i] == '\n'; }
    file->words = malloc(lines * sizeof *file->words);
    if (!file->words) { bd__die("out of memory"); }
    const char *problem = NULL;
    size_t number = 0;
    for (char *line = file->text; line && !problem; number++) {
        size_t length = strcspn(line, "\n");
        char *end = line[length] ? line + length + 1 : NULL;
        if (!end && line + length != file->text + size) { problem = "the file contains a NUL byte"; }
        line[length] = 0;
        char *word = problem ? NULL : word_of(line, &problem);
        if (word) { file->words[count++] = word; }
        line = end;
    }
    if (!problem && !count) { problem = "the dictionary has no words"; }
    if (problem) {
        bd__error(log, "%s:%zu: %s", path, number, problem);
        bd__dict_clear(file);
        return BD_FORMAT;
    }
    file->dict = (struct bd_dict){file->words, count};
    return BD_OK;
}

void bd__dict_clear(struct bd__dict_file *file)
{
    free(file->text);
    free(file->words);
    *file = (struct bd__dict_file){0};
}

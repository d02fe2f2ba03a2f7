#include "exec/account.h"

#include <stdlib.h>
#include <string.h>

void bd__account_set(struct bd__account *account, const char *text, size_t size, bool stack_only)
{
    size_t room = sizeof account->text - 1;
    if (size > room) { size = room; }
    memcpy(account->text, text, size);
    while (size && account->text[size - 1] != '\n') { size--; }
    account->text[size] = 0;
    account->size = (uint32_t)strlen(account->text); /* it may contain zero bytes */
    account->stack_only = stack_only;
}

/* ---- lines --------------------------------------------------------------------------------------- */

/* The text is in shared memory, but always ends with the NUL of its last byte. */
static size_t line_length(const char *line)
{
    return strcspn(line, "\n");
}

/* Line NUMBER, from 0; "" if there are not so many. */
static const char *line_at(const struct bd__account *account, unsigned number)
{
    const char *line = account->size ? account->text : "";
    for (; number && *line; number--) {
        line += line_length(line);
        line += *line == '\n';
    }
    return line;
}

const char *bd__account_kind(const struct bd__account *account, size_t *length)
{
    const char *line = account->stack_only ? "" : line_at(account, 0);
    *length = line_length(line);
    return line;
}

const char *bd__account_message(const struct bd__account *account, size_t *length)
{
    const char *line = account->stack_only ? "" : line_at(account, 1);
    *length = line_length(line);
    return line;
}

/* OWN, function, file, line, separated by tabs. */
static bool read_frame(const char *line, size_t length, struct bd__account_frame *frame)
{
    const char *end = line + length, *tab[3];
    if (length < 2 || (line[0] != '0' && line[0] != '1') || line[1] != '\t') { return false; }
    tab[0] = line + 1;
    tab[1] = memchr(tab[0] + 1, '\t', (size_t)(end - tab[0] - 1));
    tab[2] = tab[1] ? memchr(tab[1] + 1, '\t', (size_t)(end - tab[1] - 1)) : NULL;
    if (!tab[2]) { return false; }
    *frame = (struct bd__account_frame){
        .own = line[0] == '1',
        .function = tab[0] + 1,
        .function_size = (size_t)(tab[1] - tab[0] - 1),
        .file = tab[1] + 1,
        .file_size = (size_t)(tab[2] - tab[1] - 1),
        .line = (unsigned)strtoul(tab[2] + 1, NULL, 10),
    };
    return frame->function_size > 0;
}

bool bd__account_next(const struct bd__account *account, const char **at, struct bd__account_frame *frame)
{
    const char *line = *at ? *at : line_at(account, account->stack_only ? 0 : 2);
    while (*line) {
        size_t length = line_length(line);
        const char *next = line + length + (line[length] == '\n');
        if (read_frame(line, length, frame)) {
            *at = next;
            return true;
        }
        line = next;
    }
    return false;
}

/* ---- what stacks have in common ------------------------------------------------------------------ */

/* The start of the line before AT, which begins a line; NULL if that is the first. */
static const char *line_before(const struct bd__account *account, const char *at)
{
    if (at == account->text) { return NULL; }
    for (at--; at > account->text && at[-1] != '\n'; at--) {}
    return at;
}

static bool same_line(const char *a, const char *b)
{
    size_t length = line_length(a);
    return length == line_length(b) && memcmp(a, b, length) == 0;
}

static bool same_function(const char *a, const char *b)
{
    struct bd__account_frame first, second;
    return read_frame(a, line_length(a), &first) && read_frame(b, line_length(b), &second) &&
           first.function_size == second.function_size &&
           memcmp(first.function, second.function, first.function_size) == 0;
}

void bd__account_intersect(struct bd__account *common, const struct bd__account *sample)
{
    const char *a = common->text + common->size, *b = sample->text + sample->size, *from = a;
    bool same = true;
    while (same && (a = line_before(common, a)) && (b = line_before(sample, b))) {
        same = same_line(a, b);
        /* The same function at another line is active, too, but its callees are others. */
        if (same || same_function(a, b)) { from = a; }
    }
    common->size -= (uint32_t)(from - common->text);
    memmove(common->text, from, common->size + 1);
}

#include "exec/dialogue.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST = 256 << 20 }; /* bytes of a line; anything longer is no line */

void bd__dialogue_begin(struct bd__dialogue *d, int to, int from)
{
    *d = (struct bd__dialogue){.to = to, .from = from};
    fcntl(to, F_SETFL, O_NONBLOCK);
    fcntl(from, F_SETFL, O_NONBLOCK);
}

void bd__dialogue_clear(struct bd__dialogue *d)
{
    bd__text_clear(&d->out);
    bd__text_clear(&d->in);
    d->sent = d->read = 0;
}

void bd__dialogue_say(struct bd__dialogue *d, const char *word, const char *text)
{
    bd__text_puts(&d->out, word);
    if (text) {
        bd__text_puts(&d->out, " ");
        size_t from = d->out.size;
        bd__text_puts(&d->out, text);
        for (size_t i = from; i < d->out.size; i++) {
            if (d->out.data[i] == '\n') { d->out.data[i] = '\r'; }
        }
    }
    bd__text_puts(&d->out, "\n");
}

size_t bd__dialogue_unsent(const struct bd__dialogue *d)
{
    return d->out.size - d->sent;
}

static void send_some(struct bd__dialogue *d)
{
    while (d->sent < d->out.size) {
        ssize_t size = write(d->to, d->out.data + d->sent, d->out.size - d->sent);
        if (size < 0 && errno == EINTR) { continue; }
        if (size < 0 && errno != EAGAIN) { d->ended = true; }
        if (size <= 0) { return; }
        d->sent += (size_t)size;
    }
    d->out.size = d->sent = 0;
}

static void receive_some(struct bd__dialogue *d)
{
    char part[1 << 14];
    while (d->in.size - d->read <= LONGEST) {
        ssize_t size = read(d->from, part, sizeof part);
        if (size < 0 && errno == EINTR) { continue; }
        if (size < 0 && errno == EAGAIN) { return; }
        if (size <= 0) { break; }
        bd__text_add(&d->in, part, (size_t)size);
    }
    d->ended = true;
}

void bd__dialogue_step(struct bd__dialogue *d)
{
    if (d->read == d->in.size) { d->in.size = d->read = 0; }
    send_some(d);
    if (!d->ended) { receive_some(d); }
}

char *bd__dialogue_hear(struct bd__dialogue *d)
{
    char *line = d->in.data + d->read;
    char *end = d->in.size > d->read ? memchr(line, '\n', d->in.size - d->read) : NULL;
    if (!end) { return NULL; }
    *end = 0;
    d->read += (size_t)(end - line) + 1;
    return line;
}

char *bd__dialogue_after(char *line, const char *word)
{
    size_t size = strlen(word);
    if (strncmp(line, word, size) != 0 || (line[size] && line[size] != ' ')) { return NULL; }
    return line + size + (line[size] == ' ');
}

#include "base/shell.h"

#include <string.h>

#include "base/printable.h"

static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,+@";

static bool is_plain(const char *word)
{
    size_t size = strspn(word, plain);
    bool flag = *word == '-' && word[size] == '='; /* elsewhere '=' may be an assignment */
    if (flag) { size += 1 + strspn(word + size + 1, plain); }
    return size && !word[size];
}

static bool is_printable(const char *word)
{
    for (bool safe; *word;) {
        word += bd__printable_next(word, strlen(word), &safe);
        if (!safe) { return false; }
    }
    return true;
}

void bd__shell_word(struct bd__text *out, const char *word)
{
    if (is_plain(word)) {
        bd__text_puts(out, word);
    } else if (is_printable(word)) {
        bd__text_puts(out, "'");
        for (; *word; word++) { bd__text_add(out, *word == '\'' ? "'\\''" : word, *word == '\'' ? 4 : 1); }
        bd__text_puts(out, "'");
    } else { /* $'\n' would be shorter, but not every sh supports it */
        bd__text_puts(out, "\"$(printf '");
        for (const char *at = word; *at; at++) {
            bool flag = at == word && *at == '-'; /* printf would take it for a flag */
            bd__text_printf(out, strchr(plain, *at) && !flag ? "%c" : "\\%03o", (unsigned char)*at);
        }
        bd__text_puts(out, "')\"");
    }
}

void bd__shell_path(struct bd__text *out, const char *path)
{
    struct bd__text safe = {0};
    bd__text_printf(&safe, "%s%s", *path == '-' ? "./" : "", path);
    bd__shell_word(out, bd__text_str(&safe));
    bd__text_clear(&safe);
}

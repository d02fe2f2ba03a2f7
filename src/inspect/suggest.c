#include "inspect/suggest.h"

#include "base/memory.h"
#include "base/shell.h"
#include "base/text.h"
#include "ring/settings.h"

char *bd__suggest_command(const struct bd_config *config, const char *program, const char *command, const char *path)
{
    struct bd__text out = {0};
    bd__shell_word(&out, program);
    bd__text_printf(&out, " %s", command);
    if (config->dict) {
        bd__text_puts(&out, " --dict ");
        bd__shell_path(&out, config->dict);
    }
    if (config->timeout_ms != bd__settings_standard.timeout_ms) {
        bd__text_printf(&out, " --timeout %llums", (unsigned long long)config->timeout_ms);
    }
    if (config->memory_mb != bd__settings_standard.memory_mb) {
        bd__text_printf(&out, " --memory %lluM", (unsigned long long)config->memory_mb);
    }
    if (config->without_coverage) { bd__text_puts(&out, " --without-coverage"); }
    bd__text_puts(&out, " ");
    bd__shell_path(&out, path);
    return out.data; /* never NULL: it has at least the blanks */
}

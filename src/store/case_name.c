#include "store/case_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char ID[] = "id:", TRIAL[] = ",execs:"; /* the parts that are read back */

/* ---- writing --------------------------------------------------------------------------------- */

static void put_id(struct bd__text *name, uint32_t id)
{
    bd__text_printf(name, "%s%06u", ID, id);
}

/* ",src:000003,execs:4567,op:value,rep:4" */
static void put_origin(struct bd__text *name, const struct bd__case *kept)
{
    if (kept->parent != BD__NO_PARENT) { bd__text_printf(name, ",src:%06u", kept->parent); }
    bd__text_printf(name, "%s%llu,op:%s", TRIAL, (unsigned long long)kept->trial, bd__op_names[kept->op]);
    if (kept->mutations) { bd__text_printf(name, ",rep:%u", kept->mutations); }
}

void bd__case_name_in_corpus(struct bd__text *name, const struct bd__case *kept)
{
    put_id(name, kept->id);
    put_origin(name, kept);
    if (kept->new_branch) { bd__text_puts(name, ",+cov"); }
    if (kept->new_valid_branch) { bd__text_puts(name, ",+valid"); }
    if (kept->witness) { bd__text_puts(name, ",witness"); }
}

void bd__case_name_in_failure(struct bd__text *name, const struct bd__case *kept, uint32_t id)
{
    char code[32];
    put_id(name, id);
    bd__text_printf(name, ",%s", bd__outcome_code(&kept->outcome, code, sizeof code));
    put_origin(name, kept);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* The number behind KEY; false if there is none. */
static bool number_behind(const char *name, const char *key, uint64_t *number)
{
    const char *at = strstr(name, key);
    if (!at) { return false; }
    at += strlen(key);
    if (*at < '0' || *at > '9') { return false; }
    *number = strtoull(at, NULL, 10);
    return true;
}

bool bd__case_name_is(const char *name)
{
    return strncmp(name, ID, strlen(ID)) == 0;
}

bool bd__case_name_id(const char *name, uint64_t *id)
{
    return bd__case_name_is(name) && number_behind(name, ID, id);
}

bool bd__case_name_trial(const char *name, uint64_t *trial)
{
    return number_behind(name, TRIAL, trial);
}

bool bd__case_name_read_failure(struct bd__failure_name *failure, const char *name)
{
    const char *dot = strrchr(name, '.');
    bool is_companion = dot && (strcmp(dot, ".tape") == 0 || strcmp(dot, ".log") == 0 || strcmp(dot, ".tmp") == 0);
    const char *trial = strstr(name, TRIAL);
    if (is_companion || !bd__case_name_is(name) || !trial) { return false; }
    const char *kind = strchr(name, ',') + 1;
    int size = (int)strcspn(kind, ",:"), detail = kind[size] == ':' ? atoi(kind + size + 1) : 0;
    const char *generator = strstr(name, ",generator,") ? "generator: " : "";
    const char *signal = strncmp(kind, "sig:", 4) == 0 ? sigabbrev_np(detail) : NULL;
    if (signal) {
        snprintf(failure->kind, sizeof failure->kind, "%sSIG%s", generator, signal);
    } else if (kind[size] == ':') {
        snprintf(failure->kind, sizeof failure->kind, "%s%.*s %d", generator, size, kind, detail);
    } else {
        snprintf(failure->kind, sizeof failure->kind, "%s%.*s", generator, size, kind);
    }
    failure->trial = strtoull(trial + strlen(TRIAL), NULL, 10);
    return true;
}

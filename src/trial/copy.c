#include "trial/copy.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
    STREAM_WIDTH = 8,   /* most bytes per answer */
    LARGEST = 128 << 20 /* most bytes per input (ring/rig.h) or stream (bediv/settings.def, for two roles) */
};

/* ---- choices --------------------------------------------------------------------------------- */

static bool span_is_sound(const struct bd__choices *choices, uint32_t i, const struct bd__sites *sites)
{
    const struct bd__span *span = &choices->span[i];
    bool named = i == 0 ? span->site == UINT32_MAX : span->site < sites->count;
    bool nested = i == 0 ? span->parent == 0 : span->parent < i;
    return named && nested && span->first <= span->end && span->end <= choices->choice_count;
}

/* Does choice I fit its domain, and do the site, span and stream bytes that it refers to exist? */
static bool choice_is_sound(const struct bd__choices *choices, uint32_t i, const struct bd__sites *sites)
{
    const struct bd__choice *choice = &choices->choice[i];
    if (choice->site >= sites->count || choice->span >= choices->span_count || choice->answer > choice->max) {
        return false;
    }
    bool shared = choice->site == BD__SITE_LIMIT - 1; /* "(other)", of any kind */
    const struct bd__site *site = &sites->site[choice->site];
    enum bd_kind role = bd__choice_role(choice);
    if (choice->kind > BD_VALUE || (!shared && (site->kind != choice->kind || site->role != role))) { return false; }
    if (choice->width == 0) { return true; }
    unsigned stream = choices->stream_count > 1 ? role : 0;
    return choices->stream_count && choice->width <= STREAM_WIDTH &&
           (size_t)choice->at + choice->width <= choices->parameters[stream].size;
}

bool bd__choices_are_sound(const struct bd__choices *choices, const struct bd__sites *sites)
{
    if (choices->span_count == 0) { return false; }
    for (uint32_t i = 0; i < choices->span_count; i++) {
        if (!span_is_sound(choices, i, sites)) { return false; }
    }
    for (uint32_t i = 0; i < choices->choice_count; i++) {
        if (!choice_is_sound(choices, i, sites)) { return false; }
    }
    return true;
}

/* A worker that was killed while recording a choice may have left the count one too low. */
static uint32_t count_structural(const struct bd__choices *choices)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < choices->choice_count; i++) { count += choices->choice[i].kind == BD_STRUCTURE; }
    return count;
}

/* ---- the case -------------------------------------------------------------------------------- */

/* A bool that something else has overwritten can hold any byte. */
static void make_bool(bool *flag)
{
    uint8_t raw;
    memcpy(&raw, flag, sizeof raw);
    *flag = raw != 0;
}

/* Checks the numbers of the case itself. */
static bool is_sound(const struct bd__case *kept)
{
    const struct bd__choices *choices = &kept->choices;
    const struct bd__outcome *outcome = &kept->outcome;
    for (unsigned i = 0; i < BD__STREAMS; i++) {
        if (i < choices->stream_count && choices->parameters[i].size > LARGEST) { return false; }
    }
    return kept->bytes.size <= LARGEST && (unsigned)kept->op <= BD__OP_LAST &&
           (unsigned)outcome->verdict <= BD_LIMITED && (unsigned)outcome->failure < BD__FAIL_KINDS &&
           choices->stream_count <= BD__STREAMS && choices->choice_count <= BD__CHOICE_LIMIT &&
           choices->span_count <= BD__SPAN_LIMIT;
}

/* A block of shared memory, and the pointer to it, which will point to the copy instead. */
struct piece {
    const void **pointer;
    size_t size, at;
};
enum { PIECES = 3 + BD__STREAMS };

static size_t list_pieces(struct bd__case *kept, struct piece piece[PIECES])
{
    struct bd__choices *choices = &kept->choices;
    size_t count = 0;
    piece[count++] =
        (struct piece){(const void **)&choices->choice, choices->choice_count * sizeof *choices->choice, 0};
    piece[count++] = (struct piece){(const void **)&choices->span, choices->span_count * sizeof *choices->span, 0};
    piece[count++] = (struct piece){(const void **)&kept->bytes.data, kept->bytes.size, 0};
    for (unsigned i = 0; i < choices->stream_count; i++) {
        piece[count++] = (struct piece){(const void **)&choices->parameters[i].data, choices->parameters[i].size, 0};
    }
    return count;
}

struct bd__case *bd__case_copy(const struct bd__case *from, struct bd__arena *arena, const struct bd__sites *sites)
{
    struct bd__case kept;
    struct piece piece[PIECES];
    memcpy(&kept, from, sizeof kept);
    if (!is_sound(&kept)) { return NULL; }
    size_t count = list_pieces(&kept, piece), size = sizeof kept;
    for (size_t i = 0; i < count; i++) {
        if (piece[i].size && !bd__arena_holds(arena, *piece[i].pointer, piece[i].size)) { return NULL; }
        piece[i].at = size;
        size += (piece[i].size + _Alignof(max_align_t) - 1) / _Alignof(max_align_t) * _Alignof(max_align_t);
    }
    char *block = bd__memory(1, size);
    for (size_t i = 0; i < count; i++) {
        if (piece[i].size) { memcpy(block + piece[i].at, *piece[i].pointer, piece[i].size); }
        *piece[i].pointer = piece[i].size ? block + piece[i].at : NULL;
    }
    bool *flag[] = {&kept.choices.exhausted,
                    &kept.outcome.in_generator,
                    &kept.new_bucket,
                    &kept.new_branch,
                    &kept.new_valid_branch,
                    &kept.witness,
                    &kept.slow};
    for (size_t i = 0; i < sizeof flag / sizeof *flag; i++) { make_bool(flag[i]); }
    kept.choices.discarded = NULL; /* points into another process */
    if (!bd__choices_are_sound(&kept.choices, sites)) {
        free(block);
        return NULL;
    }
    kept.choices.structural_count = count_structural(&kept.choices);
    return memcpy(block, &kept, sizeof kept);
}

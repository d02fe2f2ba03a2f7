#include "bridge/recall.h"

#include "base/hash.h"
#include "base/memory.h"

enum { LATEST = 1 << 12 }; /* each place holds a tape of a few kilobytes */

static void copy(struct bd__recalled *to, uint64_t bytes, const struct bd__text *tape)
{
    to->bytes = bytes;
    to->tape.size = 0;
    bd__text_add(&to->tape, tape->data, tape->size);
}

static struct bd__recalled *kept_at(const struct bd__recall *recall, uint64_t bytes)
{
    for (uint64_t i = bytes;; i++) {
        struct bd__recalled *at = &recall->kept[i & (recall->kept_places - 1)];
        if (!at->tape.size || at->bytes == bytes) { return at; }
    }
}

static void grow(struct bd__recall *recall)
{
    struct bd__recall larger = *recall;
    larger.kept_places = recall->kept_places ? 2 * recall->kept_places : 1024;
    larger.kept = bd__memory(larger.kept_places, sizeof *larger.kept);
    for (uint32_t i = 0; i < recall->kept_places; i++) {
        if (recall->kept[i].tape.size) { *kept_at(&larger, recall->kept[i].bytes) = recall->kept[i]; }
    }
    free(recall->kept);
    *recall = larger;
}

void bd__recall_clear(struct bd__recall *recall)
{
    for (uint32_t i = 0; recall->latest && i < LATEST; i++) { bd__text_clear(&recall->latest[i].tape); }
    for (uint32_t i = 0; i < recall->kept_places; i++) { bd__text_clear(&recall->kept[i].tape); }
    free(recall->latest);
    free(recall->kept);
    *recall = (struct bd__recall){0};
}

void bd__recall_note(struct bd__recall *recall, struct bd__bytes bytes, const struct bd__text *tape)
{
    if (!recall->latest) { recall->latest = bd__memory(LATEST, sizeof *recall->latest); }
    uint64_t hash = bd__hash(bytes.data, bytes.size);
    copy(&recall->latest[hash & (LATEST - 1)], hash, tape);
}

const struct bd__text *bd__recall_find(const struct bd__recall *recall, struct bd__bytes bytes)
{
    uint64_t hash = bd__hash(bytes.data, bytes.size);
    if (recall->kept) {
        const struct bd__recalled *kept = kept_at(recall, hash);
        if (kept->tape.size) { return &kept->tape; }
    }
    if (!recall->latest) { return NULL; }
    const struct bd__recalled *latest = &recall->latest[hash & (LATEST - 1)];
    return latest->tape.size && latest->bytes == hash ? &latest->tape : NULL;
}

void bd__recall_keep(struct bd__recall *recall, struct bd__bytes bytes, const struct bd__text *tape)
{
    uint64_t hash = bd__hash(bytes.data, bytes.size);
    if (recall->kept && kept_at(recall, hash)->tape.size) { return; } /* TAPE may be that one */
    if (2 * recall->kept_count >= recall->kept_places) { grow(recall); }
    copy(kept_at(recall, hash), hash, tape);
    recall->kept_count++;
}

#include "gen/bytes_tape.h"

#include "base/memory.h"
#include "gen/bytes.h"

static const char labels[] = "chunk\0kind\0size\0byte";
enum { CHUNK = 0, KIND = 6, SIZE = 11, BYTE = 16 }; /* offsets in labels */

static struct bd__tape_item *add(struct bd__tape *tape, struct bd__tape_item item, unsigned label)
{
    item.label = tape->labels + label;
    tape->item[tape->count] = item;
    return &tape->item[tape->count++];
}

static void add_choice(struct bd__tape *tape, enum bd_kind kind, unsigned label, uint64_t answer, uint64_t max)
{
    add(tape, (struct bd__tape_item){.type = BD__ITEM_CHOICE, .kind = kind, .answer = answer, .max = max}, label);
}

void bd__bytes_tape(struct bd__tape *tape, struct bd__bytes bytes)
{
    size_t chunks = bytes.size / BD__CHUNK_LARGEST + 2; /* plus one that is not full, and the end */
    *tape = (struct bd__tape){
        .item = bd__memory(bytes.size + 4 * chunks + 1, sizeof *tape->item),
        .labels = memcpy(bd__memory(sizeof labels, 1), labels, sizeof labels),
    };
    for (size_t at = 0, more = 1; more; at += more) {
        more = bytes.size - at < BD__CHUNK_LARGEST ? bytes.size - at : BD__CHUNK_LARGEST;
        struct bd__tape_item *open = add(tape, (struct bd__tape_item){.type = BD__ITEM_OPEN}, CHUNK);
        add_choice(tape, BD_STRUCTURE, KIND, more ? BD__CHUNK_BYTES : BD__CHUNK_END, BD__CHUNKS - 1);
        if (more) { add_choice(tape, BD_STRUCTURE, SIZE, more - 1, BD__CHUNK_LARGEST - 1); }
        for (size_t i = 0; i < more; i++) { add_choice(tape, BD_VALUE, BYTE, bytes.data[at + i], UINT8_MAX); }
        open->end = tape->count;
        add(tape, (struct bd__tape_item){.type = BD__ITEM_CLOSE}, CHUNK);
    }
    add(tape, (struct bd__tape_item){.type = BD__ITEM_CLOSE}, CHUNK);
}

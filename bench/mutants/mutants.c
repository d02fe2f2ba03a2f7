/* mutants.c: a fuzzer for either tree. An input is a script of operations:
 *
 *     i12 i3 d12 h3 a7
 *
 * insert, delete, has, above. It is valid if every inserted key is new and every deleted key exists. After each
 * operation the tree must agree with a table of what it should contain; if it does not, that is a failure.
 */
#include <bediv.h>
#include <stdio.h>
#include <stdlib.h>

#include "map.h"

enum { KEYS = 32 };

int mutant;

static void generate(struct bd_source *s, struct bd_out *out)
{
    static const char operations[] = "idha";
    static const unsigned odds[] = {4, 3, 1, 1};
    while (bd_more(s, "operation", 16)) {
        BD_RULE(s, "operation");
        bd_put_char(out, operations[bd_pick_weighted(s, "kind", odds, 4)]);
        bd_put_int(s, out, "key", 0, KEYS - 1);
        bd_put(out, " ");
    }
}

/* Whether the tree contains exactly what TABLE says. */
static bool agrees(const struct map *map, const bool *table)
{
    int keys[KEYS], count = map_list(map, keys, KEYS), want = 0;
    if (count < 0) { return false; }
    for (int key = 0; key < KEYS; key++) {
        if (!table[key]) { continue; }
        if (want == count || keys[want] != key) { return false; }
        want++;
    }
    return want == count && map_size(map) == count;
}

static int above(const bool *table, int key)
{
    for (key++; key < KEYS; key++) {
        if (table[key]) { return key; }
    }
    return NO_KEY;
}

/* One operation on both. */
static enum bd_verdict apply(struct map *map, bool *table, char operation, int key)
{
    switch (operation) {
    case 'i':
        if (table[key]) { return BD_INVALID; }
        map_insert(map, key);
        table[key] = true;
        break;
    case 'd':
        if (!table[key]) { return BD_INVALID; }
        map_remove(map, key);
        table[key] = false;
        break;
    case 'h':
        if (map_has(map, key) != table[key]) { return BD_FAILURE; }
        break;
    case 'a':
        if (map_above(map, key) != above(table, key)) { return BD_FAILURE; }
        break;
    default: return BD_INVALID;
    }
    return agrees(map, table) ? BD_VALID : BD_FAILURE;
}

static enum bd_verdict run(const struct bd_input *in)
{
    struct map *map = map_create();
    bool table[KEYS] = {false};
    enum bd_verdict verdict = BD_VALID;
    for (size_t i = 0; i < in->size && verdict == BD_VALID;) {
        char operation = (char)in->data[i++];
        int key = 0;
        while (i < in->size && in->data[i] >= '0' && in->data[i] <= '9' && key < KEYS) {
            key = 10 * key + (in->data[i++] - '0');
        }
        if (i < in->size && in->data[i] == ' ') { i++; }
        verdict = key < KEYS ? apply(map, table, operation, key) : BD_INVALID;
    }
    /* A broken tree may have lost links, or have circular ones: do not walk it again. */
    if (verdict != BD_FAILURE) { map_destroy(map); }
    return verdict;
}

static void *setup(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    const char *number = getenv("MUTANT");
    char *end = NULL;
    long choice = number ? strtol(number, &end, 10) : 0;
    if (number && (*end || end == number || choice < 0 || choice >= map_mutant_count)) {
        fprintf(stderr, "MUTANT=%s: not a number from 0 to %d\n", number, map_mutant_count - 1);
        exit(2);
    }
    mutant = (int)choice;
    return NULL;
}

BD_FUZZER(.generate = generate, .run = run, .setup = setup);

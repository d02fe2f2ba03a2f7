/* search_tree.c: the map as a plain binary search tree. */
#include <stdlib.h>

#include "map.h"

const char *const map_mutants[] = {
    "correct",
    "insert forgets all the keys there were",
    "insert loses a key that belongs to the left of a right child",
    "insert gives up at a depth of six",
    "insert replaces a leaf that is smaller",
    "has looks no further than four levels down",
    "has misses a key that is a right child without children",
    "remove of a leaf takes its sibling along",
    "remove of a node with a left child only loses that child",
    "remove of a node with a right child only loses that child",
    "remove of a node with two children loses what hung below its heir",
    "remove of a node with two children leaves the heir in its old place too",
    "remove of a node with two children takes the right child for the heir",
    "remove of a root with two children does nothing",
    "above gives the key itself if it is there",
    "above forgets what it found when it goes right",
    "size is not counted down for a node with two children",
};
const int map_mutant_count = sizeof map_mutants / sizeof *map_mutants;

struct node {
    int key;
    struct node *left, *right;
};

struct map {
    struct node *root;
    int size;
};

struct map *map_create(void)
{
    return calloc(1, sizeof(struct map));
}

static void free_below(struct node *node)
{
    if (!node) { return; }
    free_below(node->left);
    free_below(node->right);
    free(node);
}

void map_destroy(struct map *map)
{
    free_below(map->root);
    free(map);
}

void map_insert(struct map *map, int key)
{
    struct node *node = calloc(1, sizeof *node);
    node->key = key;
    map->size++;
    if (MUTANT(1)) {
        free_below(map->root);
        map->root = NULL;
        map->size = 1;
    }
    struct node **link = &map->root;
    bool went_right = false;
    for (int depth = 0; *link; depth++) {
        struct node *at = *link;
        if (MUTANT(3) && depth == 6) {
            free(node);
            return;
        }
        if (MUTANT(2) && went_right && key < at->key && !at->left) {
            free(node);
            return;
        }
        if (MUTANT(4) && depth > 1 && key > at->key && !at->left && !at->right) {
            at->key = key;
            free(node);
            return;
        }
        went_right = key > at->key;
        link = went_right ? &at->right : &at->left;
    }
    *link = node;
}

/* Removes the smallest node below *LINK from the tree. */
static struct node *take_smallest(struct node **link)
{
    while ((*link)->left) { link = &(*link)->left; }
    struct node *smallest = *link;
    if (!MUTANT(11)) { *link = MUTANT(10) ? NULL : smallest->right; }
    return smallest;
}

void map_remove(struct map *map, int key)
{
    struct node **link = &map->root, *parent = NULL;
    while (*link && (*link)->key != key) {
        parent = *link;
        link = key < parent->key ? &parent->left : &parent->right;
    }
    struct node *node = *link;
    if (!node) { return; }
    map->size--;
    if (node->left && node->right) {
        if (MUTANT(13) && node == map->root) {
            map->size++;
            return;
        }
        if (MUTANT(16)) { map->size++; }
        if (MUTANT(12)) {
            struct node *heir = node->right;
            node->key = heir->key;
            node->right = heir->right;
            free_below(heir->left);
            free(heir);
            return;
        }
        struct node *heir = take_smallest(&node->right);
        node->key = heir->key;
        if (!MUTANT(11)) { free(heir); }
        return;
    }
    struct node *child = node->left ? node->left : node->right;
    if (MUTANT(8) && node->left) { child = NULL; }
    if (MUTANT(9) && node->right) { child = NULL; }
    *link = child;
    if (MUTANT(7) && parent && !child) { parent->left = parent->right = NULL; }
    free(node);
}

bool map_has(const struct map *map, int key)
{
    const struct node *node = map->root;
    for (int depth = 0; node; depth++) {
        if (MUTANT(5) && depth > 4) { return false; }
        if (node->key == key) { return true; }
        const struct node *next = key < node->key ? node->left : node->right;
        if (MUTANT(6) && next && next == node->right && depth > 1 && !next->left && !next->right) { return false; }
        node = next;
    }
    return false;
}

int map_above(const struct map *map, int key)
{
    int found = NO_KEY;
    for (const struct node *node = map->root; node;) {
        if (key < node->key || (MUTANT(14) && key == node->key)) {
            found = node->key;
            node = node->left;
        } else {
            if (MUTANT(15)) { found = NO_KEY; }
            node = node->right;
        }
    }
    return found;
}

int map_size(const struct map *map)
{
    return map->size;
}

static int list_below(const struct node *node, int *keys, int count, int limit)
{
    if (!node || count < 0) { return count; }
    count = list_below(node->left, keys, count, limit);
    if (count < 0 || count == limit || (count && keys[count - 1] >= node->key)) { return -1; }
    keys[count++] = node->key;
    return list_below(node->right, keys, count, limit);
}

int map_list(const struct map *map, int *keys, int limit)
{
    return list_below(map->root, keys, 0, limit);
}

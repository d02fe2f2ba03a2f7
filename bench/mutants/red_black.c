/* red_black.c: the map as a red-black tree. A red node has no red child, and all paths down from a node have the same
 * number of black nodes. Directions are numbers, so that each case is written once and mirrored by `!side`. */
#include <stdlib.h>

#include "map.h"

const char *const map_mutants[] = {
    "correct",
    "insert: a new node is black",
    "insert: a red uncle keeps its colour",
    "insert: the grandparent of a red uncle's nephew stays black",
    "insert: it does not go on from the grandparent",
    "insert: an inner child is not turned outwards",
    "insert: an inner child is turned the wrong way",
    "insert: the parent of an outer child stays red",
    "insert: the last rotation is forgotten",
    "insert: the root may stay red",
    "rotate: the subtree that changes sides keeps its old parent",
    "rotate: above the root, the map keeps its old root",
    "remove: the heir keeps its own colour",
    "remove: a lost black node is mended only if a child took its place",
    "remove: nothing is mended at the root's child",
    "mend: a red sibling is recoloured but not rotated",
    "mend: it stops at the first parent",
    "mend: the near nephew is not turned outwards",
    "mend: a red parent stays red",
    "mend: the far nephew stays red",
    "mend: the sibling does not take its parent's colour",
    "mend: it looks for a red nephew on one side only",
    "remove: the root's only child is lost",
    "remove: size is not counted down for a node with two children",
    "above: gives the key itself if it is there",
    "above: forgets what it found when it goes right",
};
const int map_mutant_count = sizeof map_mutants / sizeof *map_mutants;

enum side { LEFT, RIGHT };

struct node {
    int key;
    bool red;
    struct node *parent, *child[2];
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
    free_below(node->child[LEFT]);
    free_below(node->child[RIGHT]);
    free(node);
}

void map_destroy(struct map *map)
{
    free_below(map->root);
    free(map);
}

static bool is_red(const struct node *node)
{
    return node && node->red;
}

static int side_of(const struct node *node)
{
    return node->parent && node->parent->child[RIGHT] == node ? RIGHT : LEFT;
}

/* Puts HEIR, which may be NULL, in the place of NODE. */
static void replace(struct map *map, struct node *node, struct node *heir)
{
    if (!node->parent) {
        map->root = heir;
    } else {
        node->parent->child[side_of(node)] = heir;
    }
    if (heir) { heir->parent = node->parent; }
}

/* NODE moves down on SIDE; its child on the other side moves up. */
static void rotate(struct map *map, struct node *node, int side)
{
    struct node *up = node->child[!side];
    if (!up) { return; }
    struct node *moved = up->child[side], *old_root = map->root;
    node->child[!side] = moved;
    if (moved && !MUTANT(10)) { moved->parent = node; }
    replace(map, node, up);
    up->child[side] = node;
    node->parent = up;
    if (MUTANT(11) && map->root != old_root) { map->root = old_root; }
}

/* NODE is red, and its parent may be, too. */
static void settle(struct map *map, struct node *node)
{
    while (is_red(node->parent) && node->parent->parent) {
        struct node *parent = node->parent, *grand = parent->parent;
        int side = side_of(parent);
        struct node *uncle = grand->child[!side];
        if (is_red(uncle)) {
            parent->red = false;
            if (!MUTANT(2)) { uncle->red = false; }
            if (!MUTANT(3)) { grand->red = true; }
            if (MUTANT(4)) { break; }
            node = grand;
            continue;
        }
        if (side_of(node) != side && !MUTANT(5)) {
            rotate(map, parent, MUTANT(6) ? !side : side);
            node = parent;
            parent = node->parent;
        }
        if (!MUTANT(7)) { parent->red = false; }
        grand->red = true;
        if (!MUTANT(8)) { rotate(map, grand, !side); }
        break;
    }
    if (!MUTANT(9)) { map->root->red = false; }
}

void map_insert(struct map *map, int key)
{
    struct node *node = calloc(1, sizeof *node), *parent = NULL;
    *node = (struct node){.key = key, .red = !MUTANT(1)};
    map->size++;
    for (struct node *at = map->root; at; at = at->child[key > at->key]) { parent = at; }
    node->parent = parent;
    if (!parent) {
        map->root = node;
    } else {
        parent->child[key > parent->key] = node;
    }
    settle(map, node);
}

/* A black node is missing on the paths through PARENT's child on SIDE. */
static void mend(struct map *map, struct node *parent, int side)
{
    if (MUTANT(14) && parent == map->root) { return; }
    while (parent && !is_red(parent->child[side])) {
        struct node *sibling = parent->child[!side];
        if (is_red(sibling)) {
            sibling->red = false;
            parent->red = true;
            if (!MUTANT(15)) { rotate(map, parent, side); }
            sibling = parent->child[!side];
        }
        if (!sibling) { return; } /* only if the tree is already broken */
        bool red_nephew = is_red(sibling->child[!side]) || (is_red(sibling->child[side]) && !(MUTANT(21) && side));
        if (!red_nephew) {
            sibling->red = true;
            if (MUTANT(16)) { return; }
            if (!parent->parent || parent->red) {
                if (!MUTANT(18)) { parent->red = false; }
                return;
            }
            side = side_of(parent);
            parent = parent->parent;
            continue;
        }
        if (!is_red(sibling->child[!side]) && !MUTANT(17)) {
            sibling->red = true;
            sibling->child[side]->red = false;
            rotate(map, sibling, !side);
            sibling = parent->child[!side];
        }
        sibling->red = MUTANT(20) ? sibling->red : parent->red;
        parent->red = false;
        if (sibling->child[!side] && !MUTANT(19)) { sibling->child[!side]->red = false; }
        rotate(map, parent, side);
        return;
    }
    if (parent && parent->child[side]) { parent->child[side]->red = false; }
}

void map_remove(struct map *map, int key)
{
    struct node *node = map->root;
    while (node && node->key != key) { node = node->child[key > node->key]; }
    if (!node) { return; }
    map->size--;
    if (node->child[LEFT] && node->child[RIGHT]) { /* its heir takes its place */
        struct node *heir = node->child[RIGHT];
        while (heir->child[LEFT]) { heir = heir->child[LEFT]; }
        node->key = heir->key;
        if (MUTANT(12)) { node->red = heir->red; }
        if (MUTANT(23)) { map->size++; }
        node = heir;
    }
    struct node *child = node->child[node->child[LEFT] ? LEFT : RIGHT], *parent = node->parent;
    int side = side_of(node);
    if (MUTANT(22) && !parent && child) { child = NULL; }
    replace(map, node, child);
    if (!node->red && !(MUTANT(13) && !child)) {
        if (is_red(child)) {
            child->red = false;
        } else if (parent) {
            mend(map, parent, side);
        }
    }
    free(node);
}

bool map_has(const struct map *map, int key)
{
    const struct node *node = map->root;
    while (node && node->key != key) { node = node->child[key > node->key]; }
    return node;
}

int map_above(const struct map *map, int key)
{
    int found = NO_KEY;
    for (const struct node *node = map->root; node;) {
        bool larger = key < node->key || (MUTANT(24) && key == node->key);
        if (larger) {
            found = node->key;
        } else if (MUTANT(25)) {
            found = NO_KEY;
        }
        node = node->child[larger ? LEFT : RIGHT];
    }
    return found;
}

int map_size(const struct map *map)
{
    return map->size;
}

struct listing {
    int *keys, count, limit;
};

/* The number of black nodes on every path down, or -1 if the tree is broken. */
static int list_below(const struct node *node, const struct node *parent, struct listing *l)
{
    if (!node) { return 0; }
    if (node->parent != parent || (node->red && is_red(parent))) { return -1; }
    int left = list_below(node->child[LEFT], node, l);
    if (left < 0 || l->count == l->limit || (l->count && l->keys[l->count - 1] >= node->key)) { return -1; }
    l->keys[l->count++] = node->key;
    int right = list_below(node->child[RIGHT], node, l);
    return left == right ? left + !node->red : -1;
}

int map_list(const struct map *map, int *keys, int limit)
{
    struct listing l = {keys, 0, limit};
    bool sound = !is_red(map->root) && list_below(map->root, NULL, &l) >= 0;
    return sound ? l.count : -1;
}

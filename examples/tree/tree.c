/* tree.c: the running example of the BeDivFuzz paper. The generator makes binary trees. The target accepts
 * only binary *search* trees, and removes their root. There is a bug somewhere in remove_root: can you see
 * it? `./tree` finds it, and `./tree replay` shows it again.
 */
#include <bediv.h>
#include <stdlib.h>

enum { MAX_DEPTH = 5, MAX_KEY = 10 };

struct node {
    int key;
    struct node *left, *right;
};

/* ---- The generator: which nodes exist is structure, their keys are values. ---- */

static struct node *make_node(struct bd_source *s, struct bd_out *out, int depth)
{
    BD_RULE(s, "node");
    struct node *node = calloc(1, sizeof *node);
    bd_put(out, "(");
    node->key = (int)bd_put_int(s, out, "key", 0, MAX_KEY);
    if (depth < MAX_DEPTH) {
        bd_put(out, " ");
        if (bd_flag(s, "left")) {
            node->left = make_node(s, out, depth + 1);
        } else {
            bd_put(out, "-");
        }
        bd_put(out, " ");
        if (bd_flag(s, "right")) {
            node->right = make_node(s, out, depth + 1);
        } else {
            bd_put(out, "-");
        }
    }
    bd_put(out, ")");
    return node;
}

static void free_tree(void *tree)
{
    struct node *node = tree;
    if (!node) { return; }
    free_tree(node->left);
    free_tree(node->right);
    free(node);
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    bd_give(out, make_node(s, out, 0), free_tree); /* the target gets the tree, people get the text */
}

/* ---- The software under test. ---- */

static int is_search_tree(const struct node *node, int low, int high)
{
    if (!node) { return 1; }
    if (node->key <= low || node->key >= high) { return 0; }
    return is_search_tree(node->left, low, node->key) && is_search_tree(node->right, node->key, high);
}

static int count(const struct node *node)
{
    return node ? 1 + count(node->left) + count(node->right) : 0;
}

/* A child of the key that moves up, which must take its place. (This is the bug; -DTREE_FIXED fixes it.) */
#ifdef TREE_FIXED
#define ORPHAN(child) (child)
#else
#define ORPHAN(child) NULL
#endif

/* Removes the root of a search tree and returns the rest: the next larger key moves up, or the next smaller
 * one if there is none. */
static struct node *remove_root(struct node *root)
{
    struct node *parent = root, *heir = root->right ? root->right : root->left;
    if (root->right) {
        while (heir->left) { parent = heir, heir = heir->left; }
        if (parent != root) { parent->left = ORPHAN(heir->right), heir->right = root->right; }
        heir->left = root->left;
    } else if (root->left) {
        while (heir->right) { parent = heir, heir = heir->right; }
        if (parent != root) { parent->right = ORPHAN(heir->left), heir->left = root->left; }
    }
    free(root);
    return heir;
}

/* ---- The target. ---- */

static struct node *copy(const struct node *node)
{
    if (!node) { return NULL; }
    struct node *twin = malloc(sizeof *twin);
    *twin = (struct node){node->key, copy(node->left), copy(node->right)};
    return twin;
}

static enum bd_verdict run(const struct bd_input *in)
{
    struct node *tree = in->object;
    if (!tree || !is_search_tree(tree, -1, MAX_KEY + 1)) { return BD_INVALID; }
    struct node *root = copy(tree); /* remove_root changes the tree, and in->object is borrowed */
    int before = count(root);
    struct node *rest = remove_root(root);
    if (count(rest) != before - 1 || !is_search_tree(rest, -1, MAX_KEY + 1)) { abort(); }
    free_tree(rest);
    return BD_VALID;
}

BD_FUZZER(.name = "tree", .generate = generate, .run = run);

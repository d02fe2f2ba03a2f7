/* map.h: an ordered set of keys. Two trees implement it, each with bugs that a number enables. */
#ifndef MUTANTS_MAP_H
#define MUTANTS_MAP_H

#include <stdbool.h>

/* The bug that is enabled; 0: none. From the environment, MUTANT=N. */
extern int mutant;
#define MUTANT(number) (mutant == (number))

/* How many bugs there are, and what each does; [0] is the correct program. */
extern const char *const map_mutants[];
extern const int map_mutant_count;

enum { NO_KEY = -1 };

struct map;
struct map *map_create(void);
void map_destroy(struct map *map);
void map_insert(struct map *map, int key); /* KEY must not be there yet */
void map_remove(struct map *map, int key); /* KEY must be there */
bool map_has(const struct map *map, int key);
int map_above(const struct map *map, int key); /* the smallest key that is larger, or NO_KEY */
int map_size(const struct map *map);
/* Writes the keys in order to KEYS, at most LIMIT of them. Returns how many, or -1 if the tree is broken: keys
 * out of order, links that do not agree, colours that break the rules. */
int map_list(const struct map *map, int *keys, int limit);

#endif

/* map.h: an ordered set of keys, as two trees implement it, each with bugs that a number switches on. */
#ifndef MUTANTS_MAP_H
#define MUTANTS_MAP_H

#include <stdbool.h>

/* Which bug is switched on; 0: none. From the environment, MUTANT=N. */
extern int mutant;
#define MUTANT(number) (mutant == (number))

/* How many there are to choose from, and what each does; [0] is the correct program. */
extern const char *const map_mutants[];
extern const int map_mutant_count;

enum { NO_KEY = -1 };

struct map;
struct map *map_create(void);
void map_destroy(struct map *map);
void map_insert(struct map *map, int key); /* KEY is not there yet */
void map_remove(struct map *map, int key); /* KEY is there */
bool map_has(const struct map *map, int key);
int map_above(const struct map *map, int key); /* the smallest key that is larger, or NO_KEY */
int map_size(const struct map *map);
/* Writes the keys in order to KEYS, at most LIMIT of them. Returns how many, or -1 if the tree is broken: keys
 * out of order, links that do not agree, colours that break the rules. */
int map_list(const struct map *map, int *keys, int limit);

#endif

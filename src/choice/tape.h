/* tape.h: choices as text, and reading them back by key.
 *
 *     bediv-tape 1
 *     # program: tree
 *     tree {
 *       v key 3 of 10
 *       s left 1 of 1
 *       node {
 *         v key 0 of 10
 *       }
 *       s right 0 of 1
 *     }
 *
 * One line per choice: kind (s or v), label, answer, "of", the largest answer. Consecutive choices with the same label
 * share a line: "v char 7 4 11 of 127". Rules nest in braces. '#' starts a comment line. In a label, blanks, control
 * characters, braces, '#' and '%' are written as %XX.
 *
 * A tape is read by key: the n-th choice with its label inside the n-th rule of its name. So an edit in one place does
 * not shift answers elsewhere, and a tape from another build is used as far as it fits.
 */
#ifndef BD_CHOICE_TAPE_H
#define BD_CHOICE_TAPE_H

#include "base/log.h"
#include "base/text.h"
#include "choice/tape_index.h"
#include "trial/trial.h"

struct bd__tape_item {
    enum { BD__ITEM_CHOICE, BD__ITEM_OPEN, BD__ITEM_CLOSE } type;
    uint32_t kind;
    uint64_t answer, max;
    uint32_t end;      /* OPEN: the item of its closing brace */
    const char *label; /* borrowed from the tape, or from the sites it was taken from */
};

struct bd__tape {
    struct bd__tape_item *item; /* owned, except in views and in an arena; the last item closes the whole input */
    uint32_t count;
    char *labels; /* owned, or NULL */
};

/* True if TEXT begins like a tape of any version. Only parsing it shows whether this program can read it. */
bool bd__tape_recognise(const char *text, size_t size);

/* Parses SIZE bytes of TEXT. On an error, logs PATH, the line and what is wrong, and leaves TAPE empty. Call
 * bd__tape_clear after success. */
enum bd_status bd__tape_parse(struct bd__tape *tape, const char *text, size_t size, const char *path,
                              const struct bd__log *log) __attribute__((warn_unused_result));
void bd__tape_clear(struct bd__tape *tape);

/* Writes the body of a tape: everything but its first line and comments. */
void bd__tape_format(struct bd__text *out, const struct bd__choices *choices, const struct bd__sites *sites);
extern const char bd__tape_magic[];

/* ---- replay ---------------------------------------------------------------------------------- */

enum { BD__TAPE_DEPTH = 1024 };

struct bd__tape_reader {
    const struct bd__tape *tape;
    uint8_t *used; /* owned: nonzero for items already used */
    uint32_t used_capacity;
    uint64_t passed;             /* items inspected in vain; when there are many, the index is built */
    struct bd__tape_index index; /* owned */
    struct {
        uint32_t next, end; /* items still to inspect in this rule */
    } frame[BD__TAPE_DEPTH];
    uint32_t depth;
    uint32_t lost_depth; /* entered rules that the tape does not have */
    /* How well the tape fits. */
    uint32_t answered, missing, changed;
};

void bd__tape_rewind(struct bd__tape_reader *reader, const struct bd__tape *tape);
uint64_t bd__tape_answer(struct bd__tape_reader *reader, const char *label, unsigned kind, uint64_t max);
/* Is there a choice of LABEL and KIND in the open rule that has not been answered yet? */
bool bd__tape_offers(const struct bd__tape_reader *reader, const char *label, unsigned kind);
void bd__tape_enter(struct bd__tape_reader *reader, const char *rule);
void bd__tape_leave(struct bd__tape_reader *reader);
/* Describes how the tape did not fit; false if it fitted. */
bool bd__tape_misfit(const struct bd__tape_reader *reader, struct bd__text *out);
void bd__tape_reader_clear(struct bd__tape_reader *reader);

/* ---- tapes from choices ------------------------------------------------------------------------ */

/* How many items a tape of CHOICES has. */
uint32_t bd__tape_items(const struct bd__choices *choices);
/* TAPE, whose items have room for them, becomes a tape of CHOICES; its labels are borrowed from SITES. */
void bd__tape_take(struct bd__tape *tape, const struct bd__choices *choices, const struct bd__sites *sites);

#endif

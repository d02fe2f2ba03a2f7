/* failure_file.h: failure.json, all that is known about a distinct failure. failures.h has the folder that it lies in. */
#ifndef BD_STORE_FAILURE_FILE_H
#define BD_STORE_FAILURE_FILE_H

#include "base/json.h"
#include "store/failures.h"

#define BD__FAILURE_FILE "failure.json"

void bd__failure_file_put(struct bd__text *out, const struct bd__distinct *distinct);
/* FRAME as a member of an array, here and in lists of failures. */
void bd__failure_file_put_frame(struct bd__json *json, const struct bd__frame *frame);
/* Reads TEXT, which may come from anywhere: nothing in it is trusted further than its type. Returns NULL, or a constant text
 * that says what is wrong. DISTINCT, of which only the name may be known before, is to be cleared in any case. */
const char *bd__failure_file_parse(struct bd__distinct *distinct, const char *text, size_t size);

#endif

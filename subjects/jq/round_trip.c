/* round_trip.c: `tojson | fromjson` is the identity: jq's manual says that the one dumps values as JSON texts, and the
 * other parses them. Not compared is what JSON, or jq, cannot hold:
 *   - `nan` and `infinite`, for which jq writes null and the largest number on purpose (jv_print.c);
 *   - nesting beyond 256 levels, which jq neither writes nor reads.
 * Numbers are compared as doubles, which is all that jq 1.6 keeps of them. Objects have no order. */
#include "round_trip.h"

#include <bediv/oracle.h>
#include <math.h>
#include <string.h>

enum { MAX_DEPTH = 256 }; /* as in jq's parser and printer */

/* Does not take VALUE over. */
static bool fits_into_json(jv value, int depth)
{
    bool fits = depth < MAX_DEPTH;
    switch (jv_get_kind(value)) {
    case JV_KIND_NUMBER: return isfinite(jv_number_value(value));
    case JV_KIND_ARRAY:
        jv_array_foreach(value, i, item)
        {
            fits = fits && fits_into_json(item, depth + 1);
            jv_free(item);
        }
        return fits;
    case JV_KIND_OBJECT:
        jv_object_foreach(value, key, item)
        {
            fits = fits && fits_into_json(item, depth + 1);
            jv_free(key);
            jv_free(item);
        }
        return fits;
    default: return true;
    }
}

static struct bd_side side(const char *name, jv text)
{
    return (struct bd_side){name, jv_string_value(text), (size_t)jv_string_length_bytes(jv_copy(text))};
}

/* What the parser said about TEXT. */
static enum bd_verdict refuse(jv parsed, jv text)
{
    const jv message = jv_invalid_get_msg(parsed);
    return bd_wrong("what tojson writes, fromjson does not read", "%s: %s",
                    jv_get_kind(message) == JV_KIND_STRING ? jv_string_value(message) : "no value",
                    jv_string_value(text));
}

/* The heap is restored before the next run, so a failure needs to free nothing. */
enum bd_verdict bd_jq_round_trip(jv value)
{
    if (!fits_into_json(value, 0)) {
        jv_free(value);
        return BD_INVALID;
    }
    const jv written = jv_dump_string(jv_copy(value), 0); /* as `tojson` */
    const jv parsed = jv_parse_sized(jv_string_value(written), jv_string_length_bytes(jv_copy(written)));
    if (!jv_is_valid(parsed)) { return refuse(parsed, written); }
    if (!jv_equal(jv_copy(value), jv_copy(parsed))) {
        const jv again = jv_dump_string(parsed, JV_PRINT_SORTED), before = jv_dump_string(value, JV_PRINT_SORTED);
        const struct bd_side left = side("the value", before), right = side("after tojson | fromjson", again);
        const enum bd_verdict verdict = bd_same("tojson and fromjson change a value", &left, &right);
        if (verdict == BD_FAILURE) { return verdict; }
        return bd_wrong("values with the same JSON are not equal", "%s", jv_string_value(before));
    }
    jv_free(written);
    jv_free(parsed);
    jv_free(value);
    return BD_VALID;
}

/* xml_words.c: which words of a dictionary XML can use, and for what. */
#include "xml_parts.h"

/* The fallback if no word of the dictionary fits: enough for elements, attributes and text to differ. The first is
 * the simplest name. */
static const char *const own_words[] = {
    "a",         "b",      "item",     "list",      "name",
    "id",        "value",  "xml:lang", "xml:space", "en",
    "preserve",  "0",      "-1",       "true",      "http://example.org/",
    "some text", "<&>\"'", "]]>",
};
static const struct bd_dict own_dict = {own_words, sizeof own_words / sizeof *own_words};

/* Reads one UTF-8 character at *TEXT and moves *TEXT past it; returns -1 if it is broken. */
static long next_character(const char **text)
{
    const unsigned char *t = (const unsigned char *)*text;
    const int extra = t[0] < 0x80 ? 0 : t[0] < 0xC2 ? -1 : t[0] < 0xE0 ? 1 : t[0] < 0xF0 ? 2 : t[0] < 0xF5 ? 3 : -1;
    static const long least[] = {0, 0x80, 0x800, 0x10000};
    if (extra < 0) { return -1; }
    long c = extra == 0 ? t[0] : t[0] & (0x3F >> extra);
    for (int i = 1; i <= extra; i++) {
        if ((t[i] & 0xC0) != 0x80) { /* also true of the final NUL */
            return -1;
        }
        c = c << 6 | (t[i] & 0x3F);
    }
    *text += extra + 1;
    return c < least[extra] ? -1 : c;
}

/* Char, XML 1.0 section 2.2. */
static bool is_character(long c)
{
    return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) ||
           (c >= 0x10000 && c <= 0x10FFFF);
}

/* Whether C is allowed in a name, or at its start. Beyond ASCII, only the alphabets on which all editions of XML 1.0
 * agree: the fifth allows many more characters, but parsers of the earlier ones are still in use. */
static bool is_name_character(long c, bool first)
{
    static const long letters[][2] = {
        {':', ':'},       {'A', 'Z'},       {'_', '_'},       {'a', 'z'},       {0xC0, 0xD6},
        {0xD8, 0xF6},     {0xF8, 0x131},    {0x38E, 0x3A1},   {0x3A3, 0x3CE},   {0x401, 0x40C},
        {0x40E, 0x44F},   {0x5D0, 0x5EA},   {0x621, 0x63A},   {0x905, 0x939},   {0xE01, 0xE2E},
        {0x3041, 0x3094}, {0x30A1, 0x30FA}, {0x4E00, 0x9FA5}, {0xAC00, 0xD7A3},
    };
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
        if (c >= letters[i][0] && c <= letters[i][1]) { return true; }
    }
    return !first && (c == '-' || c == '.' || (c >= '0' && c <= '9') || c == 0xB7);
}

static bool is_text(const char *word)
{
    while (*word) {
        if (!is_character(next_character(&word))) { return false; }
    }
    return true;
}

/* A name with at most one colon, not at either end: one that a namespace-aware parser can read, too. */
static bool is_name(const char *word)
{
    const char *colon = strchr(word, ':');
    bool first = true;
    for (const char *at = word; *at; first = at[-1] == ':') {
        if (!is_name_character(next_character(&at), first)) { return false; }
    }
    return *word && (!colon || (colon != word && colon[1] && !strchr(colon + 1, ':')));
}

/* Names that begin like this are reserved, and most are an error where the standard does not put them. */
static bool is_plain(const char *word)
{
    const bool reserved = (word[0] | 0x20) == 'x' && (word[1] | 0x20) == 'm' && (word[2] | 0x20) == 'l';
    return is_name(word) && !strchr(word, ':') && !reserved;
}

struct bd_xml__words bd_xml__words_of(struct bd_source *s)
{
    return (struct bd_xml__words){
        .names = *bd_words_that(s, is_name, &own_dict),
        .plain = *bd_words_that(s, is_plain, &own_dict),
        .texts = *bd_words_that(s, is_text, &own_dict),
    };
}

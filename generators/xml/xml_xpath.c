#include "xml_xpath.h"

/* ---- XML Schema part 1, section 3.11.6 ---- */

static void put_name_test(struct bd_xml__maker *m, const char *own)
{
    enum { NAME, ANY, NAME_TESTS };
    static const unsigned weights[NAME_TESTS] = {7, 1};
    if (bd_xml__kind(m, "name test", weights, NAME_TESTS) == ANY) {
        bd_xml__put(&m->x, "*");
    } else {
        bd_xml__put(&m->x, own);
        bd_xml__put_plain(m, "name");
    }
}

void bd_xml__xpath_selector(struct bd_xml__maker *m, const char *own, bool is_field)
{
    BD_RULE(m->x.s, "selector path");
    static const unsigned seldom[] = {5, 1}, attribute[] = {1, 1};
    struct bd_source *s = m->x.s;
    do {
        if (bd_pick_weighted(s, "selects descendants", seldom, 2) == 1) { bd_xml__put(&m->x, ".//"); }
        if (bd_pick_weighted(s, "selects itself", seldom, 2) == 1) {
            bd_xml__put(&m->x, ".");
        } else {
            put_name_test(m, own);
        }
        while (bd_more(s, "more selector steps", 0.5)) {
            bd_xml__put(&m->x, "/");
            put_name_test(m, own);
        }
        if (is_field && bd_pick_weighted(s, "selects attribute", attribute, 2) == 1) {
            bd_xml__put(&m->x, "/@");
            put_name_test(m, own);
        }
    } while (bd_pick_weighted(s, "selects more", seldom, 2) == 1 && (bd_xml__put(&m->x, "|"), true));
}

/* javascript_loops.c: loops of ES5. Loops that count to a small number, and therefore end, are the most likely:
 * engines run programs with a step limit, and a few rounds show what a loop does. */
#include "javascript_parts.h"

void bd_js__loop_body(struct bd_js_writer *js)
{
    const struct bd_js__place outer = js->here;
    js->here.in_loop = true;
    bd_js__body(js);
    js->here = outer;
}

/* The body of a loop that does not count: most such loops would not end by themselves. */
static void free_loop_body(struct bd_js_writer *js)
{
    const struct bd_js__place outer = js->here;
    js->here.in_loop = true;
    bd_js__block(js, bd_js__rarely(js, "perhaps endless", 6) ? NULL : "break;");
    js->here = outer;
}

/* The limit of a counter. A few rounds show what a loop does. */
static void put_limit(struct bd_js_writer *js)
{
    bd_js__put_number(js, bd_int(js->s, "rounds", 1, 8));
}

static void for_counted(struct bd_js_writer *js)
{
    const size_t outer_names = js->name_count;
    const struct bd_js__name counter = bd_js__new_name(js);
    bd_js__put(js, js->options.modern ? "for (let " : "for (var ");
    bd_js__put_name(js, counter);
    bd_js__put(js, " = 0; ");
    bd_js__put_name(js, counter);
    bd_js__put(js, " < ");
    put_limit(js);
    bd_js__put(js, "; ");
    bd_js__put_name(js, counter);
    bd_js__put(js, "++) ");
    const unsigned flags = BD_JS__CONSTANT | (js->options.modern ? BD_JS__BLOCK : 0); /* or the loop may not end */
    bd_js__declare(js, counter, BD_JS__NUMBER, flags);
    bd_js__loop_body(js);
    bd_js__leave_block(js, outer_names);
}

static void for_free(struct bd_js_writer *js)
{
    bd_js__put(js, "for (");
    if (bd_flag(js->s, "has start")) {
        js->here.no_in = true;
        js->at_start = true; /* after a brace, quickjs expects a pattern and `of` */
        bd_js__effect(js);
        js->here.no_in = false;
    }
    bd_js__put(js, ";");
    if (bd_flag(js->s, "has condition")) {
        bd_js__put(js, " ");
        bd_js__expression(js, BD_JS__SEQUENCE);
    }
    bd_js__put(js, ";");
    if (bd_flag(js->s, "has step")) {
        bd_js__put(js, " ");
        bd_js__effect(js);
    }
    bd_js__put(js, ") ");
    free_loop_body(js);
}

static void for_in(struct bd_js_writer *js)
{
    const struct bd_js__name key = bd_js__new_name(js);
    bd_js__put(js, "for (var ");
    bd_js__put_name(js, key);
    bd_js__put(js, " in ");
    bd_js__typed(js, BD_JS__OBJECT, BD_JS__SEQUENCE);
    bd_js__put(js, ") ");
    bd_js__declare(js, key, BD_JS__STRING, 0);
    bd_js__loop_body(js);
}

static void while_free(struct bd_js_writer *js)
{
    bd_js__put(js, "while ");
    bd_js__condition(js);
    bd_js__put(js, " ");
    free_loop_body(js);
}

static void do_while(struct bd_js_writer *js)
{
    bd_js__put(js, "do ");
    free_loop_body(js);
    bd_js__put(js, " while ");
    bd_js__condition(js);
    bd_js__put(js, ";");
}

/* while (name-- > 0), or do … while (--name > 0), with a name that an earlier statement has set. */
static void counted_down(struct bd_js_writer *js, struct bd_js__name counter)
{
    if (bd_flag(js->s, "is do")) {
        bd_js__put(js, "do ");
        bd_js__loop_body(js);
        bd_js__put(js, " while (--");
        bd_js__put_name(js, counter);
        bd_js__put(js, " > 0);");
    } else {
        bd_js__put(js, "while (");
        bd_js__put_name(js, counter);
        bd_js__put(js, "-- > 0) ");
        bd_js__loop_body(js);
    }
}

static struct bd_js__name count_down_from(struct bd_js_writer *js)
{
    const struct bd_js__name counter = bd_js__new_name(js);
    bd_js__put(js, "var ");
    bd_js__put_name(js, counter);
    bd_js__put(js, " = ");
    put_limit(js);
    bd_js__put(js, ";");
    bd_js__put_line(js);
    bd_js__declare(js, counter, BD_JS__NUMBER, BD_JS__CONSTANT);
    return counter;
}

void bd_js__loop(struct bd_js_writer *js)
{
    enum { FOR_COUNTED, COUNTED_DOWN, FOR_IN, WHILE, DO, FOR, LOOP_KINDS };
    static const unsigned weights[LOOP_KINDS] = {8, 4, 4, 1, 1, 1};
    static const unsigned comparable_weights[LOOP_KINDS] = {8, 4, 0, 1, 1, 1}; /* for-in has no order */
    const struct bd_js__place outer = js->here;
    const size_t kind =
        bd_pick_weighted(js->s, "loop kind", js->options.comparable ? comparable_weights : weights, LOOP_KINDS);
    struct bd_js__name counter = {.word = ""};
    if (kind == COUNTED_DOWN) { counter = count_down_from(js); } /* before the label, which must name the loop itself */
    if (js->here.label_count < BD_JS__MAX_LABELS && bd_js__rarely(js, "labelled", 6)) { bd_js__label(js, true); }
    switch (kind) {
    case COUNTED_DOWN: counted_down(js, counter); break;
    case FOR_IN: for_in(js); break;
    case WHILE: while_free(js); break;
    case DO: do_while(js); break;
    case FOR: for_free(js); break;
    default: for_counted(js); break;
    }
    js->here = outer;
}

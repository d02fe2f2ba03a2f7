/* extend.c: the Lua generator, with statements of its own and one rule replaced, for a host that gives scripts a `bus`.
 *
 * In a text, a backquote marks a hole that the Lua generator fills: `i an integer, `a any value, `B a block, `Da a new
 * name for a value, `; from here on it is in scope. The number before each text is its weight.
 *
 * libraries: bediv::gen_lua
 */
#include <lua_generator.h>

#define NO_TEXTS(X)
#define BUS_TEXTS(X) \
    X(3, "bus.send(`i, `a)") \
    X(1, "bus.on(`i, function(`(`Da`;)`Bend`))") \
    X(1, "for `Da in bus.all(`w) do`[`;`Lend`]")
BD_PHRASE_RULE(bus_statement, "bus statement", NO_TEXTS, BUS_TEXTS);

/* Metatables are not allowed in this host, so the rule that writes them is replaced. */
#define PLAIN_TABLES(X) X(1, "{}") X(2, "{`F = `i}")
BD_PHRASE_RULE(plain_table, "plain table", PLAIN_TABLES, NO_TEXTS);

static void generate(struct bd_source *s, struct bd_out *out)
{
    static const struct bd_phrase_change changes[] = {
        {.rule = "statement", .odds = 5, .by = &bus_statement}, /* added: one statement in six */
        {.rule = "metatable", .by = &plain_table},              /* replaced */
    };
    bd_lua_program_with(s, out, (struct bd_phrase_changes){changes, sizeof changes / sizeof *changes});
}

/* Stands for the host: it rejects scripts that do not use the bus. */
static enum bd_verdict run(const struct bd_input *in)
{
    static const char used[] = "bus.";
    for (size_t i = 0; i + strlen(used) <= in->size; i++) {
        if (memcmp(in->data + i, used, strlen(used)) == 0) { return BD_VALID; }
    }
    return BD_INVALID;
}

BD_FUZZER(.name = "extend", .generate = generate, .run = run);

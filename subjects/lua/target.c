/* target.c: Lua under test. Each run is one program, and starts from the same state of the interpreter.
 *
 * Valid means that the program compiles. With BEDIV_RUN it is also executed, and valid means that it ends without an
 * error and within the limits: an unfinished program counts as invalid.
 *
 * The interpreter is created once, in a heap that the library restores before each run (bediv/heap.h). So equal
 * programs find equal addresses, equal hash tables, and a garbage collector at the same point of its cycle. */
#include <bediv.h>
#include <bediv/heap.h>
#include <lauxlib.h>
#include <lua.h>
#include <lua_generator.h>
#include <lualib.h>
#include <setjmp.h>

/* A program that needs more is out of control. The generator's programs stay far below. */
#define MEMORY_LIMIT ((size_t)16 << 20)

static void *allocate(void *unused, void *block, size_t old_size, size_t size)
{
    (void)unused;
    (void)old_size;
    if (size == 0) {
        bd_heap_free(block);
        return NULL;
    }
    return bd_heap_resize(block, size);
}

/* ---- The sandbox ---- */

/* Some library functions repeat in C, as often as their argument says, and are not counted. */
enum { REPEAT_LIMIT = 1000 };
static bool was_refused;

static void refuse_unless(lua_State *L, bool allowed, int argument)
{
    if (allowed) { return; }
    was_refused = true;
    luaL_argerror(L, argument, "too large for the sandbox");
}

/* Calls the function that this one replaces, with the same arguments. */
static int pass_on(lua_State *L)
{
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

/* string.rep("", 2^63-1) would repeat nothing for a few centuries. */
static int bounded_rep(lua_State *L)
{
    refuse_unless(L, luaL_optinteger(L, 2, 0) <= REPEAT_LIMIT, 2);
    return pass_on(L);
}

static int bounded_move(lua_State *L)
{
    const lua_Integer from = luaL_checkinteger(L, 2), to = luaL_checkinteger(L, 3);
    const bool few = to < from || (lua_Unsigned)to - (lua_Unsigned)from < REPEAT_LIMIT;
    refuse_unless(L, few, 3);
    return pass_on(L);
}

/* Lua does not check compiled chunks: one that string.dump did not write may crash it, and that is not a bug. */
static int load_text(lua_State *L)
{
    lua_settop(L, lua_isnone(L, 4) ? 3 : 4); /* a fourth argument, even nil, is the chunk's environment */
    lua_pushliteral(L, "t");
    lua_replace(L, 3);
    return pass_on(L);
}

/* Replaces TABLE.NAME by FUNCTION, which gets the original as its upvalue. */
static void stand_in(lua_State *L, const char *table, const char *name, lua_CFunction function)
{
    lua_getglobal(L, table);
    lua_getfield(L, -1, name);
    lua_pushcclosure(L, function, 1);
    lua_setfield(L, -2, name);
    lua_pop(L, 1);
}

static void remove_global(lua_State *L, const char *name)
{
    lua_pushnil(L);
    lua_setglobal(L, name);
}

/* No files, no processes, no clock; no debug library, which can break the interpreter at will. */
static void open_libraries(lua_State *L)
{
    static const luaL_Reg libraries[] = {
        {LUA_GNAME, luaopen_base},       {LUA_STRLIBNAME, luaopen_string}, {LUA_TABLIBNAME, luaopen_table},
        {LUA_MATHLIBNAME, luaopen_math}, {LUA_UTF8LIBNAME, luaopen_utf8},  {LUA_COLIBNAME, luaopen_coroutine},
    };
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        luaL_requiref(L, libraries[i].name, libraries[i].func, 1);
        lua_pop(L, 1);
    }
    remove_global(L, "dofile");
    remove_global(L, "loadfile");
    stand_in(L, LUA_GNAME, "load", load_text);
    stand_in(L, LUA_STRLIBNAME, "rep", bounded_rep);
    stand_in(L, LUA_TABLIBNAME, "move", bounded_move);
    /* Opening the library seeded it with an address. */
    luaL_loadstring(L, "math.randomseed(42)");
    lua_call(L, 0, 0);
}

/* ---- Running, within limits ---- */

static enum bd_verdict after_error(void)
{
    return was_refused || bd_heap_was_full() ? BD_LIMITED : BD_INVALID;
}

#ifdef BEDIV_RUN

/* In instructions of Lua's virtual machine; a call counts as CALL_STEPS. It takes about 0.3 ms. Each coroutine counts
 * its own instructions, in units of COUNT_EVERY; calls are counted too, so that many short coroutines do not escape
 * the limit. */
enum { STEP_LIMIT = 20000, COUNT_EVERY = 500, CALL_STEPS = 10 };
static int steps_left;
static jmp_buf stopped; /* where execute continues when no steps are left */

/* Jumps out of the middle of the interpreter, whose state is restored as a whole. A program could catch a Lua error,
 * and its handler would run inside this hook, uncounted. */
static void count_steps(lua_State *L, lua_Debug *happened)
{
    (void)L;
    steps_left -= happened->event == LUA_HOOKCOUNT ? COUNT_EVERY : CALL_STEPS;
    if (steps_left <= 0) { longjmp(stopped, 1); }
}

static enum bd_verdict execute(lua_State *L)
{
    steps_left = STEP_LIMIT;
    if (setjmp(stopped)) { return BD_LIMITED; }
    lua_sethook(L, count_steps, LUA_MASKCOUNT | LUA_MASKCALL, COUNT_EVERY);
    return lua_pcall(L, 0, LUA_MULTRET, 0) == LUA_OK ? BD_VALID : after_error();
}

#else

static enum bd_verdict execute(lua_State *L)
{
    (void)L;
    return BD_VALID;
}

#endif

/* ---- The fuzzer ---- */

static const char *read_input(lua_State *L, void *input, size_t *size)
{
    const struct bd_input **in = input;
    (void)L;
    if (!*in) { return NULL; }
    const char *text = (const char *)(*in)->data;
    *size = (*in)->size;
    *in = NULL;
    return text;
}

static enum bd_verdict run(const struct bd_input *in)
{
    lua_State *L = in->env;
    const struct bd_input *unread = in;
    was_refused = false;
    if (lua_load(L, read_input, &unread, "=input", "t") != LUA_OK) { return after_error(); }
    return execute(L);
}

static void *setup(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    bd_heap_limit(MEMORY_LIMIT);
    lua_State *L = lua_newstate(allocate, NULL);
    if (L) {
        open_libraries(L);
        lua_gc(L, LUA_GCCOLLECT);
    }
    return L;
}

BD_FUZZER(.name = BEDIV_SUBJECT, .generate = bd_lua_program, .run = run, .setup = setup, .dict = BEDIV_DICT);

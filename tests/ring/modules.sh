#!/bin/bash
# Any number of instrumented modules count: the executable, the shared objects that it is linked with, and those that
# the target's set-up loads. Their branches are numbered separately; `abundances` names the modules.
. "$SOURCE/tests/lib.sh"

cat >library.c <<'END'
#include <stddef.h>
int library_parse(const unsigned char *data, size_t size)
{
    if (size < 2) { return 0; }
    if (data[0] == '1') { return 1; }
    if (data[0] == '2') { return 2; }
    return data[1] > '4' ? 3 : 4;
}
END
sed 's/library_parse/plugin_parse/' library.c >plugin.c
cat >target.c <<'END'
#include <bediv.h>
#include <dlfcn.h>
#include <stdlib.h>
int library_parse(const unsigned char *data, size_t size);
static int (*plugin_parse)(const unsigned char *data, size_t size);
static void *load(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    void *plugin = getenv("PLUGIN") ? dlopen(getenv("PLUGIN"), RTLD_NOW) : NULL;
    if (plugin) { plugin_parse = (int (*)(const unsigned char *, size_t))dlsym(plugin, "plugin_parse"); }
    return NULL;
}
static void generate(struct bd_source *s, struct bd_out *out)
{
    bd_put_int(s, out, "first", 1, 3);
    bd_put_int(s, out, "second", 0, 9);
}
static enum bd_verdict run(const struct bd_input *in)
{
    int sum = library_parse(in->data, in->size) + (plugin_parse ? plugin_parse(in->data, in->size) : 0);
    return sum > 2 ? BD_VALID : BD_INVALID;
}
BD_FUZZER(.name = "modules", .setup = load, .generate = generate, .run = run);
END
coverage=$("$BUILD/bin/bediv" flags --compile)
# shellcheck disable=SC2086
{
    "$CC" $coverage $SANITIZE -O1 -fPIC -shared library.c -o liblibrary.so
    "$CC" $coverage $SANITIZE -O1 -fPIC -shared plugin.c -o plugin.so
}
# The shared object calls back into the program, where the runtime is: its symbols must be exported.
build with_library target.c -rdynamic -L. -llibrary -Wl,-rpath,"$PWD" -ldl

covered_in() { grep -c "$1\$" "$2/abundances" || true; }

step "an executable and a shared object"
exits 0 ./with_library -q --seed 1 -n 2000 -o two
own=$(covered_in with_library two) library=$(covered_in liblibrary.so two)
[[ $own -ge 2 ]] || fail "only $own branches of the executable are covered"
[[ $library -ge 4 ]] || fail "only $library branches of the shared object are covered"
same "sum" $((own + library)) "$(figure two edges_found)"

step "and a shared object that the set-up loads"
PLUGIN=$PWD/plugin.so exits 0 ./with_library -q --seed 1 -n 2000 -o three
same "shared object" "$(covered_in liblibrary.so three)" "$library"
# The worker loads it, so the supervisor, which writes the file, cannot look up its name.
same "plugin, which is the same code" \
    $(($(figure three edges_found) - $(covered_in with_library three) - $(covered_in liblibrary.so three))) "$library"
[[ $(figure three total_edges) -gt $(figure two total_edges) ]] || fail "the plug-in's branches are not in the total"
awk -f "$SOURCE/tests/ring/hill.awk" three/abundances | grep -q "^b0 $(figure three edges_found)\$" || fail "B(0)"

step "a shared object without instrumentation adds nothing"
# shellcheck disable=SC2086
"$CC" $SANITIZE -O1 -fPIC -shared library.c -o liblibrary.so
exits 0 ./with_library -q --seed 1 -n 2000 -o one
same "shared object" "$(covered_in liblibrary.so one)" 0

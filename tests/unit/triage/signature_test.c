/* The reports are real ones, from small programs built with clang-19; only paths were shortened. */
#include "triage/signature.h"

#include <stdlib.h>

#include "triage/undefined.h"

#include "unit/test.h"

static void check_read(const char *report, const char *kind, const char *text, int line)
{
    struct bd__signature signature = {"", ""};
    test_check(bd__signature_read(&signature, report, NULL, 0), __FILE__, line, "bd__signature_read(…)");
    test_eq_str(signature.kind, kind, __FILE__, line, "kind");
    test_eq_str(signature.text, text, __FILE__, line, "text");
}

static const char LIBRARY_BELOW[] =
    "    #3 0x5568af874523 in bd__target_run /src/exec/target.c:58:31\n"
    "    #4 0x5568af87ea9a in bd__loop_run /src/engine/loop.c:38:26\n"
    "    #5 0x5568af8739bf in replay_in_worker /src/engine/single.c:114:9\n"
    "    #13 0x7f0de95b5249 in __libc_start_call_main csu/../sysdeps/nptl/libc_start_call_main.h:58:16\n"
    "    #15 0x5568af78d750 in _start (/bin/san+0x2f750) (BuildId: add46e7331b55c1f8b797dfc902d277d60dc0e7b)\n"
    "\n"
    "0x502000000034 is located 0 bytes after 4-byte region [0x502000000030,0x502000000034)\n"
    "allocated by thread T0 here:\n"
    "    #0 0x5568af82c9ef in malloc (/bin/san+0xce9ef) (BuildId: add46e7331b55c1f8b797dfc902d277d60dc0e7b)\n"
    "    #1 0x5568af86d1b8 in make_block /src/san.c:12:81\n";

TEST(the_innermost_line_of_the_first_stack_is_the_place)
{
    char report[4096];
    snprintf(report, sizeof report,
             "in_b: FAILURE: sanitizer report, 1 bytes\n"
             "=================================================================\n"
             "==22955==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x502000000034 at pc 0x5568af86d313 bp "
             "0x7fffbeb1c0f0 sp 0x7fffbeb1c0e8\n"
             "WRITE of size 1 at 0x502000000034 thread T0\n"
             "    #0 0x5568af86d312 in store_past /src/san.c:11:76\n"
             "    #1 0x5568af86d1c3 in parse_name /src/san.c:12:92\n"
             "    #2 0x5568af86cf28 in run /src/san.c:17:15\n%s",
             LIBRARY_BELOW);
    check_read(report, "heap-buffer-overflow", "heap-buffer-overflow in store_past at san.c:11", __LINE__);
    /* the same from one frame of the subject only: those of the library do not fill up */
    snprintf(report, sizeof report,
             "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000010 (pc 0x1 bp 0x2 sp 0x3 T0)\n"
             "==1==The signal is caused by a WRITE memory access.\n"
             "==1==Hint: address points to the zero page.\n"
             "    #0 0x555f04508055 in run /src/san.c:21:36\n%s",
             LIBRARY_BELOW);
    check_read(report, "SEGV", "SEGV in run at san.c:21", __LINE__);
    /* and from none: the library itself */
    snprintf(report, sizeof report, "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x10\n%s",
             strstr(LIBRARY_BELOW, "    #4"));
    check_read(report, "SEGV", "SEGV", __LINE__);
}

TEST(callers_are_no_part_of_the_place)
{
    struct bd__signature one, other;
    static const char head[] = "==1==ERROR: AddressSanitizer: FPE on unknown address 0x1\n    #0 0x1 in a /x.c:1:1\n";
    char report[512];
    snprintf(report, sizeof report, "%s    #1 0x2 in b /x.c:2:1\n    #2 0x3 in c /x.c:3:1\n", head);
    CHECK(bd__signature_read(&one, report, NULL, 0));
    snprintf(report, sizeof report, "%s    #1 0x5 in d /x.c:9:1\n", head);
    CHECK(bd__signature_read(&other, report, NULL, 0));
    CHECK_EQ_STR(one.text, "FPE in a at x.c:1");
    CHECK(bd__signature_same(&one, &other));
}

static struct bd__signature of_frames(const char *kind, const struct bd__frame *frame, size_t count)
{
    struct bd__signature signature;
    bd__signature_of_stack(&signature, kind, frame, count);
    return signature;
}

TEST(two_lines_of_one_function_are_two_bugs)
{
    struct bd__frame first = {.function = "store", .file = "/src/x.c", .line = 7, .offset = 0x10}, second = first;
    second.line = 9;
    struct bd__signature a = of_frames("SIGSEGV", &first, 1), b = of_frames("SIGSEGV", &second, 1);
    CHECK_EQ_STR(a.text, "SIGSEGV in store at x.c:7");
    CHECK(!bd__signature_same(&a, &b));
    CHECK(bd__signature_hash(&a) != bd__signature_hash(&b));
}

TEST(without_lines_the_offset_in_the_function_tells_bugs_apart)
{
    struct bd__frame frame = {.function = "store", .offset = 0x1c};
    CHECK_EQ_STR(of_frames("SIGSEGV", &frame, 1).text, "SIGSEGV in store+0x1c");
    /* a line in a header of the system is anybody's */
    frame = (struct bd__frame){.function = "parse", .offset = 0x20, .file = "/usr/include/c++/12/vector", .line = 9};
    CHECK_EQ_STR(of_frames("SIGSEGV", &frame, 1).text, "SIGSEGV in parse+0x20");
    frame = (struct bd__frame){.function = "prog+0xad05", .module = "prog"};
    CHECK_EQ_STR(of_frames("SIGSEGV", &frame, 1).text, "SIGSEGV in prog+0xad05");
}

TEST(a_function_that_was_inlined_may_go_by_another_name)
{
    struct bd__frame inlined = {.function = "helper", .file = "h.h", .line = 3};
    struct bd__frame around = {.function = "parse", .file = "h.h", .line = 3, .offset = 5};
    struct bd__signature a = of_frames("SIGSEGV", &inlined, 1), b = of_frames("SIGSEGV", &around, 1);
    CHECK(strcmp(a.text, b.text) != 0);
    CHECK(bd__signature_same(&a, &b));
    CHECK_EQ_U64(bd__signature_hash(&a), bd__signature_hash(&b));
    struct bd__signature c = {"timeout", "timeout in f"}, d = {"timeout", "timeout in g"};
    CHECK(!bd__signature_same(&c, &d));
}

static uint64_t stable(const char *text)
{
    struct bd__signature signature = {.kind = ""};
    snprintf(signature.text, sizeof signature.text, "%s", text);
    return bd__signature_hash_without_lines(&signature);
}

TEST(a_fingerprint_for_other_builds_has_no_lines)
{
    CHECK(stable("SIGSEGV in f at x.c:7, g at y.c:9") == stable("SIGSEGV in f at x.c:8, g at y.c:10"));
    CHECK(stable("SIGSEGV in f+0x1c") == stable("SIGSEGV in f+0x20"));
    CHECK(stable("SIGSEGV in f at x.c:7") != stable("SIGSEGV in g at x.c:7"));
    CHECK(stable("assertion in f at x.c:7: n > 1") != stable("assertion in f at x.c:7: n > 2"));
    CHECK(stable("assertion in f at x.c:7: n > 1") == stable("assertion in f at x.c:9: n > 1"));
}

TEST(functions_that_only_pass_something_on_are_named_with_their_caller)
{
    static const char *const wrappers[] = {"xfree",     "xmlMalloc",   "buffer_realloc",
                                           "die",       "fatal_error", "Panic",
                                           "my_assert", "pool::Free",  "duk_default_fatal_handler",
                                           "do_memcpy", "jv_mem_free", "__xfree_"};
    static const char *const others[] = {"free_list", "parse",    "allocate_node", "soldier",
                                         "diehard",   "failover", "assertive",     "freeze",
                                         "f",         "_",        "strike"};
    for (size_t i = 0; i < sizeof wrappers / sizeof *wrappers; i++) {
        struct bd__frame frame = {.line = 1};
        snprintf(frame.function, sizeof frame.function, "%s", wrappers[i]);
        if (!bd__frame_is_wrapper(&frame)) { printf("%s\n", wrappers[i]); }
        CHECK(bd__frame_is_wrapper(&frame));
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct bd__frame frame = {.line = 1};
        snprintf(frame.function, sizeof frame.function, "%s", others[i]);
        if (bd__frame_is_wrapper(&frame)) { printf("%s\n", others[i]); }
        CHECK(!bd__frame_is_wrapper(&frame));
    }
    struct bd__frame stack[] = {{.function = "abort"},
                                {.function = "die", .file = "/u.c", .line = 3},
                                {.function = "parse", .file = "/p.c", .line = 40},
                                {.function = "run", .file = "/p.c", .line = 80}};
    CHECK_EQ_STR(of_frames("SIGABRT", stack, 4).text, "SIGABRT in die at u.c:3, parse at p.c:40");
    CHECK_EQ_STR(of_frames("SIGABRT", stack, 2).text, "SIGABRT in die at u.c:3");
}

TEST(limits_are_named_by_the_function_alone)
{
    struct bd__frame stack[] = {{.function = "memcpy"},
                                {.function = "skip", .file = "/p.c", .line = 40, .offset = 3},
                                {.function = "run", .file = "/p.c", .line = 80}};
    CHECK_EQ_STR(of_frames("timeout", stack, 3).text, "timeout in skip");
    CHECK_EQ_STR(of_frames("generator: memory", stack, 3).text, "generator: memory in skip");
}

TEST(frames_of_allocator_and_libc_are_left_out)
{
    check_read(
        "==4589==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x502000000014 at pc 0x55794a792eb3 bp "
        "0x7ffc215e75a0 sp 0x7ffc215e6d68\n"
        "READ of size 5 at 0x502000000014 thread T0\n"
        "    #0 0x55794a792eb2 in strlen (/bin/number+0x43eb2) (BuildId: 889c6836ead8c0327705e034a81f980c74227e5e)\n"
        "    #1 0x55794a85ae6b in unterminated /src/number.c:12:103\n"
        "    #2 0x55794a85abbc in main /src/number.c:24:76\n"
        "    #3 0x7f3495113249 in __libc_start_call_main csu/../sysdeps/nptl/libc_start_call_main.h:58:16\n",
        "heap-buffer-overflow", "heap-buffer-overflow in unterminated at number.c:12", __LINE__);
    check_read(
        "==23002==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x502000000033 at pc 0x1 bp 0x2 sp 0x3\n"
        "WRITE of size 7 at 0x502000000033 thread T0\n"
        "    #0 0x560c2b67aa04 in __asan_memset (/bin/san+0xcca04) (BuildId: "
        "add46e7331b55c1f8b797dfc902d277d60dc0e7b)\n"
        "    #1 0x560c2b6bcf8e in run /src/san.c:25:62\n",
        "heap-buffer-overflow", "heap-buffer-overflow in run at san.c:25", __LINE__);
}

TEST(sentences_become_kinds)
{
    check_read(
        "==4583==ERROR: AddressSanitizer: attempting double-free on 0x502000000010 in thread T0:\n"
        "    #0 0x55cc0db42346 in free (/bin/number+0xcb346) (BuildId: 889c6836ead8c0327705e034a81f980c74227e5e)\n"
        "    #1 0x55cc0db82b75 in drop_twice /src/number.c:9:66\n",
        "double-free", "double-free in drop_twice at number.c:9", __LINE__);
    check_read(
        "==4586==ERROR: AddressSanitizer: attempting free on address which was not malloc()-ed: 0x502000000014 in "
        "thread T0\n    #0 0x561cff93e346 in free (/bin/number+0xcb346)\n    #1 0x561cff97ebd0 in drop /src/n.c:1:2\n",
        "bad-free", "bad-free in drop at n.c:1", __LINE__);
    check_read(
        "==4594==ERROR: AddressSanitizer: requested allocation size 0x7fffffffffffffff (0x8000000000001000 after "
        "adjustments for alignment, red zones etc.) exceeds maximum supported size of 0x10000000000 (thread T0)\n"
        "    #0 0x555e51ef05df in malloc (/bin/number+0xcb5df)\n    #1 0x555e51f30eeb in huge /src/number.c:13:36\n",
        "allocation-size-too-big", "allocation-size-too-big in huge at number.c:13", __LINE__);
    check_read(
        "==4662==ERROR: LeakSanitizer: detected memory leaks\n\n"
        "Direct leak of 7 byte(s) in 1 object(s) allocated from:\n"
        "    #0 0x55e1ff2a05df in malloc (/bin/number+0xcb5df)\n    #1 0x55e1ff2e0b93 in keep /src/number.c:26:50\n",
        "leak", "leak in keep at number.c:26", __LINE__);
}

TEST(a_stack_overflow_is_named_by_what_recurs)
{
    static const char *const turns[] = {"parse_list", "parse_value"};
    for (unsigned start = 0; start < 2; start++) { /* wherever in the circle it broke */
        char report[8192];
        int size = snprintf(report, sizeof report,
                            "AddressSanitizer:DEADLYSIGNAL\n==4607==ERROR: AddressSanitizer: "
                            "stack-overflow on address 0x7fff01ad1ff8 (pc 0x5 bp 0x7 sp 0x8 T0)\n");
        size += snprintf(report + size, sizeof report - (size_t)size, "    #0 0x55 in leaf%u /src/n.c:1:2\n", start);
        for (unsigned i = 1; i < 60; i++) {
            size += snprintf(report + size, sizeof report - (size_t)size,
                             "    #%u 0x55a37cb29075 in %s /src/number.c:16:79\n", i, turns[(i + start) % 2]);
        }
        check_read(report, "stack-overflow", "stack-overflow in parse_list, parse_value", __LINE__);
    }
}

/* Lists and objects in any mixture: what every turn passes is the value. */
TEST(a_stack_overflow_is_named_by_what_every_turn_passes)
{
    struct bd__frame *stack = calloc(200, sizeof *stack);
    uint32_t state = 7;
    for (int round = 0; round < 50; round++) {
        for (size_t i = 0; i < 200; i++) {
            state = state * 1664525 + 1013904223;
            const char *between = state >> 31 ? "parse_list" : "parse_object";
            snprintf(stack[i].function, sizeof stack->function, "%s",
                     (i + (size_t)round) % 2 ? "parse_value" : between);
        }
        CHECK_EQ_STR(of_frames("stack-overflow", stack, 200).text, "stack-overflow in parse_value");
    }
    free(stack);
}

TEST(a_leak_is_named_by_its_allocation_and_two_callers)
{
    check_read("==4662==ERROR: LeakSanitizer: detected memory leaks\n\n"
               "Direct leak of 7 byte(s) in 1 object(s) allocated from:\n"
               "    #0 0x55e1ff2a05df in malloc (/bin/number+0xcb5df)\n    #1 0x5 in node_new /src/n.c:26:50\n"
               "    #2 0x5 in add /src/n.c:30:1\n    #3 0x6 in parse /src/n.c:50:1\n    #4 0x7 in run /src/n.c:60:1\n",
               "leak", "leak in node_new at n.c:26, add at n.c:30, parse at n.c:50", __LINE__);
}

TEST(undefined_behaviour_is_named_by_its_line)
{
    check_read("in_c: FAILURE: sanitizer report, 1 bytes\n"
               "../lib/san.c:18:24: runtime error: shift exponent 101 is too large for 32-bit type 'int'\n"
               "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior san.c:18:24 \n",
               "shift exponent too large", "shift exponent too large at san.c:18", __LINE__);
    struct bd__signature signature;
    struct bd__frame stack[] = {{.function = "__ubsan_handle_divrem_overflow_abort"}, {.function = "scale"}};
    CHECK(bd__signature_read(&signature, "/src/number.c:18:47: runtime error: division by zero\n", stack, 2));
    CHECK_EQ_STR(signature.text, "division by zero in scale at number.c:18");
}

/* Every message of clang 19 that a program could be made to show, and those of the runtime's source. */
TEST(kinds_of_undefined_behaviour_have_no_values_and_make_sense)
{
    static const struct {
        const char *message, *kind;
    } known[] = {
        {"signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'", "signed integer overflow"},
        {"unsigned integer overflow: 0 - 94434931957504 cannot be represented in type 'uintptr_t' (aka 'unsigned "
         "long')",
         "unsigned integer overflow"},
        {"negation of -2147483648 cannot be represented in type 'int'; cast to an unsigned type to negate this value "
         "to "
         "itself",
         "negation overflow"},
        {"division by zero", "division by zero"},
        {"division of -2147483648 by -1 cannot be represented in type 'int'", "division overflow"},
        {"shift exponent 33 is too large for 32-bit type 'int'", "shift exponent too large"},
        {"shift exponent -1 is negative", "negative shift exponent"},
        {"left shift of negative value -1", "left shift of negative value"},
        {"left shift of 2147483647 by 1 places cannot be represented in type 'int'", "left shift overflow"},
        {"load of misaligned address 0x55d1 for type 'int', which requires 4 byte alignment",
         "load of misaligned address"},
        {"store to misaligned address 0x55d1 for type 'int', which requires 4 byte alignment",
         "store to misaligned address"},
        {"index 7 out of bounds for type 'int[4]'", "index out of bounds"},
        {"null pointer passed as argument 1, which is declared to never be null",
         "null pointer passed to nonnull argument"},
        {"null pointer returned from function declared to never return null",
         "null pointer returned by nonnull function"},
        {"execution reached the end of a value-returning function without returning a value", "missing return value"},
        {"execution reached an unreachable program point", "unreachable code reached"},
        {"variable length array bound evaluates to non-positive value -1", "non-positive array bound"},
        {"1e+30 is outside the range of representable values of type 'int'", "float cast overflow"},
        {"load of value 7, which is not a valid value for type 'bool'", "load of invalid value"},
        {"member access within null pointer of type 'P'", "member access within null pointer"},
        {"member call on null pointer of type 'P'", "member call on null pointer"},
        {"reference binding to null pointer of type 'int'", "reference binding to null pointer"},
        {"load of null pointer of type 'int'", "load of null pointer"},
        {"applying non-zero offset 1 to null pointer", "applying non-zero offset to null pointer"},
        {"applying zero offset to null pointer", "applying zero offset to null pointer"},
        {"applying non-zero offset to non-null pointer 0x55 produced null pointer",
         "pointer offset gives null pointer"},
        {"addition of unsigned offset to 0x55a3c6ea9f00 overflowed to 0x55a3c6ea9efb", "pointer offset overflow"},
        {"subtraction of unsigned offset from 0x5612ee6b2f00 overflowed to 0x5612ee6b2f04", "pointer offset overflow"},
        {"call to function fn(int) through pointer to incorrect function type 'void (*)(float)'",
         "call through wrong function type"},
        {"member call on address 0x55888d64e2d0 which does not point to an object of type 'S'",
         "member call on object of another type"},
        {"downcast of address 0x55ef24d6c2d0 which does not point to an object of type 'D'",
         "downcast of object of another type"},
        {"member access within address 0x56200484a2d0 with insufficient space for an object of type 'struct Q'",
         "member access within address with insufficient space"},
        {"passing zero to clz(), which is not a valid argument", "zero passed to builtin"},
        {"implicit conversion from type 'int' of value 2147483647 (32-bit, signed) to type 'uint8_t' (aka 'unsigned "
         "char') changed the value to 255 (8-bit, unsigned)",
         "implicit conversion changed the value"},
        {"assumption of 16 byte alignment for pointer of type 'char *' failed", "wrong alignment assumption"},
        {"something new about 17 things", "something new about"},
        {"17", "undefined behaviour"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char kind[64];
        bd__undefined_kind(kind, sizeof kind, known[i].message);
        CHECK_EQ_STR(kind, known[i].kind);
    }
}

TEST(an_assertion_is_named_by_its_line_and_condition)
{
    static const char asserted[] = "number: number.c:21: void check(int): Assertion `n == 1 && \"one\"' failed.\n";
    char report[2048];
    snprintf(report, sizeof report,
             "%sAddressSanitizer:DEADLYSIGNAL\n"
             "==4638==ERROR: AddressSanitizer: ABRT on unknown address 0x00000000121e (pc 0x7f89da73deec T0)\n"
             "    #0 0x7f89da73deec in __pthread_kill_implementation nptl/pthread_kill.c:44:76\n"
             "    #1 0x7f89da6eefb1 in raise signal/../sysdeps/posix/raise.c:26:13\n"
             "    #2 0x7f89da6d9471 in abort stdlib/abort.c:79:7\n"
             "    #3 0x7f89da6d9394 in __assert_fail_base assert/assert.c:94:3\n"
             "    #4 0x7f89da6e7ec1 in __assert_fail assert/assert.c:103:3\n"
             "    #5 0x55762ed47023 in check /src/number.c:21:31\n",
             asserted);
    check_read(report, "assertion", "assertion in check at number.c:21: n == 1 && \"one\"", __LINE__);
    check_read(strstr(report, "AddressSanitizer:DEADLY"), "abort", "abort in check at number.c:21", __LINE__);
    check_read(asserted, "assertion", "assertion in check at number.c:21: n == 1 && \"one\"", __LINE__);
    check_read("x: ../y.c:3: struct node *insert(struct node *, int): Assertion `size' failed.\n", "assertion",
               "assertion in insert at y.c:3: size", __LINE__);
    check_read("x: y.c:3: main: Assertion `0' failed.", "assertion", "assertion in main at y.c:3: 0", __LINE__);
    check_read("x: y.cc:3: void shop::basket<int>::put(T) [T = int]: Assertion `a < b' failed.", "assertion",
               "assertion in shop::basket<int>::put at y.cc:3: a < b", __LINE__);
    check_read("somebody else: Assertion `a' failed", "assertion", "assertion: a", __LINE__);
}

TEST(an_assertion_of_the_standard_library_is_named_by_who_used_it)
{
    struct bd__signature signature;
    struct bd__frame stack[] = {{.function = "abort"},
                                {.function = "std::__glibcxx_assert_fail"},
                                {.function = "std::vector<int>::operator[]", .file = "/usr/include/v", .line = 1123},
                                {.function = "parse", .file = "/src/p.cc", .line = 12}};
    static const char said[] = "/usr/include/c++/12/bits/stl_vector.h:1123: std::vector<_Tp, _Alloc>::reference "
                               "std::vector<_Tp, _Alloc>::operator[](size_type) [with _Tp = int]: Assertion '__n < "
                               "this->size()' failed.\n";
    CHECK(bd__signature_assertion(&signature, "", said, stack, 4));
    CHECK_EQ_STR(signature.text, "assertion in parse at p.cc:12: __n < this->size()");
}

TEST(a_stack_without_symbols_is_named_by_offsets)
{
    check_read("==4689==ERROR: AddressSanitizer: SEGV on unknown address 0x1\n"
               "    #0 0x5648b41c3346  (/bin/number+0xcb346) (BuildId: 889c6836ead8c0327705e034a81f980c74227e5e)\n"
               "    #1 0x5648b4203b75  (/bin/number+0x10bb75) (BuildId: 889c6836ead8c0327705e034a81f980c74227e5e)\n"
               "    #2 0x7fbb81af2249  (/lib/x86_64-linux-gnu/libc.so.6+0x27249) (BuildId: 93ac61ec5a8eb1396f9fbd)\n",
               "SEGV", "SEGV in number+0xcb346, number+0x10bb75", __LINE__);
}

TEST(names_of_cxx_lose_their_parameters)
{
    check_read(
        "==4722==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x503000000054 at pc 0x55d2d69af35f\n"
        "WRITE of size 4 at 0x503000000054 thread T0\n"
        "    #0 0x55d2d69af35e in shop::basket<int>::put(int*, std::map<int, int, std::less<int>>) /src/n.cc:4:121\n"
        "    #1 0x55d2d69af03b in main /src/n.cc:5:58\n",
        "heap-buffer-overflow", "heap-buffer-overflow in shop::basket<int>::put at n.cc:4", __LINE__);
}

TEST(what_names_no_place_is_no_report)
{
    static const char *const texts[] = {"",
                                        "\n",
                                        "x: FAILURE: SIGSEGV, 1 bytes\n",
                                        "#0 0x1 in f x.c:1\n",
                                        "==ERROR: ",
                                        "ERROR: AddressSanitizer: SEGV\n",
                                        "Assertion `x' failed",
                                        ": Assertion `x"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct bd__signature signature;
        CHECK(!bd__signature_read(&signature, texts[i], NULL, 0));
    }
}

/* Reports come from broken programs: whatever they contain, the result is one line that fits. */
TEST(hostile_reports_give_one_short_line)
{
    static char report[20000];
    static const char *const pieces[] = {"==1==ERROR: XSanitizer: ",
                                         "\t\x01\x7f",
                                         "    #0 0x1 in ",
                                         ": runtime error: ",
                                         "\n",
                                         "(",
                                         ")",
                                         "/",
                                         ":",
                                         "' failed",
                                         ": Assertion `",
                                         "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                                         " "};
    uint32_t state = 1;
    for (int round = 0; round < 3000; round++) {
        size_t size = 0;
        for (int i = 0; i < round % 400; i++) {
            state = state * 1664525 + 1013904223;
            const char *piece = pieces[(state >> 16) % (sizeof pieces / sizeof *pieces)];
            memcpy(report + size, piece, strlen(piece) + 1);
            size += strlen(piece);
        }
        report[size] = 0;
        struct bd__signature signature = {"", ""};
        if (!bd__signature_read(&signature, report, NULL, 0)) { continue; }
        REQUIRE(strlen(signature.text) < sizeof signature.text && strlen(signature.kind) < sizeof signature.kind);
        REQUIRE(!strpbrk(signature.text, "\t\n\x01\x7f") && !strpbrk(signature.kind, "\t\n\x01\x7f"));
    }
}

TEST(a_kind_alone_is_a_signature)
{
    struct bd__signature signature;
    bd__signature_of_kind(&signature, "SIGABRT");
    CHECK_EQ_STR(signature.kind, "SIGABRT");
    CHECK_EQ_STR(signature.text, "SIGABRT");
    bd__signature_of_kind(&signature, "tab\there");
    CHECK_EQ_STR(signature.text, "tab here");
}

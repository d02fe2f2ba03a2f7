/* The reports are real ones, of small programs built with clang-19; only paths were shortened. */
#include "triage/signature.h"

#include "unit/test.h"

static void check_read(const char *report, const char *kind, const char *text, int line)
{
    struct bd__signature signature = {"", ""};
    test_check(bd__signature_read(&signature, report), __FILE__, line, "bd__signature_read(…)");
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

TEST(top_frames_of_the_first_stack_up_to_the_library)
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
    check_read(report, "heap-buffer-overflow", "heap-buffer-overflow in store_past, parse_name, run", __LINE__);
    /* the same from one frame of the subject only: those of the library do not fill up */
    snprintf(report, sizeof report,
             "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000010 (pc 0x1 bp 0x2 sp 0x3 T0)\n"
             "==1==The signal is caused by a WRITE memory access.\n"
             "==1==Hint: address points to the zero page.\n"
             "    #0 0x555f04508055 in run /src/san.c:21:36\n%s",
             LIBRARY_BELOW);
    check_read(report, "SEGV", "SEGV in run", __LINE__);
    /* and from none: the library itself */
    snprintf(report, sizeof report, "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x10\n%s",
             strstr(LIBRARY_BELOW, "    #4"));
    check_read(report, "SEGV", "SEGV", __LINE__);
}

TEST(three_frames_are_named_at_most)
{
    check_read(
        "==1==ERROR: AddressSanitizer: FPE on unknown address 0x1\n"
        "    #0 0x1 in a /x.c:1:1\n    #1 0x2 in b /x.c:2:1\n    #2 0x3 in c /x.c:3:1\n    #3 0x4 in d /x.c:4:1\n",
        "FPE", "FPE in a, b, c", __LINE__);
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
        "heap-buffer-overflow", "heap-buffer-overflow in unterminated", __LINE__);
    check_read(
        "==23002==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x502000000033 at pc 0x1 bp 0x2 sp 0x3\n"
        "WRITE of size 7 at 0x502000000033 thread T0\n"
        "    #0 0x560c2b67aa04 in __asan_memset (/bin/san+0xcca04) (BuildId: "
        "add46e7331b55c1f8b797dfc902d277d60dc0e7b)\n"
        "    #1 0x560c2b6bcf8e in run /src/san.c:25:62\n",
        "heap-buffer-overflow", "heap-buffer-overflow in run", __LINE__);
}

TEST(sentences_become_kinds)
{
    check_read(
        "==4583==ERROR: AddressSanitizer: attempting double-free on 0x502000000010 in thread T0:\n"
        "    #0 0x55cc0db42346 in free (/bin/number+0xcb346) (BuildId: 889c6836ead8c0327705e034a81f980c74227e5e)\n"
        "    #1 0x55cc0db82b75 in drop_twice /src/number.c:9:66\n",
        "double-free", "double-free in drop_twice", __LINE__);
    check_read(
        "==4586==ERROR: AddressSanitizer: attempting free on address which was not malloc()-ed: 0x502000000014 in "
        "thread T0\n    #0 0x561cff93e346 in free (/bin/number+0xcb346)\n    #1 0x561cff97ebd0 in drop /src/n.c:1:2\n",
        "bad-free", "bad-free in drop", __LINE__);
    check_read(
        "==4594==ERROR: AddressSanitizer: requested allocation size 0x7fffffffffffffff (0x8000000000001000 after "
        "adjustments for alignment, red zones etc.) exceeds maximum supported size of 0x10000000000 (thread T0)\n"
        "    #0 0x555e51ef05df in malloc (/bin/number+0xcb5df)\n    #1 0x555e51f30eeb in huge /src/number.c:13:36\n",
        "allocation-size-too-big", "allocation-size-too-big in huge", __LINE__);
    check_read(
        "==4662==ERROR: LeakSanitizer: detected memory leaks\n\n"
        "Direct leak of 7 byte(s) in 1 object(s) allocated from:\n"
        "    #0 0x55e1ff2a05df in malloc (/bin/number+0xcb5df)\n    #1 0x55e1ff2e0b93 in keep /src/number.c:26:50\n",
        "leak", "leak in keep", __LINE__);
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

TEST(undefined_behaviour_is_named_by_its_line)
{
    check_read("in_c: FAILURE: sanitizer report, 1 bytes\n"
               "../lib/san.c:18:24: runtime error: shift exponent 101 is too large for 32-bit type 'int'\n"
               "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior san.c:18:24 \n",
               "shift exponent", "shift exponent at san.c:18", __LINE__);
    check_read(
        "number.c:17:44: runtime error: signed integer overflow: 2147483647 + 2 cannot be represented in type 'int'\n",
        "signed integer overflow", "signed integer overflow at number.c:17", __LINE__);
    check_read("number.c:18:47: runtime error: division by zero\n", "division by zero",
               "division by zero at number.c:18", __LINE__);
    check_read("n.c:20:47: runtime error: member access within null pointer of type 'struct s'\n",
               "member access within null pointer of type", "member access within null pointer of type at n.c:20",
               __LINE__);
    check_read("n.c:27:38: runtime error: index 7 out of bounds for type 'int[3]'\n", "index", "index at n.c:27",
               __LINE__);
    check_read("n.c:3:8: runtime error: shift exponent -1 is negative\n", "shift exponent", "shift exponent at n.c:3",
               __LINE__);
}

TEST(an_assertion_is_named_by_its_stack_or_by_its_text)
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
    check_read(report, "assertion", "assertion in check", __LINE__);
    check_read(strstr(report, "AddressSanitizer:DEADLY"), "abort", "abort in check", __LINE__);
    check_read(asserted, "assertion", "assertion in check: n == 1 && \"one\"", __LINE__);
    check_read("x: y.c:3: struct node *insert(struct node *, int): Assertion `size' failed.\n", "assertion",
               "assertion in insert: size", __LINE__);
    check_read("x: y.c:3: main: Assertion `0' failed.", "assertion", "assertion in main: 0", __LINE__);
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
        "heap-buffer-overflow", "heap-buffer-overflow in shop::basket<int>::put", __LINE__);
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
        CHECK(!bd__signature_read(&signature, texts[i]));
    }
}

/* Reports come from broken programs: whatever they hold, the result is one line that fits. */
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
        if (!bd__signature_read(&signature, report)) { continue; }
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

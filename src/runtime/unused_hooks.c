/* unused_hooks.c: hooks of -fsanitize=fuzzer-no-link that we do not use. Code built for libFuzzer calls them, so they must
 * exist. Weak: other definitions (from a sanitizer's runtime or another engine) take precedence. */
#include <stdint.h>

#define HOOK(name, ...) \
    void name(__VA_ARGS__); \
    __attribute__((weak)) void name(__VA_ARGS__) \
    { \
    }
#define TWO(type) type a __attribute__((unused)), type b __attribute__((unused))

HOOK(__sanitizer_cov_trace_cmp1, TWO(uint8_t))
HOOK(__sanitizer_cov_trace_cmp2, TWO(uint16_t))
HOOK(__sanitizer_cov_trace_cmp4, TWO(uint32_t))
HOOK(__sanitizer_cov_trace_cmp8, TWO(uint64_t))
HOOK(__sanitizer_cov_trace_const_cmp1, TWO(uint8_t))
HOOK(__sanitizer_cov_trace_const_cmp2, TWO(uint16_t))
HOOK(__sanitizer_cov_trace_const_cmp4, TWO(uint32_t))
HOOK(__sanitizer_cov_trace_const_cmp8, TWO(uint64_t))
HOOK(__sanitizer_cov_trace_switch, uint64_t value __attribute__((unused)), uint64_t *cases __attribute__((unused)))
HOOK(__sanitizer_cov_trace_div4, uint32_t value __attribute__((unused)))
HOOK(__sanitizer_cov_trace_div8, uint64_t value __attribute__((unused)))
HOOK(__sanitizer_cov_trace_gep, uintptr_t index __attribute__((unused)))
HOOK(__sanitizer_cov_trace_pc_indir, uintptr_t callee __attribute__((unused)))

/* The deepest point of the stack so far; code built with stack-depth lowers it. It starts at 0, and nothing is
 * lower. */
extern __thread uintptr_t __sancov_lowest_stack;
__attribute__((weak, tls_model("initial-exec"))) __thread uintptr_t __sancov_lowest_stack;

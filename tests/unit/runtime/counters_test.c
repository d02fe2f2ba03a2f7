#include "runtime/counters.h"

#include "unit/test.h"

void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop);
void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop);

/* Modules stay for the life of the process: each test looks at those it adds. */
static size_t module_count(void)
{
    size_t count;
    bd__runtime_modules(&count);
    return count;
}

static const struct bd__module *last_module(void)
{
    size_t count;
    const struct bd__module *module = bd__runtime_modules(&count);
    return &module[count - 1];
}

TEST(a_module_registers_its_counters_and_then_its_addresses)
{
    static uint8_t counters[10];
    static const uintptr_t pcs[20];
    size_t before = module_count();
    __sanitizer_cov_8bit_counters_init(counters, counters + 10);
    __sanitizer_cov_pcs_init(pcs, pcs + 20);
    CHECK_EQ_U64(module_count(), before + 1);
    CHECK(last_module()->counters == counters && last_module()->count == 10 && last_module()->pcs == pcs);
}

TEST(a_module_that_registers_again_is_the_same)
{
    static uint8_t counters[11];
    static const uintptr_t pcs[22];
    size_t before = module_count();
    for (int i = 0; i < 5; i++) { /* every object file of a module calls */
        __sanitizer_cov_8bit_counters_init(counters, counters + 11);
        __sanitizer_cov_pcs_init(pcs, pcs + 22);
    }
    CHECK_EQ_U64(module_count(), before + 1);
}

TEST(a_module_without_counters_is_none)
{
    static uint8_t counters[1];
    size_t before = module_count();
    __sanitizer_cov_8bit_counters_init(counters, counters);
    CHECK_EQ_U64(module_count(), before);
}

TEST(modules_of_equal_size_get_their_own_addresses)
{
    static uint8_t a[12], b[12];
    static const uintptr_t a_pcs[24], b_pcs[24];
    __sanitizer_cov_8bit_counters_init(a, a + 12);
    __sanitizer_cov_pcs_init(a_pcs, a_pcs + 24);
    CHECK(last_module()->pcs == a_pcs);
    __sanitizer_cov_8bit_counters_init(b, b + 12);
    __sanitizer_cov_pcs_init(b_pcs, b_pcs + 24);
    CHECK(last_module()->counters == b && last_module()->pcs == b_pcs);
    CHECK(last_module()[-1].counters == a && last_module()[-1].pcs == a_pcs);
}

TEST(addresses_belong_to_the_newest_module_of_their_size)
{
    static uint8_t older[14], newer[14];
    static const uintptr_t pcs[28];
    __sanitizer_cov_8bit_counters_init(older, older + 14); /* built without a table of addresses */
    __sanitizer_cov_8bit_counters_init(newer, newer + 14);
    __sanitizer_cov_pcs_init(pcs, pcs + 28);
    CHECK(last_module()->pcs == pcs);
    CHECK(!last_module()[-1].pcs);
}

TEST(addresses_that_fit_no_module_are_left_out)
{
    static uint8_t counters[13];
    static const uintptr_t pcs[30];
    __sanitizer_cov_8bit_counters_init(counters, counters + 13);
    __sanitizer_cov_pcs_init(pcs, pcs + 30);
    CHECK(!last_module()->pcs);
}

TEST(there_may_be_any_number_of_modules)
{
    enum { MODULES = 1000 };
    static uint8_t counters[MODULES];
    size_t before = module_count();
    for (int i = 0; i < MODULES; i++) { __sanitizer_cov_8bit_counters_init(counters + i, counters + i + 1); }
    REQUIRE(module_count() == before + MODULES);
    for (int i = 0; i < MODULES; i++) { REQUIRE(last_module()[i - MODULES + 1].counters == counters + i); }
}

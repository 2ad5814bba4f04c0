// Extensions of compilers, and plain C for those without them. No other file of src/ uses any, except the
// vector instructions in lanes.h and its neighbours; tests/interface/check_portable verifies it.
#ifndef CD_COMPILER_H
#define CD_COMPILER_H

#include <stdbool.h>
#include <stdint.h>

// A declaration of a function like printf: the position of its format, and of the first argument for it.
#if defined(__GNUC__)
#define CD_PRINTF(position, first) __attribute__((format(printf, position, first)))
#else
#define CD_PRINTF(position, first)
#endif

// Returns the index of the lowest bit of a mask, which must not be 0.
static inline int32_t cdFindLowestBit(uint32_t mask) {
#if defined(__GNUC__)
    return __builtin_ctz(mask);
#else
    int32_t bit = 0;
    while (!(mask >> bit & 1))
        bit++;
    return bit;
#endif
}

// Returns the number of bits of a mask of 16.
static inline int cdCountBits(int mask) {
#if defined(__GNUC__) && defined(__POPCNT__)
    return __builtin_popcount((unsigned)mask);
#else
    mask -= mask >> 1 & 0x5555;
    mask = (mask & 0x3333) + (mask >> 2 & 0x3333);
    mask = (mask + (mask >> 4)) & 0x0f0f;
    return (mask + (mask >> 8)) & 31;
#endif
}

// Increments a counter that threads share and returns its new value. MSVC has no <stdatomic.h> by default.
#if defined(_MSC_VER) && defined(__STDC_NO_ATOMICS__)
#include <intrin.h>
typedef volatile long long cdCounter;
static inline uint64_t cdCountUp(cdCounter *counter) {
    long long before = *counter, found;
    while ((found = _InterlockedCompareExchange64(counter, before + 1, before)) != before)
        before = found;
    return (uint64_t)before + 1;
}
static inline bool cdReadFlag(void *flag) {
    return *(volatile char *)flag != 0;
}
#else
#include <stdatomic.h>
typedef atomic_uint_least64_t cdCounter;
static inline uint64_t cdCountUp(cdCounter *counter) {
    return atomic_fetch_add_explicit(counter, 1, memory_order_relaxed) + 1;
}

// Returns true if a byte that another thread may write is not 0.
static inline bool cdReadFlag(void *flag) {
    return atomic_load_explicit((atomic_char *)flag, memory_order_relaxed) != 0;
}
#endif

// CD_HAS_AVX2: the compiler may use AVX2 in this file; in the single file of scripts/amalgamate, in the
// functions that have it as an attribute. cdCanRunAvx2: the processor has it.
#if defined(__GNUC__) && (defined(__AVX2__) || (defined(CD_SINGLE_FILE) && defined(__x86_64__)))
#define CD_HAS_AVX2 1
static inline bool cdCanRunAvx2(void) {
    return __builtin_cpu_supports("avx2");
}
#else
#define CD_HAS_AVX2 0
#endif

#endif

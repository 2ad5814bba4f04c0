// Prefetching: hides part of the time until memory arrives; no result depends on it.
#ifndef CD_PREFETCH_H
#define CD_PREFETCH_H

#include "foundation/numbers/float_mode.h"

#if defined(__SSE2__)
#include <emmintrin.h>

// Requests the cache line of an address, which may be invalid.
static inline void cdPrefetch(const void *address) {
    _mm_prefetch((const char *)address, _MM_HINT_T0);
}

#else

static inline void cdPrefetch(const void *address) {
    (void)address;
}

#endif
#endif

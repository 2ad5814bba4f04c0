// Assertions and memory inside the library, through the hooks of collision/base.h.
#ifndef CD_HOOKS_H
#define CD_HOOKS_H

#include "collision/base.h"
#include "foundation/numbers/float_mode.h"

// Allocates zeroed memory by the hook, aligned to 64 bytes; NULL: no memory. Never requests 0 bytes.
void *cdAllocate(size_t byteCount);
// The same, not zeroed.
void *cdAllocateUnset(size_t byteCount);
void cdFree(void *memory);
// Returns a larger array, zeroed beyond the items of the old one, which is freed. NULL: no memory; the old
// one is unchanged.
void *cdGrowArray(void *items, int32_t count, int32_t capacity, size_t itemSize);

// Returns a number that is unique in the process; never 0.
uint64_t cdMakeId(void);

void cdReportAssert(const char *condition, const char *file, int line);

// Reports a programmer's error if false; the caller then continues with its defined result.
#define CD_REQUIRE(condition) ((condition) ? true : (cdReportAssert(#condition, __FILE__, __LINE__), false))

#endif

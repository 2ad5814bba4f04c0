// Assertions and memory inside the library, through the hooks of collision/base.h.
#ifndef CD_HOOKS_H
#define CD_HOOKS_H

#include "collision/base.h"
#include "foundation/numbers/float_mode.h"

// Zeroed memory from the allocate hook, aligned to 64 bytes; NULL when there is none. Never asks for 0 bytes.
void *cdAllocate(size_t byteCount);
void cdFree(void *memory);

// A number that no other call of the process returns; never 0.
uint64_t cdMakeId(void);

void cdReportAssert(const char *condition, const char *file, int line);

// A programmer's error: reported, and the call goes on with what its caller defines for it.
#define CD_REQUIRE(condition) ((condition) ? true : (cdReportAssert(#condition, __FILE__, __LINE__), false))

#endif

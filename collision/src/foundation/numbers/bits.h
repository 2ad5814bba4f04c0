// Bits of small masks.
#ifndef CD_BITS_H
#define CD_BITS_H

#include "foundation/numbers/compiler.h"

// Returns the index of the lowest bit of a mask, which must not be 0.
static inline int cdGetLowestBit(int mask) {
    return cdFindLowestBit((uint32_t)mask);
}

#endif

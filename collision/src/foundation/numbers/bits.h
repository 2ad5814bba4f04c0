// Bits of small masks.
#ifndef CD_BITS_H
#define CD_BITS_H

// Returns the index of the lowest bit of a mask, which must not be 0.
static inline int cdGetLowestBit(int mask) {
#if defined(__GNUC__)
    return __builtin_ctz((unsigned)mask);
#else
    int bit = 0;
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

#endif

// Integers of up to 8192 bits, without allocation: the arithmetic of decisions that must be exact.
//
// Sign and magnitude; the magnitude is `count` limbs of 32 bits, least significant first, the last one not
// zero. Only the limbs in use are read or written, so small numbers cost little. The caller must stay within
// CD_WIDE_BITS; a larger result is reported as a programmer's error and is 0.
#ifndef CD_WIDE_INTEGER_H
#define CD_WIDE_INTEGER_H

#include <stdbool.h>
#include <stdint.h>

enum { CD_WIDE_LIMBS = 256, CD_WIDE_BITS = 32 * CD_WIDE_LIMBS };

typedef struct cdWide {
    int sign; // -1, 0 or 1
    int count;
    uint32_t limbs[CD_WIDE_LIMBS];
} cdWide;

// Finds the exponents of the lowest and of the highest bit set in any of finite values; both 0 if all are 0.
void cdGetBitRange(const double *values, int count, int *lowest, int *highest);

// to = value 2^shift, which must be an integer.
void cdSetWide(cdWide *to, double value, int shift);
void cdCopyWide(cdWide *to, const cdWide *from);
void cdNegateWide(cdWide *a);

// to = a + sign b, with sign 1 or -1; `to` may be an operand.
void cdAddWide(cdWide *to, const cdWide *a, int sign, const cdWide *b);
// to = a b; `to` is no operand.
void cdMulWide(cdWide *to, const cdWide *a, const cdWide *b);
// to += sign a b; `to` is no factor.
void cdAddProductWide(cdWide *to, int sign, const cdWide *a, const cdWide *b);
// to = a 2^bits, for bits >= 0; `to` may be a.
void cdShiftWide(cdWide *to, const cdWide *a, int bits);
// a /= 2 for an even a.
void cdHalveWide(cdWide *a);

bool cdIsOddWide(const cdWide *a);
int cdGetWideBits(const cdWide *a); // bits of its magnitude

// Returns a / b for b != 0, with a relative error of at most 8 rounding units; 0 if that underflows.
double cdDivideWide(const cdWide *a, const cdWide *b);

#endif

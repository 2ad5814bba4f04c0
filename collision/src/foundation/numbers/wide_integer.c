// Schoolbook arithmetic on fixed arrays of limbs; see wide_integer.h.
#include "foundation/numbers/wide_integer.h"
#include "foundation/memory/hooks.h"
#include <math.h>
#include <string.h>

static void trimWide(cdWide *a) {
    while (a->count > 0 && a->limbs[a->count - 1] == 0)
        a->count--;
    if (a->count == 0) a->sign = 0;
}

static bool fits(cdWide *to, int count) {
    if (CD_REQUIRE(count <= CD_WIDE_LIMBS)) return true;
    to->count = to->sign = 0;
    return false;
}

// |x| = mantissa 2^exponent, with the bits of the double.
static uint64_t splitDouble(double x, int *exponent) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    uint64_t mantissa = bits & 0xFFFFFFFFFFFFFu;
    int biased = (int)(bits >> 52 & 0x7FFu);
    if (biased > 0) mantissa |= (uint64_t)1 << 52;
    *exponent = (biased > 0 ? biased : 1) - 1075;
    return mantissa;
}

static int getExponent(uint64_t powerOfTwo) {
    double value = (double)(int64_t)powerOfTwo;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (int)(bits >> 52) - 1023;
}

void cdGetBitRange(const double *values, int count, int *lowest, int *highest) {
    bool any = false;
    *lowest = *highest = 0;
    for (int i = 0; i < count; i++) {
        if (values[i] == 0.0) continue;
        int exponent;
        uint64_t mantissa = splitDouble(values[i], &exponent);
        int low = exponent + getExponent(mantissa & (0 - mantissa));
        int high = exponent + 52; // upper bound for subnormal numbers
        *lowest = any && *lowest < low ? *lowest : low;
        *highest = any && *highest > high ? *highest : high;
        any = true;
    }
}

void cdSetWide(cdWide *to, double value, int shift) {
    to->count = to->sign = 0;
    if (value == 0.0) return;
    int exponent;
    uint64_t mantissa = splitDouble(value, &exponent);
    int bits = exponent + shift, low = getExponent(mantissa & (0 - mantissa));
    if (!CD_REQUIRE(bits + low >= 0)) return;
    if (bits < 0) {
        mantissa >>= -bits;
        bits = 0;
    }
    to->sign = value > 0.0 ? 1 : -1;
    to->count = 2;
    to->limbs[0] = (uint32_t)mantissa;
    to->limbs[1] = (uint32_t)(mantissa >> 32);
    trimWide(to);
    cdShiftWide(to, to, bits);
}

void cdCopyWide(cdWide *to, const cdWide *from) {
    if (to == from) return;
    to->sign = from->sign;
    to->count = from->count;
    memcpy(to->limbs, from->limbs, (size_t)from->count * sizeof from->limbs[0]);
}

void cdNegateWide(cdWide *a) {
    a->sign = -a->sign;
}

static int compareMagnitudes(const cdWide *a, const cdWide *b) {
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->limbs[i] != b->limbs[i]) return a->limbs[i] < b->limbs[i] ? -1 : 1;
    return 0;
}

// |to| = |large| + |small|, for large.count >= small.count.
static void addMagnitudes(cdWide *to, const cdWide *large, const cdWide *small) {
    int count = large->count, smallCount = small->count;
    uint64_t carry = 0;
    for (int i = 0; i < count; i++) {
        carry += (uint64_t)large->limbs[i] + (i < smallCount ? small->limbs[i] : 0);
        to->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    to->count = count;
    if (carry == 0 || !fits(to, count + 1)) return;
    to->limbs[to->count++] = (uint32_t)carry;
}

// |to| = |large| - |small|, for |large| >= |small|.
static void subMagnitudes(cdWide *to, const cdWide *large, const cdWide *small) {
    int count = large->count, smallCount = small->count;
    uint64_t borrow = 0;
    for (int i = 0; i < count; i++) {
        uint64_t difference = (uint64_t)large->limbs[i] - (i < smallCount ? small->limbs[i] : 0) - borrow;
        to->limbs[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
    to->count = count;
    trimWide(to);
}

void cdAddWide(cdWide *to, const cdWide *a, int sign, const cdWide *b) {
    int bSign = sign * b->sign;
    if (bSign == 0) {
        cdCopyWide(to, a);
    } else if (a->sign == 0) {
        cdCopyWide(to, b);
        to->sign = bSign;
    } else if (a->sign == bSign) {
        to->sign = bSign;
        if (a->count >= b->count)
            addMagnitudes(to, a, b);
        else
            addMagnitudes(to, b, a);
    } else if (compareMagnitudes(a, b) >= 0) {
        to->sign = a->sign;
        subMagnitudes(to, a, b);
    } else {
        to->sign = bSign;
        subMagnitudes(to, b, a);
    }
}

void cdMulWide(cdWide *to, const cdWide *a, const cdWide *b) {
    to->count = 0;
    to->sign = a->sign * b->sign;
    if (to->sign == 0 || !fits(to, a->count + b->count)) return;
    to->count = a->count + b->count;
    memset(to->limbs, 0, (size_t)to->count * sizeof to->limbs[0]);
    for (int i = 0; i < a->count; i++) {
        uint64_t carry = 0;
        for (int k = 0; k < b->count; k++) {
            carry += (uint64_t)a->limbs[i] * b->limbs[k] + to->limbs[i + k];
            to->limbs[i + k] = (uint32_t)carry;
            carry >>= 32;
        }
        to->limbs[i + b->count] = (uint32_t)carry;
    }
    trimWide(to);
}

void cdAddProductWide(cdWide *to, int sign, const cdWide *a, const cdWide *b) {
    if (a->sign == 0 || b->sign == 0) return;
    cdWide product;
    cdMulWide(&product, a, b);
    cdAddWide(to, to, sign, &product);
}

void cdShiftWide(cdWide *to, const cdWide *a, int bits) {
    int whole = bits / 32, rest = bits % 32;
    if (a->sign == 0 || bits == 0) {
        cdCopyWide(to, a);
        return;
    }
    if (!fits(to, a->count + whole + 1)) return;
    int count = a->count;
    uint64_t above = 0;
    to->limbs[count + whole] = 0;
    for (int i = count - 1; i >= 0; i--) {
        uint64_t shifted = (uint64_t)a->limbs[i] << rest;
        above = shifted >> 32;
        to->limbs[i + whole + 1] |= (uint32_t)above;
        to->limbs[i + whole] = (uint32_t)shifted;
    }
    memset(to->limbs, 0, (size_t)whole * sizeof to->limbs[0]);
    to->sign = a->sign;
    to->count = count + whole + 1;
    trimWide(to);
}

void cdHalveWide(cdWide *a) {
    for (int i = 0; i < a->count; i++)
        a->limbs[i] = a->limbs[i] >> 1 | (i + 1 < a->count ? a->limbs[i + 1] << 31 : 0);
    trimWide(a);
}

bool cdIsOddWide(const cdWide *a) {
    return a->count > 0 && a->limbs[0] % 2 == 1;
}

int cdGetWideBits(const cdWide *a) {
    int bits = 32 * a->count;
    for (uint32_t top = a->count > 0 ? a->limbs[a->count - 1] : 0; top != 0 && top < 0x80000000u; top *= 2)
        bits--;
    return bits;
}

// Returns the three top limbs as a double: relative error at most 2 rounding units.
static double roundTop(const cdWide *a, int *exponent) {
    double value = 0.0;
    int from = a->count > 3 ? a->count - 3 : 0;
    for (int i = a->count - 1; i >= from; i--)
        value = value * 0x1p32 + a->limbs[i];
    *exponent = 32 * from;
    return a->sign * value;
}

double cdDivideWide(const cdWide *a, const cdWide *b) {
    int up, down;
    double above = roundTop(a, &up), below = roundTop(b, &down);
    return ldexp(above / below, up - down);
}

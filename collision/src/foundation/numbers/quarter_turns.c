// Subtracts multiples of a quarter turn from an angle.
//
// Methods: up to 2^20 quarter turns, pi / 2 is cut into three parts of 33 bits and a rest: the products with
// the parts are exact [Cody, Waite]. Beyond that the angle is an integer m times a power of two. Its product
// with 2 / pi needs only the bits of 2 / pi that give no multiple of 4 and are not too small to matter
// [Payne, Hanek]: 224 bits, one multiplication of integers. The closest double to a multiple of pi / 2
// differs from it by more than 2^-63, and the fraction's error is below 2^-137.
#include "foundation/numbers/quarter_turns.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

// The parts of pi / 2, and the bits of 2 / pi, 32 to a word: from pi by Machin's formula.
static const double quarterParts[4] = {0x1.921fb544p0, 0x1.0b4611a6p-34, 0x1.3198a2ep-69,
                                       0x1.b839a252049c1p-104};

enum { WORDS = 7, PRODUCT_WORDS = 10 };

// clang-format off
static const uint32_t inverseBits[37] = {
    0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561,
    0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484,
    0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f,
    0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b,
    0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046};
// clang-format on

static cdQuarterTurns subtractParts(double angle) {
    // The addition rounds to an integer.
    double count = (angle * 0x1.45f306dc9c883p-1 + 0x1.8p52) - 0x1.8p52;
    double rest = angle - count * quarterParts[0]; // exact
    double first, second;
    rest = cdAddTwo(rest, -count * quarterParts[1], &first);
    rest = cdAddTwo(rest, -count * quarterParts[2], &second);
    cdDoublePair pair = cdMakePair(rest, first + second - count * quarterParts[3]);
    return (cdQuarterTurns){pair, (int)count & 3};
}

// Multiplies m by WORDS words of 2 / pi. The most significant word of `bits` is the first, that of the
// product the last.
static void multiplyBits(uint64_t m, const uint32_t *bits, uint32_t product[PRODUCT_WORDS]) {
    uint32_t halves[2] = {(uint32_t)m, (uint32_t)(m >> 32)};
    for (int i = 0; i < PRODUCT_WORDS; i++)
        product[i] = 0;
    for (int k = 0; k < 2; k++) {
        uint64_t carry = 0;
        for (int i = 0; i < WORDS; i++) {
            carry += (uint64_t)halves[k] * bits[WORDS - 1 - i] + product[i + k];
            product[i + k] = (uint32_t)carry;
            carry >>= 32;
        }
        product[WORDS + k] = (uint32_t)carry;
    }
}

// Returns the 32 bits from a position.
static uint32_t getWord(const uint32_t *product, int position) {
    int word = position / 32;
    uint64_t both = (uint64_t)product[word + 1] << 32 | product[word];
    return (uint32_t)(both >> position % 32);
}

// Returns the quarter turns in a fraction of five words, the first of them the most significant.
static cdDoublePair sumFraction(const uint32_t fraction[5], uint32_t flip) {
    cdDoublePair sum = {0.0, 0.0};
    double unit = 0x1p-160;
    for (int i = 4; i >= 0; i--, unit *= 0x1p32) {
        double error;
        sum.upper = cdAddTwo((double)(fraction[i] ^ flip) * unit, sum.upper, &error);
        sum.lower += error;
    }
    return cdMakePair(sum.upper, sum.lower);
}

// The angle is positive and larger than 2^20.
static cdQuarterTurns subtractByBits(double angle) {
    int exponent;
    uint64_t m = (uint64_t)(frexp(angle, &exponent) * 0x1p53);
    exponent -= 53;
    int first = exponent > 2 ? (exponent - 2) / 32 : 0; // the words before it give multiples of 4
    uint32_t product[PRODUCT_WORDS], fraction[5];
    multiplyBits(m, inverseBits + first, product);
    int point = 32 * (first + WORDS) - exponent; // position of the integer's lowest bit
    for (int i = 0; i < 5; i++)
        fraction[i] = getWord(product, point - 32 * (i + 1));
    uint32_t quadrant = getWord(product, point);
    bool above = fraction[0] >> 31 != 0; // more than half: 1 less the fraction, up to one unit of it
    cdDoublePair rest = cdMultiplyPairs(sumFraction(fraction, above ? 0xffffffffu : 0), cdQuarterTurnPair);
    if (!above) return (cdQuarterTurns){rest, (int)(quadrant & 3)};
    return (cdQuarterTurns){cdNegatePair(rest), (int)((quadrant + 1) & 3)};
}

cdQuarterTurns cdSubtractQuarterTurns(double angle) {
    if (fabs(angle) <= 0.78) return (cdQuarterTurns){{angle, 0.0}, 0};
    if (fabs(angle) <= 0x1p20) return subtractParts(angle);
    cdQuarterTurns turns = subtractByBits(fabs(angle));
    if (angle > 0.0) return turns;
    return (cdQuarterTurns){cdNegatePair(turns.rest), -turns.quadrant & 3};
}

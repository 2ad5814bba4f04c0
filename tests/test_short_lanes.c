// Heights of eight rounded vectors: near the exact ones, and equal with SSE2 and in plain C.
#include "foundation/numbers/short_lanes.h"
#include "random.h"

// The plain version beside the other.
#if defined(__SSE2__)
#define FC_BOTH_VERSIONS
#undef __SSE2__
#undef CD_SHORT_LANES_H
#define CD_SHORT_LARGEST      plainLargest
#define CD_SHORT_ERROR        plainError
#define cdShortVectors        plainVectors
#define cdRoundShort          plainRound
#define cdShortDirection      plainDirection
#define cdShorts              plainShorts
#define cdMakeShortDirection  plainMakeDirection
#define cdGetShortHeights     plainGetHeights
#define cdMaskShortsAbove     plainMaskAbove
#define cdMakeShortDirections plainMakeDirections
#define cdFindLargestShort    plainFindLargest
#include "foundation/numbers/short_lanes.h"
#undef CD_SHORT_LARGEST
#undef CD_SHORT_ERROR
#undef cdShortVectors
#undef cdRoundShort
#undef cdShortDirection
#undef cdShorts
#undef cdMakeShortDirection
#undef cdGetShortHeights
#undef cdMaskShortsAbove
#undef cdMakeShortDirections
#undef cdFindLargestShort
#endif

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { ROUNDS = 200000 };

// Exact vectors with the largest coordinate 1, and values derived from them.
typedef struct Case {
    cdVec3 vectors[8], direction;
    cdShortVectors rounded;
} Case;

static cdVec3 pickVector(Random *random) {
    int kind = nextRandomInt(random, 0, 3);
    cdVec3 corner = {nextRandomInt(random, 0, 1) * 2 - 1, nextRandomInt(random, 0, 1) * 2 - 1,
                     nextRandomInt(random, 0, 1) * 2 - 1};
    if (kind == 0) return corner; // the maximum length
    if (kind == 1) return cdScale(0.5 / CD_SHORT_LARGEST * nextRandomInt(random, 1, 5), corner);
    return cdScale(kind == 2 ? 1.0 : 1e-4, nextRandomDirection(random));
}

static Case pickCase(Random *random) {
    Case c;
    for (int i = 0; i < 8; i++) {
        c.vectors[i] = pickVector(random);
        c.rounded.xy[2 * i] = cdRoundShort(CD_SHORT_LARGEST * c.vectors[i].x);
        c.rounded.xy[2 * i + 1] = cdRoundShort(CD_SHORT_LARGEST * c.vectors[i].y);
        c.rounded.z[i] = cdRoundShort(CD_SHORT_LARGEST * c.vectors[i].z);
    }
    cdVec3 d = nextRandomDirection(random), v = c.vectors[0];
    int kind = nextRandomInt(random, 0, 3);
    if (kind == 0) d = cdNormalize(v);
    if (kind == 1) d = cdNormalize(cdCross(v, d)); // perpendicular to one of them
    if (kind == 2) d = cdNormalize((cdVec3){1.0, nextRandomInt(random, -1, 1), nextRandomInt(random, -1, 1)});
    c.direction = d;
    return c;
}

// Results above or below zero beyond the error are right. Red: an error bound too small, an overflowing sum,
// a wrong lane.
static void testErrors(void **state) {
    (void)state;
    Random random = {11};
    int sure = 0;
    for (int round = 0; round < ROUNDS; round++) {
        Case c = pickCase(&random);
        cdShorts heights = cdGetShortHeights(&c.rounded, cdMakeShortDirection(c.direction));
        int32_t index = -1, largest = cdFindLargestShort(heights, &index);
        assert_in_range(index, 0, 7);
        double exact[8], top = -INFINITY;
        for (int i = 0; i < 8; i++) {
            exact[i] = 16384.0 * cdDot(c.direction, c.vectors[i]);
            top = fmax(top, exact[i]);
        }
        assert_true(fabs(largest - exact[index]) < CD_SHORT_ERROR);
        assert_true(exact[index] > top - 2.0 * CD_SHORT_ERROR);
        bool noneAbove = cdMaskShortsAbove(heights, heights, -CD_SHORT_ERROR) == 0;
        if (noneAbove) assert_true(top < 0.0);
        if (top < -2.0 * CD_SHORT_ERROR) assert_true(noneAbove);
        sure += noneAbove || largest > CD_SHORT_ERROR;
    }
    assert_true(sure > ROUNDS / 2);
}

// Red: a shift that rounds the other way, a missing lane, another choice among equals.
static void testPlainVersion(void **state) {
    (void)state;
#ifdef FC_BOTH_VERSIONS
    Random random = {12};
    for (int round = 0; round < ROUNDS; round++) {
        Case c = pickCase(&random);
        plainVectors vectors;
        memcpy(&vectors, &c.rounded, sizeof vectors);
        cdShorts heights = cdGetShortHeights(&c.rounded, cdMakeShortDirection(c.direction));
        plainShorts plain = plainGetHeights(&vectors, plainMakeDirection(c.direction));
        assert_memory_equal(&heights, &plain, sizeof plain);
        int32_t index = -1, plainPlace = -1;
        assert_int_equal(cdFindLargestShort(heights, &index), plainFindLargest(plain, &plainPlace));
        assert_int_equal(index, plainPlace);
        int16_t least = (int16_t)nextRandomInt(&random, -9, 9);
        cdVec3 other = nextRandomDirection(&random);
        cdShorts others = cdGetShortHeights(&c.rounded, cdMakeShortDirection(other));
        plainShorts plainOthers = plainGetHeights(&vectors, plainMakeDirection(other));
        assert_int_equal(cdMaskShortsAbove(heights, others, least),
                         plainMaskAbove(plain, plainOthers, least));
        cdShortDirection first, second;
        cdMakeShortDirections(cdPairLanes3(c.direction, other), &first, &second);
        cdShorts pairHeights = cdGetShortHeights(&c.rounded, first);
        assert_memory_equal(&heights, &pairHeights, sizeof heights);
        pairHeights = cdGetShortHeights(&c.rounded, second);
        assert_memory_equal(&others, &pairHeights, sizeof others);
    }
#else
    skip();
#endif
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testErrors), cmocka_unit_test(testPlainVersion)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// Four floats at once: each operation on each lane, the same with SSE as in plain C.
#include "foundation/numbers/float_lanes.h"
#include "random.h"

#include <string.h>

// The plain version beside the other.
#if defined(__SSE2__)
#define FC_BOTH_VERSIONS
#undef __SSE2__
#undef CD_FLOAT_LANES_H
#undef CD_FLOAT_EPSILON
#define cdFloats           plainFloats
#define cdFloats3          plainFloats3
#define cdLoadFloats       plainLoad
#define cdSpreadFloat      plainSpreadOne
#define cdSpreadFloats     plainSpread
#define cdAddFloats        plainAdd
#define cdSubFloats        plainSub
#define cdMulFloats        plainMul
#define cdMaxFloats        plainMax
#define cdAbsFloats        plainAbs
#define cdFloatsAbove      plainAbove
#define cdSpreadFloats3    plainSpread3
#define cdAddFloats3       plainAdd3
#define cdSubFloats3       plainSub3
#define cdCrossFloats3     plainCross3
#define cdDotFloats3       plainDot3
#define cdDropFirstFloat   plainDropFirst
#define cdLoadFloats3      plainLoad3
#define cdStoreFloats3     plainStore3
#define cdStoreFloats      plainStore
#define cdMinFloats        plainMin
#define cdSqrtFloats       plainSqrt
#define cdDivFloats        plainDiv
#define cdJoinFloats       plainJoin
#define cdRepeatFloats     plainRepeat
#define cdAlternateFloats  plainAlternate
#define cdFindLargestFloat plainFindLargest
#define cdTruncateFloats   plainTruncate
#include "foundation/numbers/float_lanes.h"
#undef cdDropFirstFloat
#undef cdLoadFloats3
#undef cdStoreFloats3
#undef cdStoreFloats
#undef cdMinFloats
#undef cdSqrtFloats
#undef cdDivFloats
#undef cdJoinFloats
#undef cdRepeatFloats
#undef cdAlternateFloats
#undef cdFindLargestFloat
#undef cdTruncateFloats
#undef cdFloats
#undef cdFloats3
#undef cdLoadFloats
#undef cdSpreadFloat
#undef cdSpreadFloats
#undef cdAddFloats
#undef cdSubFloats
#undef cdMulFloats
#undef cdMaxFloats
#undef cdAbsFloats
#undef cdFloatsAbove
#undef cdSpreadFloats3
#undef cdAddFloats3
#undef cdSubFloats3
#undef cdCrossFloats3
#undef cdDotFloats3
#endif

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static float pickFloat(Random *random) {
    switch (nextRandomInt(random, 0, 5)) {
    case 0:
        return 0.0f;
    case 1:
        return INFINITY;
    case 2:
        return -1.0f;
    default:
        return (float)(nextRandomIn(random, -1.0, 1.0) * pow(10.0, nextRandomIn(random, -30.0, 30.0)));
    }
}

static void pickFloats(Random *random, float v[4]) {
    for (int k = 0; k < 4; k++)
        v[k] = pickFloat(random);
}

static void assertLanes(cdFloats lanes, const float expected[4]) {
    float v[4];
    memcpy(v, &lanes, sizeof v);
    for (int k = 0; k < 4; k++)
        if (!(isnan(v[k]) && isnan(expected[k]))) assert_true(memcmp(&v[k], &expected[k], sizeof v[k]) == 0);
}

// Red: lanes in another order, a mask with its bits swapped.
static void testLanes(void **state) {
    (void)state;
    Random random = {1};
    for (int i = 0; i < 20000; i++) {
        float a[4], b[4], sums[4], gaps[4], products[4], sizes[4], largest[4], least[4], roots[4];
        int above = 0;
        pickFloats(&random, a);
        pickFloats(&random, b);
        for (int k = 0; k < 4; k++) {
            sums[k] = a[k] + b[k], gaps[k] = a[k] - b[k], products[k] = a[k] * b[k];
            sizes[k] = fabsf(a[k]), largest[k] = a[k] > b[k] ? a[k] : b[k];
            least[k] = a[k] < b[k] ? a[k] : b[k], roots[k] = sqrtf(a[k]);
            above |= (a[k] > b[k]) << k;
        }
        cdFloats x = cdLoadFloats(a), y = cdLoadFloats(b);
        assertLanes(cdAddFloats(x, y), sums);
        assertLanes(cdSubFloats(x, y), gaps);
        assertLanes(cdMulFloats(x, y), products);
        assertLanes(cdAbsFloats(x), sizes);
        assertLanes(cdDropFirstFloat(x), (float[4]){a[1], a[2], a[3], a[3]});
        assertLanes(cdMaxFloats(x, y), largest);
        assertLanes(cdMinFloats(x, y), least);
        assertLanes(cdSqrtFloats(x), roots);
        assertLanes(cdDivFloats(x, y), (float[4]){a[0] / b[0], a[1] / b[1], a[2] / b[2], a[3] / b[3]});
        float stored[4];
        cdStoreFloats(stored, x);
        assertLanes(x, stored);
        assert_int_equal(cdFloatsAbove(x, y), above);
        float top = a[0];
        for (int k = 1; k < 4; k++)
            top = a[k] > top ? a[k] : top;
        assert_true(cdFindLargestFloat(x) == top);
        float few[4] = {1.9f, -1.9f, 1e9f, (float)nextRandomInt(&random, -9, 9)};
        int32_t whole[4];
        cdTruncateFloats(whole, cdLoadFloats(few));
        for (int k = 0; k < 4; k++)
            assert_int_equal(whole[k], (int32_t)few[k]);
        assertLanes(cdRepeatFloats(a), (float[4]){a[0], a[0], a[1], a[1]});
        assertLanes(cdAlternateFloats(a), (float[4]){a[0], a[1], a[0], a[1]});
        assertLanes(cdJoinFloats(a, b), (float[4]){a[0], a[1], b[0], b[1]});
        double wide = nextRandom(&random);
        assertLanes(cdSpreadFloats(wide), (float[4]){(float)wide, (float)wide, (float)wide, (float)wide});
    }
}

#ifdef FC_BOTH_VERSIONS
static void assertSame(cdFloats x, plainFloats y) {
    assertLanes(x, y.v);
}

static void testPlainIsSame(void **state) {
    (void)state;
    Random random = {2};
    for (int i = 0; i < 20000; i++) {
        float a[3][4], b[3][4];
        for (int k = 0; k < 3; k++) {
            pickFloats(&random, a[k]);
            pickFloats(&random, b[k]);
        }
        cdFloats3 x = {cdLoadFloats(a[0]), cdLoadFloats(a[1]), cdLoadFloats(a[2])};
        cdFloats3 y = {cdLoadFloats(b[0]), cdLoadFloats(b[1]), cdLoadFloats(b[2])};
        plainFloats3 p = {plainLoad(a[0]), plainLoad(a[1]), plainLoad(a[2])};
        plainFloats3 q = {plainLoad(b[0]), plainLoad(b[1]), plainLoad(b[2])};
        float stored[3][4], plainStored[3][4];
        cdStoreFloats3(stored, cdLoadFloats3(a));
        plainStore3(plainStored, plainLoad3(a));
        assert_memory_equal(stored, a, sizeof stored);
        assert_memory_equal(plainStored, a, sizeof stored);
        assertSame(cdAddFloats3(x, y).y, plainAdd3(p, q).y);
        assertSame(cdSubFloats3(x, y).z, plainSub3(p, q).z);
        assertSame(cdDotFloats3(x, y), plainDot3(p, q));
        assertSame(cdCrossFloats3(x, y).x, plainCross3(p, q).x);
        assertSame(cdMaxFloats(x.x, y.x), plainMax(p.x, q.x));
        assertSame(cdMinFloats(x.x, y.x), plainMin(p.x, q.x));
        assertSame(cdSqrtFloats(x.x), plainSqrt(p.x));
        assertSame(cdAbsFloats(x.x), plainAbs(p.x));
        assertSame(cdDropFirstFloat(x.x), plainDropFirst(p.x));
        assertSame(cdDivFloats(x.y, y.y), plainDiv(p.y, q.y));
        assert_int_equal(cdFloatsAbove(x.x, y.x), plainAbove(p.x, q.x));
        assert_true(cdFindLargestFloat(x.x) == plainFindLargest(p.x));
        const float few[4] = {1.9f, -1.9f, 1e9f, (float)nextRandomInt(&random, -9, 9)};
        int32_t whole[4], plain[4];
        cdTruncateFloats(whole, cdLoadFloats(few));
        plainTruncate(plain, plainLoad(few));
        assert_memory_equal(whole, plain, sizeof whole);
        assertSame(cdRepeatFloats(a[0]), plainRepeat(a[0]));
        assertSame(cdAlternateFloats(a[0]), plainAlternate(a[0]));
        assertSame(cdJoinFloats(a[0], b[0]), plainJoin(a[0], b[0]));
        cdVec3 wide = {nextRandom(&random), nextRandom(&random), 0.0};
        assertSame(cdSpreadFloats3(wide).y, plainSpread3(wide).y);
    }
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testLanes),
#ifdef FC_BOTH_VERSIONS
        cmocka_unit_test(testPlainIsSame),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// Orientation signs against exact rational determinants.
#include "foundation/numbers/predicates.h"
#include "random.h"
#include "rational.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

static int exactOrientation3(const cdVec3 x[4]) {
    resetRationals();
    RationalVec3 a = toRationalVec3(x[0]);
    RationalVec3 u = subRationalVec3(toRationalVec3(x[1]), a), v = subRationalVec3(toRationalVec3(x[2]), a);
    return signOfRational(dotRationalVec3(crossRationalVec3(u, v), subRationalVec3(toRationalVec3(x[3]), a)));
}

static int exactOrientation2(const double x[6]) {
    resetRationals();
    Rational ux = subRational(toRational(x[2]), toRational(x[0])),
             uy = subRational(toRational(x[3]), toRational(x[1]));
    Rational vx = subRational(toRational(x[4]), toRational(x[0])),
             vy = subRational(toRational(x[5]), toRational(x[1]));
    return signOfRational(subRational(mulRational(ux, vy), mulRational(uy, vx)));
}

// The sign in plain doubles, which the exact one must beat.
static int plainOrientation3(const cdVec3 x[4]) {
    double determinant = cdDot(cdCross(cdSub(x[1], x[0]), cdSub(x[2], x[0])), cdSub(x[3], x[0]));
    return (determinant > 0.0) - (determinant < 0.0);
}

// Checks one point against the exact sign, with odd and even permutations. True if plain doubles were wrong.
static bool checkOrientation3(const cdVec3 x[4]) {
    int exact = exactOrientation3(x);
    assert_int_equal(cdGetOrientation3(x[0], x[1], x[2], x[3]), exact);
    assert_int_equal(cdGetOrientation3(x[1], x[0], x[2], x[3]), -exact);
    assert_int_equal(cdGetOrientation3(x[3], x[2], x[1], x[0]), exact);
    return plainOrientation3(x) != exact;
}

// Signs of the unit corner and its mirror image. Red: a reversed convention, with which all tests above would
// still agree.
static void testSignConvention(void **state) {
    (void)state;
    cdVec3 o = {0, 0, 0}, x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
    assert_int_equal(cdGetOrientation3(o, x, y, z), 1);
    assert_int_equal(cdGetOrientation3(o, y, x, z), -1);
    assert_int_equal(cdGetOrientation3(o, x, y, (cdVec3){5, 7, 0}), 0);
    assert_int_equal(cdGetOrientation2(0, 0, 1, 0, 0, 1), 1);
    assert_int_equal(cdGetOrientation2(0, 0, 0, 1, 1, 0), -1);
    assert_int_equal(cdGetOrientation2(0, 0, 1, 1, 3, 3), 0);
    const cdVec3 triangle[3] = {o, x, y};
    const cdVec3 points[3] = {z, {0, 0, -1}, {2, 2, 0}};
    int signs[3];
    assert_int_equal(cdGetPlaneSides(triangle, points, signs), 0);
    assert_int_equal(signs[0], 1);
    assert_int_equal(signs[1], -1);
    assert_int_equal(signs[2], 0);
}

// Small integers: a third of all determinants is exactly zero. Red: zero not recognised, a filter bound that
// is too small.
static void testGridPoints(void **state) {
    (void)state;
    Random random = {1};
    int zeros = 0;
    for (int i = 0; i < 20000; i++) {
        cdVec3 x[4];
        for (int k = 0; k < 4; k++)
            x[k] = nextRandomGridPoint(&random, -2, 2);
        checkOrientation3(x);
        zeros += exactOrientation3(x) == 0;
        double flat[6] = {x[0].x, x[0].y, x[1].x, x[1].y, x[2].x, x[2].y};
        int exact = exactOrientation2(flat);
        assert_int_equal(cdGetOrientation2(flat[0], flat[1], flat[2], flat[3], flat[4], flat[5]), exact);
    }
    assert_true(zeros > 2000);
}

// Four points of one plane, rounded, then moved by single ulps: the determinant is a few rounding errors.
// Coordinates of one size and of sizes that differ by up to 1e12. Red: a lost tail anywhere; plain doubles
// must be wrong often, or the test has no teeth.
static void testNearlyCoplanarPoints(void **state) {
    (void)state;
    Random random = {2};
    int plainWrong = 0;
    for (int i = 0; i < 20000; i++) {
        cdVec3 x[4];
        double offset = pow(10.0, nextRandomInt(&random, -6, 6));
        cdVec3 shift = cdScale(offset, nextRandomVec3(&random));
        for (int k = 0; k < 3; k++)
            x[k] = cdAdd(shift, nextRandomVec3(&random));
        double v = nextRandomIn(&random, -2.0, 2.0), w = nextRandomIn(&random, -2.0, 2.0);
        x[3] = cdMulAdd(cdMulAdd(x[0], v, cdSub(x[1], x[0])), w, cdSub(x[2], x[0]));
        double *moved = i % 2 == 0 ? &x[3].x : &x[1].z;
        int ulps = nextRandomInt(&random, -2, 2);
        for (int k = 0; k < abs(ulps); k++)
            *moved = nextafter(*moved, ulps > 0 ? HUGE_VAL : -HUGE_VAL);
        plainWrong += checkOrientation3(x);
    }
    assert_true(plainWrong > 1000);
}

// Coordinates over the whole stated range, 1e-80 to 1e90 and mixed: every product of three stays in range,
// the differences need two parts. Red: a split or a bound that overflows, two-part differences truncated to
// one.
static void testMixedMagnitudes(void **state) {
    (void)state;
    Random random = {3};
    for (int i = 0; i < 6000; i++) {
        cdVec3 x[4];
        double low = nextRandomIn(&random, -80.0, 90.0);
        double high = i % 2 == 0 ? low + 3.0 : 90.0;
        for (int k = 0; k < 4; k++) {
            double *coordinates[3] = {&x[k].x, &x[k].y, &x[k].z};
            for (int c = 0; c < 3; c++) {
                double size = pow(10.0, nextRandomIn(&random, low, high));
                *coordinates[c] = nextRandom(&random) < 0.5 ? -size : size;
            }
        }
        if (i % 3 == 0) x[3] = cdMulAdd(x[0], 0.5, cdSub(x[1], x[0]));
        checkOrientation3(x);
    }
}

// Kettner's classroom example: points within 2^-53 of the line y = x near (0.5, 0.5) seen from (12, 12) and
// (24, 24). Plain doubles get the sign wrong in whole patches. Red: a lost tail in the exact code for two
// dimensions.
static void testClassroomExample(void **state) {
    (void)state;
    int plainWrong = 0;
    for (int i = 0; i < 64; i++) {
        for (int k = 0; k < 64; k++) {
            double x[6] = {0.5 + i * 0x1p-53, 0.5 + k * 0x1p-53, 12.0, 12.0, 24.0, 24.0};
            int exact = exactOrientation2(x);
            assert_int_equal(cdGetOrientation2(x[0], x[1], x[2], x[3], x[4], x[5]), exact);
            assert_int_equal(cdGetOrientation2(x[4], x[5], x[2], x[3], x[0], x[1]), -exact);
            double plain = (x[2] - x[0]) * (x[5] - x[1]) - (x[3] - x[1]) * (x[4] - x[0]);
            plainWrong += ((plain > 0.0) - (plain < 0.0)) != exact;
        }
    }
    assert_true(plainWrong > 100);
}

// Triangles with heights from 1 down to 1e-18 of their length, and collinear ones: the cross product's
// direction and size against the exact one, rounded. Red: thin triangles with a normal of rounding errors, or
// none.
static void testCrossOfThinTriangles(void **state) {
    (void)state;
    Random random = {4};
    int zeros = 0;
    for (int i = 0; i < 20000; i++) {
        cdVec3 along = nextRandomDirection(&random),
               across = cdNormalize(cdCross(along, nextRandomDirection(&random)));
        double height = pow(10.0, nextRandomIn(&random, -18.0, 0.0));
        cdVec3 a = nextRandomVec3(&random), b = cdAdd(a, along);
        cdVec3 c = cdMulAdd(cdMulAdd(a, nextRandom(&random), along), height, across);
        if (i % 10 == 0) { // a multiple of an integer vector: exactly on the line
            a = nextRandomGridPoint(&random, -9, 9), along = nextRandomGridPoint(&random, -9, 9);
            b = cdMulAdd(a, 0.375, along), c = cdMulAdd(a, 3.5, along);
        }
        resetRationals();
        RationalVec3 origin = toRationalVec3(a);
        RationalVec3 exact = crossRationalVec3(subRationalVec3(toRationalVec3(b), origin),
                                               subRationalVec3(toRationalVec3(c), origin));
        cdVec3 expected = {fromRational(exact.x), fromRational(exact.y), fromRational(exact.z)};
        cdVec3 found = cdGetTriangleCross(a, b, c);
        assert_true(cdMaxAbs(cdSub(found, expected)) <= 1e-13 * cdMaxAbs(expected));
        zeros += cdMaxAbs(found) == 0.0;
    }
    assert_true(zeros >= 2000 && zeros < 4000);
}

static int freeOracle(void **state) {
    (void)state;
    freeRationals();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testSignConvention),       cmocka_unit_test(testGridPoints),
        cmocka_unit_test(testNearlyCoplanarPoints), cmocka_unit_test(testMixedMagnitudes),
        cmocka_unit_test(testClassroomExample),     cmocka_unit_test(testCrossOfThinTriangles),
    };
    return cmocka_run_group_tests(tests, NULL, freeOracle);
}

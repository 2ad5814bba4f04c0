// Closest points of point and triangle, segment and segment, against exact rational distances.
#include "mesh/shapes/closest.h"
#include "random.h"
#include "rational.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

// Returns the squared distance of a point from a segment, exactly.
static Rational pointSegmentSq(RationalVec3 p, RationalVec3 a, RationalVec3 b) {
    RationalVec3 along = subRationalVec3(b, a), fromA = subRationalVec3(p, a);
    Rational lengthSq = dotRationalVec3(along, along), dot = dotRationalVec3(fromA, along);
    if (signOfRational(dot) <= 0) return dotRationalVec3(fromA, fromA);
    if (compareRational(dot, lengthSq) >= 0) {
        RationalVec3 fromB = subRationalVec3(p, b);
        return dotRationalVec3(fromB, fromB);
    }
    return subRational(dotRationalVec3(fromA, fromA), divRational(mulRational(dot, dot), lengthSq));
}

static Rational pointTriangleSq(const cdVec3 corners[4]) {
    RationalVec3 p = toRationalVec3(corners[0]), a = toRationalVec3(corners[1]);
    RationalVec3 b = toRationalVec3(corners[2]), c = toRationalVec3(corners[3]);
    Rational edges =
        minRational(pointSegmentSq(p, a, b), minRational(pointSegmentSq(p, b, c), pointSegmentSq(p, c, a)));
    RationalVec3 n = crossRationalVec3(subRationalVec3(b, a), subRationalVec3(c, a));
    Rational nn = dotRationalVec3(n, n);
    if (signOfRational(nn) == 0) return edges;
    const RationalVec3 ring[4] = {a, b, c, a};
    for (int k = 0; k < 3; k++) {
        RationalVec3 inward = crossRationalVec3(n, subRationalVec3(ring[k + 1], ring[k]));
        if (signOfRational(dotRationalVec3(inward, subRationalVec3(p, ring[k]))) < 0) return edges;
    }
    Rational height = dotRationalVec3(n, subRationalVec3(p, a));
    return divRational(mulRational(height, height), nn);
}

static Rational segmentsSq(const cdVec3 ends[4]) {
    RationalVec3 a0 = toRationalVec3(ends[0]), a1 = toRationalVec3(ends[1]);
    RationalVec3 b0 = toRationalVec3(ends[2]), b1 = toRationalVec3(ends[3]);
    Rational border = minRational(minRational(pointSegmentSq(a0, b0, b1), pointSegmentSq(a1, b0, b1)),
                                  minRational(pointSegmentSq(b0, a0, a1), pointSegmentSq(b1, a0, a1)));
    RationalVec3 u = subRationalVec3(a1, a0), v = subRationalVec3(b1, b0), w = subRationalVec3(b0, a0);
    RationalVec3 n = crossRationalVec3(u, v);
    Rational nn = dotRationalVec3(n, n);
    if (signOfRational(nn) == 0) return border;
    Rational s = dotRationalVec3(crossRationalVec3(w, v), n), t = dotRationalVec3(crossRationalVec3(w, u), n);
    if (signOfRational(s) < 0 || compareRational(s, nn) > 0) return border;
    if (signOfRational(t) < 0 || compareRational(t, nn) > 0) return border;
    Rational height = dotRationalVec3(n, w);
    return divRational(mulRational(height, height), nn);
}

typedef enum ElementPair { POINT_TRIANGLE, SEGMENTS } ElementPair;

// The extent of the four points and the largest coordinate, with which rounding errors scale.
static void measure(const cdVec3 x[4], double *extent, double *magnitude) {
    *extent = *magnitude = 0.0;
    for (int i = 0; i < 4; i++) {
        *magnitude = fmax(*magnitude, cdMaxAbs(x[i]));
        for (int j = 0; j < i; j++)
            *extent = fmax(*extent, cdMaxAbs(cdSub(x[i], x[j])));
    }
}

static void checkPair(ElementPair pair, const cdVec3 x[4]) {
    resetRationals();
    double extent, magnitude;
    measure(x, &extent, &magnitude);
    cdClosest found;
    Rational exactSq, firstSq, secondSq;
    if (pair == POINT_TRIANGLE) {
        found = cdFindClosestPointTriangle(x[0], x[1], x[2], x[3]);
        exactSq = pointTriangleSq(x);
        cdVec3 first[4] = {found.onFirst, x[0], x[0], x[0]};
        firstSq = pointTriangleSq(first);
        cdVec3 second[4] = {found.onSecond, x[1], x[2], x[3]};
        secondSq = pointTriangleSq(second);
    } else {
        found = cdFindClosestSegments(x[0], x[1], x[2], x[3]);
        exactSq = segmentsSq(x);
        RationalVec3 first = toRationalVec3(found.onFirst), second = toRationalVec3(found.onSecond);
        firstSq = pointSegmentSq(first, toRationalVec3(x[0]), toRationalVec3(x[1]));
        secondSq = pointSegmentSq(second, toRationalVec3(x[2]), toRationalVec3(x[3]));
    }
    double exact = sqrt(fromRational(exactSq)), distance = sqrt(found.distanceSq);
    assert_true(distance <= exact + 6.0 * DBL_EPSILON * extent);
    assert_true(distance >= exact - 6.0 * DBL_EPSILON * extent);
    // The points lie on their elements at the stated distance, up to the coordinates' rounding.
    double ulps = 6.0 * DBL_EPSILON * (magnitude + extent);
    assert_true(sqrt(fromRational(firstSq)) <= ulps);
    assert_true(sqrt(fromRational(secondSq)) <= ulps);
    assert_true(fabs(cdLength(cdSub(found.onFirst, found.onSecond)) - distance) <= ulps);
}

static void place(Random *random, cdVec3 x[4]) {
    double scale = pow(10.0, nextRandomInt(random, -4, 4)), offset = pow(10.0, nextRandomInt(random, -4, 6));
    cdVec3 shift = cdScale(offset, nextRandomVec3(random));
    for (int i = 0; i < 4; i++)
        x[i] = cdAdd(cdScale(scale, x[i]), shift);
}

// Four random points, at scales from 1e-4 to 1e4 and up to 1e6 from the origin. Red: a wrong region, a wrong
// clamp, a formula that subtracts large coordinates late.
static void testRandomElementsAgreeWithExactDistance(void **state) {
    (void)state;
    Random random = {1};
    for (int i = 0; i < 6000; i++) {
        cdVec3 x[4];
        for (int k = 0; k < 4; k++)
            x[k] = nextRandomVec3(&random);
        if (i % 2 == 0) place(&random, x);
        checkPair(POINT_TRIANGLE, x);
        checkPair(SEGMENTS, x);
    }
}

// Points of a 5 x 5 x 5 grid: equal corners, collinear triangles, parallel, collinear and zero-length
// segments, and ties everywhere. Red: a division by zero, a skipped degenerate element.
static void testGridElementsAgreeWithExactDistance(void **state) {
    (void)state;
    Random random = {2};
    for (int i = 0; i < 12000; i++) {
        cdVec3 x[4];
        for (int k = 0; k < 4; k++)
            x[k] = nextRandomGridPoint(&random, -2, 1 + i % 2);
        if (i % 3 == 0) place(&random, x);
        checkPair(POINT_TRIANGLE, x);
        checkPair(SEGMENTS, x);
    }
}

// A triangle squeezed to heights from 1 down to 1e-17 of its length (needles and caps), and a point beside it
// at heights from 0 to 1. Red: barycentric coordinates of slivers that lose their digits (the textbook
// formulas err by 1e-8 of the length here).
static void testSliversKeepTheirDigits(void **state) {
    (void)state;
    Random random = {3};
    for (int i = 0; i < 20000; i++) {
        cdVec3 along = nextRandomDirection(&random),
               across = cdNormalize(cdCross(along, nextRandomDirection(&random)));
        cdVec3 normal = cdCross(along, across);
        double height = pow(10.0, nextRandomIn(&random, -17.0, 0.0));
        double foot = i % 3 == 0 ? height * nextRandom(&random) : nextRandom(&random); // needle or cap
        double gap = i % 5 == 0 ? 0.0 : pow(10.0, nextRandomIn(&random, -17.0, 0.0));
        cdVec3 a = nextRandomVec3(&random), b = cdAdd(a, along);
        cdVec3 c = cdMulAdd(cdMulAdd(a, foot, along), height, across);
        double v = nextRandomIn(&random, -0.1, 1.1), w = nextRandomIn(&random, -0.1, 1.1);
        cdVec3 inPlane = cdMulAdd(cdMulAdd(a, v * (1.0 - w), cdSub(b, a)), w, cdSub(c, a));
        cdVec3 x[4] = {cdMulAdd(inPlane, gap, normal), a, b, c};
        int turn = nextRandomInt(&random, 0, 2);
        for (int k = 0; k < turn; k++) {
            cdVec3 first = x[1];
            x[1] = x[2], x[2] = x[3], x[3] = first;
        }
        if (i % 4 == 0) place(&random, x);
        checkPair(POINT_TRIANGLE, x);
    }
}

// Two segments that cross at angles from 1 down to 1e-17 and gaps from 0 to 1. Red: the normal equations
// (their determinant vanishes with the square of the angle), ends forgotten for parallel segments.
static void testNearlyParallelSegmentsKeepTheirDigits(void **state) {
    (void)state;
    Random random = {4};
    for (int i = 0; i < 20000; i++) {
        cdVec3 along = nextRandomDirection(&random),
               across = cdNormalize(cdCross(along, nextRandomDirection(&random)));
        cdVec3 normal = cdCross(along, across);
        double angle = i % 7 == 0 ? 0.0 : pow(10.0, nextRandomIn(&random, -17.0, 0.0));
        double gap = i % 5 == 0 ? 0.0 : pow(10.0, nextRandomIn(&random, -17.0, 0.0));
        cdVec3 middle = nextRandomVec3(&random), other = cdMulAdd(middle, gap, normal);
        cdVec3 turned = cdMulAdd(along, angle, across);
        double length = i % 2 == 0 ? 1.0 : pow(10.0, nextRandomIn(&random, -8.0, 0.0));
        cdVec3 x[4] = {cdMulAdd(middle, -nextRandom(&random), along),
                       cdMulAdd(middle, nextRandom(&random), along),
                       cdMulAdd(other, -length * nextRandom(&random), turned),
                       cdMulAdd(other, length * nextRandomIn(&random, -0.5, 1.0), turned)};
        if (i % 4 == 0) place(&random, x);
        checkPair(SEGMENTS, x);
    }
}

// A point and a corner, or two ends, with identical coordinates far from the origin. Red: a difference
// computed after rounding: the distance must be 0, not an ulp.
static void testSharedCornersAreAtDistanceZero(void **state) {
    (void)state;
    Random random = {5};
    for (int i = 0; i < 2000; i++) {
        cdVec3 shift = cdScale(1e6, nextRandomVec3(&random)), x[5];
        for (int k = 0; k < 5; k++)
            x[k] = cdAdd(shift, nextRandomVec3(&random));
        for (int k = 1; k < 4; k++) {
            cdClosest found = cdFindClosestPointTriangle(x[k], x[1], x[2], x[3]);
            assert_true(found.distanceSq == 0.0);
        }
        assert_true(cdFindClosestSegments(x[0], x[1], x[1], x[2]).distanceSq == 0.0);
        assert_true(cdFindClosestSegments(x[0], x[1], x[2], x[0]).distanceSq == 0.0);
        assert_true(cdFindClosestSegments(x[0], x[1], x[0], x[1]).distanceSq == 0.0);
    }
}

// A skew crossing and a foot in a face computed by hand. Red: points in the wrong order or on the wrong
// element, which distances alone would not show.
static void testPointsAreWhereTheyBelong(void **state) {
    (void)state;
    cdClosest cross =
        cdFindClosestSegments((cdVec3){-1, 0, 0}, (cdVec3){3, 0, 0}, (cdVec3){0, -1, 2}, (cdVec3){0, 3, 2});
    assert_true(cdLength(cross.onFirst) == 0.0);
    assert_true(cdLength(cdSub(cross.onSecond, (cdVec3){0, 0, 2})) == 0.0);
    assert_true(cross.distanceSq == 4.0);
    cdClosest ends =
        cdFindClosestSegments((cdVec3){0, 0, 0}, (cdVec3){1, 0, 0}, (cdVec3){4, 4, 0}, (cdVec3){4, 9, 0});
    assert_true(ends.onFirst.x == 1.0 && ends.onSecond.y == 4.0 && ends.distanceSq == 25.0);
    cdClosest foot = cdFindClosestPointTriangle((cdVec3){1, 1, -3}, (cdVec3){0, 0, 0}, (cdVec3){4, 0, 0},
                                                (cdVec3){0, 4, 0});
    assert_true(foot.onFirst.z == -3.0 && foot.distanceSq == 9.0);
    assert_true(cdLength(cdSub(foot.onSecond, (cdVec3){1, 1, 0})) < 1e-15);
}

static int freeOracle(void **state) {
    (void)state;
    freeRationals();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testRandomElementsAgreeWithExactDistance),
        cmocka_unit_test(testGridElementsAgreeWithExactDistance),
        cmocka_unit_test(testSliversKeepTheirDigits),
        cmocka_unit_test(testNearlyParallelSegmentsKeepTheirDigits),
        cmocka_unit_test(testSharedCornersAreAtDistanceZero),
        cmocka_unit_test(testPointsAreWhereTheyBelong),
    };
    return cmocka_run_group_tests(tests, NULL, freeOracle);
}

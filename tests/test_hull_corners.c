// Corners of hulls in a plane and the heights they interpolate: against all points, linear functions,
// degenerate sets.
#include "random.h"
#include "world/contacts/contact_point.h"
#include "world/contacts/hull_corners.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { POINTS = 64 };

static const double PI = 3.14159265358979323846;

typedef struct Plane {
    cdVec3 origin, normal, tangents[2];
} Plane;

static Plane nextPlane(Random *random, double far) {
    Plane plane = {.origin = cdScale(far, nextRandomVec3(random)), .normal = nextRandomDirection(random)};
    cdMakeTangents(plane.normal, plane.tangents);
    return plane;
}

static cdVec3 getPoint(const Plane *plane, double x, double y) {
    return cdMulAdd(cdMulAdd(plane->origin, x, plane->tangents[0]), y, plane->tangents[1]);
}

// Points in any order in any plane, on a grid so that many are collinear or equal: corners in order, every
// point left of every side, no straight corner, at scales of 1e-6 to 1e6. Red: corners in the wrong order, a
// corner lost, a point on a side taken for one.
static void testAllPointsInside(void **state) {
    (void)state;
    Random random = {1};
    static const double scales[] = {1e-6, 1.0, 1e6};
    for (int round = 0; round < 600; round++) {
        double scale = scales[round % 3];
        Plane plane = nextPlane(&random, 2.0 * scale);
        cdVec3 points[POINTS];
        int32_t count = nextRandomInt(&random, 3, POINTS), corners[CD_HULL_CORNERS];
        for (int32_t i = 0; i < count; i++)
            points[i] = getPoint(&plane, scale * nextRandomInt(&random, -3, 3),
                                 scale * nextRandomInt(&random, -3, 3));
        int32_t found =
            cdListHullCorners(points, count, plane.normal, 1e-9 * scale, corners, CD_HULL_CORNERS);
        if (found < 3) continue; // all on one line
        for (int32_t k = 0; k < found; k++) {
            cdVec3 from = points[corners[k]], side = cdSub(points[corners[(k + 1) % found]], from);
            for (int32_t i = 0; i < count; i++)
                assert_true(cdDot(plane.normal, cdCross(side, cdSub(points[i], from))) >
                            -1e-12 * scale * scale);
            cdVec3 after = cdSub(points[corners[(k + 2) % found]], points[corners[(k + 1) % found]]);
            assert_true(cdDot(plane.normal, cdCross(side, after)) > 0.5 * scale * scale);
        }
    }
}

// One point, coincident points, collinear points, none: the right number of corners. Red: an endless loop
// around.
static void testDegenerate(void **state) {
    (void)state;
    Random random = {2};
    for (int round = 0; round < 100; round++) {
        Plane plane = nextPlane(&random, 1.0);
        cdVec3 points[POINTS];
        int32_t corners[CD_HULL_CORNERS];
        assert_int_equal(cdListHullCorners(points, 0, plane.normal, 1e-12, corners, CD_HULL_CORNERS), 0);
        for (int32_t i = 0; i < POINTS; i++)
            points[i] = plane.origin;
        assert_int_equal(cdListHullCorners(points, 1, plane.normal, 1e-12, corners, CD_HULL_CORNERS), 1);
        assert_int_equal(cdListHullCorners(points, POINTS, plane.normal, 1e-12, corners, CD_HULL_CORNERS), 1);
        double x = nextRandomIn(&random, -1.0, 1.0), y = nextRandomIn(&random, -1.0, 1.0), most = 0.0;
        for (int32_t i = 0; i < POINTS; i++)
            points[i] = getPoint(&plane, x * ((i * 7) % POINTS), y * ((i * 7) % POINTS));
        int32_t found = cdListHullCorners(points, POINTS, plane.normal, 1e-9, corners, CD_HULL_CORNERS);
        assert_int_equal(found, 2);
        for (int32_t k = 0; k < found; k++)
            most = cdMax(most, cdLength(cdSub(points[corners[k]], points[corners[0]])));
        assert_true(fabs(most - (POINTS - 1) * hypot(x, y)) < 1e-9);
    }
}

// A circle of 64 with room for 16, 7 and 1: as many, without duplicates, and all around. Red: the first ones,
// on one side.
static void testRoundOutline(void **state) {
    (void)state;
    Random random = {3};
    static const int32_t rooms[] = {16, 7, 1};
    for (int round = 0; round < 60; round++) {
        Plane plane = nextPlane(&random, 1.0);
        cdVec3 points[POINTS];
        int32_t corners[CD_HULL_CORNERS], room = rooms[round % 3];
        for (int32_t i = 0; i < POINTS; i++)
            points[i] = getPoint(&plane, cos(2.0 * PI * i / POINTS), sin(2.0 * PI * i / POINTS));
        int32_t found = cdListHullCorners(points, POINTS, plane.normal, 1e-9, corners, room);
        assert_int_equal(found, room);
        for (int32_t k = 0; k < found && found > 1; k++) {
            int32_t step = (corners[(k + 1) % found] - corners[k] + POINTS) % POINTS;
            assert_true(step >= POINTS / room - 1 && step <= POINTS / room + 2);
        }
    }
}

// Heights that are linear over the plane are exact at every point inside, for one corner up to 16; no heights
// outside by more than the reach. Red: a wrong triangle of the fan, shares in the wrong order.
static void testHeights(void **state) {
    (void)state;
    Random random = {4};
    for (int round = 0; round < 400; round++) {
        Plane plane = nextPlane(&random, 1.0);
        int32_t count = 1 + round % 16;
        double slopeX = nextRandomIn(&random, -1.0, 1.0), slopeY = nextRandomIn(&random, -1.0, 1.0), height;
        cdRaisedPoint corners[CD_HULL_CORNERS];
        for (int32_t i = 0; i < count; i++) {
            double angle = 2.0 * PI * i / count, x = 2.0 * cos(angle), y = sin(angle);
            corners[i] = (cdRaisedPoint){getPoint(&plane, x, y), 0.3 + slopeX * x + slopeY * y};
        }
        double t = nextRandom(&random), x = 0.0, y = 0.0;
        int32_t at = nextRandomInt(&random, 0, count - 1), next = (at + 1) % count;
        // Between two corners, and for polygons also nearer to the middle.
        double inwards = count < 3 ? 1.0 : nextRandom(&random);
        x = inwards * 2.0 * ((1.0 - t) * cos(2.0 * PI * at / count) + t * cos(2.0 * PI * next / count));
        y = inwards * ((1.0 - t) * sin(2.0 * PI * at / count) + t * sin(2.0 * PI * next / count));
        assert_true(cdFindHeightOver(corners, count, plane.normal, getPoint(&plane, x, y), 1e-6, &height));
        assert_true(fabs(height - (0.3 + slopeX * x + slopeY * y)) < 1e-9);
        cdVec3 outside =
            getPoint(&plane, 2.1 * cos(2.0 * PI * at / count), 1.05 * sin(2.0 * PI * at / count));
        assert_false(cdFindHeightOver(corners, count, plane.normal, outside, 1e-3, &height));
        cdVec3 above = cdMulAdd(getPoint(&plane, x, y), 2e-3, plane.normal);
        assert_false(cdFindHeightOver(corners, count, plane.normal, above, 1e-3, &height));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testAllPointsInside),
        cmocka_unit_test(testDegenerate),
        cmocka_unit_test(testRoundOutline),
        cmocka_unit_test(testHeights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// Moving spheres against fixed ones: touching ones are never reported disjoint, however much the numbers
// differ in size, and few disjoint ones are missed.
#include "continuous/elements/elements.h"
#include "continuous/search/sphere_quartic.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static double pickSize(Random *random, double least) {
    return pow(10.0, nextRandomIn(random, least, 0.0));
}

// Every length and the rotation of any size from 1e-10 to 1.
static cdScrew pickScrew(Random *random) {
    cdVec3 u = nextRandomDirection(random), across = cdCross(u, nextRandomDirection(random));
    double k = pickSize(random, -6.0);
    return (cdScrew){.c = {0.0, 0.0, 0.0},
                     .g = cdScale(k, u),
                     .bc = cdScale(pickSize(random, -10.0), across),
                     .u = u,
                     .k2 = k * k,
                     .s = pickSize(random, -10.0)};
}

typedef struct Case {
    cdScrew screw;
    cdVec3 moving, fixed;
    double radius, tau; // where their distance is `radius`
} Case;

static Case pickCase(Random *random) {
    Case c = {.screw = pickScrew(random), .radius = 5.0 * pickSize(random, -3.0)};
    c.tau = nextRandomIn(random, 0.0, 1.0);
    c.moving = cdScale(pickSize(random, -10.0), nextRandomDirection(random));
    cdMovingPoint point = cdMakeMovingPoint(&c.screw, c.moving);
    cdVec3 there = cdPlaceMovingPoint(&c.screw, &point, c.tau);
    // As often a pass along the path as any: the path perpendicular to the direction to the other.
    cdVec3 direction = nextRandomDirection(random);
    cdVec3 before = cdPlaceMovingPoint(&c.screw, &point, cdMax(0.0, c.tau - 1e-3));
    cdVec3 step = cdSub(there, before);
    if (nextRandomInt(random, 0, 1) && cdLengthSq(step) > 0.0)
        direction = cdNormalize(cdCross(direction, step));
    c.fixed = cdMulAdd(there, c.radius, direction);
    return c;
}

// Touching by 1e-12 of the radii, as in inflated searches. Red: the quartic tested only at Cardano's roots of
// its derivative, a part shifted wrongly.
static void testTouchingMeet(void **state) {
    (void)state;
    Random random = {8};
    for (int i = 0; i < 400000; i++) {
        Case c = pickCase(&random);
        cdSphereQuartic q = cdMakeSphereQuartic(&c.screw, c.moving, c.fixed, c.radius * (1.0 + 1e-12));
        double lo = c.tau * nextRandomIn(&random, 0.0, 1.0),
               hi = c.tau + (1.0 - c.tau) * nextRandomIn(&random, 0.0, 1.0);
        assert_true(cdSpheresMeet(&q, 0.0, 1.0));
        assert_true(cdSpheresMeet(&q, lo, hi));
        assert_true(cdSpheresMeet(&q, c.tau, c.tau));
    }
}

// Spheres separated by a share of all lengths, by the minimum of many distances. Red: an error bound that is
// far too large.
static void testSeparated(void **state) {
    (void)state;
    Random random = {9};
    int apart = 0, found = 0;
    for (int i = 0; i < 4000; i++) {
        Case c = pickCase(&random);
        cdMovingPoint point = cdMakeMovingPoint(&c.screw, c.moving);
        double least = INFINITY;
        for (int k = 0; k <= 256; k++)
            least = cdMin(least, cdLength(cdSub(cdPlaceMovingPoint(&c.screw, &point, k / 256.0), c.fixed)));
        double path = 2.0 * cdLength(point.b) + c.screw.s, between = path / 128.0;
        double radius = least - between - 1e-6 * (path + least);
        if (!(radius > 0.0)) continue;
        apart++;
        cdSphereQuartic q = cdMakeSphereQuartic(&c.screw, c.moving, c.fixed, radius);
        found += !cdSpheresMeet(&q, 0.0, 1.0);
    }
    assert_true(apart > 3000 && found == apart);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testTouchingMeet), cmocka_unit_test(testSeparated)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

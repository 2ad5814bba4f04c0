// The stops of following a box motion: the plane's gap is still the bound on rounding, plus the slack.
//
// White box: the certified value is a bound, and random motions do not approach it, so an answer alone does
// not show whether it held.
#include "box_fixture.h"
#include "boxes/route/route.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

// The distance of the boxes along the stop's plane there, in error bounds, and as a length.
static void measureStop(const cdBoxRoute *route, const cdRouteStop *stop, double *errors, double *length) {
    double gaps[16], sides[16];
    cdGetRouteGaps(route, stop->t, gaps, sides);
    assert_true(sides[stop->direction] == stop->side);
    if (cdHasRouteShapes(route)) cdDivideByShapes(route, stop->t, gaps);
    *errors = gaps[stop->direction] / route->errors[stop->direction];
    *length = gaps[stop->direction] * route->scales[stop->direction];
}

// Not every stop ends the following, and the followed value is rounded too: requires half of the bound.
static int checkStops(const cdBoxRoute *route, double slack) {
    cdRouteStop stop = cdFollowRoute(route, 0.0, slack, NULL);
    if (!stop.stopped || stop.t == 0.0) return 0;
    double errors, length;
    measureStop(route, &stop, &errors, &length);
    assert_true(errors >= 0.5);
    assert_true(length >= slack * (1.0 - 1e-9));
    assert_true(length <= 2.0 * slack + 1e-9);
    return 1;
}

// Red: error bounds or the slack missing, or counted many times; the plane on the other side, with other
// features.
static void testGapsAtStops(void **state) {
    (void)state;
    Random random = {1};
    int stops = 0, lines = 0;
    for (int n = 0; n < 3000; n++) {
        double slack = n % 2 ? 0.0 : 1e-7;
        cdVec3 from = cdScale(6.0, nextRandomDirection(&random)), to = nextRandomVec3(&random);
        cdVec3 halfA = makeRandomHalf(&random), halfB = makeRandomHalf(&random);
        cdQuat start = makeRandomTurn(&random);
        cdBoxRoute route;
        if (n % 3 == 0) {
            cdVec3 still = {0.0, 0.0, 0.0}, g = cdScale(n % 2, nextRandomVec3(&random));
            cdBoxesInput input = {.halfA = halfA,
                                  .halfB = halfB,
                                  .motionA = makeCayleyMotion(start, g, from, to),
                                  .motionB = makeCayleyMotion(makeRandomTurn(&random), g, still, still)};
            double until;
            assert_true(cdOpenPolynomialRoute(&route, &input, &until));
        } else {
            cdQuat turn = cdMakeQuat(nextRandomDirection(&random), n % 3 - 1 ? 1.0 : 0.0);
            cdPose first = {from, start}, last = {to, cdNormalizeQuat(cdMulQuat(turn, start))};
            if (n % 3 == 1) last.q = start;
            cdMotion motion = cdMakeMotion(first, last, cdMakeVec3(0.0, 0.0, 0.0));
            cdMat3 axes = cdMakeMat3FromQuat(start);
            cdOpenScrewRoute(&route, &motion.screws[0], &axes, from, halfA, halfB);
        }
        stops += checkStops(&route, slack);
        lines += route.degree == 1;
    }
    assert_true(stops > 1500 && lines >= 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testGapsAtStops)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

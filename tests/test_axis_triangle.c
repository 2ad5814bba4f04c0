// Triangles in the coordinates of a screw, by sampling: their bounds contain all their points, and two that
// are reported disjoint are.
#include "contact_fixture.h"
#include "continuous/profiles/axis_triangle.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { TRIANGLES = 20000, SAMPLES = 40 };

static const double MARGIN = 1e-12;
static const cdAxisRange EVERYWHERE = {INFINITY, -INFINITY, INFINITY};

static cdAxisFrame pickFrame(Random *random) {
    cdVec3 axis = nextRandomDirection(random), x = cdMakePerpendicular(axis);
    return (cdAxisFrame){.origin = nextRandomVec3(random),
                         .axis = axis,
                         .x = x,
                         .y = cdCross(axis, x),
                         .pitch = nextRandomInt(random, 0, 3) ? nextRandomIn(random, -1.0, 1.0) : 0.0,
                         .margin = MARGIN};
}

// Near the axis or not, small or large.
static void pickCorners(Random *random, const cdAxisFrame *frame, cdVec3 corners[3]) {
    double distance = pow(10.0, nextRandomIn(random, -3.0, 0.0)),
           size = distance * pow(10.0, nextRandomIn(random, -3.0, 0.3));
    cdVec3 center = cdMulAdd(frame->origin, distance, nextRandomDirection(random));
    for (int k = 0; k < 3; k++)
        corners[k] = cdMulAdd(center, size, nextRandomDirection(random));
}

static cdAxisTriangle makeTriangle(const cdAxisFrame *frame, const cdVec3 corners[3]) {
    cdAxisPoint points[3];
    for (int k = 0; k < 3; k++)
        points[k] = cdMakeAxisPoint(frame, corners[k]);
    cdAxisTriangle t;
    cdMakeAxisTriangle(frame, &EVERYWHERE, (cdAxisPoint *[3]){&points[0], &points[1], &points[2]}, &t);
    return t;
}

static double mix(const double shares[3], const double values[3]) {
    return shares[0] * values[0] + shares[1] * values[1] + shares[2] * values[2];
}

static void pickShares(Random *random, double shares[3]) {
    double u = nextRandom(random), v = nextRandom(random);
    if (u + v > 1.0) u = 1.0 - u, v = 1.0 - v;
    shares[0] = 1.0 - u - v, shares[1] = u, shares[2] = v;
}

static cdVec3 getPoint(const cdVec3 corners[3], const double shares[3]) {
    return cdMulAdd(cdMulAdd(cdScale(shares[0], corners[0]), shares[1], corners[1]), shares[2], corners[2]);
}

static void checkPoint(const cdAxisFrame *frame, const cdAxisTriangle *t, const cdVec3 corners[3],
                       const double shares[3]) {
    cdVec3 arm = cdSub(getPoint(corners, shares), frame->origin);
    double x = cdDot(frame->x, arm), y = cdDot(frame->y, arm), rho = sqrt(x * x + y * y);
    assert_true(rho <= mix(shares, t->rho) + MARGIN && rho >= mix(shares, t->near) - MARGIN);
    if (isinf(t->angleLower)) return;
    double middle = 0.5 * (t->angleLower + t->angleUpper), angle = atan2(y, x);
    angle += 2.0 * PI * rint((middle - angle) / (2.0 * PI));
    assert_true(angle >= t->angleLower - MARGIN && angle <= t->angleUpper + MARGIN);
    double unwound = cdDot(frame->axis, arm) - frame->pitch * angle;
    assert_true(fabs(unwound - mix(shares, t->unwound)) <= t->bend + MARGIN);
    double along = t->rhoShare * rho + t->heightShare * unwound;
    assert_true(along >= t->lower - MARGIN && along <= t->upper + MARGIN);
}

// Red: angles of one triangle a full turn from each other, a missing bend or one of too small a circle, rho
// bounded below by the corners.
static void testBounds(void **state) {
    (void)state;
    Random random = {1};
    int clear = 0, bent = 0;
    for (int i = 0; i < TRIANGLES; i++) {
        cdAxisFrame frame = pickFrame(&random);
        cdVec3 corners[3];
        pickCorners(&random, &frame, corners);
        cdAxisTriangle t = makeTriangle(&frame, corners);
        clear += !isinf(t.angleLower);
        bent += t.bend > 0.1 && !isinf(t.bend);
        for (int k = 0; k < SAMPLES; k++) {
            double shares[3];
            pickShares(&random, shares);
            checkPoint(&frame, &t, corners, shares);
        }
    }
    assert_true(clear > TRIANGLES / 2 && clear < TRIANGLES && bent > TRIANGLES / 20);
}

// A range excludes everything beyond it and nothing else. Red: a subtracted margin.
static void testRanges(void **state) {
    (void)state;
    Random random = {2};
    int far = 0;
    for (int i = 0; i < TRIANGLES; i++) {
        cdAxisFrame frame = pickFrame(&random);
        cdVec3 corners[3];
        pickCorners(&random, &frame, corners);
        cdAxisRange range = {nextRandom(&random), nextRandomIn(&random, -1.0, 0.0), nextRandom(&random)};
        cdAxisPoint points[3];
        for (int k = 0; k < 3; k++)
            points[k] = cdMakeAxisPoint(&frame, corners[k]);
        cdAxisTriangle t;
        cdMakeAxisTriangle(&frame, &range, (cdAxisPoint *[3]){&points[0], &points[1], &points[2]}, &t);
        far += cdIsAxisTriangleFar(&t);
        for (int k = 0; k < SAMPLES && cdIsAxisTriangleFar(&t); k++) {
            double shares[3];
            pickShares(&random, shares);
            cdVec3 arm = cdSub(getPoint(corners, shares), frame.origin);
            double height = cdDot(frame.axis, arm);
            double rho = cdLength(cdMulAdd(arm, -height, frame.axis));
            assert_true(rho > range.rhoUpper || height > range.heightUpper || height < range.heightLower);
        }
    }
    assert_true(far > TRIANGLES / 20 && far < TRIANGLES / 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testBounds), cmocka_unit_test(testRanges)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

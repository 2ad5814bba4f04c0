// Elementary contact tests: the three equations against direct evaluation, and each degenerate motion with a
// time known in closed form.
#include "continuous/elements/elements.h"
#include "foundation/geometry/screw.h"
#include "oracle/oracle_motion.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const double PI = 3.14159265358979323846;
static const cdElementTolerance TOLERANCE = {1e-12, 1e-10};

// --- screws and elements
// ----------------------------------------------------------------------------------------

// The screw from the identity with a rotation about the axis through `center`, and a translation.
static cdScrew makeScrew(cdVec3 axis, double angle, cdVec3 center, cdVec3 translation) {
    cdQuat turn = cdMakeQuat(cdNormalize(axis), angle);
    cdPose target = {cdAdd(translation, cdSub(center, cdRotate(turn, center))), turn};
    cdMotion motion = cdMakeMotion(cdIdentityPose(), target, cdMakeVec3(0.0, 0.0, 0.0));
    assert_int_equal(motion.screwCount, 1);
    return motion.screws[0];
}

static cdScrew makeTranslation(double x, double y, double z) {
    return makeScrew(cdMakeVec3(0.0, 0.0, 1.0), 0.0, cdMakeVec3(0.0, 0.0, 0.0), cdMakeVec3(x, y, z));
}

// The first `movingCount` of four points move.
static cdElementPair makePair(const cdScrew *screw, int movingCount, const cdVec3 p[4]) {
    cdElementPair pair = {.movingCount = movingCount, .fixedCount = 4 - movingCount};
    for (int i = 0; i < movingCount; i++)
        pair.moving[i] = cdMakeMovingPoint(screw, p[i]);
    for (int i = movingCount; i < 4; i++)
        pair.fixed[i - movingCount] = p[i];
    return pair;
}

static cdCubic makeCubic(const cdScrew *screw, const cdElementPair *pair) {
    if (pair->movingCount == 1) return cdMakeVertexFaceCubic(screw, &pair->moving[0], pair->fixed);
    if (pair->movingCount == 3) {
        cdScrew inverse = cdInvertScrew(screw);
        cdVec3 face[3] = {pair->moving[0].x, pair->moving[1].x, pair->moving[2].x};
        return cdMakeFaceVertexCubic(&inverse, face, pair->fixed[0]);
    }
    cdMovingEdge edge = cdMakeMovingEdge(screw, &pair->moving[0], &pair->moving[1]);
    return cdMakeEdgeEdgeCubic(&edge, pair->fixed[0], pair->fixed[1]);
}

static cdElementContact findContactBetween(const cdScrew *screw, int movingCount, const cdVec3 p[4],
                                           double lo, double hi) {
    cdElementPair pair = makePair(screw, movingCount, p);
    cdCubic cubic = makeCubic(screw, &pair);
    cdQueryStats stats = {0};
    return cdFindElementContact(screw, &pair, &cubic, lo, hi, &TOLERANCE, &stats, NULL);
}

static void checkContact(const cdScrew *screw, int movingCount, const cdVec3 p[4], double tau) {
    cdElementContact contact = findContactBetween(screw, movingCount, p, 0.0, 1.0);
    assert_int_equal(contact.state, CD_CONTACT);
    if (fabs(contact.root - tau) > 1e-9) fail_msg("tau %.17g instead of %.17g", contact.root, tau);
}

static void checkFree(const cdScrew *screw, int movingCount, const cdVec3 p[4]) {
    assert_int_equal(findContactBetween(screw, movingCount, p, 0.0, 1.0).state, CD_FREE);
}

// --- the equations
// ----------------------------------------------------------------------------------------------

static RealVec3 placeExactly(const cdScrew *screw, cdVec3 point, Real tau) {
    RealVec3 x = toReal(point), g = toReal(screw->g);
    RealVec3 b = addReal(toReal(screw->bc), crossReal(g, subReal(x, toReal(screw->c))));
    RealVec3 turn = addReal(b, scaleReal(tau, crossReal(g, b)));
    RealVec3 across = scaleReal(2.0L * tau / (1.0L + dotReal(g, g) * tau * tau), turn);
    return addReal(addReal(x, across), scaleReal(tau * screw->s, toReal(screw->u)));
}

// A direction of the moving mesh at tau: not as a difference of two points, which would lose digits.
static RealVec3 turnExactly(const cdScrew *screw, RealVec3 v, Real tau) {
    RealVec3 g = toReal(screw->g);
    RealVec3 once = crossReal(g, v), turn = addReal(once, scaleReal(tau, crossReal(g, once)));
    return addReal(v, scaleReal(2.0L * tau / (1.0L + dotReal(g, g) * tau * tau), turn));
}

// (1 + k2 tau^2) times the triple product that vanishes when the four points lie in a plane, signed as the
// equations are: a vertex on the normal's side of its face; an edge pair as f . ((a - c) x e).
static Real evaluateTriple(const cdScrew *screw, int movingCount, const cdVec3 p[4], Real tau) {
    RealVec3 g = toReal(screw->g);
    Real q = 1.0L + dotReal(g, g) * tau * tau;
    int first = movingCount == 1 ? 1 : 0; // of the face, or of the moving edge
    RealVec3 origin = toReal(p[first]);
    RealVec3 side = subReal(toReal(p[first + 1]), origin), other = subReal(toReal(p[first + 2]), origin);
    if (movingCount == 1)
        return q * dotReal(crossReal(side, other), subReal(placeExactly(screw, p[0], tau), origin));
    side = turnExactly(screw, side, tau);
    RealVec3 place = placeExactly(screw, p[0], tau);
    if (movingCount == 3)
        return q * dotReal(crossReal(side, turnExactly(screw, other, tau)), subReal(toReal(p[3]), place));
    RealVec3 fixed = subReal(toReal(p[3]), toReal(p[2]));
    return q * dotReal(fixed, crossReal(subReal(place, toReal(p[2])), side));
}

static cdScrew randomScrew(Random *random) {
    double angle = nextRandomInt(random, 0, 3) == 0 ? 0.0 : pow(10.0, nextRandomIn(random, -9.0, 0.195));
    double length = nextRandomInt(random, 0, 3) == 0 ? 0.0 : pow(10.0, nextRandomIn(random, -6.0, 1.0));
    return makeScrew(nextRandomDirection(random), angle, nextRandomVec3(random),
                     cdScale(length, nextRandomDirection(random)));
}

// Four points of a size from 1e-5 to 1 around a random one, sometimes on the axis of the screw, where the
// velocity is a small difference of large terms.
static void randomPoints(Random *random, const cdScrew *screw, cdVec3 p[4]) {
    double size = pow(10.0, nextRandomIn(random, -5.0, 0.0));
    cdVec3 center = nextRandomVec3(random);
    if (screw->k2 > 1e-6 && nextRandomInt(random, 0, 2) == 0)
        center = cdSub(screw->c, cdScale(1.0 / screw->k2, cdCross(screw->bc, screw->g)));
    for (int i = 0; i < 4; i++)
        p[i] = cdMulAdd(center, size, nextRandomVec3(random));
    if (nextRandomInt(random, 0, 3) == 0) p[3] = cdAdd(p[2], cdSub(p[1], p[0])); // parallel edges
}

// All three equations: the value everywhere in [0, 1] within the stated error of direct evaluation in long
// double, screws with and without rotation and slide, near and far pairs. Red: a wrong or dropped
// coefficient, one correct only for points far from the axis, an invalid error bound.
static void testEquationsAgainstTripleProduct(void **state) {
    (void)state;
    Random random = {1};
    for (int i = 0; i < 60000; i++) {
        cdScrew screw = randomScrew(&random);
        cdVec3 p[4];
        randomPoints(&random, &screw, p);
        int movingCount = nextRandomInt(&random, 1, 3);
        cdElementPair pair = makePair(&screw, movingCount, p);
        cdCubic cubic = makeCubic(&screw, &pair);
        for (int k = 0; k < 3; k++) {
            double tau = k == 0 ? 1.0 : nextRandom(&random);
            Real error = fabsl(cdEvaluateCubic(&cubic, tau) - evaluateTriple(&screw, movingCount, p, tau));
            // Inverting a screw rounds its terms against each other at the distance of the vertex.
            Real allowed = cubic.error;
            if (movingCount == 3) allowed += 16.0L * CD_EPSILON * cubic.scale * (1.0 + pair.moving[0].bScale);
            if (error > allowed)
                fail_msg("case %d, %d moving: off by %Lg of %Lg", i, movingCount, error, allowed);
        }
    }
}

// Pure translation has no square and no cube, pure rotation no cube: exactly, so that the lower degree's
// formulas run. Red: rounding errors in a leading term.
static void testLeadingTermsVanish(void **state) {
    (void)state;
    Random random = {2};
    for (int i = 0; i < 2000; i++) {
        cdScrew shift = makeTranslation(nextRandom(&random), nextRandom(&random), nextRandom(&random));
        cdScrew spin = makeScrew(nextRandomDirection(&random), nextRandomIn(&random, 0.1, 1.5),
                                 cdMakeVec3(0.0, 0.0, 0.0), cdMakeVec3(0.0, 0.0, 0.0));
        cdVec3 p[4];
        randomPoints(&random, &shift, p);
        int movingCount = nextRandomInt(&random, 1, 3);
        cdElementPair shifted = makePair(&shift, movingCount, p), spun = makePair(&spin, movingCount, p);
        cdCubic cubic = makeCubic(&shift, &shifted);
        assert_true(cubic.c[2] == 0.0 && cubic.c[3] == 0.0);
        assert_true(makeCubic(&spin, &spun).c[3] == 0.0);
    }
}

// --- degenerate motions
// -----------------------------------------------------------------------------------------

// A vertex falls onto a face, a face onto a vertex, an edge onto an edge: linear equations, by translation.
static void testPureTranslation(void **state) {
    (void)state;
    cdScrew down = makeTranslation(0.25, -2.0, 0.0);
    cdVec3 vertexFace[4] = {{0.0, 0.5, 0.25}, {-1.0, 0.0, -1.0}, {0.0, 0.0, 2.0}, {2.0, 0.0, -1.0}};
    checkContact(&down, 1, vertexFace, 0.25);
    cdVec3 faceVertex[4] = {{-1.0, 0.5, -1.0}, {0.0, 0.5, 2.0}, {2.0, 0.5, -1.0}, {0.2, 0.0, 0.0}};
    checkContact(&down, 3, faceVertex, 0.25);
    cdVec3 edges[4] = {{-1.0, 1.5, 0.0}, {1.0, 1.5, 0.0}, {0.0, 0.0, -1.0}, {0.0, 0.0, 1.0}};
    checkContact(&down, 2, edges, 0.75);
    edges[2].z = 0.01; // passes beside its end
    checkFree(&down, 2, edges);
}

// A bar rotates by 90 degrees about z: its tip, at radius 2, meets a wall x = 1 when its angle has grown from
// 0 ... to 60 degrees short of the end: cos(angle) = 1 / 2 from above. tau = tan(angle / 2) / tan(45
// degrees).
static void testPureRotation(void **state) {
    (void)state;
    cdScrew turn =
        makeScrew(cdMakeVec3(0.0, 0.0, 1.0), -0.5 * PI, cdMakeVec3(0.0, 0.0, 0.0), cdMakeVec3(0.0, 0.0, 0.0));
    double tau = tan(PI / 12.0);
    // From straight up, clockwise: x = 2 sin(angle) reaches 1 at 30 degrees.
    cdVec3 vertexFace[4] = {{0.0, 2.0, 0.0}, {1.0, 0.0, -1.0}, {1.0, 3.0, -1.0}, {1.0, 1.5, 2.0}};
    checkContact(&turn, 1, vertexFace, tau);
    cdVec3 faceVertex[4] = {{0.0, 0.0, -1.0}, {0.0, 3.0, -1.0}, {0.0, 1.5, 2.0}, {1.0, sqrt(3.0), 0.0}};
    checkContact(&turn, 3, faceVertex, tau);
    cdVec3 edges[4] = {{0.0, 1.0, 0.0}, {0.0, 3.0, 0.0}, {1.0, sqrt(3.0), -1.0}, {1.0, sqrt(3.0), 1.0}};
    checkContact(&turn, 2, edges, tau);
}

// No motion: disjoint is free, touching is contact at 0. Red: division by a speed of zero, an equation of
// zeros counted as "no root".
static void testNoMotion(void **state) {
    (void)state;
    cdScrew still = makeTranslation(0.0, 0.0, 0.0);
    cdVec3 p[4] = {{0.0, 0.0, 0.0}, {-1.0, 0.0, -1.0}, {0.0, 0.0, 2.0}, {1.0, 0.0, -1.0}};
    checkContact(&still, 1, p, 0.0);
    p[0].y = 1e-9;
    checkFree(&still, 1, p);
    p[0] = cdMakeVec3(3.0, 0.0, 0.0); // in the plane, beside the face
    checkFree(&still, 1, p);
    cdVec3 edges[4] = {{-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.5, 0.0, 0.0}, {2.0, 0.0, 0.0}};
    checkContact(&still, 2, edges, 0.0);
    edges[2].x = 1.5;
    checkFree(&still, 2, edges);
}

// A vertex slides in the plane of a face: in through its side, and past it. The equation is zero throughout.
static void testMotionWithinPlane(void **state) {
    (void)state;
    cdScrew along = makeTranslation(2.0, 0.0, 0.0);
    cdVec3 p[4] = {{-1.0, 0.0, 0.25}, {0.0, 0.0, 0.0}, {0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}};
    checkContact(&along, 1, p, 0.5);
    p[0].z = -1e-9;
    checkFree(&along, 1, p);
    // A face slides onto a vertex; an edge onto an edge of its own plane.
    cdVec3 face[4] = {{-2.0, 0.0, 0.0}, {-1.0, 0.0, 0.5}, {-2.0, 0.0, 1.0}, {0.0, 0.0, 0.5}};
    checkContact(&along, 3, face, 0.5);
    cdVec3 edges[4] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 1.0}, {1.0, 0.0, 0.2}, {1.5, 0.0, 0.8}};
    checkContact(&along, 2, edges, 0.5);
    edges[2].z = edges[3].z = 1.0 + 1e-9;
    checkFree(&along, 2, edges);
}

// The same by rotation: a vertex rotates within the plane of a face about an axis across it, 90 degrees. It
// meets the side x = 0 from the left after 45 degrees.
static void testTurningWithinPlane(void **state) {
    (void)state;
    cdScrew turn =
        makeScrew(cdMakeVec3(0.0, 1.0, 0.0), 0.5 * PI, cdMakeVec3(0.0, 0.0, 0.0), cdMakeVec3(0.0, 0.0, 0.0));
    double r = sqrt(0.5);
    cdVec3 p[4] = {{-r, 0.0, r}, {0.0, 0.0, 0.5}, {0.0, 0.0, 2.0}, {1.0, 0.0, 1.0}};
    checkContact(&turn, 1, p, tan(PI / 8.0));
    p[1].z = 1.0 + 1e-9; // the side begins beyond the circle
    checkFree(&turn, 1, p);
}

// Parallel edges meet along their whole length, or pass end to end on one line. Red: the edges' cross
// product, zero, used as a direction.
static void testParallelEdges(void **state) {
    (void)state;
    cdScrew down = makeTranslation(0.0, -2.0, 0.0);
    cdVec3 p[4] = {{-1.0, 1.0, 0.0}, {1.0, 1.0, 0.0}, {0.5, 0.0, 0.0}, {3.0, 0.0, 0.0}};
    checkContact(&down, 2, p, 0.5);
    p[2].x = 1.0 + 1e-9;
    checkFree(&down, 2, p);
    cdScrew along = makeTranslation(2.0, 0.0, 0.0); // in their common line
    cdVec3 line[4] = {{-1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.5, 0.0, 0.0}, {1.0, 0.0, 0.0}};
    checkContact(&along, 2, line, 0.25);
    // Rotated about an axis along them: always parallel, in contact after 90 degrees less 30.
    cdScrew roll =
        makeScrew(cdMakeVec3(1.0, 0.0, 0.0), 0.5 * PI, cdMakeVec3(0.0, 0.0, 0.0), cdMakeVec3(0.0, 0.0, 0.0));
    cdVec3 rolled[4] = {{-1.0, 1.0, 0.0}, {1.0, 1.0, 0.0}, {0.0, 0.5, sqrt(0.75)}, {2.0, 0.5, sqrt(0.75)}};
    checkContact(&roll, 2, rolled, tan(PI / 6.0));
}

// A vertex comes down an arc of radius 1, touches y = -1 half way, and rises again: a double root. A floor
// 1e-8 higher is met sqrt(2e-8) radians earlier, one 1e-8 lower is not met. Red: contact missed without a
// sign change.
static void testGrazing(void **state) {
    (void)state;
    cdScrew swing =
        makeScrew(cdMakeVec3(0.0, 0.0, 1.0), 0.5 * PI, cdMakeVec3(0.0, 0.0, 0.0), cdMakeVec3(0.0, 0.0, 0.0));
    double r = sqrt(0.5);
    cdVec3 p[4] = {{-r, -r, 0.0}, {-1.0, -1.0, -1.0}, {0.0, -1.0, 2.0}, {1.0, -1.0, -1.0}};
    cdElementContact touch = findContactBetween(&swing, 1, p, 0.0, 1.0);
    assert_int_equal(touch.state, CD_CONTACT);
    assert_true(fabs(touch.root - tan(PI / 8.0)) < 1e-5); // the arc is that long within the tolerance
    for (int i = 1; i < 4; i++)
        p[i].y = -1.0 + 1e-8;
    checkContact(&swing, 1, p, tan(0.5 * (PI / 4.0 - acos(1.0 - 1e-8))));
    for (int i = 1; i < 4; i++)
        p[i].y = -1.0 - 1e-8;
    checkFree(&swing, 1, p);
}

// Faces without area and edges without length count: a vertex falls onto a face that is a line, an edge onto
// an edge that is a point.
static void testElementsWithoutExtent(void **state) {
    (void)state;
    cdScrew down = makeTranslation(0.0, -2.0, 0.0);
    cdVec3 line[4] = {{0.25, 1.0, 0.0}, {-1.0, 0.0, 0.0}, {0.5, 0.0, 0.0}, {1.0, 0.0, 0.0}};
    checkContact(&down, 1, line, 0.5);
    line[0].z = 1e-9;
    checkFree(&down, 1, line);
    cdVec3 point[4] = {{-1.0, 1.0, 0.0}, {1.0, 1.0, 0.0}, {0.5, 0.0, 0.0}, {0.5, 0.0, 0.0}};
    checkContact(&down, 2, point, 0.5);
    point[2].z = point[3].z = 1e-9;
    checkFree(&down, 2, point);
}

// Elements are closed: a vertex that falls on the very corner or side of a face touches it; 1e-9 beside it
// does not. Red: motion through the seam between two faces.
static void testElementsAreClosed(void **state) {
    (void)state;
    cdScrew down = makeTranslation(0.0, -2.0, 0.0);
    cdVec3 p[4] = {{0.0, 1.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}};
    checkContact(&down, 1, p, 0.5);
    p[0].x = 0.5, p[0].z = 0.5; // on the long side
    checkContact(&down, 1, p, 0.5);
    p[0].x += 1e-9;
    checkFree(&down, 1, p);
    cdVec3 ends[4] = {{-1.0, 1.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 1.0}};
    checkContact(&down, 2, ends, 0.5);
}

// Only contacts in [lo, hi] are found, and the root does not depend on that interval.
static void testInterval(void **state) {
    (void)state;
    cdScrew down = makeTranslation(0.0, -2.0, 0.0);
    cdVec3 p[4] = {{0.0, 1.0, 0.25}, {-1.0, 0.0, -1.0}, {0.0, 0.0, 2.0}, {2.0, 0.0, -1.0}};
    double root = findContactBetween(&down, 1, p, 0.0, 1.0).root;
    cdElementContact contact = findContactBetween(&down, 1, p, 0.3, 0.6);
    assert_int_equal(contact.state, CD_CONTACT);
    assert_true(contact.root == root);
    assert_int_equal(findContactBetween(&down, 1, p, 0.6, 1.0).state, CD_FREE);
    assert_int_equal(findContactBetween(&down, 1, p, 0.0, 0.4).state, CD_FREE);
}

// --- properties over random motions
// -----------------------------------------------------------------------------

// No point of a pair moves faster than its bound, and elements that come within a distance are never excluded
// at that distance. Red: a bound that adds signed terms.
static void testBounds(void **state) {
    (void)state;
    Random random = {3};
    for (int i = 0; i < 5000; i++) {
        cdScrew screw = randomScrew(&random);
        cdVec3 p[4];
        randomPoints(&random, &screw, p);
        cdElementPair pair = makePair(&screw, nextRandomInt(&random, 1, 3), p);
        cdCubic cubic = makeCubic(&screw, &pair);
        double speed = cdBoundElementSpeed(&screw, &pair), nearest = INFINITY;
        for (int k = 0; k <= 20; k++) {
            nearest = cdMin(nearest, sqrt(cdFindClosestElements(&screw, &pair, k / 20.0).distanceSq));
            for (int m = 0; m < pair.movingCount && k > 0; m++) {
                cdVec3 before = cdPlaceMovingPoint(&screw, &pair.moving[m], (k - 1) / 20.0);
                cdVec3 after = cdPlaceMovingPoint(&screw, &pair.moving[m], k / 20.0);
                assert_true(cdLength(cdSub(after, before)) <= speed / 20.0 * (1.0 + 1e-12) + 1e-15);
            }
        }
        assert_true(cdElementsMayTouch(&cubic, nearest, 0.0, 1.0));
    }
}

// The equations and the independent separating directions find the same first contact. Red: a root of the
// equation that is dropped, a direction followed too far.
static void testEquationsAgreeWithSeparation(void **state) {
    (void)state;
    Random random = {4};
    int contacts = 0;
    for (int i = 0; i < 20000; i++) {
        cdScrew screw = makeScrew(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 1.5),
                                  nextRandomVec3(&random), nextRandomVec3(&random));
        cdVec3 p[4];
        for (int k = 0; k < 4; k++)
            p[k] = nextRandomVec3(&random);
        int movingCount = nextRandomInt(&random, 1, 3);
        cdElementPair pair = makePair(&screw, movingCount, p);
        cdCubic cubic = makeCubic(&screw, &pair);
        cdQueryStats stats = {0};
        cdElementContact x = cdFindElementContact(&screw, &pair, &cubic, 0.0, 1.0, &TOLERANCE, &stats, NULL);
        cdElementContact y = cdStepBySeparation(&screw, &pair, 0.0, 1.0, 1.0, &TOLERANCE, &stats, NULL);
        if (y.state == CD_UNDECIDED) continue; // its rounds ran out
        if (x.state != y.state || fabs(x.root - y.root) > 1e-6)
            fail_msg("case %d, %d moving: %d at %.12g, %d at %.12g", i, movingCount, x.state, x.root, y.state,
                     y.root);
        contacts += x.state == CD_CONTACT;
    }
    assert_true(contacts > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testEquationsAgainstTripleProduct),
        cmocka_unit_test(testLeadingTermsVanish),
        cmocka_unit_test(testPureTranslation),
        cmocka_unit_test(testPureRotation),
        cmocka_unit_test(testNoMotion),
        cmocka_unit_test(testMotionWithinPlane),
        cmocka_unit_test(testTurningWithinPlane),
        cmocka_unit_test(testParallelEdges),
        cmocka_unit_test(testGrazing),
        cmocka_unit_test(testElementsWithoutExtent),
        cmocka_unit_test(testElementsAreClosed),
        cmocka_unit_test(testInterval),
        cmocka_unit_test(testBounds),
        cmocka_unit_test(testEquationsAgreeWithSeparation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

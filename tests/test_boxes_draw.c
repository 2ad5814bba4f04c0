// The drawing of two boxes: the boundary of the Minkowski sum is closed and has the right volume, the path
// meets it at a touch, the spheres of normals are round.
#include "box_fixture.h"
#include "boxes/pairs/orientation.h"
#include "collision/draw.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CAPACITY = 512 };

typedef struct Drawn {
    cdVec3 triangles[CAPACITY][3], segments[CAPACITY][2], points[CAPACITY], label;
    cdDrawRole triangleRoles[CAPACITY], segmentRoles[CAPACITY], pointRoles[CAPACITY];
    cdDrawOwner triangleOwners[CAPACITY];
    int triangleCount, segmentCount, pointCount, labelCount;
    char text[64];
} Drawn;

static bool isFinite(cdVec3 v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static void takeTriangle(cdVec3 a, cdVec3 b, cdVec3 c, cdDrawStyle style, void *context) {
    Drawn *drawn = context;
    assert_true(isFinite(a) && isFinite(b) && isFinite(c) && drawn->triangleCount < CAPACITY);
    drawn->triangleRoles[drawn->triangleCount] = style.role;
    drawn->triangleOwners[drawn->triangleCount] = style.owner;
    cdVec3 *corners = drawn->triangles[drawn->triangleCount++];
    corners[0] = a, corners[1] = b, corners[2] = c;
}

static void takeSegment(cdVec3 a, cdVec3 b, cdDrawStyle style, void *context) {
    Drawn *drawn = context;
    assert_true(isFinite(a) && isFinite(b) && drawn->segmentCount < CAPACITY);
    drawn->segmentRoles[drawn->segmentCount] = style.role;
    cdVec3 *ends = drawn->segments[drawn->segmentCount++];
    ends[0] = a, ends[1] = b;
}

static void takePoint(cdVec3 p, cdDrawStyle style, void *context) {
    Drawn *drawn = context;
    assert_true(isFinite(p) && drawn->pointCount < CAPACITY);
    drawn->pointRoles[drawn->pointCount] = style.role;
    drawn->points[drawn->pointCount++] = p;
}

static void takeLabel(cdVec3 p, const char *text, cdDrawStyle style, void *context) {
    Drawn *drawn = context;
    assert_true(isFinite(p) && style.role == CD_ROLE_NORMAL);
    drawn->labelCount++;
    drawn->label = p;
    snprintf(drawn->text, sizeof drawn->text, "%s", text);
}

static cdDebugDraw beginDraw(Drawn *drawn) {
    memset(drawn, 0, sizeof *drawn);
    return (cdDebugDraw){.segment = takeSegment,
                         .triangle = takeTriangle,
                         .point = takePoint,
                         .label = takeLabel,
                         .context = drawn};
}

static int countRole(const cdDrawRole *roles, int count, cdDrawRole role) {
    int found = 0;
    for (int k = 0; k < count; k++)
        found += roles[k] == role;
    return found;
}

static cdBoxAt makeRandomBox(Random *random, bool isAffine) {
    cdQuat turn = makeRandomTurn(random);
    cdVec3 half = makeRandomHalf(random);
    cdBoxAt box = {.center = cdScale(3.0, nextRandomVec3(random))};
    for (int i = 0; i < 3; i++) {
        cdVec3 axis = {i == 0 ? half.x : 0.0, i == 1 ? half.y : 0.0, i == 2 ? half.z : 0.0};
        box.arms[i] = cdRotate(turn, axis);
        if (isAffine) box.arms[i] = cdMulAdd(box.arms[i], 0.4, nextRandomVec3(random));
    }
    return box;
}

static double getTriple(cdVec3 a, cdVec3 b, cdVec3 c) {
    return cdDot(cdCross(a, b), c);
}

static const cdBoxPair noPair = {CD_NO_CONTACT, 0, 0};

// The sum of two boxes is all sums of six arms with coefficients in [-1, 1]: its volume is 8 times the sum of
// |det| over all triples of arms [Shephard 1974]. The 60 triangles enclose that volume, facing outwards, and
// each of their outline edges occurs twice. Red: a pair too many, a face of the sum with B instead of B
// reflected, a hole.
static void testSumEnclosesItsVolume(void **state) {
    (void)state;
    static Drawn drawn;
    Random random = {41};
    for (int n = 0; n < 300; n++) {
        cdBoxAt a = makeRandomBox(&random, n % 2), b = makeRandomBox(&random, n % 2);
        cdVec3 arms[6] = {a.arms[0], a.arms[1], a.arms[2], b.arms[0], b.arms[1], b.arms[2]};
        double expected = 0.0, volume = 0.0, least = INFINITY;
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < i; j++)
                for (int k = 0; k < j; k++)
                    expected += 8.0 * fabs(getTriple(arms[i], arms[j], arms[k]));
        cdDebugDraw draw = beginDraw(&drawn);
        cdDrawMinkowskiSum(&draw, &a, &b, noPair);
        assert_int_equal(drawn.triangleCount, 60);
        assert_int_equal(drawn.segmentCount, 120);
        for (int k = 0; k < drawn.triangleCount; k++) {
            const cdVec3 *t = drawn.triangles[k];
            double sixth = getTriple(t[0], t[1], t[2]);
            volume += sixth / 6.0;
            least = fmin(least, sixth);
            assert_int_equal(drawn.triangleRoles[k], CD_ROLE_SHAPE);
        }
        assert_true(least > 0.0);
        assert_true(fabs(volume - expected) < 1e-12 * expected);
        for (int i = 0; i < drawn.segmentCount; i++) {
            int twins = 0;
            for (int k = 0; k < drawn.segmentCount; k++)
                twins += cdLength(cdSub(drawn.segments[i][0], drawn.segments[k][1])) < 1e-12 &&
                         cdLength(cdSub(drawn.segments[i][1], drawn.segments[k][0])) < 1e-12;
            assert_int_equal(twins, 1);
        }
        assert_int_equal(drawn.pointCount, 1);
        assert_true(drawn.pointRoles[0] == CD_ROLE_RESOLVED &&
                    cdLength(cdSub(drawn.points[0], cdSub(a.center, b.center))) == 0.0);
    }
}

static bool areSameSegments(const cdVec3 x[2], const cdVec3 y[2]) {
    double along = cdLength(cdSub(x[0], y[0])) + cdLength(cdSub(x[1], y[1]));
    double against = cdLength(cdSub(x[0], y[1])) + cdLength(cdSub(x[1], y[0]));
    return fmin(along, against) < 1e-12;
}

// The same for boxes rotated by quarters and eighths about the axes: components of normals are zero, edges
// are parallel, and the faces of the sum, some of them without area, still tile its boundary. Red:
// inconsistent signs for zeros, so that faces overlap and leave holes.
static void testSumOfParallelBoxes(void **state) {
    (void)state;
    static Drawn drawn;
    const double eighth = 0.25 * 3.14159265358979323846;
    for (int n = 0; n < 64; n++) {
        cdQuat turn = cdMulQuat(cdMulQuat(cdMakeQuat(cdMakeVec3(1, 0, 0), eighth * (n % 4)),
                                          cdMakeQuat(cdMakeVec3(0, 1, 0), eighth * (n / 4 % 4))),
                                cdMakeQuat(cdMakeVec3(0, 0, 1), eighth * (n / 16)));
        cdBoxAt a = {{4, 0, 0}, {{1, 0, 0}, {0, 2, 0}, {0, 0, 3}}}, b = a;
        b.center.x = 0.0;
        for (int i = 0; i < 3; i++)
            a.arms[i] = cdRotate(turn, a.arms[i]);
        cdVec3 arms[6] = {a.arms[0], a.arms[1], a.arms[2], b.arms[0], b.arms[1], b.arms[2]};
        double expected = 0.0, volume = 0.0;
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < i; j++)
                for (int k = 0; k < j; k++)
                    expected += 8.0 * fabs(getTriple(arms[i], arms[j], arms[k]));
        cdDebugDraw draw = beginDraw(&drawn);
        cdDrawMinkowskiSum(&draw, &a, &b, noPair);
        for (int k = 0; k < drawn.triangleCount; k++) {
            const cdVec3 *t = drawn.triangles[k];
            volume += getTriple(t[0], t[1], t[2]) / 6.0;
        }
        if (fabs(volume - expected) > 1e-12 * expected)
            fail_msg("turn %d: volume %.17g, not %.17g", n, volume, expected);
        for (int i = 0; i < drawn.segmentCount; i++) {
            int same = 0;
            for (int k = 0; k < drawn.segmentCount; k++)
                same += areSameSegments(drawn.segments[i], drawn.segments[k]);
            if (same % 2 != 0) fail_msg("turn %d: an edge of %d faces", n, same);
        }
    }
}

// Rotating boxes on a path that meets: at the first contact the point of the path lies on the face of the
// pair, within the tolerance, and outside no face. The path begins and ends with the boxes' motion. Red: a
// frame or a sign that differs between sum and path, the wrong face lit.
static void testPathComesToLieOnTheSum(void **state) {
    (void)state;
    static Drawn drawn;
    Random random = {42};
    int touched = 0;
    for (int n = 0; n < 300; n++) {
        cdVec3 from = cdScale(6.0, nextRandomDirection(&random)), to = cdScale(2.0, nextRandomVec3(&random));
        cdVec3 still = cdMakeVec3(1.0, -2.0, 0.5);
        cdBoxesInput input = {.halfA = makeRandomHalf(&random), .halfB = makeRandomHalf(&random)};
        input.motionA = makeCayleyMotion(makeRandomTurn(&random), nextRandomVec3(&random), cdAdd(from, still),
                                         cdAdd(to, still));
        input.motionB = makeCayleyMotion(makeRandomTurn(&random), nextRandomVec3(&random), still, still);
        cdBoxContact contact = cdFindBoxContact(&input, NULL);
        if (contact.state != CD_CONTACT) continue;
        touched++;
        cdBoxAt a, b;
        cdGetBoxesAt(&input, contact.t.lo, &a, &b);
        cdDebugDraw draw = beginDraw(&drawn);
        cdDrawMinkowskiSum(&draw, &a, &b, contact.pair);
        assert_int_equal(countRole(drawn.triangleRoles, 60, CD_ROLE_REGION), 2);
        assert_int_equal(countRole(drawn.segmentRoles, 120, CD_ROLE_REGION), 4);
        for (int k = 0; k < 60; k++) {
            const cdVec3 *t = drawn.triangles[k];
            cdVec3 normal = cdNormalize(cdCross(cdSub(t[1], t[0]), cdSub(t[2], t[0])));
            double height = cdDot(normal, cdSub(drawn.points[0], t[0]));
            if (drawn.triangleRoles[k] == CD_ROLE_REGION) {
                assert_true(fabs(height) <= 4.0 * contact.tolerance);
                assert_true(cdLength(cdSub(normal, contact.normal)) < 1e-6);
            } else {
                assert_true(height <= 4.0 * contact.tolerance);
            }
        }
        draw = beginDraw(&drawn);
        cdDrawBoxPath(&draw, &input, 17);
        assert_int_equal(drawn.segmentCount, 16);
        assert_int_equal(countRole(drawn.segmentRoles, 16, CD_ROLE_INTENDED), 16);
        assert_true(cdLength(cdSub(drawn.segments[0][0], from)) < 1e-14);
        assert_true(cdLength(cdSub(drawn.segments[15][1], to)) < 1e-14);
    }
    assert_true(touched > 100);
}

// A on a screw by a quarter turn about z with a slide along it: path points are the relative centres at equal
// steps of time, half of which take tan(22.5 degrees) of the slide. Red: the polynomial parameter taken for
// time, B's position forgotten.
static void testScrewPath(void **state) {
    (void)state;
    static Drawn drawn;
    cdBoxesInput input = {.halfA = {1, 1, 1}, .halfB = {1, 1, 1}, .onScrew = true};
    input.startA = (cdPose){{5, 0, 0}, {1, 0, 0, 0}};
    input.targetA = (cdPose){{0, 5, 2}, {sqrt(0.5), 0, 0, sqrt(0.5)}};
    input.poseB = (cdPose){{0, 0, -7}, {1, 0, 0, 0}};
    cdDebugDraw draw = beginDraw(&drawn);
    cdDrawBoxPath(&draw, &input, 5);
    assert_int_equal(drawn.segmentCount, 4);
    const double eighth = 0.25 * 3.14159265358979323846;
    assert_true(cdLength(cdSub(drawn.segments[0][0], cdMakeVec3(5, 0, 7))) < 1e-14);
    cdVec3 middle = {5.0 * cos(eighth), 5.0 * sin(eighth), 7.0 + 2.0 * tan(0.5 * eighth)};
    assert_true(cdLength(cdSub(drawn.segments[1][1], middle)) < 1e-14);
    assert_true(cdLength(cdSub(drawn.segments[3][1], cdMakeVec3(0, 5, 9))) < 1e-14);
}

// Six normals of each box and thirty of pairs, all of unit length, with three circles for each box
// perpendicular to its arms; one of the pairs is lit and named. Seen from a side and from the opposite one
// each is drawn once. Red: a point off the sphere, arcs that miss their points, a visible far side.
static void testSphere(void **state) {
    (void)state;
    static Drawn drawn;
    Random random = {43};
    for (int n = 0; n < 100; n++) {
        cdBoxAt a = makeRandomBox(&random, n % 2), b = makeRandomBox(&random, n % 2);
        cdBoxPair pairs[CD_BOX_PLANES], pair;
        assert_true(cdFindBoxPairs(&a, &b, pairs));
        pair = pairs[n % CD_BOX_PLANES];
        cdVec3 eye = nextRandomDirection(&random);
        int points = 0, labels = 0;
        for (int side = -1; side <= 1; side++) {
            cdDebugDraw draw = beginDraw(&drawn);
            draw.triangle = NULL; // octants have a test of their own
            cdDrawOrientationSphere(&draw, &a, &b, pair, cdScale(side, eye));
            for (int k = 0; k < drawn.pointCount; k++) {
                assert_true(fabs(cdLength(drawn.points[k]) - 1.0) < 1e-14);
                assert_true(side * cdDot(eye, drawn.points[k]) >= 0.0);
            }
            for (int k = 0; k < drawn.segmentCount; k++) {
                const cdVec3 *ends = drawn.segments[k];
                assert_true(fabs(cdLength(ends[0]) - 1.0) < 1e-14);
                assert_true(side * cdDot(eye, cdAdd(ends[0], ends[1])) >= 0.0);
                const cdVec3 *arms = drawn.segmentRoles[k] == CD_ROLE_CELL ? b.arms : a.arms;
                double off = INFINITY;
                for (int i = 0; i < 3; i++)
                    off = fmin(off, fabs(cdDot(ends[0], arms[i])) + fabs(cdDot(ends[1], arms[i])));
                assert_true(off < 1e-13);
            }
            if (side != 0) points += drawn.pointCount, labels += drawn.labelCount;
            if (side != 0) continue;
            assert_int_equal(countRole(drawn.pointRoles, drawn.pointCount, CD_ROLE_CELL), 6);
            assert_int_equal(countRole(drawn.pointRoles, drawn.pointCount, CD_ROLE_SHAPE), 6);
            assert_int_equal(countRole(drawn.pointRoles, drawn.pointCount, CD_ROLE_TRACE), 29);
            assert_int_equal(countRole(drawn.pointRoles, drawn.pointCount, CD_ROLE_NORMAL), 1);
            assert_true(drawn.labelCount == 1 && drawn.segmentCount > 100);
        }
        assert_int_equal(points, 42);
        assert_int_equal(labels, 1);
    }
}

// Cubes face on face: the pairs of parallel edges have no normal, the touching pair is one of several, and
// everything drawn is finite; a flat box and missing callbacks draw nothing. Red: a normal of parallel edges,
// a pair in contact that is not lit because another has its face.
static void testDegenerate(void **state) {
    (void)state;
    static Drawn drawn;
    cdBoxAt b = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, a = b, flat = b;
    a.center.z = 2.0;
    flat.arms[1] = flat.arms[0];
    cdVec3 zero = {0.0, 0.0, 0.0};
    for (int32_t corner = 0; corner < 4; corner++) {
        cdBoxPair pair = {CD_VERTEX_FACE, corner, 5};
        cdDebugDraw draw = beginDraw(&drawn);
        cdDrawMinkowskiSum(&draw, &a, &b, pair);
        assert_int_equal(countRole(drawn.triangleRoles, drawn.triangleCount, CD_ROLE_REGION), 2);
        draw = beginDraw(&drawn);
        draw.triangle = NULL;
        cdDrawOrientationSphere(&draw, &a, &b, pair, zero);
        assert_int_equal(countRole(drawn.pointRoles, drawn.pointCount, CD_ROLE_NORMAL), 1);
        char expected[64];
        snprintf(expected, sizeof expected, "corner %d, face 5", (int)corner);
        assert_string_equal(drawn.text, expected);
        assert_true(cdLength(cdSub(drawn.label, cdMakeVec3(0, 0, 1))) == 0.0);
    }
    cdDebugDraw draw = beginDraw(&drawn), none = {0};
    cdDrawMinkowskiSum(&draw, &a, &flat, noPair);
    cdDrawOrientationSphere(&draw, &flat, &b, noPair, zero);
    assert_true(drawn.triangleCount == 0 && drawn.segmentCount == 0 && drawn.pointCount == 1);
    cdDrawMinkowskiSum(&none, &a, &b, noPair);
    cdDrawOrientationSphere(&none, &a, &b, (cdBoxPair){CD_VERTEX_FACE, 0, 5}, zero);
    cdDrawBoxPath(&none, &(cdBoxesInput){.halfA = {1, 1, 1}, .onScrew = true}, 8);
}

typedef struct Octants {
    const cdBoxAt *box;
    double areas[8]; // by the signs of the heights over the box's normals
    int faded[8];
} Octants;

static void takeOctant(cdVec3 a, cdVec3 b, cdVec3 c, cdDrawStyle style, void *context) {
    Octants *octants = context;
    const cdVec3 *arms = octants->box->arms;
    cdVec3 middle = cdScale(1.0 / 3.0, cdAdd(a, cdAdd(b, c)));
    int octant = 0;
    for (int i = 0; i < 3; i++)
        octant |= (cdDot(middle, arms[i]) > 0.0) << i;
    assert_true(style.role == CD_ROLE_CELL && style.owner == CD_OWNER_B);
    assert_true(fabs(cdLength(a) - 1.0) < 1e-14);
    octants->areas[octant] += 0.5 * cdLength(cdCross(cdSub(b, a), cdSub(c, a)));
    octants->faded[octant] += style.fade > 0.0 ? 1 : -1;
}

// B's eight octants cover the sphere; each has one tone, its three neighbours the other. Red: overlapping
// octants, equal neighbours.
static void testOctants(void **state) {
    (void)state;
    Random random = {45};
    for (int n = 0; n < 20; n++) {
        cdBoxAt a = makeRandomBox(&random, false), b = makeRandomBox(&random, false);
        Octants octants = {.box = &b};
        cdDebugDraw draw = {.triangle = takeOctant, .context = &octants};
        cdDrawOrientationSphere(&draw, &a, &b, noPair, (cdVec3){0.0, 0.0, 0.0});
        for (int k = 0; k < 8; k++) {
            assert_true(fabs(octants.areas[k] - 0.5 * 3.14159265358979323846) < 0.01);
            assert_int_equal(abs(octants.faded[k]), 400);
            for (int i = 0; i < 3; i++)
                assert_int_equal(octants.faded[k], -octants.faded[k ^ 1 << i]);
        }
    }
}

// True if a triangle's sides are the box's own edges, except for the diagonal of the parallelogram.
static bool isFaceOf(const cdBoxAt *box, const cdVec3 corners[3]) {
    int own = 0;
    for (int k = 0; k < 3; k++) {
        cdVec3 side = cdSub(corners[(k + 1) % 3], corners[k]);
        for (int i = 0; i < 3; i++) {
            cdVec3 edge = cdScale(2.0, box->arms[i]);
            own += cdLength(cdSub(side, edge)) < 1e-12 || cdLength(cdAdd(side, edge)) < 1e-12;
        }
    }
    return own == 2;
}

// Each face of the sum belongs to the right box: 6 of A, 6 of B, 18 of an edge of each. Red: owners swapped,
// a face of edges that belongs to a box.
static void testSumHasOwners(void **state) {
    (void)state;
    static Drawn drawn;
    Random random = {44};
    for (int n = 0; n < 50; n++) {
        cdBoxAt a = makeRandomBox(&random, n % 2), b = makeRandomBox(&random, n % 2);
        cdDebugDraw draw = beginDraw(&drawn);
        cdDrawMinkowskiSum(&draw, &a, &b, noPair);
        int counts[3] = {0};
        for (int k = 0; k < drawn.triangleCount; k++) {
            cdDrawOwner owner = drawn.triangleOwners[k];
            counts[owner]++;
            assert_int_equal(owner == CD_OWNER_A, isFaceOf(&a, drawn.triangles[k]));
            assert_int_equal(owner == CD_OWNER_B, isFaceOf(&b, drawn.triangles[k]));
        }
        assert_true(counts[CD_OWNER_A] == 12 && counts[CD_OWNER_B] == 12 && counts[CD_OWNER_NONE] == 36);
    }
}

// A's feature first, edges by the corners at their ends; nothing without contact, for invalid numbers, and
// beyond the room given. Red: A's and B's feature swapped, an edge named by its number.
static void testPairsHaveNames(void **state) {
    (void)state;
    char text[64];
    cdDescribeBoxPair((cdBoxPair){CD_VERTEX_FACE, 5, 3}, text, sizeof text);
    assert_string_equal(text, "corner 5, face 3");
    cdDescribeBoxPair((cdBoxPair){CD_FACE_VERTEX, 2, 7}, text, sizeof text);
    assert_string_equal(text, "face 2, corner 7");
    cdDescribeBoxPair((cdBoxPair){CD_EDGE_EDGE, 9, 6}, text, sizeof text);
    assert_string_equal(text, "edge 1-5, edge 4-6");
    cdDescribeBoxPair((cdBoxPair){CD_EDGE_EDGE, 9, 12}, text, sizeof text);
    assert_string_equal(text, "");
    cdDescribeBoxPair((cdBoxPair){CD_NO_CONTACT, 2, 7}, text, sizeof text);
    assert_string_equal(text, "");
    cdDescribeBoxPair((cdBoxPair){CD_VERTEX_FACE, 5, 3}, text, 7);
    assert_string_equal(text, "corner");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testSumEnclosesItsVolume),
        cmocka_unit_test(testSumOfParallelBoxes),
        cmocka_unit_test(testPathComesToLieOnTheSum),
        cmocka_unit_test(testScrewPath),
        cmocka_unit_test(testSphere),
        cmocka_unit_test(testOctants),
        cmocka_unit_test(testSumHasOwners),
        cmocka_unit_test(testPairsHaveNames),
        cmocka_unit_test(testDegenerate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

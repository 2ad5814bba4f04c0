// The intersection of two features, for pairs of boxes and rings with regions counted by hand.
#include "touch_fixture.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

typedef struct Count {
    int32_t points, segments, polygons;
} Count;

static Count countRegions(const Query *query) {
    Count count = {0};
    for (int32_t i = 0; i < query->out.regionCount; i++) {
        int32_t dimension = query->out.regions[i].dimension;
        count.points += dimension == 0;
        count.segments += dimension == 1;
        count.polygons += dimension == 2;
    }
    return count;
}

static void assertCount(const Query *query, int32_t points, int32_t segments, int32_t polygons) {
    Count count = countRegions(query);
    if (count.points != points || count.segments != segments || count.polygons != polygons)
        fail_msg("%d points, %d segments, %d polygons, and should be %d, %d, %d", count.points,
                 count.segments, count.polygons, points, segments, polygons);
}

static int32_t countKind(const Query *query, cdLocationKind a, cdLocationKind b) {
    int32_t count = 0;
    for (int32_t i = 0; i < query->out.regionCount; i++)
        count += query->out.regions[i].locationA.kind == a && query->out.regions[i].locationB.kind == b;
    return count;
}

// The first region of two kinds of features, and its points.
static const cdContactRegion *getKind(const Query *query, cdLocationKind a, cdLocationKind b,
                                      const cdVec3 **points) {
    *points = query->out.points;
    for (int32_t i = 0; i < query->out.regionCount; i++) {
        const cdContactRegion *r = &query->out.regions[i];
        if (r->locationA.kind != a || r->locationB.kind != b) continue;
        *points = query->out.points + r->firstPoint;
        return r;
    }
    fail_msg("no region of a %s and a %s", cdGetLocationName(a), cdGetLocationName(b));
    return NULL;
}

static void assertClose(double is, double should, double tolerance) {
    if (!(fabs(is - should) <= tolerance)) fail_msg("%.17g is not %.17g", is, should);
}

typedef struct Pair {
    Body a, b;
    Query query;
} Pair;

static Pair openPair(const char *specA, const char *specB, double tolerance) {
    Pair pair = {.a = makeBody(specA), .b = makeBody(specB)};
    pair.query = openQuery(&pair.a, &pair.b, false);
    pair.query.input.tolerance = tolerance;
    return pair;
}

static void closePair(Pair *pair) {
    closeQuery(&pair->query);
    destroyBody(&pair->a);
    destroyBody(&pair->b);
}

static void intersectAt(Pair *pair, cdPose poseA) {
    pair->query.input.poseA = poseA;
    findIntersection(&pair->query);
    assert_false(pair->query.out.truncated);
}

static const double E = 1e-5;

// A small box in the middle of a large one, half the tolerance above it: its four bottom corners, its four
// edges and its bottom meet only the top face, halfway between. Red: a region with an edge or a corner of the
// large box, points on one of the two planes.
static void testSmallOnLarge(void **state) {
    (void)state;
    Pair pair = openPair("box:x=0.5,y=0.5,z=0.25", "box", E);
    intersectAt(&pair, poseAt(0.1, 1.5 + 0.5 * E, 0.2));
    assertCount(&pair.query, 4, 4, 1);
    assert_int_equal(countKind(&pair.query, CD_ON_VERTEX, CD_ON_FACE), 4);
    assert_int_equal(countKind(&pair.query, CD_ON_EDGE, CD_ON_FACE), 4);
    assert_int_equal(countKind(&pair.query, CD_ON_FACE, CD_ON_FACE), 1);
    for (int32_t i = 0; i < pair.query.out.pointCount; i++)
        assertClose(pair.query.out.points[i].y, 1.0 + 0.25 * E, 1e-15);
    double length = 0.0;
    for (int32_t i = 0; i < pair.query.out.regionCount; i++)
        if (pair.query.out.regions[i].dimension == 1) length += pair.query.out.regions[i].measure;
    assertClose(length, 3.0, 1e-14);
    intersectAt(&pair, poseAt(0.1, 1.5 + 1.01 * E, 0.2));
    assertCount(&pair.query, 0, 0, 0);
    intersectAt(&pair, poseAt(0.1, 1.5 + 0.99 * E, 0.2));
    assertCount(&pair.query, 4, 4, 1);
    closePair(&pair);
}

// Two equal boxes stacked flush: corner on corner, edge along edge, face on face, and no edge or corner
// counts as in a face. Red: a border that counts as inside.
static void testFlush(void **state) {
    (void)state;
    Pair pair = openPair("box", "box", E);
    intersectAt(&pair, poseAt(0.0, 2.0, 0.0));
    assertCount(&pair.query, 4, 4, 1);
    assert_int_equal(countKind(&pair.query, CD_ON_VERTEX, CD_ON_VERTEX), 4);
    assert_int_equal(countKind(&pair.query, CD_ON_EDGE, CD_ON_EDGE), 4);
    const cdVec3 *points;
    assertClose(getKind(&pair.query, CD_ON_EDGE, CD_ON_EDGE, &points)->measure, 2.0, 1e-14);
    // Side by side, edge to edge: only the common edge is shared, and its two ends.
    intersectAt(&pair, poseAt(2.0, 2.0, 0.0));
    assertCount(&pair.query, 2, 1, 0);
    intersectAt(&pair, poseAt(2.0, 2.0, 2.0));
    assertCount(&pair.query, 1, 0, 0);
    closePair(&pair);
}

// One box moved along its flush sides by half its width: corners on edges in both directions, edges along
// edges for half their length, one edge of each in the other's face. Red: a segment not cut to the common
// part, an edge that crosses another's end counted as a crossing.
static void testHalfOver(void **state) {
    (void)state;
    Pair pair = openPair("box", "box", E);
    intersectAt(&pair, poseAt(1.0, 2.0, 0.0));
    assertCount(&pair.query, 4, 4, 1);
    assert_int_equal(countKind(&pair.query, CD_ON_VERTEX, CD_ON_EDGE), 2);
    assert_int_equal(countKind(&pair.query, CD_ON_EDGE, CD_ON_VERTEX), 2);
    assert_int_equal(countKind(&pair.query, CD_ON_EDGE, CD_ON_EDGE), 2);
    assert_int_equal(countKind(&pair.query, CD_ON_EDGE, CD_ON_FACE), 1);
    assert_int_equal(countKind(&pair.query, CD_ON_FACE, CD_ON_EDGE), 1);
    const cdVec3 *points;
    assertClose(getKind(&pair.query, CD_ON_EDGE, CD_ON_EDGE, &points)->measure, 1.0, 1e-14);
    assertClose(getKind(&pair.query, CD_ON_EDGE, CD_ON_FACE, &points)->measure, 2.0, 1e-14);
    assertClose(getKind(&pair.query, CD_ON_FACE, CD_ON_FACE, &points)->measure, 2.0, 1e-14);
    closePair(&pair);
}

// Two crossed beams: four crossings of edges, and of each beam two edges in the other's face, cut where they
// leave it. Red: missed crossings, a segment as long as its edge.
static void testCrossedBeams(void **state) {
    (void)state;
    Pair pair = openPair("box:x=2,y=0.25,z=0.5", "box:x=0.25,y=0.25,z=2", E);
    intersectAt(&pair, poseAt(0.0, 0.5 + 0.5 * E, 0.0));
    assertCount(&pair.query, 4, 4, 1);
    assert_int_equal(countKind(&pair.query, CD_ON_EDGE, CD_ON_EDGE), 4);
    const cdVec3 *points;
    assertClose(getKind(&pair.query, CD_ON_EDGE, CD_ON_FACE, &points)->measure, 0.5, 1e-14);
    assertClose(fabs(points[0].x), 0.25, 1e-14);
    assertClose(fabs(points[1].x), 0.25, 1e-14);
    assertClose(getKind(&pair.query, CD_ON_FACE, CD_ON_EDGE, &points)->measure, 1.0, 1e-14);
    intersectAt(&pair, turnedPose(0.0, 0.5 + 0.5 * E, 0.0, cdMakeVec3(0.0, 1.0, 0.0), 0.5));
    assertCount(&pair.query, 4, 4, 1);
    closePair(&pair);
}

// A beam across a ring: its two bottom edges lie on the ring twice each, before and behind the hole. Red: the
// hole ignored, or the part before it lost.
static void testOverHole(void **state) {
    (void)state;
    Pair pair = openPair("box:x=2,y=0.1,z=0.1", "ring:outer=1,inner=0.6,segments=48,height=0.3", E);
    double top = cdGetMeshInfo(pair.b.mesh).bounds.upper.y;
    intersectAt(&pair, poseAt(0.0, top + 0.1 + 0.3 * E, 0.013));
    const cdVec3 *points;
    double length = 0.0, least = INFINITY, most = 0.0;
    int32_t count = 0;
    for (int32_t i = 0; i < pair.query.out.regionCount; i++) {
        const cdContactRegion *r = &pair.query.out.regions[i];
        if (r->locationA.kind != CD_ON_EDGE || r->locationB.kind != CD_ON_FACE || r->dimension != 1) continue;
        points = pair.query.out.points + r->firstPoint;
        for (int k = 0; k < 2; k++) {
            double radius = hypot(points[k].x, points[k].z);
            least = cdMin(least, radius);
            most = cdMax(most, radius);
        }
        length += r->measure;
        count++;
    }
    // Between the circumscribed and inscribed circles of the polygons of 48 sides.
    double in = 0.6 * cos(PI / 48.0), out = cos(PI / 48.0), shortest = 0.0, longest = 0.0;
    for (int i = 0; i < 2; i++) {
        double z = 0.013 + (i == 0 ? -0.1 : 0.1);
        shortest += 2.0 * (sqrt(out * out - z * z) - sqrt(0.36 - z * z));
        longest += 2.0 * (sqrt(1.0 - z * z) - sqrt(in * in - z * z));
    }
    assert_int_equal(count, 4);
    assert_true(least >= in && least <= 0.6 && most >= out && most <= 1.0);
    assert_true(length >= shortest && length <= longest);
    // Their overlap is two regions: the beam over both sides of the ring.
    assert_int_equal(countKind(&pair.query, CD_ON_FACE, CD_ON_FACE), 2);
    closePair(&pair);
}

// A corner of one box beside an edge of the other, along the face: nearer than the border tolerance it is on
// the edge, beyond it is in the face, and near the edge as well, up to the tolerance. Red: both within the
// border tolerance, or the face only beyond E.
static void testBesideBorder(void **state) {
    (void)state;
    Pair pair = openPair("box:x=0.5,y=0.5,z=0.5", "box", E);
    double d = cdMax(cdGetFeaturesInfo(pair.a.mesh).tolerance, cdGetFeaturesInfo(pair.b.mesh).tolerance);
    intersectAt(&pair, poseAt(0.5 - 0.5 * d, 1.5, 0.0));
    assert_int_equal(countKind(&pair.query, CD_ON_VERTEX, CD_ON_FACE), 2);
    assert_int_equal(countKind(&pair.query, CD_ON_VERTEX, CD_ON_EDGE), 2);
    assert_int_equal(countKind(&pair.query, CD_ON_EDGE, CD_ON_FACE), 3);
    assert_int_equal(countKind(&pair.query, CD_ON_EDGE, CD_ON_EDGE), 1);
    intersectAt(&pair, poseAt(0.5 - 3.0 * d, 1.5, 0.0));
    assert_int_equal(countKind(&pair.query, CD_ON_VERTEX, CD_ON_FACE), 4);
    assert_int_equal(countKind(&pair.query, CD_ON_VERTEX, CD_ON_EDGE), 2);
    assert_int_equal(countKind(&pair.query, CD_ON_EDGE, CD_ON_FACE), 4);
    intersectAt(&pair, poseAt(0.5 - 1.5 * E, 1.5, 0.0));
    assertCount(&pair.query, 4, 4, 1);
    // Just over the edge: still on it, and in nothing.
    intersectAt(&pair, poseAt(0.5 + 0.5 * E, 1.5, 0.0));
    assert_int_equal(countKind(&pair.query, CD_ON_VERTEX, CD_ON_FACE), 2);
    assert_int_equal(countKind(&pair.query, CD_ON_VERTEX, CD_ON_EDGE), 2);
    assert_int_equal(countKind(&pair.query, CD_ON_EDGE, CD_ON_EDGE), 3);
    closePair(&pair);
}

// Two beams edge on edge, one rotated about the vertical by an angle: a segment while both ends of the common
// part are within E, a crossing beyond that, both in the middle. Red: a segment that is not within E
// throughout, a gap between both.
static void testNearlyParallelEdges(void **state) {
    (void)state;
    Pair pair = openPair("box:x=1,y=0.25,z=0.25", "box:x=1,y=0.25,z=0.25", 1e-3);
    double side = 0.25 * sqrt(2.0);
    pair.query.input.poseB = turnedPose(0.0, -side, 0.0, cdMakeVec3(1.0, 0.0, 0.0), 0.25 * PI);
    cdPose up = turnedPose(0.0, side, 0.0, cdMakeVec3(1.0, 0.0, 0.0), 0.25 * PI);
    int32_t lower = -1, upper = -1;
    for (int i = 0; i < 4; i++) {
        double angle = (double[]){0.0, 0.9e-3, 1.1e-3, 0.3}[i];
        cdPose pose = up;
        pose.q = cdMulQuat(cdMakeQuat(cdMakeVec3(0.0, 1.0, 0.0), angle), up.q);
        intersectAt(&pair, pose);
        const cdVec3 *points;
        // The lower edge of one and the upper of the other; others cross them near their ends.
        const cdContactRegion *r = getKind(&pair.query, CD_ON_EDGE, CD_ON_EDGE, &points);
        if (i == 0) lower = r->locationA.index, upper = r->locationB.index;
        for (int32_t k = 0; k < pair.query.out.regionCount; k++) {
            const cdContactRegion *other = &pair.query.out.regions[k];
            if (other->locationA.kind != CD_ON_EDGE || other->locationA.index != lower) continue;
            if (other->locationB.kind == CD_ON_EDGE && other->locationB.index == upper) r = other;
        }
        points = pair.query.out.points + r->firstPoint;
        assert_int_equal(r->locationA.index, lower);
        assert_int_equal(r->locationB.index, upper);
        assert_int_equal(r->dimension, i < 2 ? 1 : 0);
        if (i < 2) {
            assertClose(r->measure, 2.0, 1e-5);
            assertClose(points[0].x + points[1].x, 0.0, 1e-12);
        } else {
            cdVec3 middle =
                cdTransformPoint(pair.query.input.poseB, points[0]); // B's frame: the frame of the work
            assertClose(cdLength(middle), 0.0, 1e-12);
        }
    }
    closePair(&pair);
}

static int32_t findMirror(const Query *query, cdLocation a, cdLocation b, int32_t dimension) {
    for (int32_t i = 0; i < query->out.regionCount; i++) {
        const cdContactRegion *r = &query->out.regions[i];
        if (r->locationA.kind == b.kind && r->locationA.index == b.index && r->locationB.kind == a.kind &&
            r->locationB.index == a.index && r->dimension == dimension)
            return i;
    }
    return -1;
}

// A and B exchanged: the same regions with their features exchanged. Red: a rule that favours one side.
static void testSwap(void **state) {
    (void)state;
    Random random = {3};
    Body bodies[3] = {makeBody("l-shape"), makeBody("box:x=0.4,y=0.3,z=0.2"), makeBody("ring:segments=6")};
    int32_t seen = 0;
    for (int i = 0; i < 120; i++) {
        const Body *a = &bodies[i % 3], *b = &bodies[(i / 3) % 3];
        TouchPoint onA = pickTouchPlace(&random, a->mesh->features, pickWhere(&random));
        TouchPoint onB = pickTouchPlace(&random, b->mesh->features, pickWhere(&random));
        cdPose pose = touchOn(onA, onB, cdIdentityPose(), pickSpin(&random), 0.3 * E);
        Query there = openQuery(a, b, false), back = openQuery(b, a, false);
        there.input.poseA = back.input.poseB = pose;
        there.input.tolerance = back.input.tolerance = E;
        findIntersection(&there);
        findIntersection(&back);
        assert_int_equal(there.out.regionCount, back.out.regionCount);
        for (int32_t k = 0; k < there.out.regionCount; k++) {
            const cdContactRegion *r = &there.out.regions[k];
            int32_t mirror = findMirror(&back, r->locationA, r->locationB, r->dimension);
            assert_true(mirror >= 0);
            seen++;
        }
        closeQuery(&there);
        closeQuery(&back);
    }
    assert_true(seen > 300);
    for (int i = 0; i < 3; i++)
        destroyBody(&bodies[i]);
}

// The same pair small, large, and far from the origin has the same regions, to scale. Red: an absolute
// length, digits lost far away.
static void testScales(void **state) {
    (void)state;
    static const double scales[] = {1.0, 1e-4, 1e4};
    cdVec3 axis = cdNormalize(cdMakeVec3(1.0, 2.0, 3.0));
    for (int i = 0; i < 6; i++) {
        double scale = scales[i % 3];
        Body a = makeScaledBody("l-shape", scale), b = makeScaledBody("box", scale);
        Query query = openQuery(&a, &b, false);
        cdPose far = {cdScale(i < 3 ? 0.0 : 1e4 * scale, axis), cdMakeQuat(axis, i < 3 ? 0.0 : 1.0)};
        double bottom = cdGetMeshInfo(a.mesh).bounds.lower.y;
        query.input.poseA = cdMulPose(far, poseAt(0.1 * scale, scale - bottom, 0.3 * scale));
        query.input.poseB = far;
        query.input.tolerance = E * scale;
        findIntersection(&query);
        assertCount(&query, 4, 4, 1);
        double area = query.out.regions[query.out.regionCount - 1].measure / (scale * scale);
        assertClose(area, 0.35, 1e-9);
        closeQuery(&query);
        destroyBody(&a);
        destroyBody(&b);
    }
}

// A tolerance larger than one of the boxes: everything is near everything, and every answer is finite. Red: a
// division by zero length, a buffer overrun.
static void testLargeTolerance(void **state) {
    (void)state;
    Pair pair = openPair("box:x=0.05,y=0.05,z=0.05", "box", 0.3);
    intersectAt(&pair, turnedPose(0.9, 1.1, 0.9, cdMakeVec3(1.0, 1.0, 0.0), 0.3));
    assert_true(pair.query.out.regionCount > 30);
    for (int32_t i = 0; i < pair.query.out.pointCount; i++)
        assert_true(cdLength(cdSub(pair.query.out.points[i], cdMakeVec3(0.9, 1.1, 0.9))) < 0.5);
    closePair(&pair);
}

// Too little room is reported, and nothing is written beyond it.
static void testLittleRoom(void **state) {
    (void)state;
    Pair pair = openPair("box", "box", E);
    pair.query.input.poseA = poseAt(0.0, 2.0, 0.0);
    pair.query.input.regionCapacity = 4;
    findIntersection(&pair.query);
    assert_true(pair.query.out.truncated);
    assert_int_equal(pair.query.out.regionCount, 4);
    int32_t needed = pair.query.out.neededRegions, neededPoints = pair.query.out.neededPoints;
    pair.query.input.regionCapacity = WORK_REGION_MAX;
    pair.query.input.pointCapacity = 5;
    findIntersection(&pair.query);
    assert_true(pair.query.out.truncated);
    assert_true(pair.query.out.pointCount <= 5);
    pair.query.input.regionCapacity = needed;
    pair.query.input.pointCapacity = neededPoints;
    findIntersection(&pair.query);
    assert_false(pair.query.out.truncated);
    assert_true(pair.query.out.regionCount == needed && pair.query.out.pointCount == neededPoints);
    closePair(&pair);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testSmallOnLarge),
                                       cmocka_unit_test(testFlush),
                                       cmocka_unit_test(testHalfOver),
                                       cmocka_unit_test(testCrossedBeams),
                                       cmocka_unit_test(testOverHole),
                                       cmocka_unit_test(testBesideBorder),
                                       cmocka_unit_test(testNearlyParallelEdges),
                                       cmocka_unit_test(testSwap),
                                       cmocka_unit_test(testScales),
                                       cmocka_unit_test(testLargeTolerance),
                                       cmocka_unit_test(testLittleRoom)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
